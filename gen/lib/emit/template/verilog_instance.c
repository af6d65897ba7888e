/* SPDX-License-Identifier: Apache-2.0 */
/* A file to copy lines out of. The nets have the names of the ports. */
#include "emit/template/template.h"

static void put_top(FILE *out, const struct template_form *form, const struct plan_top *top)
{
	for (size_t i = 0; i < top->pins_count; i++) {
		const struct plan_port *p = &top->pins[i].port;

		if (p->bits > 1)
			fprintf(out, "wire [%u:0] %s;\n", p->bits - 1, p->name);
		else
			fprintf(out, "wire %s;\n", p->name);
	}
	fprintf(out, "\n%s u_%s (\n", top->name, top->name);
	for (size_t i = 0; i < top->pins_count; i++) {
		const struct plan_pin *pin = &top->pins[i];

		fprintf(out, "\t.%s (%s)%s", pin->port.name, pin->port.name,
			i + 1 < top->pins_count ? "," : "");
		template_comment(out, form, pin);
	}
	fputs(");\n\n", out);
}

const struct template_form template_verilog_instance = {
    .what = "instances in Verilog, with a wire for each port",
    .comment = "//",
    .top = put_top,
};
