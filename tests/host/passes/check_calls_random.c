/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random traces against a second implementation by brute force: it keeps all that happened, looks
 * ahead for the process that runs, and has paths as texts. A stack is a text, too: the path of the
 * innermost call.
 */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "out/json/analyses.h"
#include "passes/calls/calls.h"
#include "passes/reading.h"
#include "report_fixture.h"
#include "tests/suite.h"

#define FUNCTIONS 4
#define PROCESSES 3
#define UNKNOWN PROCESSES /* owner of what no process is known of */
#define MOST 80		  /* things that happen */
#define DEEP 100
#define PATHS 4000
#define LOST "(unknown callers)"

enum what { ENTER, LEAVE, WRITE, SWITCH, GAP };

struct thing {
	enum what what;
	uint64_t time, to; /* `to`: last clock of a gap */
	unsigned number;   /* of the function or process */
};

/* What is counted of a path of a process. */
struct entry {
	unsigned owner;
	char path[1 + 18 + 2 * DEEP];
	uint64_t self, whole, clocks, min, max, cut, left, unfinished;
};

struct oracle {
	struct thing thing[MOST + 1];
	size_t things;
	bool port, has_root;
	uint64_t from, to, end;
	struct entry entry[PATHS];
	size_t entries;
	uint64_t unmatched[PROCESSES + 1], begun[PROCESSES + 1];
	uint64_t cut_gap, cut_process, cut_range, lost, known;
};

/* A call that is open: when it began, and when that was in the time of its process. */
struct open {
	uint64_t since, own;
};

/* A stack of a process: one letter a function behind a '/', each of which has an open call. */
struct stack {
	char path[1 + 18 + 2 * DEEP];
	struct open open[DEEP];
	size_t depth;
	bool after_loss;
	uint64_t own;
};

static const char *const names[FUNCTIONS] = {"a", "b", "c", "d"};
static struct oracle *o;
static struct fix fix;
static struct tw w;

static struct entry *entry(unsigned owner, const char *path)
{
	for (size_t i = 0; i < o->entries; i++)
		if (o->entry[i].owner == owner && !strcmp(o->entry[i].path, path))
			return &o->entry[i];
	ck_assert_uint_lt(o->entries, PATHS);
	o->entry[o->entries].owner = owner;
	strcpy(o->entry[o->entries].path, path);
	return &o->entry[o->entries++];
}

/* Who runs right behind thing `i` (-1: at the beginning), by what came before or, after a loss,
 * by the first write that follows. */
static unsigned owner_behind(long i)
{
	size_t k;
	long j;

	if (!o->port)
		return UNKNOWN;
	for (j = i; j >= 0 && o->thing[j].what != GAP; j--)
		if (o->thing[j].what == WRITE || o->thing[j].what == SWITCH)
			return o->thing[j].number;
	k = (size_t)(i + 1);
	while (k < o->things && o->thing[k].what < WRITE)
		k++;
	if (j < 0 && k < o->things && o->thing[k].what == SWITCH)
		return 0; /* the register is 0 at the start */
	return k < o->things && o->thing[k].what == WRITE ? o->thing[k].number : UNKNOWN;
}

static uint64_t counted(uint64_t from, uint64_t to)
{
	uint64_t n = 0;

	for (uint64_t t = from; t < to; t++)
		n += t >= o->from && t <= o->to;
	return n;
}

/* The innermost call is over at `time`. */
static void close_call(struct stack *s, unsigned owner, uint64_t time, enum what how, uint64_t *cut)
{
	const struct open *c = &s->open[s->depth - 1];
	struct entry *e = entry(owner, s->path);
	uint64_t clocks = s->own - c->own;
	bool whole = how == LEAVE;

	s->path[strlen(s->path) - 2] = 0;
	s->depth--;
	if (time < o->from)
		return;
	if (cut || c->since < o->from) {
		e->cut++;
		++*(cut ? cut : &o->cut_range);
	} else if (whole) {
		e->min = !e->whole || clocks < e->min ? clocks : e->min;
		e->max = clocks > e->max ? clocks : e->max;
		e->clocks += clocks;
		e->whole++;
	} else if (how == ENTER) { /* the caller is left */
		e->left++;
	} else {
		e->unfinished++;
	}
}

static void cut_all(struct stack *s, unsigned owner, uint64_t time, uint64_t *cut)
{
	while (s->depth)
		close_call(s, owner, time, LEAVE, cut);
	strcpy(s->path, LOST);
	s->after_loss = true;
}

static void enter(struct stack *s, unsigned owner, uint64_t time, unsigned function)
{
	if (o->has_root && !function) {
		while (s->depth)
			close_call(s, owner, time, ENTER, NULL);
		s->path[0] = 0;
	}
	ck_assert_uint_lt(s->depth, DEEP);
	strcat(s->path, "/");
	strcat(s->path, names[function]);
	s->open[s->depth++] = (struct open){time, s->own};
	if (time >= o->from)
		(void)entry(owner, s->path);
}

static void leave(struct stack *s, unsigned owner, uint64_t time, unsigned function)
{
	const char tail[] = {'/', names[function][0], 0};
	const char *calls = strchr(s->path, '/');

	if (calls && strstr(calls, tail)) {
		while (s->path[strlen(s->path) - 1] != names[function][0])
			close_call(s, owner, time, ENTER, NULL);
		close_call(s, owner, time, LEAVE, NULL);
	} else if (time >= o->from) {
		o->begun[owner] += s->after_loss;
		o->unmatched[owner] += !s->after_loss;
	}
	if (o->has_root && !function && !s->depth)
		s->path[0] = 0;
}

/* All that is open at the last clock that is requested. */
static void finish(struct stack *stack)
{
	for (unsigned k = 0; k <= PROCESSES; k++)
		while (stack[k].depth)
			close_call(&stack[k], k, o->to < o->end ? o->to : o->end, WRITE,
				   o->to < o->end ? &o->cut_range : NULL);
}

/* What was lost from `since` to `to` cuts all that is open. */
static void lose(struct stack *stack, const struct thing *t)
{
	for (unsigned k = 0; k <= PROCESSES; k++)
		cut_all(&stack[k], k, t->time, &o->cut_gap);
	o->lost += counted(t->time, t->to + 1);
}

static void solve(void)
{
	static struct stack stack[PROCESSES + 1];
	bool lost = false;
	uint64_t mark = 0;
	unsigned owner = owner_behind(-1);

	memset(stack, 0, sizeof(stack));
	for (size_t i = 0; i <= o->things; i++) {
		const struct thing *t = &o->thing[i];
		uint64_t until = i < o->things ? t->time : o->end;
		uint64_t limit = o->to < until ? o->to + 1 : until; /* own time stops there */
		struct stack *s = &stack[owner];

		if (limit > mark) {
			entry(owner, s->path)->self += counted(mark, limit);
			o->known += counted(mark, limit);
			s->own += limit - mark;
		}
		mark = until;
		if (i == o->things || t->time > o->to)
			break;
		if (t->what == ENTER)
			enter(s, owner, t->time, t->number);
		else if (t->what == LEAVE)
			leave(s, owner, t->time, t->number);
		if (t->what == GAP) {
			lose(stack, t);
			mark = t->to + 1;
			lost = true;
		}
		if (t->what == SWITCH && owner == UNKNOWN) /* one unknown process ended */
			cut_all(s, owner, t->time, &o->cut_process);
		if (owner != owner_behind((long)i)) {
			owner = owner_behind((long)i);
			if (lost && !stack[owner].after_loss)
				cut_all(&stack[owner], owner, t->time, NULL);
		}
	}
	finish(stack);
}

static void write_thing(unsigned node, const struct thing *t)
{
	switch (t->what) {
	case ENTER:
	case LEAVE:
		tw_event(&w, node, t->time, 2 + 2 * t->number + (t->what == LEAVE), 0);
		break;
	case WRITE:
		tw_datum(&w, node, t->time, &(struct tw_datum){.page = 1, .process = t->number});
		break;
	case SWITCH:
		tw_datum(&w, node, t->time,
			 &(struct tw_datum){
			     .sub = GNO_PORT_PROCESS, .data = t->number, .process = t->number});
		break;
	case GAP:
		tw_gap(&w, node, t->time, t->to, 2);
		break;
	}
}

/* A random trace: more calls than returns that match none, and now and then a loss. */
static void invent(void)
{
	uint64_t time = 5;

	o->port = rand() % 4;
	o->has_root = rand() % 2;
	o->things = (size_t)rand() % MOST;
	for (size_t i = 0; i < o->things; i++) {
		struct thing *t = &o->thing[i];
		int dice = rand() % 40;

		*t = (struct thing){.time = time, .to = time};
		if (dice < 4 && o->port) {
			t->what = dice ? SWITCH : WRITE;
			t->number = (unsigned)rand() % PROCESSES;
		} else if (dice == 4) {
			t->what = GAP;
			t->to = time + 1 + (unsigned)rand() % 20;
		} else {
			t->what = dice % 2 ? ENTER : LEAVE;
			t->number = (unsigned)rand() % FUNCTIONS;
		}
		time = t->to + 1 + (unsigned)rand() % 9;
	}
	o->end = time + 3;
	o->to = UINT64_MAX;
	if (rand() % 2) {
		o->from = (uint64_t)rand() % o->end;
		o->to = o->from + (uint64_t)rand() % o->end;
	}
}

/* Path of a node of the tree, as the oracle has it. */
static void path_of(const struct calls *c, uint32_t at, char *path)
{
	const struct calls_node *n = &c->tree.node[at];

	if (n->function == CALLS_ROOT) {
		*path = 0;
		return;
	}
	path_of(c, n->parent, path);
	if (n->function != CALLS_LOST)
		strcat(path, "/");
	strcat(path, calls_name(c, n));
}

static bool is_empty(const struct entry *e)
{
	return !(e->self | e->whole | e->cut | e->left | e->unfinished);
}

/* Each path of a lane is one of the oracle's, and the other way round. */
static void compare_lane(const struct calls *c, const struct calls_lane *l)
{
	unsigned owner = l->known ? l->process : UNKNOWN;
	uint32_t at = l->root;
	char path[sizeof(o->entry->path)];

	ck_assert_uint_eq(l->unmatched, o->unmatched[owner]);
	ck_assert_uint_eq(l->begun, o->begun[owner]);
	for (; at != CALLS_NONE; at = calls_tree_next(&c->tree, l->root, at)) {
		const struct calls_node *n = &c->tree.node[at];
		struct entry *e;

		path_of(c, at, path);
		e = entry(owner, path);
		ck_assert_msg(n->self == e->self, "%s of %u: self %" PRIu64 ", not %" PRIu64, path,
			      owner, n->self, e->self);
		ck_assert_msg(n->whole.count == e->whole && n->whole.total == e->clocks &&
				  (!e->whole || (n->whole.min == e->min && n->whole.max == e->max)),
			      "%s of %u: %" PRIu64 " calls, not %" PRIu64, path, owner,
			      n->whole.count, e->whole);
		ck_assert_msg(
		    n->cut == e->cut && n->left == e->left && n->unfinished == e->unfinished,
		    "%s of %u: %" PRIu64 " %" PRIu64 " %" PRIu64 ", not %" PRIu64 " %" PRIu64
		    " %" PRIu64,
		    path, owner, n->cut, n->left, n->unfinished, e->cut, e->left, e->unfinished);
		e->self = e->whole = e->cut = e->left = e->unfinished = 0;
	}
	o->unmatched[owner] = o->begun[owner] = 0;
}

static void compare(const struct calls *c)
{
	const struct calls_seen *seen = &c->seen[0];

	for (size_t i = 0; i < c->lanes; i++)
		compare_lane(c, &c->lane[i]);
	for (size_t i = 0; i < o->entries; i++)
		ck_assert_msg(is_empty(&o->entry[i]), "'%s' of %u is missing", o->entry[i].path,
			      o->entry[i].owner);
	for (unsigned k = 0; k <= PROCESSES; k++)
		ck_assert_uint_eq(o->unmatched[k] + o->begun[k], 0);
	ck_assert_uint_eq(seen->clocks, o->known);
	ck_assert_uint_eq(seen->lost[REPORT_GAP], o->lost);
	ck_assert_uint_eq(seen->cut[REPORT_GAP], o->cut_gap);
	ck_assert_uint_eq(seen->cut[CALLS_CUT_PROCESS], o->cut_process);
	ck_assert_uint_eq(seen->cut[CALLS_CUT_RANGE], o->cut_range);
}

START_TEST(test_random)
{
	struct gno_report *r;
	struct calls *c;
	struct gno_err err;

	srand(1000 + (unsigned)_i);
	o = calloc(1, sizeof(*o));
	invent();
	fix_begin(&fix, 1);
	for (unsigned i = 0; i < FUNCTIONS; i++)
		fix_called(&fix, names[i], 2 + 2 * (int)i, 3 + 2 * (int)i);
	tw_begin(&w, 1, 32, 0, 0);
	w.port = o->port ? 2 : 0;
	w.patterns[0] = &fix.file;
	for (size_t i = 0; i < o->things; i++)
		write_thing(0, &o->thing[i]);
	tw_flush(&w, 0, o->end);
	tw_write(&w);
	ck_assert_msg(!gno_report_look(w.dir, &r, &err), "%s", err.text);
	ck_assert_msg(!calls_make(r,
				  &(struct calls_options){.from = o->from,
							  .to = o->to,
							  .root = o->has_root ? "a" : NULL},
				  &c, &err),
		      "%s", err.text);
	solve();
	compare(c);
	calls_free(c);
	gno_report_free(r);
	tw_end(&w);
	free(o);
}
END_TEST

/* -- beside another pass -- */

#define NODES 3

static int drop_write(void *self, const struct read_event *v, struct gno_err *err)
{
	(void)self, (void)v, (void)err;
	return GNO_OK;
}

/* The same in a go with a pass that wants the writes in order of time, so that nodes are read in
 * turn. */
static int make_in_turn(const struct gno_report *r, const struct calls_options *options,
			struct calls **out, struct gno_err *err)
{
	static const struct pass writes = {
	    .name = "writes", .pages = READ_PAGE(GNO_PAGE_CONTROL), .record = drop_write};
	struct calls_reading *reading = NULL;
	struct reader *reader = NULL;
	int rc = reading_open(r, &reader, err);

	if (!rc)
		rc = reader_add(reader, &writes, NULL, err);
	if (!rc)
		rc = calls_add(r, options, reader, &reading, err);
	if (!rc)
		rc = reading_all(r, reader, err);
	if (!rc)
		rc = calls_finish(reading, out, err);
	calls_reading_free(reading);
	reader_close(reader);
	return rc;
}

/* What there is of the calls, in `text`; frees them. */
static void print_calls(struct calls *c, char **text)
{
	size_t size;
	FILE *f = open_memstream(text, &size);
	struct gno_err err;

	ck_assert_ptr_nonnull(f);
	ck_assert(!calls_json(c, f, &err));
	fclose(f);
	calls_free(c);
}

/* However the nodes are read, the trees are the same, also where paths are too many. */
START_TEST(test_nodes_in_turn)
{
	struct calls_options options = {.to = UINT64_MAX};
	char *alone, *in_turn;
	struct gno_report *r;
	struct gno_err err;
	struct calls *c;

	srand(5000 + (unsigned)_i);
	o = calloc(1, sizeof(*o));
	fix_begin(&fix, NODES);
	for (unsigned i = 0; i < FUNCTIONS; i++)
		fix_called(&fix, names[i], 2 + 2 * (int)i, 3 + 2 * (int)i);
	tw_begin(&w, NODES, 32, 0, 0);
	w.port = 2;
	w.patterns[0] = &fix.file;
	for (unsigned k = 0; k < NODES; k++) {
		invent();
		for (size_t i = 0; i < o->things; i++)
			write_thing(k, &o->thing[i]);
		tw_flush(&w, k, o->end);
	}
	tw_write(&w);
	options.paths = 1 + (size_t)rand() % 60;
	if (rand() % 2)
		options.from = (uint64_t)rand() % o->end;
	if (rand() % 2)
		options.to = options.from + (uint64_t)rand() % 200;
	ck_assert_msg(!gno_report_look(w.dir, &r, &err), "%s", err.text);
	ck_assert_msg(!calls_make(r, &options, &c, &err), "%s", err.text);
	print_calls(c, &alone);
	ck_assert_msg(!make_in_turn(r, &options, &c, &err), "%s", err.text);
	print_calls(c, &in_turn);
	ck_assert_str_eq(in_turn, alone);
	free(alone);
	free(in_turn);
	gno_report_free(r);
	tw_end(&w);
	free(o);
}
END_TEST

int main(void)
{
	return run_tests("calls_random", NULL, NULL,
			 TESTS({test_random, 400}, {test_nodes_in_turn, 400}));
}
