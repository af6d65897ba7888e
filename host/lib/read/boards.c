/* SPDX-License-Identifier: Apache-2.0 */
#include "read/boards.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/util.h"
#include "read/open_trace.h"
#include "run/open_run.h"
#include "sync/file.h"
#include "sync/mapping.h"
#include "sync/wide.h"

#define PS_PER_S 1000000000000
#define PS_PER_NS 1000

struct board {
	const struct sync_entry *entry;
	struct gno_trace *trace;
	unsigned first; /* node of the run that is its node 0 */
};

struct trace_boards {
	struct sync_set *sync;
	bool shares;	     /* `sync` is another trace's */
	struct board *board; /* those that have a run */
	unsigned boards;
	uint8_t of[GNO_MAX_NODES]; /* board of each node */
	uint64_t clock_hz;	   /* of common time */
	uint64_t parts;		   /* of a cycle of it, in boards_order */
	int64_t zero;		   /* common time 0, in ps of the host's clock */
};

bool boards_is_run(const char *dir)
{
	char *path = gno_format("%s/" SYNC_FILE, dir);
	const bool is = path && !access(path, F_OK);

	free(path);
	return is;
}

/* -- common time -- */

static const struct sync_mapping *mapping_of(const struct trace_boards *b, unsigned board)
{
	return &b->board[board].entry->mapping;
}

/* So many picoseconds since common time 0 in parts of its cycles, rounded down. */
static uint64_t parts_of(const struct trace_boards *b, int64_t time)
{
	if (time <= b->zero)
		return 0;
	return sync_least((sync_uwide)(uint64_t)(time - b->zero) * b->clock_hz * b->parts /
			  PS_PER_S);
}

uint64_t boards_common(const struct trace_boards *b, unsigned node, uint64_t cycle, uint64_t *bound)
{
	uint64_t wrong;
	int64_t time;

	if (cycle == UINT64_MAX) { /* never */
		if (bound)
			*bound = 0;
		return UINT64_MAX;
	}
	sync_map(mapping_of(b, b->of[node]), cycle, &time, &wrong);
	if (bound) /* rounded up, and one for the time, which is rounded down */
		*bound =
		    (uint64_t)(((unsigned __int128)wrong * b->clock_hz + PS_PER_S - 1) / PS_PER_S) +
		    1;
	return parts_of(b, time) / b->parts;
}

uint64_t boards_order(const struct trace_boards *b, unsigned node, uint64_t cycle)
{
	int64_t time;

	if (cycle == UINT64_MAX)
		return UINT64_MAX;
	sync_map(mapping_of(b, b->of[node]), cycle, &time, NULL);
	return parts_of(b, time);
}

const char *boards_reference(const struct trace_boards *b)
{
	return b->sync->entry[b->sync->reference].name;
}

uint64_t boards_message_floor(const struct trace_boards *b)
{
	uint32_t drift =
	    0; /* of the host's clock, by which it is shorter where the clock is slow */

	for (size_t i = 0; i < b->sync->entries; i++)
		if (b->sync->entry[i].mapping.board.host_drift > drift)
			drift = b->sync->entry[i].mapping.board.host_drift;
	return (uint64_t)((unsigned __int128)b->sync->plan.floor * (SYNC_PPB - drift) / SYNC_PPB *
			  b->clock_hz / PS_PER_S);
}

uint64_t boards_first(const struct trace_boards *b, unsigned node, uint64_t common)
{
	/* rounded up, as boards_common rounds down */
	const __int128 time =
	    b->zero + ((__int128)common * PS_PER_S + b->clock_hz - 1) / (__int128)b->clock_hz;

	if (!common)
		return 0;
	return time > INT64_MAX ? UINT64_MAX
				: sync_cycle_at(mapping_of(b, b->of[node]), (int64_t)time);
}

uint64_t boards_cycle(const struct trace_boards *b, unsigned node, uint64_t common)
{
	const uint64_t behind =
	    common == UINT64_MAX ? UINT64_MAX : boards_first(b, node, common + 1);

	if (behind == UINT64_MAX)
		return UINT64_MAX;
	return behind ? behind - 1 : 0;
}

/* -- clocks of other readers -- */

/* Wall clock of common time 0, in ns since 1970; where no start is known there, the host's raw
 * clock. */
static uint64_t wall_clock(const struct trace_boards *b)
{
	for (unsigned i = 0; i < b->boards; i++) {
		const struct gno_anchor *start = &b->board[i].trace->run.anchors.start;
		const uint64_t before = start->before.ns[GNO_CLOCK_REALTIME],
			       after = start->after.ns[GNO_CLOCK_REALTIME];
		int64_t time;

		if (!start->known || after < before)
			continue;
		sync_map(mapping_of(b, i), 0, &time, NULL);
		return before + (after - before) / 2 - (uint64_t)(time - b->zero) / PS_PER_NS;
	}
	return b->sync->raw_ns + (uint64_t)(b->zero / PS_PER_NS);
}

/* A board's time by one begin and one rate. */
struct line {
	int64_t begin;
	uint64_t hz;
};

/*
 * The line through its first cycle and its last pulse. Where these lie so close that their errors
 * make a rate that no clock has, it is the next one that the data sheets allow, through the middle.
 */
static struct line line_of(const struct sync_mapping *m)
{
	const uint64_t last = m->point[m->points - 1].cycle;
	const int64_t nominal = sync_nominal(&m->board, last);
	const int64_t growth = (int64_t)sync_growth(&m->board, (uint64_t)nominal);
	struct line line = {.hz = m->board.hz};
	int64_t end, length, allowed;

	sync_map(m, 0, &line.begin, NULL);
	sync_map(m, last, &end, NULL);
	length = end - line.begin;
	allowed = length < nominal - growth   ? nominal - growth
		  : length > nominal + growth ? nominal + growth
					      : length;
	line.begin += (length - allowed) / 2;
	if (allowed > 0)
		line.hz = (uint64_t)(((unsigned __int128)last * PS_PER_S + (uint64_t)allowed / 2) /
				     (uint64_t)allowed);
	return line;
}

int boards_set_clocks(struct gno_trace *t, struct gno_err *err)
{
	const struct trace_boards *b = t->boards;
	const uint64_t zero = wall_clock(b);
	int rc = GNO_OK;

	for (unsigned i = 0; i < b->boards && !rc; i++) {
		const struct line line = line_of(mapping_of(b, i));

		rc = gno_metadata_set_clock(b->board[i].trace->dir, line.hz ? line.hz : 1,
					    zero + (uint64_t)((line.begin - b->zero) / PS_PER_NS),
					    err);
	}
	return rc;
}

/* -- what the boards have in common -- */

unsigned boards_count(const struct trace_boards *b)
{
	return b->boards;
}

struct gno_trace *boards_trace(const struct trace_boards *b, unsigned board, unsigned *first)
{
	*first = b->board[board].first;
	return b->board[board].trace;
}

const char *boards_name(const struct trace_boards *b, unsigned board)
{
	return b->board[board].entry->name;
}

const struct sync_entry *boards_entry(const struct trace_boards *b, unsigned board)
{
	return b->board[board].entry;
}

/* Whether the run of a board is read together with others. */
static bool is_read(const struct sync_entry *e)
{
	return e->folder && e->state != SYNC_LIES;
}

const struct sync_entry *boards_left_out(const struct trace_boards *b, unsigned which)
{
	for (size_t i = 0; i < b->sync->entries; i++)
		if (!is_read(&b->sync->entry[i]) && !which--)
			return &b->sync->entry[i];
	return NULL;
}

unsigned boards_of(const struct trace_boards *b, unsigned node, unsigned *own)
{
	*own = node - b->board[b->of[node]].first;
	return b->of[node];
}

static int refuse(const struct trace_boards *b, unsigned board, const char *why,
		  struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_STATE,
			"board '%s' cannot be read together with others: %s: '%s'",
			boards_name(b, board), why, b->board[board].trace->dir);
}

/* Whether a board's run is of a kind that can be read with others. */
static int check_board(const struct trace_boards *b, unsigned board, struct gno_err *err)
{
	const struct gno_trace *t = b->board[board].trace;
	const uint64_t hz = mapping_of(b, board)->board.hz;

	if (t->run.wrap != b->board[0].trace->run.wrap)
		return refuse(b, board, "only some of the boards are flight recorders (mode wrap)",
			      err);
	if (t->run.filters)
		return refuse(b, board, "its run was filtered", err);
	for (unsigned line = 0; line < GNO_LINES; line++)
		if (gno_manifest_rounds(t->m, (enum gno_line)line))
			return refuse(b, board, "a line pauses its time counters", err);
	if (t->m->clock_hz != hz)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"clock of board '%s' is %.6f MHz by " SYNC_FILE
				", %.6f MHz by its manifest: '%s'",
				boards_name(b, board), (double)hz / 1e6,
				(double)t->m->clock_hz / 1e6, t->dir);
	return GNO_OK;
}

/* The nodes of all boards in one manifest, which is otherwise that of the first board. */
static int join_manifests(struct gno_trace *t, struct gno_err *err)
{
	struct trace_boards *b = t->boards;
	struct gno_manifest *m = calloc(1, sizeof(*m));
	unsigned nodes = 0;

	t->m = m;
	if (!m)
		return gno_fail_nomem(err);
	for (unsigned i = 0; i < b->boards; i++)
		nodes += b->board[i].trace->m->nodes;
	if (nodes > GNO_MAX_NODES)
		return gno_fail(err, GNO_ERR_MISMATCH, "the boards have %u nodes, %u are the most",
				nodes, GNO_MAX_NODES);
	*m = *b->board[0].trace->m;
	m->clock_hz = b->clock_hz;
	m->nodes = 0;
	m->node = calloc(nodes + 1, sizeof(*m->node));
	if (!m->node)
		return gno_fail_nomem(err);
	for (unsigned i = 0; i < b->boards; i++) {
		const struct gno_manifest *of = b->board[i].trace->m;

		b->board[i].first = m->nodes;
		for (unsigned k = 0; k < of->nodes; k++) {
			struct gno_node *n = &m->node[m->nodes];

			*n = of->node[k];
			n->own_hz = of->clock_hz == m->clock_hz ? 0 : of->clock_hz;
			n->name = gno_format("%s.%s", boards_name(b, i), of->node[k].name);
			if (!n->name)
				return gno_fail_nomem(err);
			b->of[m->nodes] = (uint8_t)i;
			b->board[i].trace->stream[k].place = m->nodes++;
		}
	}
	return GNO_OK;
}

/* What run.json would say of all boards together. */
static void join_runs(struct gno_trace *t)
{
	const struct trace_boards *b = t->boards;
	const struct gno_trace *least = b->board[0].trace;
	struct gno_trace_run *run = &t->run;

	*run = least->run;
	run->run = 0;
	run->device = NULL;
	run->simulation = (struct gno_simulation){.known = false};
	run->anchors = (struct gno_anchors){.start = {.known = false}};
	for (unsigned i = 1; i < b->boards; i++) {
		const struct gno_trace *one = b->board[i].trace;

		if (one->contents.state < least->contents.state)
			least = one;
		if (one->run.started &&
		    (!run->started || strcmp(one->run.started, run->started) < 0))
			run->started = one->run.started;
		if (!run->version || !one->run.version || strcmp(run->version, one->run.version))
			run->version = NULL;
		run->frozen |= one->run.frozen;
		run->model |= one->run.model;
		run->foreign_slots += one->run.foreign_slots;
	}
	run->state = least->run.state;
}

/* The earliest start of a board is common time 0. Two cycles of one board are at least two parts
 * apart, also where its clock is as fast as the data sheets allow. */
static void find_clock(struct trace_boards *b)
{
	uint64_t fastest = 1;

	b->clock_hz = b->sync->entry[b->sync->reference].mapping.board.hz;
	b->zero = INT64_MAX;
	for (unsigned i = 0; i < b->boards; i++) {
		const uint64_t hz = mapping_of(b, i)->board.hz;
		int64_t time;

		sync_map(mapping_of(b, i), 0, &time, NULL);
		b->zero = time < b->zero ? time : b->zero;
		fastest = hz > fastest ? hz : fastest;
	}
	b->parts = 2 * (fastest / b->clock_hz + 1);
}

/* -- opening -- */

static void free_set(struct sync_set *set)
{
	if (set)
		sync_set_free(set);
	free(set);
}

/* A trace of several boards whose runs are still to be opened. */
static struct gno_trace *new_trace(const char *dir, size_t boards)
{
	struct gno_trace *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->dir = strdup(dir);
	t->boards = calloc(1, sizeof(*t->boards));
	if (t->boards)
		t->boards->board = calloc(boards + 1, sizeof(*t->boards->board));
	if (t->dir && t->boards && t->boards->board)
		return t;
	boards_close(t);
	return NULL;
}

static int open_board(struct trace_boards *b, const char *dir, const struct sync_entry *entry,
		      struct gno_err *err)
{
	const unsigned board = b->boards;
	char *path = gno_format("%s/%s", dir, entry->folder);
	int rc = path ? GNO_OK : gno_fail_nomem(err);

	if (!rc && !entry->mapping.points)
		rc = gno_fail(err, GNO_ERR_STATE,
			      "board '%s' never told its time, so its run cannot be read together "
			      "with others: '%s'",
			      entry->name, path);
	rc = rc ? rc : single_open(path, false, &b->board[board].trace, err);
	free(path);
	if (rc)
		return rc;
	b->board[board].entry = entry;
	b->boards++;
	return check_board(b, board, err);
}

static int open_all(struct gno_trace *t, struct gno_err *err)
{
	const struct sync_set *set = t->boards->sync;
	int rc = GNO_OK;

	for (size_t i = 0; i < set->entries && !rc; i++)
		if (is_read(&set->entry[i]))
			rc = open_board(t->boards, t->dir, &set->entry[i], err);
	if (!rc && !t->boards->boards)
		rc = gno_fail(err, GNO_ERR_FORMAT,
			      "no board has a run and a clock that can be right: '%s'", t->dir);
	if (rc)
		return rc;
	find_clock(t->boards);
	join_runs(t);
	return join_manifests(t, err);
}

int boards_open(const char *dir, struct gno_trace **out, struct gno_err *err)
{
	char *path = gno_format("%s/" SYNC_FILE, dir);
	struct sync_set *set = calloc(1, sizeof(*set));
	struct gno_trace *t = NULL;
	int rc = path && set ? sync_file_read(path, set, err) : gno_fail_nomem(err);

	*out = NULL;
	free(path);
	if (!rc)
		t = new_trace(dir, set->entries);
	if (!rc && !t)
		rc = gno_fail_nomem(err);
	if (rc) {
		free_set(set);
		return rc;
	}
	t->boards->sync = set;
	rc = open_all(t, err);
	if (rc)
		boards_close(t);
	else
		*out = t;
	return rc;
}

int boards_share(const struct gno_trace *of, struct gno_trace **out, struct gno_err *err)
{
	struct gno_trace *t = new_trace(of->dir, of->boards->boards);
	int rc = GNO_OK;

	*out = NULL;
	if (!t)
		return gno_fail_nomem(err);
	t->boards->sync = of->boards->sync;
	t->boards->shares = true;
	while (t->boards->boards < of->boards->boards && !rc) {
		struct board *one = &t->boards->board[t->boards->boards];

		one->entry = of->boards->board[t->boards->boards].entry;
		rc = single_share(of->boards->board[t->boards->boards].trace, &one->trace, err);
		t->boards->boards += !rc;
	}
	if (!rc) {
		find_clock(t->boards);
		join_runs(t);
		rc = join_manifests(t, err);
	}
	if (rc)
		boards_close(t);
	else
		*out = t;
	return rc;
}

void boards_close(struct gno_trace *t)
{
	struct trace_boards *b = t->boards;

	for (unsigned k = 0; t->m && t->m->node && k < t->m->nodes; k++)
		free(t->m->node[k].name);
	if (t->m)
		free(t->m->node);
	free(t->m);
	for (unsigned i = 0; b && b->board && i < b->boards; i++)
		single_close(b->board[i].trace);
	if (b && !b->shares)
		free_set(b->sync);
	if (b)
		free(b->board);
	free(b);
	free(t->dir);
	free(t);
}
