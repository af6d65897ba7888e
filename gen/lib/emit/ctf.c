/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CTF 1.8 metadata (TSDL) for the records as the hardware writes them. The host puts them into
 * packets, whose context has 64-bit times, sizes and the number of lost records. Every record
 * begins at a multiple of 64 bits; time and kind are the event header, the rest is payload.
 */
#include "emit/emit.h"

#include <inttypes.h>

#include "plan/plan.h"
#include "tables/tables.h"

static void put_trace(const struct plan *plan, FILE *out)
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
		"\n"
		"clock {\n"
		"\tname = target;\n"
		"\tdescription = \"clocks since the start of the run\";\n"
		"\tfreq = %" PRIu64 ";\n"
		"\toffset = 0;\n"
		"};\n"
		"typealias integer { size = 64; align = 8; signed = false; map = "
		"clock.target.value; } := "
		"cycle_t;\n",
		plan->name, plan->hash, plan->clock_hz);
}

static void put_stream(const struct plan *plan, unsigned id, FILE *out)
{
	fprintf(out,
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
		"\t\tinteger { size = %u; align = 64; signed = false; map = clock.target.value; } "
		"timestamp;\n"
		"\t\tinteger { size = 8; align = 32; signed = false; } id;\n"
		"\t};\n"
		"};\n",
		id, plan->time_bits);
}

/* The nodes of a stream class, as an enumeration. */
static void put_node_enum(const struct plan *plan, unsigned stream_id, FILE *out)
{
	const char *comma = "";

	fputs("\t\tenum : uint8_t { ", out);
	for (size_t i = 0; i < plan->nodes_count; i++) {
		const struct plan_node *n = &plan->nodes[i];

		if (n->stream_id != stream_id)
			continue;
		fprintf(out, "%s\"%s\" = %u", comma, n->name, n->index);
		comma = ", ";
	}
	fputs(" } node;\n", out);
}

/* A name after an underscore is no keyword; readers drop the underscore. */
static void put_samples(const struct plan_measure *m, FILE *out)
{
	static const char *const forms[TAB_FORMS] = {
	    [TAB_FORM_FULL] = "uint32_t a; uint32_t b;",
	    [TAB_FORM_COMPRESSED] =
		"integer { size = 5; align = 1; } e; integer { size = 6; align = 1; } b; "
		"integer { size = 5; align = 1; } a;",
	    [TAB_FORM_COMPRESSED32] =
		"integer { size = 4; align = 1; } e; integer { size = 14; align = 1; } b; "
		"integer { size = 14; align = 1; } a;",
	};

	for (unsigned r = 0; r < m->runs_count; r++) {
		const struct m_run *run = &m->runs[r];
		unsigned pad = run->words * 32 - run->pairs * tab_form_bits(m->form);

		for (unsigned i = run->first; i < run->first + run->pairs; i++)
			fprintf(out, "\t\tstruct { %s } _%s;\n", forms[m->form],
				i < m->pairs_count ? m->pairs[i].name : "gate");
		if (pad && m->runs_count == 1)
			fprintf(out, "\t\tinteger { size = %u; align = 8; } pad;\n", pad);
		else if (pad)
			fprintf(out, "\t\tinteger { size = %u; align = 8; } pad%u;\n", pad, r);
	}
	for (size_t i = 0; i < m->watchers[WATCHER_SAMPLED].count; i++)
		fprintf(out,
			"\t\tstruct { uint32_t largest; uint32_t largest_time; uint32_t smallest; "
			"uint32_t "
			"smallest_time; uint8_t largest_code; uint8_t smallest_code; uint16_t any; "
			"uint32_t "
			"zero; } "
			"_%s;\n",
			m->watchers[WATCHER_SAMPLED].items[i].name);
}

static void put_field(const struct tab_field *f, FILE *out)
{
	if (f->bits % 8)
		fprintf(out, "\t\tinteger { size = %u; align = 1; } %s;\n", f->bits, f->name);
	else
		fprintf(out, "\t\tuint%u_t %s;\n", f->bits, f->name);
}

static void put_event(const struct plan *plan, unsigned stream_id, const struct tab_kind *kind,
		      FILE *out)
{
	fprintf(out,
		"\n"
		"event {\n"
		"\tname = \"%s\";\n"
		"\tid = %u;\n"
		"\tstream_id = %u;\n"
		"\tfields := struct {\n",
		kind->name, kind->id, stream_id);
	put_node_enum(plan, stream_id, out);
	for (const struct tab_field *f = kind->fields + 1;
	     f < kind->fields + TAB_FIELDS_MAX && f->name; f++)
		if (f->word < 2 * kind->slots ||
		    plan_has_long_datum(plan_stream_node(plan, stream_id)))
			put_field(f, out);
	if (tab_has_counts(kind))
		fputs("\t\tuint32_t counts[many];\n", out);
	if (kind->payload == TAB_PAYLOAD_SAMPLE)
		put_samples(plan_stream_node(plan, stream_id)->measure, out);
	fputs("\t};\n};\n", out);
}

/* 1 where nodes of that make send records of a kind. */
static int sends(const struct plan_node *node, const struct tab_kind *kind)
{
	switch (kind->sender) {
	case TAB_SENDER_SAMPLE:
		return node->measure && node->measure->sample_words;
	case TAB_SENDER_PORT:
		return node->port.bus != NULL;
	case TAB_SENDER_TRIGGERS:
		return node->triggers_count > 0;
	case TAB_SENDER_TIMER:
		return node->timer;
	case TAB_SENDER_BUCKETS:
		return node->measure && node->measure->watchers[WATCHER_BANKED].count;
	case TAB_SENDER_COUNTERS:
		return node->measure && node->measure->counters_count;
	case TAB_SENDER_ANY:
		break;
	}
	return 1;
}

int emit_metadata(const struct plan *plan, FILE *out)
{
	put_trace(plan, out);
	for (unsigned id = 0; id < plan->streams; id++) {
		put_stream(plan, id, out);
		for (const struct tab_kind *k = tab_kinds; k->name; k++)
			if (sends(plan_stream_node(plan, id), k))
				put_event(plan, id, k, out);
	}
	return 0;
}
