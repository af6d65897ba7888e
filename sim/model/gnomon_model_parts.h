/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_parts: what the files of the model share. */
#ifndef GNOMON_MODEL_PARTS_H
#define GNOMON_MODEL_PARTS_H

#include "gnomon_model.h"
#include "gnomon_model_ratios.h"
#include "gnomon_model_rounds.h"
#include "gnomon_model_tick.h"

enum {
	MODEL_CODES = 256,
	MODEL_SEQUENCES = 8,
	MODEL_STEPS = 16,
	MODEL_STRICT = 16,
	MODEL_STRICT_STEPS = 8,
	MODEL_PROCESSES = 64,
	MODEL_KNOWN = 256,  /* watched words whose codes are kept */
	MODEL_OTHER = 4,    /* a word that is kept elsewhere than 0 */
	MODEL_PENDING = 64, /* records of a node in one clock */
	MODEL_WORDS = 48,   /* of a sample */
	MODEL_BLOCK = 74,   /* words of a record of a block */
	MODEL_BITS = 20,    /* words of a node's bits */
	MODEL_LINES = 560,
	MODEL_LINE_WORDS = (MODEL_LINES + 31) / 32,
	MODEL_EVENTS = 8,  /* event lines */
	MODEL_DELAYS = 70, /* different delays of signals, and none */
	MODEL_VALUES = 8,
	MODEL_QUANTITIES = 8,
	MODEL_OUTSTANDING = 64,
	MODEL_THRESHOLDS = 8,
	MODEL_EXTREMES = 4,
	MODEL_BUCKETS = 4096,
	MODEL_COUNTERS = 256,
	MODEL_BACK = 3,	    /* clocks whose words are at hand, as model->recent has them */
	MODEL_AMOUNTS = 18, /* inputs of pairs that are values or event lines */

	/* bits of a node */
	MODEL_WHEN = 1 << 0,
	MODEL_WRITE = 1 << 1,

	/* actions of the lines of groups */
	MODEL_RESETS = 0,
	MODEL_SAMPLES = 1,
	MODEL_BANKS = 2,
};

/* --- a queue of bytes to the host */

struct model_bytes {
	uint8_t *byte;
	size_t begin, end, room;
};

/* false: no memory. */
bool model_bytes_put(struct model_bytes *bytes, uint8_t byte);

/* --- the trace buffer, and without an end what waits for room in it */

struct model_store {
	uint64_t *slot;	 /* by position modulo `room` */
	uint8_t *length; /* slots of the record that begins there */
	uint64_t room;	 /* a power of two */
	uint64_t slots;	 /* of the trace buffer */
	uint64_t begin;	 /* the oldest that is kept */
	uint64_t head;	 /* behind what the host may read */
	uint64_t end;	 /* behind all */
	uint64_t limit;	 /* the head does not pass it */
	bool full;
	/* a flight recorder */
	bool wrap;
	bool single;	   /* of the single form, */
	uint64_t counted;  /* where a cycle with several records counts once: the last one */
	uint64_t spare;	   /* slots that stay free */
	bool wrapped;	   /* something was discarded */
	bool kept;	   /* the last record was */
	bool stopping;	   /* a stop was seen: */
	uint64_t stop;	   /* the earliest */
	uint32_t post;	   /* events to be kept after it, less one; it counts down */
	uint32_t post_top; /* its highest bit, which is 1 when no more are kept */
};

/* false: no memory. */
bool model_store_open(struct model_store *store, const struct gnomon_model_plan *plan);
void model_store_clear(struct model_store *store);

/*
 * Appends a record of an even number of words; time: its own, and cycle: that of the clock, for a
 * flight recorder, which may leave it out. false: no memory.
 */
bool model_store_add(struct model_store *store, const uint32_t *word, size_t words, uint64_t time,
		     uint64_t cycle);

/* Whether a flight recorder keeps nothing more. */
bool model_store_frozen(const struct model_store *store);

/* The host has read all before the granule behind this slot. */
void model_store_free_to(struct model_store *store, uint64_t slot);

/* What the host reads at a slot. */
uint64_t model_store_read(const struct model_store *store, uint64_t slot);

/* --- a node */

struct model_step {
	uint32_t count;
	bool last, timed, follows;
	uint64_t timeout;
};

struct model_sequence {
	uint16_t advances[MODEL_CODES], aborts[MODEL_CODES]; /* a bit for each step */
	struct model_step step[MODEL_STEPS];
	unsigned int at;   /* the step that is waited for */
	uint32_t seen;	   /* of its count */
	uint64_t deadline; /* 0: none */
};

struct model_attempt {
	uint8_t sequence, next;
};

/* The tables of a node as they act while its triggers are live. */
struct model_triggers {
	struct model_sequence sequence[MODEL_SEQUENCES];
	uint64_t strict_word[MODEL_STRICT_STEPS][MODEL_STRICT];
	bool strict_last[MODEL_STRICT_STEPS][MODEL_STRICT];
	int8_t begins[MODEL_CODES]; /* the strict sequence, -1: none */
	bool feeds[MODEL_CODES], opens[MODEL_CODES], closes[MODEL_CODES];
	uint8_t lines[MODEL_CODES]; /* event lines, and those of the groups */
	struct model_attempt attempt[MODEL_STRICT * MODEL_STRICT_STEPS];
	unsigned int attempts;
	uint64_t period;   /* 0: off */
	uint64_t next;	   /* when the timer fires */
	bool profile, due; /* due: the next word is recorded */
	uint64_t watchdog; /* 0: off */
	uint64_t starves;  /* when it fires; UINT64_MAX: it has */
};

struct model_known {
	uint64_t word; /* of another place: nothing is known */
	uint16_t code;
	uint8_t actions; /* of the event */
};

struct model_port {
	uint16_t process;
	uint8_t runnable;
	bool stopped;
	uint64_t since; /* when the process began to run */
	uint64_t held[MODEL_PROCESSES];
	uint64_t stopped_at, paused;
};

/* A line of the router, as its table has it. */
struct model_line {
	uint8_t signal[4];
	uint16_t table;
	uint8_t mode;
	bool was;
};

struct model_quantity {
	uint64_t count, total, asked[MODEL_OUTSTANDING];
	uint64_t began;		  /* the clock of the model in which a pulse began */
	unsigned int first, open; /* of the requests */
	uint32_t dropped;
	bool was, skip;
	/* of this clock */
	bool valid, lost;
	uint32_t value;
};

struct model_extreme {
	bool some;
	uint32_t most, least;
	uint64_t most_time, least_time;
	uint8_t most_code, least_code;
};

struct model_unit {
	uint32_t bound[MODEL_BUCKETS], count[MODEL_BUCKETS];
	uint64_t from; /* the first clock of the bank */
	uint32_t lost, counted;
};

/* A snapshot of all counters of a bank that is being taken. */
struct model_snapshot {
	uint64_t time, turn; /* t and F */
	uint8_t bank;
	uint32_t *count;
	struct model_snapshot *next;
};

/* Two words with bits, and what they are looked at for. */
struct model_look {
	uint64_t mask[2];	    /* bits of the two delays, where there are no more */
	uint64_t edge;		    /* inputs of pulses, */
	uint64_t seen;		    /* and the bits when last looked at */
	uint64_t level;		    /* inputs of latencies, and the bit of a write */
	uint64_t valid[MODEL_BACK]; /* signals that values need, by the clocks to them */
};

/* An input of a pair that is a value or an event line. */
struct model_amount {
	uint8_t pair, which;
	unsigned int word; /* of a value: its place in a clock's words, */
	unsigned int back; /* and how many clocks before */
	uint64_t *sum;
	struct gnomon_model_input in;
};

/* What a node measures beside pairs of signals. */
struct model_measures {
	uint64_t clock;		    /* of the model */
	const uint32_t *bits;	    /* what belongs to this clock, */
	uint32_t blend[MODEL_BITS]; /* put together by the delays of signals */
	struct model_line line[MODEL_LINES];
	uint32_t level[MODEL_LINE_WORDS]; /* of the lines */
	uint32_t last[MODEL_BITS];	  /* bits of which they are */
	bool settled;			  /* they were the same in the clock before */
	bool edges;			  /* a line has another mode than its level */
	bool routes;			  /* a line is loaded */
	uint8_t restart[MODEL_LINES];	  /* a line was loaded */
	bool restarts;
	uint32_t counted[MODEL_LEVELS]; /* bits, lines, and what is made of them */
	uint64_t event_total[MODEL_EVENTS];
	struct {
		int delay;
		uint32_t mask[MODEL_BITS];
	} delayed[MODEL_DELAYS]; /* signals by their delay */
	unsigned int delays;
	bool as_is; /* nothing has a delay, and there are no values */
	/*
	 * A node without a gate, gated pairs, and quantities that have a value in each clock is
	 * simple. While no line of it is loaded, nothing but counts can come from a clock without
	 * an event, a value, a change of `edge` or a 1 in `level_on`.
	 */
	bool simple, counts_only, busy;
	struct model_look look[(MODEL_BITS + 1) / 2];
	unsigned int back[2];	  /* clocks to the bits of the two delays */
	unsigned int values_back; /* to the signals that values need, at most */
	bool two;		  /* there are no more, and all are less than MODEL_BACK clocks */
	bool some_there;	  /* a value that is not always there was, when last looked at */
	struct model_amount amount[MODEL_AMOUNTS]; /* those that are always there come first */
	unsigned int amounts, amounts_always;
	bool open, opened; /* the gate; by events */
	uint8_t code;	   /* of the last event */
	uint32_t value[MODEL_VALUES];
	bool there[MODEL_VALUES];
	struct model_quantity quantity[MODEL_QUANTITIES];
	uint32_t given, lost; /* quantities with a value or a lost one in this clock, a bit each */
	bool armed[MODEL_THRESHOLDS];
	uint32_t fires; /* thresholds, a bit each */
	bool watched;	/* a threshold is in use */
	struct model_extreme extreme[MODEL_EXTREMES];
	struct model_unit *unit; /* as many as the plan has */
	struct model_snapshot *snapshot;
	struct model_memory *memory; /* as many as the plan has */
};

struct model_record {
	uint8_t kind, code, aux;
	uint8_t words; /* behind word 1 */
	uint32_t word[4];
};

/* What came together in a clock of a node. */
struct model_hit {
	uint64_t time, word;
	unsigned int code; /* 0: no event */
	bool when;
	uint32_t actions;
	bool profiled;		       /* the word is recorded */
	const struct model_edge *edge; /* of a line in its interrupt form, or NULL */
	const uint32_t *bits;	       /* of the node */
	uint32_t lines;		       /* event lines, and lines of the groups */
	bool opens, closes;	       /* the gate */
};

struct model_node {
	const struct gnomon_model_node *plan;
	uint8_t number;
	uint8_t *cell;
	bool selected, live, goes_live, collects_first, collect;
	bool ask;	  /* the host's trigger fires */
	uint64_t beat_at; /* when the next one may be written */
	uint64_t due;	  /* nothing happens by itself before */
	uint64_t wake;	  /* clocks before this time of the model's may be quick */
	uint32_t looks;	  /* bits of its first word with which a clock may be more than counts */
	struct model_known known[MODEL_KNOWN];
	struct model_triggers triggers;
	struct model_port port;
	struct model_ratios ratios;
	struct model_measures *measures; /* NULL where the plan has none */
	struct model_tick tick;
	uint64_t time;		  /* of this clock */
	uint64_t last;		  /* of the last record */
	uint64_t values_end;	  /* clock from which on no value is at hand that comes at times */
	unsigned int lag;	  /* of its plan */
	unsigned int first, each; /* word with bits: of the node, of the monitor */
	bool began;		  /* its time 0 has come */
	uint32_t after; /* actions that a clock asked for and that happen behind it: reset, bank */
	uint32_t after_lines;	/* the actions of groups that they came with */
	struct model_kept kept; /* in its local store */
	bool sends;		/* a round of REPORT lasts */
	struct model_hit hit;	/* of this clock; this and what follows with a line only */
	bool acts;		/* more than counts comes of it */
	/* with a CAPTURE line or segments: */
	bool has_word; /* a word counted since the start, */
	uint64_t word; /* the last one that did */
	struct model_record pending[MODEL_PENDING];
	unsigned int records;
	unsigned int fired; /* of them: before those beside the triggers */
};

struct model {
	const struct gnomon_model_plan *plan;
	struct model_node *node, *node_end;
	struct model_store store;
	struct model_bytes answer;
	uint8_t nonce[7];
	uint8_t run;
	uint64_t clock; /* since the reset */
	uint64_t zero;	/* the clock whose ports are those of time 0 */
	uint32_t *row;	/* words of the nodes in the last clocks, a ring */
	uint32_t *row_end;
	uint32_t row_words, row_mask;
	uint32_t *recent[MODEL_BACK]; /* those of this clock, of the one before, ... */
	uint64_t time;
	unsigned int starts; /* clocks until time 0, plus one; 0: none is on its way */
	bool running, ending, failed;
	bool steady; /* a run is on, and there is no link, line or end to look at */
	struct model_rounds rounds;
	uint32_t raised[MODEL_RAISES][MODEL_RAISED_WORDS]; /* see gnomon_model_raised */
	bool selects; /* a node may go live or off behind this clock */
	/* the frame that comes */
	uint8_t frame[9];
	unsigned int got, payload, payload_got;
	uint16_t crc;
	int number;
	bool shown;  /* a byte is shown to the host */
	bool direct; /* a bridge takes bytes past the port */
};

/* The triggers of a node are live or not. */
static inline void model_set_live(struct model_node *node, bool live)
{
	node->live = live;
	node->looks = (node->plan->port ? MODEL_WRITE : 0) | (live ? MODEL_WHEN : 0);
}

/* All models of the simulation, by their numbers. */
extern struct model *model_all[GNOMON_MODEL_MOST];

/* The next clock, whose words have a row of their own where those of a clock before are needed. */
static inline void model_next_clock(struct model *model)
{
	uint32_t *next = model->recent[0] + model->row_words;

	model->clock++;
	if (!model->row_mask)
		return;
	model->recent[2] = model->recent[1];
	model->recent[1] = model->recent[0];
	model->recent[0] = next < model->row_end ? next : model->row;
}

/* Two words. */
static inline uint64_t model_two(const uint32_t *word)
{
	return word[0] | (uint64_t)word[1] << 32;
}

/* The words of a node in one of the last clocks. */
static inline const uint32_t *model_row(const struct model *model, const struct model_node *node,
					uint64_t clock)
{
	return model->row + (clock & model->row_mask) * model->row_words + node->plan->at;
}

/* A table of a node, by its number (GNO_TABLE_*). */
static inline const uint8_t *model_table(const struct model_node *node, int which)
{
	return node->cell + node->plan->base[which];
}

/* --- link */

/* A byte from the host. */
void model_link_byte(struct model *model, uint8_t byte);

/* --- operations of the link */

void model_select(struct model *model, uint32_t arg);
void model_start(struct model *model);

/* After a message the simulation ends. */
void model_fail(struct model *model, const char *text);

/* --- triggers */

/* What the tables hold becomes what acts, from a time on. */
void model_triggers_load(struct model_node *node, uint64_t time);

/* Where the code of a watched word is kept. */
static inline struct model_known *model_known(struct model_node *node, uint64_t word)
{
	return &node->known[(word >> 2 ^ word >> 10 ^ word >> 32) % MODEL_KNOWN];
}

/* The event code of a watched word by the ranks, which is kept. */
unsigned int model_code_learn(const struct model *model, struct model_node *node, uint64_t word);

/* The event code of a watched word. */
static inline unsigned int model_code(const struct model *model, struct model_node *node,
				      uint64_t word)
{
	const struct model_known *known = model_known(node, word);

	return known->word == word ? known->code : model_code_learn(model, node, word);
}

/* What fires at a time: appends records to those that are pending. */
void model_triggers_clock(const struct model *model, struct model_node *node,
			  struct model_hit *hit);

/* The CAPTURE line: the last trigger fires, behind all others. */
void model_capture(struct model_node *node, struct model_hit *hit);

/* When the next trigger fires by itself at the earliest. */
uint64_t model_triggers_due(const struct model_node *node);

/* A write to the event port. */
void model_port_begin(struct model_port *port);
void model_port_clock(struct model_node *node, struct model_hit *hit, unsigned int addr,
		      uint32_t data, uint32_t pc);

/* Appends a record to those that are pending. */
struct model_record *model_add(struct model_node *node, unsigned int kind, unsigned int code);

/* --- measures beside pairs of signals */

/* Whether a value that is not always there is there in this clock. */
static inline bool model_some_there(const struct model *model, const struct model_node *node)
{
	const struct model_measures *m = node->measures;
	uint64_t some = 0;

	if (model->clock >= node->values_end)
		return false;
	for (unsigned int back = 0; back <= m->values_back; back++)
		for (unsigned int i = 0; i < node->plan->bit_words; i += 2)
			some |= model_two(&model->recent[back][node->each + i]) &
				m->look[i / 2].valid[back];
	return some;
}

/* The values of a clock, by its number in the model. */
void model_measures_values(const struct model *model, struct model_node *node, uint64_t time);

/* Room for them; false: there is none. */
bool model_measures_open(struct model_node *node);

/* Nothing is loaded. */
void model_measures_reset(struct model_node *node);

/* A table cell was written. */
void model_measures_written(struct model_node *node, uint32_t at);

/* The clocks that must be kept for it, without the current one. */
unsigned int model_measures_span(const struct model_node *node);

/* What belongs to the node's clock, `lag` clocks before: returns its words; its bits are those of
 * the measures. */
const uint32_t *model_measures_in(const struct model *model, struct model_node *node);

void model_measures_begin(struct model_node *node);

/* Whether the gate is open at the start, where events open it. */
bool model_gate_opens(const struct model_node *node);

/* Gate, quantities and thresholds of a clock of the run. */
void model_measures_clock(struct model_node *node, unsigned int code, const uint32_t *bits,
			  const uint32_t *write);

/* The level of an input that is neither a value nor an event line. */
bool model_input(const struct model_node *node, const struct gnomon_model_input *input,
		 const uint32_t *bits);

/* Quantities and thresholds of a clock. */
void model_quantities_clock(struct model_node *node, unsigned int code, const uint32_t *bits);

/* The same in a clock that is quick but for values and pulses. */
void model_quantities_quick(struct model_node *node, const uint32_t *bits);

/* The inputs of pairs and counters of a clock, without event lines. */
void model_levels(struct model_node *node, const uint32_t *bits);

/* What counts at the end of a clock. */
void model_measures_count(struct model_node *node, const struct model_hit *hit);

/* The same in a clock that is quick but for values and pulses. */
void model_measures_count_quick(struct model_node *node, const uint32_t *bits);

/* Whether an action is for a group. */
bool model_measures_selects(const struct model_node *node, unsigned int group, unsigned int action,
			    uint32_t lines);

/* What a sample does at the end of a clock. */
void model_measures_act(struct model *model, struct model_node *node, uint32_t lines);

/* What a reset and the end of a bank (actions) do behind the node's clock. */
void model_measures_after(struct model *model, struct model_node *node, uint32_t actions,
			  uint32_t lines);

/* Snapshots that are due; blocks at the end of the run. */
void model_measures_snap(struct model *model, struct model_node *node);
void model_measures_flush(struct model *model, struct model_node *node);

/* The words of a sample that are of extremes. */
void model_measures_sample(const struct model *model, const struct model_node *node,
			   uint32_t *word);

/* --- the nodes of a monitor */

/* Of the time of a record: the low bits that word 0 of a record has, and those with the epoch. */
uint32_t model_short_time(const struct model *model, uint64_t time);
uint32_t model_long_time(const struct model *model, uint64_t time);
unsigned int model_epoch(const struct model *model, uint64_t time);

/* A record as it is, with the time of the node's last one; time: its own, for a flight recorder. */
void model_nodes_block(struct model *model, struct model_node *node, const uint32_t *word,
		       unsigned int words, uint64_t time);

/* A clock that is in no run. */
void model_nodes_idle(struct model *model);

/* The time of the clock that a node is about to act on. */
uint64_t model_nodes_time(const struct model *model, const struct model_node *node);

/* One clock of all nodes at the model's time. */
void model_nodes_clock(struct model *model);

void model_nodes_begin(struct model *model);

/* One clock of nodes that share no line: the quick way where a node's clock allows it. */
void model_nodes_alone(struct model *model);

/* A node's clock in any other. */
void model_node_clock(struct model *model, struct model_node *node);

/* That time, of a node whose clock is over. */
uint64_t model_wake(const struct model_node *node);

/* A record of a node that nothing goes with. */
void model_nodes_put(struct model *model, struct model_node *node, unsigned int kind,
		     unsigned int code, unsigned int aux, uint64_t time);

/* Whether the time 0 of each node has come. */
bool model_nodes_began(const struct model *model);

/* The end of the run, whose last clock is over. */
void model_nodes_flush(struct model *model);

#endif
