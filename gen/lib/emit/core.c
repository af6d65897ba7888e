/* SPDX-License-Identifier: Apache-2.0 */
/* FuseSoC's core of a monitor (CAPI2), which depends on that of the library. */
#include "emit/emit.h"

#include "emit/constraints.h"
#include "plan/plan.h"

/* A set of files for each tool, which only a target for this tool takes. */
static void put_filesets(const struct plan *plan, FILE *out)
{
	for (const struct constraints_flow *flow = constraints_flows; flow->end; flow++)
		if (flow->tool)
			fprintf(out,
				"  %s:\n"
				"    files: [\"%s%s\"]\n"
				"    file_type: %s\n",
				flow->tool, plan->name, flow->end, flow->type);
}

static void put_chosen(FILE *out)
{
	for (const struct constraints_flow *flow = constraints_flows; flow->end; flow++)
		if (flow->tool)
			fprintf(out, ", \"tool_%s? (%s)\"", flow->tool, flow->tool);
}

int emit_core(const struct plan *plan, FILE *out)
{
	const int constrained = constraints_needed(plan);

	fprintf(out,
		"CAPI=2:\n"
		"# SPDX-License-Identifier: Apache-2.0\n"
		"# Emitted by gnomon-gen from %s: do not edit.\n"
		"name: gnomon:monitor:%s:%s\n"
		"description: Monitor %s, plan %016llx\n\n"
		"filesets:\n"
		"  monitor:\n"
		"    files: [\"%s\"]\n"
		"    file_type: verilogSource\n"
		"    depend: [\"=" EMIT_LIBRARY_CORE ":%s\"]\n",
		plan->input, plan->name, plan->version, plan->name, (unsigned long long)plan->hash,
		plan->verilog, plan->version);
	if (constrained)
		put_filesets(plan, out);
	fputs("\ntargets:\n"
	      "  default:\n"
	      "    filesets: [monitor",
	      out);
	if (constrained)
		put_chosen(out);
	fprintf(out,
		"]\n"
		"  lint:\n"
		"    description: Lint with Verilator\n"
		"    default_tool: verilator\n"
		"    filesets: [monitor]\n"
		"    toplevel: \"%s\"\n"
		"    tools:\n"
		"      verilator:\n"
		"        mode: lint-only\n",
		plan->name);
	return 0;
}
