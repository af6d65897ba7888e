/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_MANIFEST_H
#define GNOMON_MANIFEST_H

/*
 * The manifest: what the generator wrote down about one monitor. Read-only once loaded; every string
 * belongs to the manifest.
 */

#include <stdint.h>
#include "gnomon/error.h"

#define GNO_MAX_NODES 255 /* node 255 means "all nodes" on the link */
#define GNO_CHUNKS 3	  /* the watched word is cut into three */
#define GNO_TABLES 6	  /* tables of a node, numbered as in the interfaces page */

enum gno_form {
	GNO_FORM_SINGLE, /* one node, no ring: the builder writes straight into the trace buffer */
	GNO_FORM_RING,
};

enum gno_ratio_form {
	GNO_RATIO_FULL,	      /* A and B, 32 bits each */
	GNO_RATIO_COMPRESSED, /* one 16-bit form a pair */
};

/* One ratio counter pair: B counts all, A counts a part of them. */
struct gno_pair {
	char *name;
	char *a; /* signal that counts A */
	char *b; /* signal that counts B, "always" for every clock */
};

struct gno_chunk {
	unsigned lo;   /* lowest bit of the watched word in this chunk */
	unsigned bits; /* width */
};

struct gno_node {
	unsigned index; /* 0 .. nodes-1, as in word 1 of a record */
	char *name;
	char *field;	     /* name of the watched word */
	char *when;	     /* name of its qualifier, NULL: none */
	unsigned word_bits;  /* width of the watched word, 1..32 */
	unsigned depth;	     /* clocks from the watched word to the record; already taken off the times */
	unsigned fifo_slots; /* 0 in the single form */
	unsigned capacity;   /* events that can be told apart: 15, 31 or 63 */
	unsigned code_bits;  /* of class and event codes: 4, 5 or 6 */
	unsigned index_bits; /* cells a table occupies in the address space, log2 */
	struct gno_chunk chunks[GNO_CHUNKS];
	unsigned table_cells[GNO_TABLES]; /* cells that table number 0..5 really has */
	enum gno_ratio_form ratio_form;
	unsigned pairs;
	struct gno_pair *pair; /* `pairs` of them; NULL where there are none */
	char *stream;	       /* file name of the node's CTF stream, relative to the trace folder */
	unsigned stream_id;    /* CTF stream class; nodes that are alike may share one */
};

struct gno_manifest {
	char *name;
	uint64_t hash; /* XXH64 of the canonical plan, as in registers 4..11 */
	enum gno_form form;
	uint64_t clock_hz;  /* clock of the target and of the time counters */
	unsigned time_bits; /* width of the time in word 0 of a record, 8..32 */
	unsigned slots;	    /* trace buffer, in slots of 64 bits; a power of two */
	unsigned slots_log2;
	unsigned granule;   /* slots a step of the limit */
	unsigned addr_bits; /* byte addresses on the link */
	char *phy;	    /* "bytes" or "uart" */
	unsigned baud;	    /* 0 where the PHY has none */
	unsigned nodes;
	struct gno_node *node; /* `nodes` of them, in order of index */
	char *ctf;	       /* CTF 1.8 metadata */
	char *text;	       /* the manifest file as it was read, for a copy of it */
};

/*
 * Reads and checks a manifest. On success `*out` belongs to the caller (gno_manifest_free).
 * Fails with GNO_ERR_IO (file cannot be read), GNO_ERR_FORMAT (no JSON, a key missing, of the wrong type
 * or out of range; the message names file and key), GNO_ERR_NOMEM.
 */
int gno_manifest_load(const char *path, struct gno_manifest **out, struct gno_err *err);

/* As gno_manifest_load, from a text in memory; `name` stands for the file in messages. */
int gno_manifest_parse(const char *text, const char *name, struct gno_manifest **out, struct gno_err *err);

/* Frees a manifest; NULL is allowed. */
void gno_manifest_free(struct gno_manifest *m);

/* Node of that name, or NULL. */
const struct gno_node *gno_manifest_node(const struct gno_manifest *m, const char *name);

#endif
