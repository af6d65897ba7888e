/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A package with a component for each module. A name that is no basic identifier of VHDL, or
 * differs from another one by its case alone, is written as an extended identifier, which keeps it.
 */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "emit/template/template.h"

/* Reserved words of VHDL-2008 that may be the name of a module; ports have suffixes. */
static const char *const reserved[] = {"abs",
				       "access",
				       "after",
				       "alias",
				       "all",
				       "and",
				       "architecture",
				       "array",
				       "assert",
				       "assume",
				       "attribute",
				       "begin",
				       "block",
				       "body",
				       "buffer",
				       "bus",
				       "case",
				       "component",
				       "configuration",
				       "constant",
				       "context",
				       "cover",
				       "default",
				       "disconnect",
				       "downto",
				       "else",
				       "elsif",
				       "end",
				       "entity",
				       "exit",
				       "fairness",
				       "file",
				       "for",
				       "force",
				       "function",
				       "generate",
				       "generic",
				       "group",
				       "guarded",
				       "if",
				       "impure",
				       "in",
				       "inertial",
				       "inout",
				       "is",
				       "label",
				       "library",
				       "linkage",
				       "literal",
				       "loop",
				       "map",
				       "mod",
				       "nand",
				       "new",
				       "next",
				       "nor",
				       "not",
				       "null",
				       "of",
				       "on",
				       "open",
				       "or",
				       "others",
				       "out",
				       "package",
				       "parameter",
				       "port",
				       "postponed",
				       "procedure",
				       "process",
				       "property",
				       "protected",
				       "pure",
				       "range",
				       "record",
				       "register",
				       "reject",
				       "release",
				       "rem",
				       "report",
				       "restrict",
				       "restrict_guarantee",
				       "return",
				       "rol",
				       "ror",
				       "select",
				       "sequence",
				       "severity",
				       "shared",
				       "signal",
				       "sla",
				       "sll",
				       "sra",
				       "srl",
				       "strong",
				       "subtype",
				       "then",
				       "to",
				       "transport",
				       "type",
				       "unaffected",
				       "units",
				       "until",
				       "use",
				       "variable",
				       "vmode",
				       "vprop",
				       "vunit",
				       "wait",
				       "when",
				       "while",
				       "with",
				       "xnor",
				       "xor",
				       NULL};

static int is_reserved(const char *name)
{
	for (const char *const *word = reserved; *word; word++)
		if (strcasecmp(*word, name) == 0)
			return 1;
	return 0;
}

static int is_basic(const char *name)
{
	return isalpha((unsigned char)*name) && !strstr(name, "__") &&
	       name[strlen(name) - 1] != '_' && !is_reserved(name);
}

static int has_twin(const struct plan_top *top, const char *name)
{
	for (size_t i = 0; i < top->pins_count; i++)
		if (strcasecmp(top->pins[i].port.name, name) == 0 &&
		    strcmp(top->pins[i].port.name, name) != 0)
			return 1;
	return 0;
}

static void put_name(FILE *out, const char *name, int twin)
{
	const char *mark = is_basic(name) && !twin ? "" : "\\";

	fprintf(out, "%s%s%s", mark, name, mark);
}

static void put_package(FILE *out, const struct plan *plan)
{
	const char *mark = is_basic(plan->name) ? "" : "\\";

	fprintf(out, "%s%s_component%s", mark, plan->name, mark);
}

static void put_head(FILE *out, const struct plan *plan)
{
	fputs("library ieee;\nuse ieee.std_logic_1164.all;\n\npackage ", out);
	put_package(out, plan);
	fputs(" is\n\n", out);
}

static void put_map(FILE *out, const struct plan_top *top)
{
	fputs("  -- u_monitor : ", out);
	put_name(out, top->name, 0);
	fputs("\n  --   port map (\n", out);
	for (size_t i = 0; i < top->pins_count; i++) {
		const char *name = top->pins[i].port.name;
		const int twin = has_twin(top, name);

		fputs("  --     ", out);
		put_name(out, name, twin);
		fputs(" => ", out);
		put_name(out, name, twin);
		fputs(i + 1 < top->pins_count ? ",\n" : "\n", out);
	}
	fputs("  --   );\n\n", out);
}

static void put_top(FILE *out, const struct template_form *form, const struct plan_top *top)
{
	fputs("  component ", out);
	put_name(out, top->name, 0);
	fputs("\n    port (\n", out);
	for (size_t i = 0; i < top->pins_count; i++) {
		const struct plan_port *p = &top->pins[i].port;

		fputs("      ", out);
		put_name(out, p->name, has_twin(top, p->name));
		fprintf(out, " : %s std_logic", p->output ? "out" : "in");
		if (p->bits > 1)
			fprintf(out, "_vector(%u downto 0)", p->bits - 1);
		fputs(i + 1 < top->pins_count ? ";" : "", out);
		template_comment(out, form, &top->pins[i]);
	}
	fputs("    );\n  end component;\n\n", out);
	put_map(out, top);
}

static void put_tail(FILE *out, const struct plan *plan)
{
	fputs("end package ", out);
	put_package(out, plan);
	fputs(";\n", out);
}

const struct template_form template_vhdl = {
    .what = "components in VHDL, each with an instance in comments",
    .comment = "--",
    .head = put_head,
    .top = put_top,
    .tail = put_tail,
};
