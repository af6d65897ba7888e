/* SPDX-License-Identifier: Apache-2.0 */
/*
 * write_windows SEED writes random run directories with all that a walk over a node remembers, and
 * prints the name and the folder of each in a line. Who reads the lines removes the folders.
 *
 * write_windows index RUN makes the index of a run with a place after each batch of records, and
 * prints the times of the places: of nodes and of messages.
 *
 * write_windows drain SEED writes such runs as a drain does, in pieces, while their indexes are
 * made, and prints their names and folders; write_windows lines SEED long ones with few rounds of
 * lines, and with many. write_windows places RUN prints the times of the places of an index that is
 * there, as far as they lead to the packets of the trace.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/number.h"
#include "passes/index/file.h"
#include "passes/report/indexing.h"
#include "records/record.h"
#include "run/open_run.h"
#include "run/sink.h"
#include "session/indexing.h"
#include "tests/suite.h"
#include "units_fixture.h"
#include "window_lines.h"

#define NODES 2
#define RECORDS 6000 /* of a node */
#define DRAINED 5    /* times as many of a run that is drained: several batches */
#define LONG 150000  /* records of a node: such a run gets an index by itself */
#define SAMPLED 2
#define LATE 1200000 /* bytes that may wait for a node: those of another, but not of many */
#define PIECE 20000  /* records that are drained at a time */

static struct fix mine[2];
static struct tw t;
static unsigned seed;

static unsigned draw(unsigned most)
{
	return (unsigned)rand() % most;
}

static void begin(unsigned pairs)
{
	for (unsigned f = 0; f < 2; f++) {
		fix_begin(&mine[f], NODES);
		fix_point(&mine[f], "a", GNO_PATTERN_EVENT, 1, RECORD | SAMPLE | RESET);
		fix_point(&mine[f], "b", GNO_PATTERN_EVENT, 2, RECORD);
		fix_point(&mine[f], f ? "late" : "c", GNO_PATTERN_EVENT, 3, RECORD);
		fix_point(&mine[f], "timer", GNO_PATTERN_TRIGGER, 4, RECORD | MARKED);
		fix_point(&mine[f], "rare", GNO_PATTERN_EVENT, 7, RECORD);
		fix_interval(&mine[f], "work", "a", "b");
		fix_interval(&mine[f], "tick", "timer", "a");
		fix_interval(&mine[f], "long", "rare", "timer");
		fix_called(&mine[f], "post", 5, 6);
		fix_called(&mine[f], "get", 8, 9);
	}
	tw_begin(&t, NODES, draw(2) ? 32 : 20, pairs, 0);
	t.patterns[0] = &mine[0].file;
}

static void put_sample(unsigned node, uint64_t time, unsigned code)
{
	uint32_t counts[4];

	for (unsigned i = 0; i < 4; i += 2) {
		counts[i] = draw(100);
		counts[i + 1] = counts[i] + draw(100);
	}
	tw_ratio(&t, node, time, code, counts);
}

/* Records of any kind; *paused: cycles for which the program has stopped the time so far. */
static uint64_t put_any(unsigned node, uint64_t time, uint64_t *paused, bool loads)
{
	/* losses and loads are rare: right behind them there is little to remember */
	const unsigned kind = draw(8) ? draw(390) : 200 + draw(200), process = 1 + draw(3);
	static const unsigned calls[] = {5, 6, 8, 9};
	const unsigned code = kind < 220 ? 1 + kind % 3 : calls[kind % 4];

	if (kind < 280) {
		tw_event(&t, node, time, code, code == 1 ? SAMPLED : 0);
		if (code == 1)
			put_sample(node, time, code);
	} else if (kind < 300) {
		tw_trigger(&t, node, time, 4, 0);
	} else if (kind < 302) {
		tw_event(&t, node, time, 7, 0);
	} else if (kind < 380) {
		tw_datum(&t, node, time,
			 &(struct tw_datum){.sub = GNO_PORT_PROCESS,
					    .data = process,
					    .process = process,
					    .runnable = draw(5)});
	} else if (kind < 385) {
		tw_datum(&t, node, time, &(struct tw_datum){.sub = GNO_PORT_TIME_STOP});
		*paused += 9;
		time += 9;
		tw_datum(&t, node, time,
			 &(struct tw_datum){.sub = GNO_PORT_TIME_START, .data = (uint32_t)*paused});
	} else if (kind < 390) {
		tw_datum(&t, node, time,
			 &(struct tw_datum){.page = 4, .sub = 5, .data = draw(9), .process = 2});
	} else if (kind < 395 && !draw(4)) {
		tw_gap(&t, node, time, time + 30, 5);
		time += 31;
	} else if (kind >= 395 && loads && !draw(4)) {
		tw_load(&t, node, time, 0);
		tw_load(&t, node, time + 20, 1);
		time += 20;
	}
	return time;
}

/* Samples, intervals, losses, pauses, processes, and from the record `loads` on loads (0: none). */
static void write_mixed(unsigned records, unsigned loads)
{
	begin(2);
	t.triggers = 1;
	t.port = 2 + draw(2);
	if (loads) {
		t.patterns[1] = &mine[1].file;
		t.loads =
		    "[{\"file\":\"patterns.json\",\"nodes\":[0,1]},{\"file\":\"patterns.2.json\",\"nodes\":[0]}]";
	}
	for (unsigned k = 0; k < NODES; k++) {
		uint64_t time = 1, paused = 0;

		for (unsigned i = 0; i < records; i++)
			time = put_any(k, time + 1 + draw(draw(50) ? 50 : 5000), &paused,
				       loads && i >= loads && draw(2));
		tw_flush(&t, k, time + 100);
		put_sample(k, time + 100, 0);
	}
	tw_write(&t);
}

/* A segment of eight cycles, or a long one, of several records. */
static void put_segment(unsigned node, uint64_t ended, bool is_long)
{
	struct units_entry entry[122];
	const unsigned entries = is_long ? 122 : 8;
	struct units_segment s = {.node = node,
				  .unit = is_long,
				  .time = ended + 5,
				  .at = ended - (is_long ? 181 : 4),
				  .ended = ended,
				  .entries = entries,
				  .entry = entry};

	for (unsigned i = 0; i < entries; i++)
		entry[i] = (struct units_entry){is_long ? i : draw(8), is_long ? 3 : 1, 1, 1};
	for (unsigned i = 0; i < (is_long ? 4 : 1); i++) {
		units_segment_records(&t, &s, i, i + 1);
		if (is_long) /* what fires comes between them */
			tw_event(&t, node, s.time += 3, 1, 0);
	}
}

static void write_segments(void)
{
	units_begin_segments(&t, NODES, 32, 0);
	for (unsigned k = 0; k < NODES; k++) {
		uint64_t time = 500;

		for (unsigned i = 0; i < RECORDS / 2; i++) {
			time += 1 + draw(40);
			tw_event(&t, k, time, 1, 0);
			if (draw(2))
				continue;
			time += 400;
			put_segment(k, time, draw(2));
			time += 20;
			if (!draw(200)) {
				tw_gap(&t, k, time, time + 30, 5);
				time += 31;
			}
		}
		tw_flush(&t, k, time + 100);
	}
	tw_write(&t);
}

/* -- messages -- */

#define CONNECTIONS 3
#define FLYING 40 /* messages of a connection that may be on their way */

/* What was sent on a connection and not received. */
static struct flying {
	unsigned next; /* number */
	unsigned number[FLYING], count;
} flying[CONNECTIONS];
static unsigned most; /* of one, at a time: FLYING, or so few that each is received soon */
/* The last node has no records of its own; it has come, or comes at the end. */
static enum { BUSY, SLOW, SILENT } last;
static uint64_t quiet[NODES]; /* the node has no records up to there */

static void put_write(unsigned node, uint64_t time, unsigned page, unsigned connection,
		      unsigned number)
{
	tw_datum(&t, node, time,
		 &(struct tw_datum){.page = page,
				    .sub = connection,
				    .data = number << 16 | draw(200),
				    .process = 1 + draw(2)});
}

static void put_send(unsigned node, uint64_t time, unsigned connection)
{
	struct flying *f = &flying[connection];
	const unsigned number = f->next & 0xffff;

	f->next += draw(60) ? 1 : draw(50); /* some numbers are left out, or come again */
	if (f->count == most || (most == FLYING && !draw(30))) /* nobody will receive it */
		f->count -= f->count != 0;
	f->number[f->count++] = number;
	put_write(node, time, GNO_PAGE_SEND, connection, number);
}

static uint64_t put_receive(unsigned node, uint64_t time, unsigned connection)
{
	struct flying *f = &flying[connection];
	const unsigned at = draw(f->count + 1);
	/* one in a while comes before its send, or has none */
	const unsigned number = at < f->count ? f->number[at] : (f->next + draw(3)) & 0xffff;

	if (at == f->count && (most != FLYING || draw(4)))
		return time;
	if (draw(2))
		put_write(node, time++, GNO_PAGE_MESSAGE_QUEUED, connection, number);
	if (draw(2))
		put_write(node, time++, GNO_PAGE_RECEIVE_CALL, connection, 0);
	put_write(node, time, GNO_PAGE_RECEIVE, connection, number);
	if (at < f->count && draw(40)) /* else it will be received again */
		f->number[at] = f->number[--f->count];
	return time;
}

static void put_stop(unsigned node, uint64_t from, uint64_t to)
{
	tw_datum(&t, node, from, &(struct tw_datum){.sub = GNO_PORT_STOP, .process = 1});
	tw_datum(&t, node, to, &(struct tw_datum){.sub = GNO_PORT_START, .process = 1});
	quiet[node] = to;
}

/* One of the rare things by which writes are missing: most stretches have none. */
static uint64_t put_rare(unsigned node, uint64_t time)
{
	switch (draw(4)) {
	case 0: /* whether it collects is not known for long */
		tw_gap(&t, node, time, time + 30, 1 + draw(9));
		tw_beat(&t, node, time + 3000);
		quiet[node] = time + 4000;
		return time + 31;
	case 1:
		put_stop(node, time, time + 1 + draw(12000));
		return time;
	default:
		tw_event(&t, node, time, 2, 0);
		return time;
	}
}

/* Whether something rare happens: of few messages where none is on its way. */
static bool is_rare(void)
{
	unsigned count = 0;

	for (unsigned i = 0; i < CONNECTIONS; i++)
		count += flying[i].count;
	return most == FLYING ? !draw(500) : !count && !draw(60);
}

static void put_message(uint64_t *time, bool losses)
{
	const unsigned connection = draw(CONNECTIONS), many = draw(100);
	unsigned node = draw(8) ? connection % NODES : draw(2);

	*time += 1 + draw(draw(100) ? 60 : 9000);
	if (many >= 45 && draw(8)) /* the other end */
		node = !node;
	if (*time <= quiet[node])
		return;
	if (losses && is_rare())
		*time = put_rare(node, *time);
	else if (many < 45 && (most == FLYING || flying[connection].count < most))
		put_send(node, *time, connection);
	else
		*time = put_receive(node, *time, connection);
}

static void write_messages(unsigned records, bool losses, unsigned at_a_time)
{
	uint64_t time = 1;

	begin(0);
	t.port = 2 + draw(2);
	most = at_a_time;
	memset(flying, 0, sizeof(flying));
	memset(quiet, 0, sizeof(quiet));
	quiet[1] = last == BUSY ? 0 : UINT64_MAX;
	for (unsigned k = 0; k < NODES && losses; k++)
		put_stop(k, time + k, time + 30);
	for (unsigned i = 0; i < records; i++)
		put_message(&time, losses);
	for (unsigned k = 0; k < NODES; k++)
		tw_flush(&t, k, time + 100 + k);
	tw_write(&t);
}

/* Calls without a loss: all below one function, which is entered once. */
static void write_calls(void)
{
	begin(0);
	for (unsigned k = 0; k < NODES; k++) {
		uint64_t time = 10;
		unsigned depth = 0;

		tw_event(&t, k, time, 5, 0);
		for (unsigned i = 0; i < RECORDS; i++) {
			const bool enters = !depth || (depth < 4 && draw(2));

			time += 1 + draw(40);
			tw_event(&t, k, time, enters ? 8 : 9, 0);
			depth += enters ? 1 : -1;
		}
		tw_flush(&t, k, time + 100);
	}
	tw_write(&t);
}

START_TEST(write_all)
{
	srand(seed);
	write_mixed(RECORDS, 1);
	printf("mixed %s\n", t.dir);
	write_messages(2 * RECORDS, true, FLYING);
	printf("messages %s\n", t.dir);
	write_messages(2 * RECORDS, true, 1);
	printf("few-messages %s\n", t.dir);
	write_messages(2 * RECORDS, false, FLYING);
	printf("whole-messages %s\n", t.dir);
	write_segments();
	printf("segments %s\n", t.dir);
	write_calls();
	printf("calls %s\n", t.dir);
	window_lines_write(&t, &mine[0], RECORDS / 20, 10);
	printf("lines %s\n", t.dir);
}
END_TEST

START_TEST(write_lines)
{
	window_lines_write_long(&t, &mine[0], seed);
}
END_TEST

/* -- as a drain writes them -- */

static void check_err(int rc, const struct gno_err *err)
{
	ck_assert_msg(!rc, "%s", err->text);
}

/* The node that is drained next. */
static unsigned draw_node(const size_t at[NODES])
{
	const uint64_t done = (uint64_t)at[0] * t.node[1].len;

	if (last == BUSY || at[0] == t.node[0].len)
		return draw(NODES);
	return last == SLOW && (uint64_t)at[1] * t.node[0].len < done;
}

/* Some records of a node, from *at on, which moves behind them. */
static void feed_some(struct gno_sink *sink, const struct gno_manifest *m, unsigned node,
		      size_t *at)
{
	const struct tw_node *n = &t.node[node];
	const size_t first = *at;
	struct gno_err err;

	const unsigned many = last == SLOW && node ? 1 : draw(draw(2) ? 50 : PIECE);

	for (unsigned i = many; i && *at < n->len; i--) {
		const uint32_t *w = (const uint32_t *)(const void *)(n->data + *at);
		const int words = gno_record_words(w, (n->len - *at) / sizeof(*w), m);

		ck_assert_int_gt(words, 0);
		*at += (size_t)words * sizeof(*w);
	}
	check_err(gno_sink_feed(sink, n->data + first, (unsigned)(*at - first) / 8, &err), &err);
}

/* The journal names the second load before the records of it come. */
static void enter_load(struct gno_run *run)
{
	struct gno_run_load *load = realloc(run->load, 2 * sizeof(*load));
	struct gno_err err;

	ck_assert_ptr_nonnull(load);
	run->load = load;
	load[1] = (struct gno_run_load){.file = strdup("patterns.2.json"), .on = {true}};
	check_err(gno_run_write_patterns(run->dir, load[1].file, t.patterns[1], &err), &err);
	check_err(gno_pattern_file_copy(t.patterns[1], &load[1].patterns, &err), &err);
	run->loads++;
	check_err(gno_journal_write(run, &err), &err);
}

/* The run that was written, drained in pieces into another folder whose index is made meanwhile: as
 * `gnomon drain` does, or after each piece with a place for each batch. */
static void drain(const char *dir, bool beside, bool indexed)
{
	char index[sizeof(t.dir) + 32];
	const struct index_spacing spacing = {.bytes = 1, .late = LATE};
	const struct gno_status monitor = {0};
	size_t at[NODES] = {TW_HEADER, TW_HEADER};
	struct index_growing *g = NULL;
	struct session_index *x = NULL;
	struct gno_manifest *m;
	struct gno_pattern_file *p;
	struct gno_run_draft *draft;
	struct gno_run *run;
	struct gno_sink *sink;
	struct gno_err err;

	snprintf(index, sizeof(index), "%s/" INDEX_FILE, dir);
	check_err(gno_manifest_load(tw_path(&t, "manifest.json"), &m, &err), &err);
	check_err(gno_pattern_file_read(tw_path(&t, "patterns.json"), &p, &err), &err);
	check_err(gno_run_prepare(dir, m, p, &monitor, true, &draft, &err), &err);
	check_err(gno_run_finish(draft, &run, &err), &err);
	run->number = (int)t.run;
	run->state = GNO_RUN_RUNNING;
	check_err(gno_sink_open(run, &sink, &err), &err);
	check_err(gno_journal_write(run, &err), &err);
	if (beside)
		ck_assert_ptr_nonnull(x = session_index_begin(dir));
	else
		check_err(index_growing_open(dir, &spacing, &g, &err), &err);
	while (at[0] < t.node[0].len || at[1] < t.node[1].len) {
		const unsigned node = draw_node(at);

		feed_some(sink, m, node, &at[node]);
		check_err(gno_sink_commit(sink, &err), &err);
		if (t.patterns[1] && run->loads == 1 && at[0] > TW_HEADER)
			enter_load(run);
		if (beside) /* it looks every 200 ms */
			nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
		else
			check_err(index_growing_read(g, &err), &err);
	}
	run->state = GNO_RUN_COMPLETE;
	check_err(gno_sink_commit(sink, &err), &err);
	gno_sink_close(sink);
	gno_run_close(run);
	ck_assert(access(index, F_OK)); /* whatever ends the drain before leaves no file */
	if (beside)
		session_index_end(x, true);
	else
		check_err(index_growing_end(g, &err), &err);
	ck_assert(!access(index, F_OK) == indexed);
	index_growing_close(g);
	gno_pattern_file_free(p);
	gno_manifest_free(m);
}

/* Records of one node wait for those of another, or it stands where it may still change: the index
 * is left to who opens the run. */
static void drain_one_slow(void)
{
	char dir[sizeof(t.dir) + 8];

	write_messages(DRAINED * 8 * RECORDS, false, FLYING);
	snprintf(dir, sizeof(dir), "%s/drained", t.dir);
	drain(dir, false, false);
	tw_end(&t);
}

/* The run that was written, as it is drained. */
static void drain_to(const char *name, bool beside)
{
	char dir[sizeof(t.dir) + 8];

	snprintf(dir, sizeof(dir), "%s.drained", t.dir);
	drain(dir, beside, true);
	tw_end(&t);
	printf("%s %s\n", name, dir);
}

START_TEST(drain_all)
{
	srand(seed);
	write_mixed(DRAINED * RECORDS, 0);
	drain_to("drained", false);
	write_segments();
	drain_to("drained-segments", false);
	write_messages(DRAINED * 2 * RECORDS, true, FLYING);
	drain_to("drained-messages", false);
	write_mixed(LONG, 0);
	drain_to("long", true);
	write_mixed(DRAINED * RECORDS, PIECE + 1);
	drain_to("drained-load", false);
	for (last = SLOW; last <= SILENT; last++)
		drain_one_slow();
	last = BUSY;
}
END_TEST

/* -- indexes -- */

static void print_places(const struct gno_report *r, const struct index *x)
{
	for (size_t i = 0; i < x->messages.places; i++)
		printf("%llu\n", (unsigned long long)x->messages.place[i].time);
	for (unsigned k = 0; k < x->nodes; k++)
		for (size_t i = 0; i < x->node[k].places; i++)
			printf("%llu\n", (unsigned long long)common_time(r->boards, k,
									 x->node[k].place[i].time));
}

/* Those that lead to their packets. */
static int print_good_places(const struct gno_report *r, const struct index *x, struct gno_err *err)
{
	for (unsigned k = 0; k < x->nodes; k++)
		for (size_t i = 0; i < x->node[k].places; i++) {
			const uint64_t time = x->node[k].place[i].time;
			struct archive state = {.reads = true};
			struct stream_place place;
			int rc = index_find(x, r, k, time + 1, &place, &state, err);

			if (rc < 0)
				return rc;
			archive_free(&state);
			if (rc)
				printf("%llu\n",
				       (unsigned long long)common_time(r->boards, k, time));
		}
	return 0;
}

static int list_places(const char *run)
{
	struct gno_report *r = NULL;
	struct gno_err err;
	int rc = gno_report_look(run, &r, &err);

	if (!rc && r->index)
		rc = print_good_places(r, r->index, &err);
	if (rc)
		fprintf(stderr, "%s\n", err.text);
	gno_report_free(r);
	return rc != 0;
}

static int make_index(const char *run)
{
	struct gno_report *r = NULL;
	struct index *x = NULL;
	struct gno_err err;
	uint64_t key;
	int rc = gno_report_look(run, &r, &err);

	rc = rc ? rc : index_key(r, &key, &err);
	rc = rc ? rc : index_make(r, key, &(struct index_spacing){.bytes = 1}, &err);
	rc = rc ? rc : index_open(r, key, &x, &err);
	if (rc == 1) {
		print_places(r, x);
		rc = 0;
	}
	index_close(x);
	if (rc)
		fprintf(stderr, "%s\n", err.text);
	gno_report_free(r);
	return rc != 0;
}

int main(int argc, char **argv)
{
	uint64_t number;

	if (argc == 3 && !strcmp(argv[1], "index"))
		return make_index(argv[2]);
	if (argc == 3 && !strcmp(argv[1], "places"))
		return list_places(argv[2]);
	if (argc < 2 || argc > 3 || !base_number_parse(argv[argc - 1], UINT32_MAX, &number))
		return 2;
	seed = (unsigned)number;
	if (argc == 2)
		return run_here(write_all);
	if (!strcmp(argv[1], "drain"))
		return run_here(drain_all);
	return !strcmp(argv[1], "lines") ? run_here(write_lines) : 2;
}
