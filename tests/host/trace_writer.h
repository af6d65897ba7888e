/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACE_WRITER_H
#define TRACE_WRITER_H

/*
 * Writes run directories for tests as the hardware would have sent them. Shares no code with the reader:
 * it has the record formats from the interfaces page once more.
 */

#include <stddef.h>
#include <stdint.h>
#include "gnomon/pattern_file.h"

#define TW_HEADER 48 /* bytes of a packet's header; a stream is one packet */
#define TW_NODES 8
#define TW_LOADS 4

struct tw_node {
	uint8_t *data; /* of the stream, with its header */
	size_t len, room;
	uint64_t half; /* half periods at the last beat */
};

/* A write to the event port. */
struct tw_datum {
	unsigned page, sub;
	uint32_t data;
	unsigned process, runnable;
	unsigned flags;
	uint32_t pc, process_time; /* where the record has three slots */
};

struct tw {
	char dir[64];
	unsigned nodes;
	unsigned time_bits;
	unsigned pairs;
	int compressed;
	unsigned run;
	const char *mode;
	unsigned foreign; /* slots that the drain put aside */
	int frozen;	  /* a recorder that froze */
	int sealed;	  /* headers of packets stay as they were when the files were written before */
	/* What the nodes have; set before records are written. */
	int triggers;  /* 2 sequences, timer and watchdog (numbers 0..5); the word is pc[31:2], then write */
	unsigned port; /* slots of a datum, 2 or 3; 0: no port */
	const char *measure;		    /* what the manifest says of it, NULL: the pairs */
	const char *node_measure[TW_NODES]; /* the same of one node, NULL: as of all */
	const char *tables;		    /* further tables, with a comma before each; NULL: none */
	const char *loads;		    /* list of loads in run.json, NULL: none */
	const struct gno_pattern_file *patterns[TW_LOADS]; /* patterns.json, patterns.2.json, ... */
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
void tw_trigger(struct tw *w, unsigned node, uint64_t time, unsigned number, unsigned flags);
void tw_datum(struct tw *w, unsigned node, uint64_t time, const struct tw_datum *d);
void tw_word(struct tw *w, unsigned node, uint64_t time, uint64_t word, unsigned flags);
void tw_load(struct tw *w, unsigned node, uint64_t time, unsigned live);
/* `counts`: A and B of each pair. */
void tw_ratio(struct tw *w, unsigned node, uint64_t time, unsigned code, const uint32_t *counts);
/* A beat follows right after `to`. */
void tw_gap(struct tw *w, unsigned node, uint64_t from, uint64_t to, uint32_t lost);

/* The same of a gap that began with a full trace buffer. */
void tw_gap_full(struct tw *w, unsigned node, uint64_t from, uint64_t to, uint32_t lost);
/* A gap without a beat before or after it. */
void tw_gap_alone(struct tw *w, unsigned node, uint64_t from, uint64_t to, uint32_t lost);
/* An event in every cycle from `from` up to `to`, not included: no beat can be sent. */
void tw_busy(struct tw *w, unsigned node, uint64_t from, uint64_t to, unsigned code);
void tw_flush(struct tw *w, unsigned node, uint64_t time);
/* Any record, bit by bit. Word 0 of blocks is the caller's. */
void tw_words(struct tw *w, unsigned node, const uint32_t *words, size_t n);
/* A beat at that time, without looking whether one is due. */
void tw_beat(struct tw *w, unsigned node, uint64_t time);

/* Path of a file of the folder, in a static buffer. */
const char *tw_path(const struct tw *w, const char *file);

#endif
