/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A monitor with everything settled: widths, addresses, names of ports, nets and instances. It is made
 * once and never changed; emitters print it and decide nothing.
 */
#ifndef GNO_GEN_PLAN_H
#define GNO_GEN_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "model.h"
#include "source.h"

#define PLAN_CHUNKS 3
#define PLAN_TABLES 6
#define PLAN_DEPTH 4u /* clocks from a watched word on the wires to its event at the record builder */

enum plan_form {
	PLAN_SINGLE, /* one node without ratio pairs: the builder writes straight into the trace buffer */
	PLAN_RING,
};

/* A port of the module. */
struct plan_port {
	const char *name; /* NULL ends a list */
	unsigned bits;
	int output;
	const char *what;
};

struct plan_pair {
	const char *name;
	const char *a; /* signals as the description calls them */
	const char *b;
	const char *a_net; /* what the module connects: a port, or 1'b1 */
	const char *b_net;
};

struct plan_chunk {
	unsigned lo;
	unsigned bits;
};

struct plan_table {
	const char *name;
	unsigned number;
	unsigned cells;
};

/* The nets of one station of the ring; at the far end constants, and nets that nothing reads. */
struct plan_station {
	const char *dn_valid_i;
	const char *dn_data_i;
	const char *dn_valid_o;
	const char *dn_data_o;
	const char *up_valid_i;
	const char *up_ready_o;
	const char *up_tag_i;
	const char *up_data_i;
	const char *up_valid_o;
	const char *up_ready_i;
	const char *up_tag_o;
	const char *up_data_o;
};

struct plan_node {
	unsigned index;
	int last;
	const char *name;
	const char *instance;
	const char *field;
	const char *when; /* NULL where every clock counts */
	unsigned word_bits;
	const char *word_net;
	const char *when_net;
	const char *a_net; /* vectors of the pairs' signals; NULL without pairs */
	const char *b_net;
	const struct plan_port *ports;
	size_t ports_count;

	unsigned capacity;
	unsigned code_bits;
	unsigned index_bits;
	struct plan_table tables[PLAN_TABLES];

	unsigned fifo_slots; /* 0 in the single form */
	unsigned fifo_log2;
	int compressed;
	const struct plan_pair *pairs;
	size_t pairs_count;
	unsigned ratio_words; /* payload of a ratio record, 0 without pairs */

	struct plan_station station; /* ring form */
	const char *stream;	     /* file name of its CTF stream */
	unsigned stream_id;	     /* number of its stream class */
};

struct plan {
	const char *version;   /* of the generator */
	const char *input;     /* base name of the description */
	uint64_t input_hash;   /* XXH64 of its text */
	const char *canonical; /* text of all that hardware or host depend on */
	uint64_t hash;	       /* XXH64 of `canonical` */
	const char *name;      /* of the module */
	const char *verilog;   /* file names */
	const char *filelist;

	enum plan_form form;
	uint64_t clock_hz;
	unsigned time_bits;
	unsigned slots;
	unsigned slots_log2;
	unsigned addr_bits;

	const char *phy;
	int uart;
	unsigned baud; /* 0 without a UART */
	unsigned divisor;
	const struct plan_port *phy_ports;

	unsigned wires; /* 0 in the single form */
	struct plan_chunk chunks[PLAN_CHUNKS];
	const struct plan_node *nodes;
	size_t nodes_count;
	unsigned streams; /* number of stream classes: nodes of equal shape share one */
};

/*
 * Settles a monitor from a model in which every check is satisfied. All of the plan lies in `arena`,
 * and it keeps pointers into `source`. Returns GEN_OK or GEN_ERR_NOMEM.
 */
int plan_make(const struct model *m, const struct source *source, struct arena *arena, struct plan *plan);

/* First node of a stream class. */
const struct plan_node *plan_stream_node(const struct plan *plan, unsigned stream_id);

#endif
