/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of many different events, each many times and in turn: the parts that the printer keeps are
 * those of the event, and of no other. What is wanted is written here by printf. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tests/suite.h"
#include "out/export/printer.h"

#define NODES 3
#define POINTS 500 /* with nodes and processes many more events than there are places */
#define EVENTS 40000
#define CLOCK 125000000 /* 8 ns */

static struct gno_node node[NODES];
static struct gno_manifest manifest = {.nodes = NODES, .node = node, .clock_hz = CLOCK};
static struct report_point point[POINTS];
static struct gno_report report = {.m = &manifest, .line.end = 999999};
static char *names[POINTS];
static uint64_t seed;

static unsigned roll(unsigned faces)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(seed >> 33) % faces;
}

static void setup(void)
{
	static const char *const nodes[NODES] = {"a", "core \"b\"", "long_one"};
	static const char filling[] = "0123456789012345678901234567890123456789012345678901234";

	seed = 7;
	for (unsigned k = 0; k < NODES; k++)
		node[k].name = (char *)nodes[k];
	node[0].port.pc = (char *)nodes[0]; /* the others do not record it */
	for (unsigned i = 0; i < POINTS; i++) {
		size_t size;
		FILE *f = open_memstream(&names[i], &size);

		/* some of them longer than what is kept */
		for (unsigned k = 0; i % 10 == 9 && k < 6; k++)
			fputs(filling, f);
		fprintf(f, "point_%u", i);
		fclose(f);
		point[i].name = names[i];
	}
	report.points.point = point;
	report.points.points = POINTS;
}

static void teardown(void)
{
	for (unsigned i = 0; i < POINTS; i++)
		free(names[i]);
}

/* Few enough of each that most come again. */
static struct report_event some(uint64_t time)
{
	struct report_event v = {.kind = roll(3) ? GNO_KIND_EVENT : GNO_KIND_TRIGGER,
				 .node = roll(NODES)};
	const unsigned which = roll(8) ? roll(20) : roll(POINTS);

	v.record.time = time;
	v.record.aux = roll(4) ? 0 : roll(16);
	v.fired.point = roll(5) ? (int)which : -1;
	v.record.code = v.fired.code = v.fired.point < 0 ? roll(9) : which % 256;
	v.process_known = roll(2);
	v.process = v.process_known ? roll(3) : 0;
	if (!roll(4)) {
		v.kind = GNO_KIND_DATUM;
		v.fired.point = -1;
		v.fired.code = 0x100 + roll(2);
		v.record.code = v.fired.code & 63;
		v.record.data = roll(1000);
		v.record.process = roll(3);
		v.record.runnable = roll(2);
		v.record.pc = roll(2) * 0x1004;
	}
	if (!roll(8))
		v = (struct report_event){
		    .kind = GNO_KIND_GAP,
		    .node = v.node,
		    .fired.point = -1,
		    .record = {.time = time, .to = time + 9, .left_out = roll(2), .lost = 5}};
	v.record.kind = v.fired.kind = v.kind;
	return v;
}

static const char *kind_of(const struct report_event *v)
{
	return v->kind == GNO_KIND_EVENT   ? "event"
	       : v->kind == GNO_KIND_DATUM ? "write"
	       : v->kind == GNO_KIND_GAP   ? "gap"
					   : "trigger";
}

static const char *name_of(const struct report_event *v, char buf[32])
{
	if (v->fired.point >= 0)
		return names[v->fired.point];
	if (v->kind == GNO_KIND_GAP)
		return v->record.left_out ? "(left out)" : "(lost)";
	if (v->kind == GNO_KIND_DATUM)
		snprintf(buf, 32, "send %u", v->fired.code - 0x100);
	else
		snprintf(buf, 32, "%s %u", v->kind == GNO_KIND_EVENT ? "code" : "trigger",
			 v->fired.code);
	return buf;
}

static void want_text(FILE *f, const struct report_event *v, const char *name)
{
	static const char *const flags[] = {"unsampled", "sampled", "stop", "mark"};
	const struct gno_record *rec = &v->record;
	const uint64_t ns = rec->time * 8;

	fprintf(f, "%6" PRIu64 "  %" PRIu64 ".%09" PRIu64 " s  %-8s  %-7s  %s", rec->time,
		ns / 1000000000, ns % 1000000000, node[v->node].name, kind_of(v), name);
	if (v->kind == GNO_KIND_GAP && rec->left_out)
		fprintf(f, "  all records up to cycle %" PRIu64, rec->to);
	else if (v->kind == GNO_KIND_GAP)
		fprintf(f, "  5 records up to cycle %" PRIu64, rec->to);
	else if (v->kind == GNO_KIND_DATUM)
		fprintf(f, "  data %u  process %u", rec->data, rec->process);
	else if (v->process_known)
		fprintf(f, "  process %u", v->process);
	if (v->kind == GNO_KIND_DATUM && rec->pc)
		fprintf(f, "  pc 0x%08x", rec->pc);
	for (unsigned i = 0; i < 4; i++)
		if (rec->aux >> i & 1)
			fprintf(f, "  %s", flags[i]);
	fputc('\n', f);
}

static void want_json(FILE *f, const struct report_event *v, const char *name)
{
	static const char *const is[] = {"false", "true"};
	static const char *const nodes[NODES] = {"a", "core \\\"b\\\"", "long_one"};
	const struct gno_record *rec = &v->record;
	char pc[16];

	fprintf(f, "{\"time\":%" PRIu64 ",\"ns\":%" PRIu64 ",\"node\":\"%s\",\"kind\":\"%s\"",
		rec->time, rec->time * 8, nodes[v->node], kind_of(v));
	fprintf(f, ",\"name\":\"%s\"", name);
	if (v->kind == GNO_KIND_GAP) {
		fprintf(f, ",\"to\":%" PRIu64 ",\"lost\":5,\"left_out\":%s}\n", rec->to,
			is[rec->left_out]);
		return;
	}
	if (v->kind == GNO_KIND_DATUM) {
		snprintf(pc, sizeof(pc), "%u", rec->pc);
		fprintf(f, ",\"number\":%u,\"page\":%u,\"sub\":%u", v->fired.code, rec->page,
			rec->code);
		fprintf(f, ",\"data\":%u,\"runnable\":%u,\"pc\":%s,\"process\":%u", rec->data,
			rec->runnable, v->node ? "null" : pc, rec->process);
	} else {
		fprintf(f, ",\"code\":%u", rec->code);
	}
	if (v->kind != GNO_KIND_DATUM && v->process_known)
		fprintf(f, ",\"process\":%u", v->process);
	fprintf(f, ",\"sampled\":%s,\"unsampled\":%s,\"stop\":%s,\"mark\":%s}\n",
		is[rec->aux >> 1 & 1], is[rec->aux & 1], is[rec->aux >> 2 & 1],
		is[rec->aux >> 3 & 1]);
}

static void compare(bool json)
{
	char *text, *wanted, buf[32];
	size_t size, wants;
	FILE *f = open_memstream(&text, &size), *want = open_memstream(&wanted, &wants);
	struct report_printer *p = NULL;
	struct gno_err err;

	ck_assert(!report_printer_open(&report, f, &p, &err));
	for (uint64_t i = 0; i < EVENTS; i++) {
		const struct report_event v = some(i * i % 1000000);
		const char *name = name_of(&v, buf);

		if (json)
			report_row_json(p, &columns_events, &v);
		else
			report_event_text(p, &v);
		(json ? want_json : want_text)(want, &v, name);
	}
	ck_assert(!report_printer_close(p, &err));
	fclose(f);
	fclose(want);
	ck_assert_uint_eq(size, wants);
	ck_assert(!memcmp(text, wanted, wants)); /* too long to show */
	free(text);
	free(wanted);
}

START_TEST(test_printer_text)
{
	compare(false);
}
END_TEST

START_TEST(test_printer_json)
{
	compare(true);
}
END_TEST

int main(void)
{
	return run_tests("report_printer", setup, teardown,
			 TESTS({test_printer_text}, {test_printer_json}));
}
