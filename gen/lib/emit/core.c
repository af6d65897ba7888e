/* SPDX-License-Identifier: Apache-2.0 */
/* FuseSoC's core of a monitor (CAPI2), which depends on that of the library. */
#include "emit/emit.h"

#include "plan/plan.h"

int emit_core(const struct plan *plan, FILE *out)
{
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
		"    depend: [\"=" EMIT_LIBRARY_CORE ":%s\"]\n\n"
		"targets:\n"
		"  default:\n"
		"    filesets: [monitor]\n"
		"  lint:\n"
		"    description: Lint with Verilator\n"
		"    default_tool: verilator\n"
		"    filesets: [monitor]\n"
		"    toplevel: \"%s\"\n"
		"    tools:\n"
		"      verilator:\n"
		"        mode: lint-only\n",
		plan->input, plan->name, plan->version, plan->name, (unsigned long long)plan->hash,
		plan->verilog, plan->version, plan->name);
	return 0;
}
