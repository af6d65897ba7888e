/* SPDX-License-Identifier: Apache-2.0 */
/* The ROM with the manifest: the memory as a module of its own, and its place behind the registers.
 */
#include "emit/verilog/verilog.h"

#include <inttypes.h>

#include "emit/rom.h"
#include "tables/tables.h"

#define ROW_BYTES 32u
#define NAME_CHARS 128

/* Log2 of the bytes of the memory. */
static unsigned depth_log2(const struct rom *rom)
{
	unsigned bits = 5; /* a row */

	while ((size_t)1 << bits < rom->count)
		bits++;
	return bits;
}

/* Bits that the link reads at a time. */
static unsigned part_bits(const struct plan *plan)
{
	return plan->wide ? 8 : 4;
}

void verilog_rom_instance(FILE *out, const struct plan *plan)
{
	char module[NAME_CHARS];
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"op_i", "op", 0},
	    {"addr_i", "addr", 0},
	    {plan->wide ? "next_i" : "lower_i", plan->wide ? "rd_next" : "reg_lower", 0},
	    {"regs_data_i", plan->wide ? "taken_data" : "regs_data", 0},
	    {"reg_data_o", plan->wide ? "rd_data" : "reg_data", 0},
	    {0},
	};

	snprintf(module, sizeof(module), "%s_rom", plan->name);
	verilog_title(out, "ROM: the manifest, behind the registers");
	verilog_wire(out, part_bits(plan), plan->wide ? "taken_data" : "regs_data");
	verilog_instance(out, module, NULL, "u_link_rom", ports);
}

/* What chooses between the registers and the memory. */
static void put_choice(FILE *out, const struct plan *plan)
{
	const struct verilog_join params[] = {
	    {"ADDR_W", NULL, plan->addr_bits}, {"WIDE", NULL, (unsigned)plan->wide}, {0}};
	const struct verilog_join ports[] = {
	    {"clk", "clk", 0},
	    {"op_i", "op_i", 0},
	    {"addr_i", "addr_i", 0},
	    {"lower_i", plan->wide ? "1'b0" : "lower_i", 0},
	    {"next_i", plan->wide ? "next_i" : "1'b0", 0},
	    {"rom_data_i", "rom_data_q", 0},
	    {"regs_data_i", "regs_data_i", 0},
	    {"reg_data_o", "reg_data_o", 0},
	    {0},
	};

	verilog_instance(out, "gnomon_link_rom", params, "u_choice", ports);
}

static void put_head(FILE *out, const struct plan *plan)
{
	char name[NAME_CHARS];
	const struct plan_port ports[] = {
	    {"clk", 1, 0, ""},
	    {"op_i", 3, 0, "link"},
	    {"addr_i", plan->addr_bits, 0, ""},
	    {plan->wide ? "next_i" : "lower_i", 1, 0, ""},
	    {"regs_data_i", part_bits(plan), 0,
	     plan->wide ? "the byte of the registers or of the trace buffer"
			: "half of the registers' byte"},
	    {"reg_data_o", part_bits(plan), 1, "and of the ROM's"},
	};

	snprintf(name, sizeof(name), "%s_rom", plan->name);
	fprintf(out, "module %s (\n", name);
	for (size_t i = 0; i < sizeof(ports) / sizeof(ports[0]); i++)
		verilog_port(out, &ports[i], i + 1 == sizeof(ports) / sizeof(ports[0]));
	fputs(");\n", out);
}

/* The contents as rows, the first byte of each highest. */
static void put_rows(FILE *out, const struct rom *rom, size_t rows)
{
	fprintf(out, "\tlocalparam [%u:0]\n", 8 * ROW_BYTES - 1);
	for (size_t r = 0; r < rows; r++) {
		fprintf(out, "\t\tROW_%04zX = %u'h", r, 8 * ROW_BYTES);
		for (size_t i = r * ROW_BYTES; i < (r + 1) * ROW_BYTES; i++)
			fprintf(out, "%02X", i < rom->count ? rom->bytes[i] : 0);
		fputs(r + 1 < rows ? ",\n" : ";\n", out);
	}
}

static void put_memory(FILE *out, size_t rows, unsigned depth)
{
	fprintf(out,
		"\t(* rom_style = \"block\" *)\n"
		"\treg [7:0] rom [0:%u];\n"
		"\treg [7:0] rom_data_q;\n"
		"\tinteger   i;\n"
		"\tinitial begin\n"
		"\t\tfor (i = 0; i < %u; i = i + 1) begin\n",
		depth - 1, ROW_BYTES);
	for (size_t r = 0; r < rows; r++)
		fprintf(out, "\t\t\trom[%zu + i] = ROW_%04zX[%u - 8*i -: 8];\n", r * ROW_BYTES, r,
			8 * ROW_BYTES - 1);
	fputs("\t\tend\n", out);
	if (rows * ROW_BYTES < depth)
		fprintf(out,
			"\t\tfor (i = %zu; i < %u; i = i + 1)\n"
			"\t\t\trom[i] = 8'd0;\n",
			rows * ROW_BYTES, depth);
	fputs("\tend\n", out);
}

void verilog_rom(FILE *out, const struct plan *plan, const struct rom *rom)
{
	unsigned bits = depth_log2(rom);
	size_t rows = (rom->count + ROW_BYTES - 1) / ROW_BYTES;

	fprintf(
	    out,
	    "\n// The ROM: a head of %u bytes, the manifest of %zu bytes as a zlib stream, zeros.\n",
	    TAB_ROM_HEAD, rom->manifest);
	put_head(out, plan);
	put_rows(out, rom, rows);
	fputc('\n', out);
	put_memory(out, rows, 1u << bits);
	fprintf(out,
		"\n\talways @(posedge clk)\n"
		"\t\trom_data_q <= rom[addr_i[%u:0]];\n",
		bits - 1);
	put_choice(out, plan);
	fputs("endmodule\n", out);
}
