/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A monitor with everything settled: widths, addresses, names of ports, nets and instances. It is
 * made once and never changed; emitters print it and decide nothing.
 */
#ifndef GNO_GEN_PLAN_H
#define GNO_GEN_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "common/arena.h"
#include "plan/layout.h"
#include "model/model.h"
#include "plan/preprocessors.h"
#include "common/source.h"
#include "tables/role.h"
#include "tables/tables.h"

enum plan_form {
	/* one node with events only: the builder writes straight into the trace buffer */
	PLAN_SINGLE,
	/* one node with anything else: its FIFO is next to the trace buffer */
	PLAN_ALONE,
	PLAN_RING,
};

/* A field of the watched word. */
struct plan_field {
	const char *name;
	unsigned bits;
	uint64_t kept; /* a 1 for each bit that is in the word */
	const char *kind;
	unsigned unit;	  /* bytes */
	const char *when; /* the field that qualifies it; NULL: none */
	const char *net;  /* its port, or the register of it */
};

struct plan_table {
	const char *name;
	unsigned base; /* address of the first table cell */
	unsigned cells;
	unsigned bits; /* of a table cell */
};

struct plan_trigger {
	const char *kind;
	unsigned index; /* among those of the kind */
};

/* The module of a tree of ranks; nodes with equal trees at equal addresses have instances of one.
 */
struct plan_ranks {
	const char *module;
	const struct rank_tree *tree;
	const struct layout_table *tables; /* of the tree's ranks */
	unsigned word_bits;
	unsigned cell_bits;
	unsigned lanes; /* nodes that an instance serves */
	int registered; /* registers follow the RAMs: ranks_clocks() */
	/* of the actions beside the codes of the last rank; NULL: they are elsewhere */
	const struct layout_table *actions;
};

/* A port of the target, and the register that has its value a clock later. */
struct plan_tap {
	const char *port;
	const char *net;
	unsigned bits;
	unsigned used; /* of the bits; the others are left out of the word */
};

/* A port of a module of the monitor, and what it belongs to. */
struct plan_pin {
	struct plan_port port;
	enum tab_role role;
	const char *title;   /* of the list that begins with it; NULL: none does */
	int foreign;	     /* the target is behind it, or the memory of the trace buffer */
	const char *node;    /* name of its node; NULL: it is of none */
	const char *signal;  /* its name in the description; NULL: it has none there */
	const char *connect; /* what of the target it is connected to; NULL: nothing is named */
};

/* A module of the monitor that the user has an instance of. */
struct plan_top {
	const char *name;
	const struct plan_pin *pins;
	size_t pins_count;
};

/* The module of preprocessors. */
struct plan_module {
	const char *name;
	const struct plan_preprocessors *preprocessors;
};

enum plan_phy_kind {
	PLAN_BYTES, /* none: the byte port of the link */
	PLAN_UART,
	PLAN_FT245,
	PLAN_FT245_SYNC,
};

/* The module between the link and the pins. */
struct plan_phy {
	enum plan_phy_kind kind;
	const char *name;	       /* in the description and the manifest */
	const char *title;	       /* in comments */
	const char *module;	       /* NULL: none */
	int reset;		       /* the module has one */
	const struct plan_port *ports; /* of the monitor; those of the module have the same names */
};

/* What the event port of a node is made of. */
struct plan_bus {
	const struct m_bus *bus; /* NULL: the node has no event port */
	const char *pc;		 /* name of the signal that is recorded with each write, or NULL */
	int process_time;
	unsigned code_bits;	     /* of the codes of its writes; 0: they have none */
	unsigned data_bits;	     /* of the data that codes depend on */
	const struct plan_pin *pins; /* of the bus, in its order */
	const char *instance;	     /* of the adapter, where the bus has one */
	const char *adapter_valid;   /* what it drives */
	const char *adapter_addr;
	const char *adapter_data;
	const char *valid_net; /* what the headend gets */
	const char *addr_net;
	const char *data_net;
	const char *pc_net;
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
	const char *fifo_high_o;
};

struct plan_node {
	unsigned index;
	int last;
	const char *name;
	const char *instance;
	const struct plan_field *fields; /* the first is lowest in the word */
	size_t fields_count;
	unsigned word_bits;
	const char *word_net;
	const char *word_value;	  /* what drives `word_net`; NULL where that is a port */
	const char *skipped_net;  /* reads the bits that are left out; NULL where there are none */
	const char *skipped_bits; /* them, with commas between */
	const char *when;	  /* NULL where every clock counts */
	const char *when_net;
	const struct plan_pin *pins;
	size_t pins_count;
	const struct plan_tap *taps; /* the ports with a register */
	size_t taps_count;

	unsigned capacity; /* 2^code_bits - 1 */
	unsigned code_bits;
	const char *goal;
	const struct layout *layout;
	unsigned cell_bits;
	const struct plan_table *tables;
	size_t tables_count;
	unsigned level;	   /* clocks from a watched word on the wires to its code, 3 at least */
	unsigned depth;	   /* and to its event at the record builder */
	unsigned owner;	   /* number of the node that holds the tables of the ranks */
	int shared;	   /* a pair of nodes has one set of ranks */
	unsigned ranks_id; /* their module, in `ranks` of the plan */
	const char *ranks_instance;
	const char *code_net;
	const char *actions_net; /* the actions beside the code; 0 where they are elsewhere */
	unsigned code_clocks;	 /* clocks from a watched word on the wires to `code_net` */
	const char *table_net;	 /* its table bus: valid, address, data */
	const char *table_addr_net;
	const char *table_data_net;

	unsigned tick_log2; /* cycles of a tick of its time, log2; 0: it counts cycles */
	unsigned seed;	    /* of the places of its ticks; 0: they are not random */
	unsigned sequences; /* 0: none, then the next three are 0, too */
	unsigned sequences_steps;
	unsigned count_bits;
	unsigned timeout_bits;
	int overlap;
	unsigned strict; /* 0: none, then strict_steps is 0, too */
	unsigned strict_steps;
	int timer;
	int watchdog;
	struct plan_bus port;
	const struct plan_trigger *triggers; /* by number */
	size_t triggers_count;

	unsigned fifo_slots; /* 0 in the single form */
	unsigned fifo_log2;
	int joined; /* all sources of events are joined (gnomon_trigger_sources) */
	int staged; /* it has preprocessors beside pairs of fixed signals: they are at LEVEL + 4 */
	int host;
	int capture;	      /* it is on the CAPTURE line */
	int interrupt;	      /* in its interrupt form, too */
	int report;	      /* it is on the REPORT line */
	unsigned rounds;      /* lines in their interrupt form: these two */
	int processor;	      /* then: it has a processor, which the lines interrupt */
	unsigned asks;	      /* number of the event line that asserts REPORT, from 1 on; 0: none */
	unsigned almost_full; /* entries of its local store that assert REPORT; 0: it has none */
	unsigned settled;     /* clocks from a word on the wires until it drives the line */
	unsigned hold;	      /* clocks that a cycle's entry waits for the line; 0 without it */
	const struct plan_preprocessors *preprocessors; /* NULL: the node has no preprocessors */
	unsigned preprocessors_id; /* its module, in `preprocessors` of the plan */
	const char *preprocessors_instance;
	const char **measured; /* what its ports of the target are joined to */

	unsigned chip;		     /* 0: with the trace buffer; else in `chips`, from 1 on */
	struct plan_station station; /* ring form */
	const char *stream;	     /* file name of its CTF stream */
	unsigned stream_id;	     /* number of its stream class */
};

struct plan {
	const char *version;   /* of the generator */
	const char *input;     /* name of the description, fit to be shown */
	uint64_t input_hash;   /* XXH64 of its text */
	const char *canonical; /* text of all that hardware or host depend on */
	uint64_t hash;	       /* XXH64 of `canonical` */
	const char *name;      /* of the module */
	const char *verilog;   /* file names */
	const char *filelist;

	enum plan_form form;
	uint64_t clock_hz;
	const char *family; /* the memories are planned for */
	unsigned lut_bits;  /* bits of the largest memory that is LUT RAM there; 0: it has none */
	unsigned time_bits;
	unsigned slots;
	unsigned slots_log2;
	unsigned addr_bits;

	const struct plan_phy *phy;
	unsigned baud;	   /* 0 without a UART */
	unsigned divisor;  /* cycles a bit of the UART */
	unsigned fraction; /* more of them, in 256ths */
	int wide;	   /* the link takes a byte a cycle: gnomon_link_wide */
	int rom;	   /* the monitor holds its manifest */
	int sync;	   /* there is the register TIME */
	int capture;	   /* there is a CAPTURE line */
	unsigned stages;   /* its registers each way */
	int interrupt;	   /* it has the interrupt form, too */
	unsigned limit;	   /* clocks of a round; 0: no limit */
	int report;	   /* there is a REPORT line */
	unsigned report_limit;
	unsigned settled;     /* clocks after which all nodes have driven it for a word */
	int register_taps;    /* each signal from the target has a register */
	const char *sync_net; /* the START pulse, as the nodes get it */

	/* of the memory outside the monitor; an empty list, where there is none */
	const struct plan_port *memory_ports;
	int spram;	  /* the trace buffer is in SPRAM */
	int port;	  /* it is a memory outside the monitor */
	int wrap;	  /* there is a flight recorder */
	int long_records; /* some have more than 30 words */
	unsigned wires;	  /* of the ring; 0 where there is none */

	const char **chips; /* beside the one with the trace buffer, from there on */
	unsigned chips_count;
	unsigned delay;	      /* of a wire between two */
	unsigned number_bits; /* NUMBER_W of their hops */
	const struct plan_ranks *ranks;
	size_t ranks_count;
	const struct plan_module *preprocessors; /* the distinct ones */
	size_t preprocessors_count;
	const struct plan_node *nodes;
	size_t nodes_count;
	unsigned streams;	     /* number of stream classes: nodes of equal shape share one */
	const struct plan_top *tops; /* by number of the chip */
	struct plan_top whole;	     /* all chips in one module, as a model has them */
};

/* "single", "alone" or "ring". */
const char *plan_form_name(const struct plan *plan);

/* Wires each way between a headend and its neighbour: those of the ring, or of a whole word. */
unsigned plan_wires(const struct plan *plan);

/*
 * Settles a monitor from a model in which every check is satisfied. All of the plan lies in
 * `arena`, and it keeps pointers into `source`. Returns GEN_OK or GEN_ERR_NOMEM.
 */
int plan_make(const struct model *m, const struct source *source, struct arena *arena,
	      struct plan *plan);

/* The module between link and pins; NULL where a fault leaves it open. */
const struct plan_phy *plan_phy_of(const struct model *m);

/* 1 where the node's records of writes have the words behind the second slot. */
int plan_has_long_datum(const struct plan_node *node);

#endif
