/* SPDX-License-Identifier: Apache-2.0 */
/* Segments as a waveform: wave/export.h writes its file itself. */
#include <inttypes.h>
#include <string.h>

#include "out/export/formats.h"
#include "results/board.h"
#include "results/filtered.h"
#include "out/wave/export.h"
#include "out/wave/source.h"

/* Whether a filter left out segments of the nodes that are requested. */
static bool is_filtered(const struct export_job *job)
{
	for (unsigned k = 0; k < job->r->m->nodes; k++)
		if (report_select_node(&job->select, job->r, k) &&
		    report_left_out_of(job->r, k, GNO_KIND_SEGMENT))
			return true;
	return false;
}

static int write_wave(struct export_job *job, struct gno_err *err)
{
	const struct wave_export o = {
	    .report = job->r,
	    .path = job->o->path,
	    .node = job->o->node,
	    .unit = job->o->unit,
	    .from = job->o->from,
	    .to = job->o->to,
	    .interrupted = job->o->interrupted,
	};
	struct wave_exported out;
	int rc = wave_export(job->dir, &o, &out, err);

	if (rc)
		return rc;
	if (out.left_out)
		export_note(job, "%" PRIu64 " segment%s not whole and %s left out", out.left_out,
			    out.left_out == 1 ? " is" : "s are", out.left_out == 1 ? "is" : "are");
	if (out.cut_off || out.unended)
		export_note(job, "%s: nothing is known of the triggers after the last segment",
			    out.cut_off ? "the trace was cut off" : "the run has not ended");
	if (!out.segments)
		export_note(job, "there is no segment%s%s",
			    o.from || o.to != UINT64_MAX ? " in these cycles" : " in this run",
			    is_filtered(job) ? ": a filter left out segments" : "");
	return 0;
}

int export_wave(struct export_job *job, struct gno_err *err)
{
	const bool fst = !strcmp(job->format->name, "fst");
	int rc;

	if (fst != wave_is_fst(job->o->path))
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "the name of a file ends in '.fst' if it is an FST, and only then: '%s'",
		    job->o->path);
	rc = report_of_one_board(job->r, "a waveform of segments", err);
	return rc ? rc : write_wave(job, err);
}
