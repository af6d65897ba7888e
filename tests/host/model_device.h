/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_DEVICE_H
#define MODEL_DEVICE_H

/*
 * A monitor in software, written from docs/design/interfaces.md and sharing no code with the
 * library: the link's protocol, the registers, the tables and the trace buffer. Records come from a
 * script. It is a transport, and damages bytes in either direction as it is told.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "link/transport.h"

#define MODEL_NODES_MAX 4
#define MODEL_CELLS (8 * 2048)
#define MODEL_RX_QUEUE 63
#define MODEL_RUN 170 /* number of the first run after model_init */

enum model_direction { TO_DEVICE, TO_HOST };
enum model_damage { FLIP_LOW, FLIP_HIGH, LOSE, DOUBLE, INSERT_ZERO, INSERT_MARK, DAMAGES };

struct model_bytes {
	uint8_t *data;
	size_t len, room;
};

/* What happens to the byte at a place in a direction. */
struct model_fault {
	enum model_direction direction;
	uint64_t at; /* bytes since model_init */
	enum model_damage damage;
	bool armed;
};

struct model {
	/* What the monitor is. */
	unsigned nodes, pairs, slots;
	bool triggers; /* nodes have sequences, strict ones, timer, watchdog and event port */
	bool fields;   /* they watch pc without its two low bits, write and tag; else pc alone */
	bool shared;   /* two share their ranks */
	bool host;     /* nodes but the last one have the host's trigger; without `triggers` only */
	uint64_t hash;
	uint8_t magic[4];
	/* Its state. */
	uint8_t run;	  /* 0: reset, and not started since */
	uint8_t nonce[8]; /* payload of the last START */
	bool active, wrap, frozen;
	unsigned selected;
	bool live[MODEL_NODES_MAX], collect[MODEL_NODES_MAX];
	uint8_t cell[MODEL_NODES_MAX][MODEL_CELLS];
	unsigned limit, post;
	uint64_t head, tail; /* slot positions */
	uint32_t *buffer;    /* two words a slot */
	uint8_t *length;     /* slots of the record that begins at a slot */
	struct model_bytes
	    script; /* records that wait for room, words as bytes; each after its length in slots */
	uint64_t time;
	unsigned starts, stops;
	unsigned offs[MODEL_NODES_MAX];	 /* times that triggers went off */
	unsigned cells[MODEL_NODES_MAX]; /* that were written */
	unsigned asked[MODEL_NODES_MAX]; /* times that the host asked while triggers were live */
	/* The link. */
	uint64_t clock; /* ms */
	struct model_bytes rx, tx;
	uint8_t frame[7];
	unsigned got;	   /* bytes of the frame so far */
	size_t payload;	   /* bytes of a WRITE or START still to come */
	size_t written;	   /* of it so far */
	uint16_t crc;	   /* of the payload so far */
	unsigned overruns; /* times the receive queue would have been too small */
	/* Faults. */
	struct model_fault fault[2];
	unsigned damage_one_in; /* random damage, 0: none */
	uint32_t seed;
	uint64_t passed[2]; /* bytes so far, by direction */
	unsigned break_at;  /* frame from now at which the connection breaks, 0: none */
	bool break_acted;   /* that frame is still acted upon */
	bool silent;	    /* answers nothing */
	bool gone;	    /* the connection is closed */
};

extern const struct gno_transport model_transport;

/* A monitor with so many nodes, ratio pairs (full form) a node, and slots. */
void model_init(struct model *m, unsigned nodes, unsigned pairs, unsigned slots);
void model_free(struct model *m);

/* As its reset, or power off and on: everything is forgotten. */
void model_reset(struct model *m);

/* Mends a connection that broke: what was on its way is gone. */
void model_mend(struct model *m);

/* The manifest of such a monitor; the caller's. */
char *model_manifest(const struct model *m);

/* Puts a record at the end of the script; words beyond the second may be none. */
void model_record(struct model *m, unsigned slots, const uint32_t *words);
void model_event(struct model *m, unsigned node, unsigned code);

/* Moves what there is room for from the script into the trace buffer. */
void model_pump(struct model *m);

/* What a node's class tables and ranks say of a word. */
unsigned model_match(const struct model *m, unsigned node, uint32_t word);

/* Next value of a small generator of test numbers. */
uint32_t model_random(uint32_t *seed);

#endif
