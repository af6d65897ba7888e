/* SPDX-License-Identifier: Apache-2.0 */
/*
 * RUN/trace/metadata: the kinds of records, and an environment that identifies the run.
 *
 * Every record begins at a multiple of 64 bits; time and kind are the event header, the rest is
 * payload. Kinds and fields are those of gnomon/records.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "records/record.h"
#include "records/sample.h"
#include "records/segment.h"
#include "run/open_run.h"
#include "compile/json.h"
#include "common/util.h"

#define NS_PER_S 1000000000u

/* What follows the fields of a record. */
enum tail { TAIL_NONE, TAIL_SAMPLE, TAIL_COUNTS, TAIL_ENTRIES };

#define TAIL_any TAIL_NONE
#define TAIL_port TAIL_NONE
#define TAIL_word TAIL_NONE
#define TAIL_gap TAIL_NONE
#define TAIL_round TAIL_NONE
#define TAIL_sample TAIL_SAMPLE
#define TAIL_buckets TAIL_COUNTS
#define TAIL_counters TAIL_COUNTS
#define TAIL_segments TAIL_ENTRIES

static const struct kind {
	const char *name;
	unsigned id;
	unsigned words; /* the least */
	enum tail tail;
} kinds[] = {
#define KIND(kind, id, slots, code_is, aux_is, length_is, payload_is, sender_is)                   \
	{#kind, id, (slots)*GNO_SLOT_BYTES / 4, TAIL_##payload_is},
    GNO_KINDS(KIND)};

static const struct field {
	const char *kind;
	const char *name;
	unsigned word;
	unsigned bits;
} fields[] = {
#define FIELD(kind, field, word, lo, bits) {#kind, #field, word, bits},
    GNO_FIELDS(FIELD)};

#define CLOCK_BEGIN "clock {\n"
#define CLOCK_END "};\n"

/* Cycle 0 on the clock of the host is that of the run's anchor (docs/answers/host.md). */
static void put_clock(FILE *out, uint64_t hz, uint64_t epoch)
{
	double rest = (double)(epoch % NS_PER_S) * (double)hz / NS_PER_S;

	fprintf(out,
		CLOCK_BEGIN "\tname = target;\n"
			    "\tdescription = \"cycles since the start of the run\";\n"
			    "\tfreq = %" PRIu64 ";\n",
		hz);
	if (epoch)
		fprintf(out, "\tabsolute = true;\n\toffset_s = %" PRIu64 ";\n", epoch / NS_PER_S);
	fprintf(out, "\toffset = %" PRIu64 ";\n" CLOCK_END, (uint64_t)rest);
}

static void put_cycles(FILE *out)
{
	fputs(
	    "typealias integer { size = 64; align = 8; signed = false; map = clock.target.value; } := cycle_t;\n",
	    out);
}

static void put_trace(FILE *out, const struct gno_manifest *m)
{
	fprintf(out,
		"/* CTF 1.8 */\n"
		"/* %s, plan %016" PRIx64 " */\n"
		"\n"
		"typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
		"typealias integer { size = 16; align = 8; signed = false; } := uint16_t;\n"
		"typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
		"typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
		"\n"
		"trace {\n"
		"\tmajor = 1;\n"
		"\tminor = 8;\n"
		"\tbyte_order = le;\n"
		"\tpacket.header := struct {\n"
		"\t\tuint32_t magic;\n"
		"\t\tuint32_t stream_id;\n"
		"\t};\n"
		"};\n"
		"\n",
		m->name, m->hash);
}

static void put_stream(FILE *out, const struct gno_manifest *m, unsigned id)
{
	fprintf(
	    out,
	    "\n"
	    "stream {\n"
	    "\tid = %u;\n"
	    "\tpacket.context := struct {\n"
	    "\t\tcycle_t timestamp_begin;\n"
	    "\t\tcycle_t timestamp_end;\n"
	    "\t\tuint64_t content_size;\n"
	    "\t\tuint64_t packet_size;\n"
	    "\t\tuint64_t events_discarded;\n"
	    "\t};\n"
	    "\tevent.header := struct {\n"
	    "\t\tinteger { size = %u; align = 64; signed = false; map = clock.target.value; } timestamp;\n"
	    "\t\tinteger { size = 8; align = 32; signed = false; } id;\n"
	    "\t};\n"
	    "};\n",
	    id, m->time_bits);
}

/* The nodes of a stream class, as an enumeration. */
static void put_node_enum(FILE *out, const struct gno_manifest *m, unsigned stream_id)
{
	const char *comma = "";

	fputs("\t\tenum : uint8_t { ", out);
	for (unsigned k = 0; k < m->nodes; k++) {
		if (m->node[k].stream_id != stream_id)
			continue;
		fprintf(out, "%s\"%s\" = %u", comma, m->node[k].name, k);
		comma = ", ";
	}
	fputs(" } node;\n", out);
}

/* Half words up to the place `end` that no pair has; `name` follows "pad". */
static void put_pad(FILE *out, unsigned at, unsigned end, const char *name)
{
	if (at < end)
		fprintf(out, "\t\tinteger { size = %u; align = 8; } pad%s;\n", 16 * (end - at),
			name);
}

/* An unsigned integer: a whole number of bytes, or bits that follow those before them. */
static void put_integer(FILE *out, unsigned bits, const char *name)
{
	if (bits % 8)
		fprintf(out, "integer { size = %u; align = 1; } %s;", bits, name);
	else
		fprintf(out, "uint%u_t %s;", bits, name);
}

static void put_pair(FILE *out, enum gno_ratio_form form, const char *name)
{
#define PAIR_FIELD(field, lo, bits) {bits, #field},
	static const struct {
		unsigned bits;
		const char *name;
	} parts[][3] = {
	    [GNO_RATIO_FULL] = {GNO_FULL_FIELDS(PAIR_FIELD)},
	    [GNO_RATIO_COMPRESSED] = {GNO_COMPRESSED_FIELDS(PAIR_FIELD)},
	    [GNO_RATIO_COMPRESSED32] = {GNO_COMPRESSED32_FIELDS(PAIR_FIELD)},
	};

	fputs("\t\tstruct { ", out);
	for (unsigned i = 0; i < 3 && parts[form][i].name; i++) {
		put_integer(out, parts[form][i].bits, parts[form][i].name);
		fputc(' ', out);
	}
	fprintf(out, "} _%s;\n", name);
}

/* The pairs, with pads after each run of a group. A name after an underscore is no keyword; readers
 * drop the underscore. */
static void put_pairs(FILE *out, const struct gno_node *node)
{
	unsigned end = 0, run = 0; /* of pairs of a group */
	char number[12] = "";

	for (unsigned i = 0, at = 0; i < node->pairs; i++) {
		at = gno_pair_after(node, i, at);
		if (i && node->pair[i].group != node->pair[i - 1].group) {
			snprintf(number, sizeof(number), "%u", run++);
			put_pad(out, end, at, number);
		}
		put_pair(out, node->ratio_form, node->pair[i].name);
		end = at + gno_pair_halves(node);
	}
	if (run)
		snprintf(number, sizeof(number), "%u", run);
	put_pad(out, end, 2 * gno_pair_words(node), number);
}

static void put_extremes(FILE *out, const struct gno_node *node)
{
	for (unsigned i = 0; i < node->preprocessors.extremes; i++) {
		fputs("\t\tstruct {", out);
#define PUT(field, word, lo, bits) fputs(" uint" #bits "_t " #field ";", out);
		GNO_EXTREME_FIELDS(PUT)
		fprintf(out, " } _%s;\n", node->preprocessors.extreme[i].name);
	}
}

static void put_field(FILE *out, const struct field *f)
{
	fputs("\t\t", out);
	put_integer(out, f->bits, f->name);
	fputc('\n', out);
}

/* The fields of a kind as this node sends them; that of the node is the first. */
static void put_fields(FILE *out, const struct gno_manifest *m, const struct gno_node *node,
		       const struct kind *kind)
{
	unsigned words = kind->words;

	if (kind->tail == TAIL_NONE)
		words = gno_record_needs(GNO_RECORD_KIND(kind->id), node);
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		const struct field *f = &fields[i];

		if (strcmp(f->kind, kind->name) || f->word >= words)
			continue;
		if (!strcmp(f->name, "node"))
			put_node_enum(out, m, node->stream_id);
		else
			put_field(out, f);
	}
}

/* The entries of a segment, each with the whole word; what pads them is skipped by the alignment of
 * the record behind. */
static void put_entries(FILE *out, const struct gno_node *node)
{
	fprintf(
	    out,
	    "\t\tstruct { uint16_t length; integer { size = 1; align = 1; } known; integer { size = 1; align = 1; } current; integer { size = 14; align = 1; } zero; uint%u_t word; } entries[many];\n",
	    32 * (gno_entry_size(node) - 1));
}

static void put_event(FILE *out, const struct gno_manifest *m, const struct gno_node *node,
		      const struct kind *kind)
{
	fprintf(out,
		"\n"
		"event {\n"
		"\tname = \"%s\";\n"
		"\tid = %u;\n"
		"\tstream_id = %u;\n"
		"\tfields := struct {\n",
		kind->name, kind->id, node->stream_id);
	put_fields(out, m, node, kind);
	if (kind->tail == TAIL_COUNTS)
		fputs("\t\tuint32_t counts[many];\n", out);
	if (kind->tail == TAIL_ENTRIES)
		put_entries(out, node);
	if (kind->tail == TAIL_SAMPLE) {
		put_pairs(out, node);
		put_extremes(out, node);
	}
	fputs("\t};\n};\n", out);
}

/* The first node of a stream class, which all others of the class are like; NULL: there is none. */
static const struct gno_node *first_of(const struct gno_manifest *m, unsigned stream_id)
{
	for (unsigned k = 0; k < m->nodes; k++)
		if (m->node[k].stream_id == stream_id)
			return &m->node[k];
	return NULL;
}

void gno_ctf_write(FILE *out, const struct gno_manifest *m, uint64_t epoch)
{
	put_trace(out, m);
	put_clock(out, m->clock_hz, epoch);
	put_cycles(out);
	for (unsigned id = 0; id <= GNO_MAX_NODES; id++) {
		const struct gno_node *node = first_of(m, id);

		if (!node)
			continue;
		put_stream(out, m, id);
		for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
			if (gno_node_can_send(node, kinds[i].id))
				put_event(out, m, node, &kinds[i]);
	}
}

/* -- the file -- */

/* A text in TSDL's form between quotes. */
static void put_quoted(FILE *f, const char *key, const char *text)
{
	const char *p;

	fprintf(f, "\t%s = \"", key);
	for (p = text; *p; p++) {
		if (*p == '"' || *p == '\\')
			fputc('\\', f);
		if ((unsigned char)*p >= 0x20)
			fputc(*p, f);
	}
	fputs("\";\n", f);
}

static void put_optional(FILE *f, const char *key, const char *text)
{
	if (text)
		put_quoted(f, key, text);
}

/* Names of the points of a load: node_0_event_1, node_0_trigger_0; of later loads load_2_node_0_...
 */
static void put_points(FILE *f, const struct gno_pattern_file *p, size_t load)
{
	char key[96], prefix[32] = "";

	if (load)
		snprintf(prefix, sizeof(prefix), "load_%zu_", load + 1);
	for (unsigned k = 0; k < p->nodes; k++)
		for (size_t i = 0; i < p->points; i++) {
			const struct gno_pattern_point *q = &p->point[i];

			if (q->code[k] < 0)
				continue;
			for (unsigned n = 0; n < q->numbers; n++) {
				snprintf(key, sizeof(key), "%snode_%u_%s_%d", prefix, k,
					 gno_pattern_kinds[q->kind], q->code[k] + (int)n);
				put_quoted(f, key, q->name);
			}
		}
}

static void put_environment(FILE *f, const struct gno_run *run)
{
	const struct gno_pattern_file *p = run->load[0].patterns;

	fputs("\nenv {\n", f);
	put_quoted(f, "experiment", p->name);
	put_optional(f, "program", p->program);
	put_optional(f, "build_id", p->build_id);
	put_quoted(f, "monitor", run->m->name);
	fprintf(f, "\tmonitor_hash = \"%016" PRIx64 "\";\n", run->m->hash);
	fprintf(f, "\trun = %d;\n", run->number);
	put_quoted(f, "tool", "gnomon " GNOMON_VERSION);
	for (size_t i = 0; i < run->loads; i++)
		put_points(f, run->load[i].patterns, i);
	fputs("};\n", f);
}

/* The middle of the start's anchor on the wall clock. */
static uint64_t epoch(const struct gno_run *run)
{
	const struct gno_anchor *start = &run->anchors.start;
	uint64_t before = start->before.ns[GNO_CLOCK_REALTIME];
	uint64_t after = start->after.ns[GNO_CLOCK_REALTIME];

	return after > before ? before + (after - before) / 2 : before;
}

int gno_metadata_write(const struct gno_run *run, struct gno_err *err)
{
	char *path = gno_format("%s/trace/metadata", run->dir), *text = NULL;
	size_t len;
	FILE *f;
	int rc;

	if (!path)
		return gno_fail_nomem(err);
	f = open_memstream(&text, &len);
	if (f) {
		gno_ctf_write(f, run->m, epoch(run));
		put_environment(f, run);
	}
	if (!f || gno_close_written(f))
		rc = gno_fail_nomem(err);
	else
		rc = gno_replace_file(path, text, len, err);
	free(text);
	free(path);
	return rc;
}

int gno_metadata_set_clock(const char *dir, uint64_t hz, uint64_t epoch, struct gno_err *err)
{
	char *path = gno_format("%s/trace/metadata", dir), *was = NULL, *text = NULL, *begin, *end;
	size_t len;
	FILE *f;
	int rc = path ? gno_slurp(path, &was, NULL, err) : gno_fail_nomem(err);

	begin = rc ? NULL : strstr(was, CLOCK_BEGIN);
	end = begin ? strstr(begin, CLOCK_END) : NULL;
	if (!rc && !end)
		rc = gno_fail(err, GNO_ERR_FORMAT, "'%s' has no clock", path);
	if (!rc) {
		f = open_memstream(&text, &len);
		if (f) {
			fwrite(was, 1, (size_t)(begin - was), f);
			put_clock(f, hz, epoch);
			fputs(end + strlen(CLOCK_END), f);
		}
		rc = !f || gno_close_written(f) ? gno_fail_nomem(err)
						: gno_replace_file(path, text, len, err);
	}
	free(text);
	free(was);
	free(path);
	return rc;
}
