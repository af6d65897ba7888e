/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACE_WRITER_H
#define TRACE_WRITER_H

/*
 * Writes run directories for tests as the hardware would have sent them. Shares no code with the reader:
 * it has the record formats from the interfaces page once more.
 */

#include <stddef.h>
#include <stdint.h>

#define TW_NODES 8

struct tw_node {
	uint8_t *data; /* of the stream, with its header */
	size_t len, room;
	uint64_t half; /* half periods at the last beat */
};

struct tw {
	char dir[64];
	unsigned nodes;
	unsigned time_bits;
	unsigned pairs;
	int compressed;
	unsigned run;
	const char *mode;
	unsigned foreign;   /* slots that the drain put aside */
	const char *points; /* text of points.json, NULL: none */
	struct tw_node node[TW_NODES];
};

/* Begins a run directory in a new temporary folder; every node has its sync. */
void tw_begin(struct tw *w, unsigned nodes, unsigned time_bits, unsigned pairs, int compressed);
/* Writes all files; may be called again after changes. */
void tw_write(struct tw *w);
/* Removes the folder. */
void tw_end(struct tw *w);

/* Records of a node; beats are sent as needed. Times have 64 bits and must not decrease. */
void tw_event(struct tw *w, unsigned node, uint64_t time, unsigned code, unsigned flags);
/* `counts`: A and B of each pair. */
void tw_ratio(struct tw *w, unsigned node, uint64_t time, unsigned code, const uint32_t *counts);
/* A beat follows right after `to`. */
void tw_gap(struct tw *w, unsigned node, uint64_t from, uint64_t to, uint32_t lost);
void tw_flush(struct tw *w, unsigned node, uint64_t time);
/* Any record, bit by bit. */
void tw_words(struct tw *w, unsigned node, const uint32_t *words, size_t n);
/* A beat at that time, without looking whether one is due. */
void tw_beat(struct tw *w, unsigned node, uint64_t time);

/* Path of a file of the folder, in a static buffer. */
const char *tw_path(const struct tw *w, const char *file);

#endif
