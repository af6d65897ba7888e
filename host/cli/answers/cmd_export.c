/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <signal.h>

#include "commands.h"
#include "shared/cli.h"
#include "shared/interrupt.h"
#include "shared/rounds.h"
#include "wave/export.h"

enum { OPT_VCD, OPT_NODE, OPT_UNIT, OPT_FROM, OPT_TO };

static const struct base_option options[] = {
    [OPT_VCD] = {'o', "vcd", "FILE", "the file to write, required: VCD, or FST if it ends in .fst"},
    [OPT_NODE] = {'n', "node", "NAME", "only the segments of this node"},
    [OPT_UNIT] = {'u', "unit", "NAME", "only the segments of units of this name"},
    [OPT_FROM] = {'f', "from", "CYCLE", "from this cycle on"},
    [OPT_TO] = {'t', "to", "CYCLE", "up to and including this cycle"},
    {0},
};

static const struct cli_spec spec = {
    .name = "export",
    .args = "RUN/",
    .min_args = 1,
    .max_args = 1,
    .summary = "Writes the segments of a run as signals for a waveform viewer.",
    .details = "A segment holds the words that a node watched around a trigger. The monitor, its "
	       "nodes and their units\n"
	       "are scopes. A unit has a signal for each field of the watched word, and four "
	       "more: 'word' is the whole\n"
	       "word; 'current' is 1 in cycles in which it counted; 'segment' is 1 in segments; "
	       "'trigger' is 1 in\n"
	       "the cycle of the trigger. Outside of segments the fields and 'word' are x. All "
	       "nodes have the same\n"
	       "times, exact to the cycle; a comment in the file has the length of a cycle. Memory "
	       "use does not depend\n"
	       "on the length of the run. Where the CAPTURE or the REPORT line pauses the time "
	       "counters, the monitor has\n"
	       "the signal 'capture_line' or 'report_line', x where it is not known. An .fst needs "
	       "vcd2fst, which comes with "
	       "GTKWave.\n",
    .options = options,
};

int cmd_export(int argc, char **argv)
{
	struct wave_export o = {.to = UINT64_MAX};
	struct wave_exported out;
	struct base_values v;
	struct gno_err err;
	int rc;

	rc = cli_parse(&spec, argc, argv, &v);
	if (rc)
		return rc == CLI_HELP ? 0 : rc;
	o.path = v.option[OPT_VCD];
	o.node = v.option[OPT_NODE];
	o.unit = v.option[OPT_UNIT];
	if (!o.path)
		return cli_usage(&spec, "--vcd must name the file to write");
	rc = cli_cycle(&spec, "from", v.option[OPT_FROM], &o.from);
	if (!rc)
		rc = cli_cycle(&spec, "to", v.option[OPT_TO], &o.to);
	if (!rc && o.from > o.to)
		rc = cli_usage(&spec, "--from is after --to");
	if (!rc)
		rc = cli_no_rounds(v.arg[0]);
	if (rc)
		return rc;
	signal(SIGPIPE, SIG_IGN); /* of a program that fails, the exit status tells */
	o.interrupted = cli_catch_interrupts();
	rc = wave_export(v.arg[0], &o, &out, &err);
	if (rc)
		return cli_error(&err);
	if (out.left_out)
		cli_note("%" PRIu64 " segment%s not whole and %s left out", out.left_out,
			 out.left_out == 1 ? " is" : "s are", out.left_out == 1 ? "is" : "are");
	if (out.cut_off || out.unended)
		cli_note("%s: nothing is known of the triggers after the last segment",
			 out.cut_off ? "the trace was cut off" : "the run has not ended");
	if (!out.segments)
		cli_note("there is no segment%s", v.option[OPT_FROM] || v.option[OPT_TO]
						      ? " in these cycles"
						      : " in this run");
	return 0;
}
