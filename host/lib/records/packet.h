/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PACKET_H
#define GNO_PACKET_H

/*
 * CTF packets. A node's stream is a file of pages. Every page begins with the header of a packet,
 * and no packet crosses the end of a page. A packet is its header, whole records as the monitor
 * sent them, and zeros up to its size. So the last packet can grow by one write of one page, and a
 * reader finds whole packets at every moment, also where the writer was killed.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "common/errors.h"
#include "monitor/manifest.h"

#define GNO_CTF_MAGIC 0xc1fc1fc1u /* first word of a CTF packet header */
#define GNO_PACKET_PAGE 4096
#define GNO_PACKET_HEADER 48 /* bytes: magic, stream class id, and the five numbers below */

/* What a packet's header says. */
struct gno_packet {
	uint64_t begin; /* time of the first record, in cycles since the start of the run */
	uint64_t end;	/* time of the last; where a gap follows, the time from which on records are
			   lost; of a packet with a gap, the time at which recording resumed */
	uint64_t content;   /* bytes of header and records */
	uint64_t size;	    /* bytes to the next packet */
	uint64_t discarded; /* records that all gaps up to here have lost */
};

/* Whether the bytes begin as a packet of that stream class does. */
bool gno_packet_is_header(const uint8_t *bytes, uint32_t stream_id);

/* Takes a header apart; false where it is none of that stream class, or its numbers contradict each
 * other. */
bool gno_packet_get(const uint8_t *bytes, uint32_t stream_id, struct gno_packet *out);

/*
 * Where packing can be taken up again: the packet that is open, or the first whose times may still
 * move because no epoch came since a gap.
 */
struct gno_packet_mark {
	uint64_t at;	    /* its offset in the file */
	uint64_t begin;	    /* its begin */
	uint64_t discarded; /* records lost before it */
};

/* Records of one node on their way into packets. */
struct gno_packer {
	const struct gno_manifest *m;
	uint32_t stream_id;
	uint8_t *data; /* pages of the file, from `base` on, all that can still change */
	size_t len, room;
	uint64_t base;
	uint64_t at;   /* offset in the file behind the last record */
	uint64_t from; /* offset of the page from which on the file is not as it is here */
	/* the packet that takes records */
	bool open;
	uint64_t packet; /* its offset; without `open` that of the last one */
	struct gno_packet head;
	bool gap; /* its record is a gap: the next record opens another */
	/* time */
	uint64_t half; /* half periods of the time counter since the start */
	uint32_t last; /* time word of the last record */
	bool unsure;   /* times since the mark may be too early, by whole periods */
	struct gno_packet_mark mark;
};

/* A packer that goes on at a mark, with no page in memory. */
void gno_packer_init(struct gno_packer *p, const struct gno_manifest *m, unsigned node,
		     const struct gno_packet_mark *mark);
void gno_packer_free(struct gno_packer *p);

/* Adds a whole record of that many words. GNO_ERR_NOMEM. */
int gno_packer_add(struct gno_packer *p, const uint32_t *w, unsigned words, struct gno_err *err);

/*
 * Adds the records that lie in a file's bytes from the mark to `size` (both offsets in the file);
 * `data` begins with the page of the mark. The offset of what is no record, or `size`, goes to *at.
 */
int gno_packer_restore(struct gno_packer *p, const uint8_t *data, uint64_t size, uint64_t *at,
		       struct gno_err *err);

/* Completes the header of the last packet; the pages are then as they are to be in the file. */
void gno_packer_seal(struct gno_packer *p);

/* The pages from `from` on are in the file: forgets those that cannot change any more. */
void gno_packer_written(struct gno_packer *p);

#endif
