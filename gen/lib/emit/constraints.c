/* SPDX-License-Identifier: Apache-2.0 */
#include "emit/constraints.h"

#include <inttypes.h>

#include "plan/plan.h"

#define CODE_BITS 10u	      /* of a position in 512 bytes */
#define FT_CLOCK_HZ 60000000u /* CLKOUT of the chip */
#define PS_OF_SECOND UINT64_C(1000000000000)
#define NET_SHARE_TENTH 8 /* of the period, where a tool limits the net's delay alone */

/* The Gray codes of gnomon_link_ft245_sync, and what takes them. The highest bit of a code is that
 * of the position itself: a tool may keep the register of either, so the pattern names both. */
static const struct {
	const char *fifo; /* its instance in the PHY */
	const char *from; /* registers of gnomon_cell_cross_fifo */
	const char *to;	  /* instance of gnomon_cell_cross */
	int of_chip;	  /* the source has the chip's clock */
} crossings[] = {
    {"u_rx", "wr_*q", "u_wr_gray", 1},
    {"u_rx", "rd_*q", "u_rd_gray", 0},
    {"u_tx", "wr_*q", "u_wr_gray", 0},
    {"u_tx", "rd_*q", "u_rd_gray", 1},
};

#define CROSSINGS (sizeof(crossings) / sizeof(crossings[0]))

int constraints_needed(const struct plan *plan)
{
	return plan->phy->kind == PLAN_FT245_SYNC;
}

/* How a tool writes a file. */
struct form {
	const char *comment;
	const char *name;    /* of the tool */
	const char *read;    /* how a project gets the file */
	const char *keep;    /* what must not be beside it */
	const char *before;  /* each instance in a pattern, */
	const char *between; /* then what separates it from what is inside, */
	const char *behind;  /* and what ends the pattern */
	void (*put)(FILE *out, const char *from, const char *to, uint64_t period_ps);
};

static void put_ns(FILE *out, uint64_t ps)
{
	fprintf(out, "%" PRIu64 ".%03u", ps / 1000, (unsigned)(ps % 1000));
}

static void put_head(FILE *out, const struct form *form, const struct plan *plan)
{
	const char *c = form->comment;

	fprintf(
	    out,
	    "%s SPDX-License-Identifier: Apache-2.0\n"
	    "%s %s: timing between clk and ft_clk_i, for %s.\n"
	    "%s Emitted by gnomon-gen %s from %s: do not edit.\n"
	    "%s\n"
	    "%s Positions of FIFOs cross as Gray codes: all bits of one must arrive within one\n"
	    "%s period of the clock that they come from. %s\n"
	    "%s %s\n"
	    "%s Each destination is %u registers of a monitor, wherever that stands in the design:\n"
	    "%s see in the report of the tool that it has found them.\n",
	    c, c, plan->name, form->name, c, plan->version, plan->input, c, c, c, form->read, c,
	    form->keep, c, CODE_BITS, c);
}

static int put(const struct form *form, const struct plan *plan, FILE *out)
{
	put_head(out, form, plan);
	for (size_t i = 0; i < CROSSINGS; i++) {
		const char *fifo = crossings[i].fifo;
		const uint64_t hz = crossings[i].of_chip ? FT_CLOCK_HZ : plan->clock_hz;
		const char *b = form->before, *s = form->between;
		char from[128];
		char to[128];

		snprintf(from, sizeof(from), "*u_phy%s%s%s%s%s%s%s", s, b, fifo, s, b,
			 crossings[i].from, form->behind);
		snprintf(to, sizeof(to), "*u_phy%s%s%s%s%s%s%s%sfirst_q%s", s, b, fifo, s, b,
			 crossings[i].to, s, b, form->behind);
		fprintf(out, "\n%s %s: from %s, %" PRIu64 " Hz\n", form->comment, fifo,
			crossings[i].of_chip ? "ft_clk_i" : "clk", hz);
		form->put(out, from, to, PS_OF_SECOND / hz);
	}
	return 0;
}

static void put_vivado(FILE *out, const char *from, const char *to, uint64_t ps)
{
	static const char *const commands[] = {"set_max_delay -datapath_only", "set_bus_skew"};

	for (size_t k = 0; k < sizeof(commands) / sizeof(commands[0]); k++) {
		fprintf(out,
			"%s \\\n"
			"    -from [get_cells -hierarchical -filter {NAME =~ %s}] \\\n"
			"    -to [get_cells -hierarchical -filter {NAME =~ %s}] ",
			commands[k], from, to);
		put_ns(out, ps);
		fputc('\n', out);
	}
}

static void put_quartus(FILE *out, const char *from, const char *to, uint64_t ps)
{
	const uint64_t net_ps = ps * NET_SHARE_TENTH / 10;
	const struct {
		const char *command;
		const char *value; /* NULL: the limit */
	} lines[] = {
	    {"set_max_delay", "100"}, /* in the place of a relation of the two clocks */
	    {"set_min_delay", "-100"},
	    {"set_max_skew", NULL},
	    {"set_net_delay -max", NULL},
	};

	for (size_t k = 0; k < sizeof(lines) / sizeof(lines[0]); k++) {
		fprintf(out,
			"%s \\\n    -from [get_registers {%s}] \\\n    -to [get_registers {%s}] ",
			lines[k].command, from, to);
		if (lines[k].value)
			fputs(lines[k].value, out);
		else
			put_ns(out, net_ps);
		fputc('\n', out);
	}
}

static void put_diamond(FILE *out, const char *from, const char *to, uint64_t ps)
{
	fprintf(out, "MAXDELAY FROM CELL \"%s\" TO CELL \"%s\" ", from, to);
	put_ns(out, ps);
	fputs(" NS DATAPATH_ONLY;\n", out);
}

static void put_radiant(FILE *out, const char *from, const char *to, uint64_t ps)
{
	fprintf(out,
		"set_max_delay -datapath_only \\\n"
		"    -from [get_cells {%s}] \\\n    -to [get_cells {%s}] ",
		from, to);
	put_ns(out, ps);
	fputc('\n', out);
}

static const struct form vivado = {
    .comment = "#",
    .name = "Vivado",
    .read = "Several monitors: read_xdc -ref NAME.",
    .keep =
	"Neither set_clock_groups nor a false path may be between the clocks: it overrides this.",
    .before = "",
    .between = "/",
    .behind = "_reg*",
    .put = put_vivado,
};

static const struct form quartus = {
    .comment = "#",
    .name = "Quartus",
    .read = "The limit is 8 tenths, for the registers.",
    .keep =
	"Neither set_clock_groups nor a false path may be between the clocks: it overrides this.",
    .before = "*", /* NAME of the module and a colon, in some editions */
    .between = "|",
    .behind = "*",
    .put = put_quartus,
};

static const struct form diamond = {
    .comment = "#",
    .name = "Diamond",
    .read = "Copy it into the project's file.",
    .keep = "No BLOCK PATH may be between the clocks, nor BLOCK INTERCLOCKDOMAIN PATHS.",
    .before = "",
    .between = "/",
    .behind = "*",
    .put = put_diamond,
};

static const struct form radiant = {
    .comment = "#",
    .name = "Radiant",
    .read = "Add it as a constraint file.",
    .keep =
	"Neither set_clock_groups nor a false path may be between the clocks: it overrides this.",
    .before = "",
    .between = "/",
    .behind = "*",
    .put = put_radiant,
};

#define FLOW(word)                                                                                 \
	static int emit_##word(const struct plan *plan, FILE *out)                                 \
	{                                                                                          \
		return put(&(word), plan, out);                                                    \
	}

FLOW(vivado)
FLOW(quartus)
FLOW(diamond)
FLOW(radiant)

const struct constraints_flow constraints_flows[CONSTRAINTS_FLOWS + 1] = {
    {".xdc", "vivado", "xdc", emit_vivado},
    {"_quartus.sdc", "quartus", "SDC", emit_quartus},
    {"_diamond.lpf", NULL, NULL, emit_diamond}, /* a project has one such file */
    {"_radiant.sdc", "radiant", "SDC", emit_radiant},
    {0},
};
