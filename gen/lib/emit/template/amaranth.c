/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A class NAME_monitor of Amaranth for each module, with an attribute for each port. An attribute
 * does not begin with '_': for each one that a port's name begins with it ends with one.
 */
#include <string.h>

#include "emit/template/template.h"

static void put_head(FILE *out, const struct plan *plan)
{
	(void)plan;
	fputs("from amaranth.hdl import ClockSignal, Elaboratable, Instance, Module, ResetSignal, "
	      "Signal\n",
	      out);
}

static int is_of_domain(const struct plan_pin *pin)
{
	return pin->role == TAB_ROLE_CLK || pin->role == TAB_ROLE_RST;
}

static void put_attribute(FILE *out, const char *port)
{
	size_t under = strspn(port, "_");

	fprintf(out, "self.%s%.*s", port + under, (int)under, port);
}

static void put_signals(FILE *out, const struct template_form *form, const struct plan_top *top)
{
	fputs("    def __init__(self, domain='sync'):\n        self.domain = domain\n", out);
	for (size_t i = 0; i < top->pins_count; i++) {
		const struct plan_pin *pin = &top->pins[i];

		if (is_of_domain(pin))
			continue;
		fputs("        ", out);
		put_attribute(out, pin->port.name);
		fprintf(out, " = Signal(%u, name='%s') ", pin->port.bits, pin->port.name);
		template_comment(out, form, pin);
	}
}

static void put_instance(FILE *out, const struct plan_top *top)
{
	fprintf(out,
		"\n    def elaborate(self, platform):\n"
		"        m = Module()\n"
		"        m.submodules.monitor = Instance(\n"
		"            '%s',\n",
		top->name);
	for (size_t i = 0; i < top->pins_count; i++) {
		const struct plan_pin *pin = &top->pins[i];

		fprintf(out, "            %c_%s=", pin->port.output ? 'o' : 'i', pin->port.name);
		if (pin->role == TAB_ROLE_CLK)
			fputs("ClockSignal(self.domain)", out);
		else if (pin->role == TAB_ROLE_RST)
			fputs("ResetSignal(self.domain, allow_reset_less=True)", out);
		else
			put_attribute(out, pin->port.name);
		fputs(",\n", out);
	}
	fputs("        )\n        return m\n", out);
}

static void put_top(FILE *out, const struct template_form *form, const struct plan_top *top)
{
	fprintf(out, "\n\nclass %s_monitor(Elaboratable):\n", top->name);
	put_signals(out, form, top);
	put_instance(out, top);
}

const struct template_form template_amaranth = {
    .what = "instances in Amaranth; clock and reset are those of a domain",
    .comment = "#",
    .head = put_head,
    .top = put_top,
};
