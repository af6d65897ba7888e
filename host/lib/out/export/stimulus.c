/* SPDX-License-Identifier: Apache-2.0 */
/* The segments of a unit as a Verilog module that replays the watched word, cycle by cycle. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "out/export/formats.h"
#include "passes/found/segments.h"
#include "read/trace.h"
#include "results/board.h"
#include "results/filtered.h"

struct replay {
	struct export_job *job;
	const struct gno_node *node;
	unsigned at; /* the node's place */
	const struct gno_segment_unit *unit;
	FILE *f;
};

/* A name of the manifest that is to stand in the Verilog. */
static int check_name(const char *name, struct gno_err *err)
{
	for (const char *p = name; *p; p++)
		if (!isalnum((unsigned char)*p) && *p != '_')
			return gno_fail(err, GNO_ERR_FORMAT,
					"'%s' cannot be a part of a name in Verilog", name);
	return 0;
}

static int check_names(const struct replay *p, struct gno_err *err)
{
	int rc = check_name(p->node->name, err);

	if (!rc)
		rc = check_name(p->unit->name, err);
	for (unsigned i = 0; i < p->node->fields && !rc; i++)
		rc = check_name(p->node->field[i].name, err);
	return rc;
}

/* The one unit that is requested; its place at its node. */
static int find_unit(struct replay *p, const struct gno_manifest *m, unsigned *unit,
		     struct gno_err *err)
{
	const struct export_options *o = p->job->o;

	for (unsigned k = 0; k < m->nodes; k++) {
		const struct gno_node *n = &m->node[k];

		for (unsigned i = 0; i < n->preprocessors.segments; i++) {
			const struct gno_segment_unit *u = &n->preprocessors.segment[i];

			if ((o->node && strcmp(o->node, n->name) != 0) ||
			    (o->unit && strcmp(o->unit, u->name) != 0))
				continue;
			if (p->unit)
				return gno_fail(
				    err, GNO_ERR_ARG,
				    "monitor '%s' has several units of segments: name one by --node and --unit",
				    m->name);
			p->node = n;
			p->unit = u;
			p->at = k;
			*unit = i;
		}
	}
	if (!p->unit)
		return gno_fail(err, GNO_ERR_ARG, "monitor '%s' has no %sunit of segments", m->name,
				o->node || o->unit ? "such " : "");
	return check_names(p, err);
}

/* The bits of the word that a field has, the highest first; those that are left out are 0. */
static void put_field(const struct replay *p, const struct gno_field *f)
{
	unsigned above = f->bits;

	fprintf(p->f, "\tassign watch_%s = {", f->name);
	for (unsigned i = f->runs; i-- > 0;) {
		const struct gno_kept *k = &f->run[i];

		if (k->hi + 1 < above)
			fprintf(p->f, "%u'd0, ", above - k->hi - 1);
		fprintf(p->f, "word[%u:%u]%s", k->at + k->hi - k->lo, k->at,
			k->lo || i ? ", " : "");
		above = k->lo;
	}
	if (above)
		fprintf(p->f, "%u'd0", above);
	fputs("};\n", p->f);
}

static const char body[] =
    "\n"
    "\tinitial begin\n"
    "\t\tword = {BITS{1'bx}};\n"
    "\t\tknown = 1'b0;\n"
    "\t\tcurrent = UNKNOWN;\n"
    "\t\tsegment = 1'b0;\n"
    "\t\ttrigger = 1'b0;\n"
    "\t\tcycle = 64'd0;\n"
    "\t\tdone = 1'b0;\n"
    "\tend\n"
    "\n"
    "\talways begin\n"
    "\t\treplay;\n"
    "\t\tidle;\n"
    "\t\tdone <= 1'b1;\n"
    "\t\tforever @(posedge clk);\n"
    "\tend\n"
    "\n"
    "\t// a cycle outside of segments\n"
    "\ttask idle;\n"
    "\t\tbegin\n"
    "\t\t\tword <= {BITS{1'bx}};\n"
    "\t\t\tknown <= 1'b0;\n"
    "\t\t\tcurrent <= UNKNOWN;\n"
    "\t\t\tsegment <= 1'b0;\n"
    "\t\t\ttrigger <= 1'b0;\n"
    "\t\t\t@(posedge clk);\n"
    "\t\tend\n"
    "\tendtask\n"
    "\n"
    "\t// to cycle `began`, in which a segment begins; its trigger is at cycle `at`\n"
    "\ttask begins;\n"
    "\t\tinput [63:0] began, at;\n"
    "\t\tbegin\n"
    "\t\t\tif (!SKIP)\n"
    "\t\t\t\twhile (next != began) begin\n"
    "\t\t\t\t\tcycle <= next;\n"
    "\t\t\t\t\tnext = next + 64'd1;\n"
    "\t\t\t\t\tidle;\n"
    "\t\t\t\tend\n"
    "\t\t\telse if (next != began) begin\n"
    "\t\t\t\tcycle <= began - 64'd1;\n"
    "\t\t\t\tidle;\n"
    "\t\t\tend\n"
    "\t\t\tnext = began;\n"
    "\t\t\tfires = at;\n"
    "\t\tend\n"
    "\tendtask\n"
    "\n"
    "\t// an entry: a word for so many cycles\n"
    "\ttask holds;\n"
    "\t\tinput [16:0] cycles;\n"
    "\t\tinput is_known, is_current;\n"
    "\t\tinput [BITS-1:0] value;\n"
    "\t\treg [16:0] i;\n"
    "\t\tfor (i = 17'd0; i < cycles; i = i + 17'd1) begin\n"
    "\t\t\tword <= is_known ? value : {BITS{1'bx}};\n"
    "\t\t\tknown <= is_known;\n"
    "\t\t\tcurrent <= i == 17'd0 ? is_current : UNKNOWN;\n"
    "\t\t\tsegment <= 1'b1;\n"
    "\t\t\ttrigger <= next == fires;\n"
    "\t\t\tcycle <= next;\n"
    "\t\t\tnext = next + 64'd1;\n"
    "\t\t\t@(posedge clk);\n"
    "\t\tend\n"
    "\tendtask\n"
    "\n"
    "\ttask replay;\n"
    "\t\tbegin\n";

static void put_header(const struct replay *p)
{
	const struct gno_node *n = p->node;

	fprintf(
	    p->f,
	    "// What node %s of monitor %s watched: the segments of unit %s, by gnomon %s.\n"
	    "// Replays them: sample the outputs at each rising edge of clk. SKIP 1: stretches\n"
	    "// without a segment take one cycle; 0: as many as they took. UNKNOWN: what `current`\n"
	    "// is where it is not known whether the word counted.\n"
	    "module stimulus_%s_%s #(\n"
	    "\tparameter SKIP = 1,\n"
	    "\tparameter UNKNOWN = 1'b0\n"
	    ") (\n"
	    "\tinput wire clk,\n",
	    n->name, p->job->r->m->name, p->unit->name, GNOMON_VERSION, n->name, p->unit->name);
	for (unsigned i = 0; i < n->fields; i++)
		fprintf(p->f, "\toutput wire [%u:0] watch_%s,\n", n->field[i].bits - 1,
			n->field[i].name);
	fprintf(p->f,
		"\toutput reg [%u:0] word,\n"
		"\toutput reg known, // what the word is\n"
		"\toutput reg current, // the word counted in this cycle\n"
		"\toutput reg segment, trigger,\n"
		"\toutput reg [63:0] cycle, // since the sync of the run\n"
		"\toutput reg done\n"
		");\n"
		"\tlocalparam BITS = %u;\n"
		"\treg [63:0] next = 64'd0, fires = 64'd0;\n\n",
		n->word_bits - 1, n->word_bits);
	for (unsigned i = 0; i < n->fields; i++)
		put_field(p, &n->field[i]);
	fputs(body, p->f);
}

/* The entries of a segment, as far as they are requested. */
static int put_segment(struct replay *p, const struct gno_segment *s, struct gno_err *err)
{
	uint64_t from = s->began > p->job->o->from ? s->began : p->job->o->from;
	uint64_t to = s->ended < p->job->o->to ? s->ended : p->job->o->to;
	uint64_t cycle = s->began;
	int rc = 0;

	fprintf(p->f, "\t\t\tbegins(64'd%" PRIu64 ", 64'd%" PRIu64 ");\n", from, s->at);
	for (unsigned i = 0; i < s->entries && !rc; i++) {
		const struct gno_segment_entry *e = &s->entry[i];
		uint64_t last = cycle + e->length - 1;
		uint64_t begin = cycle > from ? cycle : from, end = last < to ? last : to;

		if (begin <= end) {
			rc = export_row(p->job, err);
			fprintf(p->f, "\t\t\tholds(17'd%" PRIu64 ", 1'b%d, %s, %u'h%" PRIx64 ");\n",
				end - begin + 1, e->known,
				begin != cycle ? "UNKNOWN"
				: e->current   ? "1'b1"
					       : "1'b0",
				p->node->word_bits, e->known ? e->word : 0);
		}
		cycle = last + 1;
	}
	return rc;
}

static int put_segments(struct replay *p, struct gno_segments *l, struct gno_err *err)
{
	const struct export_options *o = p->job->o;
	struct gno_segment s;
	uint64_t segments = 0, before = 0, left_out;
	int rc;

	put_header(p);
	while ((rc = gno_segments_next(l, &s, err)) > 0 && s.began <= o->to) {
		if (s.ended < o->from)
			before = gno_segments_left_out(l);
		if (!s.entries || s.ended < o->from)
			continue;
		segments++;
		rc = put_segment(p, &s, err);
		if (rc)
			return rc;
	}
	if (rc < 0)
		return rc;
	fputs("\t\tend\n\tendtask\nendmodule\n", p->f);
	left_out = gno_segments_left_out(l) - before;
	if (left_out)
		export_note(p->job, "%" PRIu64 " segments are not whole and are left out",
			    left_out);
	if (segments)
		return 0;
	export_note(p->job, "there is no segment in these cycles");
	return report_need_kind(p->job->r, p->at, GNO_KIND_SEGMENT, err);
}

int export_stimulus(struct export_job *job, struct gno_err *err)
{
	struct replay p = {.job = job, .f = job->f};
	struct gno_trace *t = NULL;
	struct gno_segments *l = NULL;
	unsigned unit = 0;
	int rc = report_of_one_board(job->r, "a replay of segments", err);

	if (!rc)
		rc = gno_trace_open(job->dir, &t, err);
	if (!rc)
		rc = find_unit(&p, gno_trace_manifest(t), &unit, err);
	if (!rc)
		rc = found_segments(job->r, p.at, gno_trace_stream(t, p.at), unit, job->o->from, &l,
				    err);
	if (!rc)
		rc = put_segments(&p, l, err);
	gno_segments_close(l);
	if (t)
		gno_trace_close(t);
	return rc;
}
