/* SPDX-License-Identifier: Apache-2.0 */
/* A class NAME_monitor for each module. */
#include "emit/template/template.h"

static void put_head(FILE *out, const struct plan *plan)
{
	(void)plan;
	fputs("import chisel3._\n", out);
}

static void put_top(FILE *out, const struct template_form *form, const struct plan_top *top)
{
	fprintf(out,
		"\nclass %s_monitor extends BlackBox {\n"
		"  override def desiredName = \"%s\"\n"
		"  val io = IO(new Bundle {\n",
		top->name, top->name);
	for (size_t i = 0; i < top->pins_count; i++) {
		const struct plan_pin *pin = &top->pins[i];

		fprintf(out, "    val %s = %s(", pin->port.name,
			pin->port.output ? "Output" : "Input");
		if (pin->role == TAB_ROLE_CLK)
			fputs("Clock())", out);
		else if (pin->port.bits == 1)
			fputs("Bool())", out);
		else
			fprintf(out, "UInt(%u.W))", pin->port.bits);
		template_comment(out, form, pin);
	}
	fputs("  })\n}\n", out);
}

const struct template_form template_chisel = {
    .what = "black boxes in Chisel",
    .comment = "//",
    .head = put_head,
    .top = put_top,
};
