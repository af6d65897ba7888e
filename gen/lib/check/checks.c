/* SPDX-License-Identifier: Apache-2.0 */
#include "check/checks.h"
#include "preprocessors/single.h"

#include <string.h>

#define TREE(name, fn, what, ...)                                                                  \
	{                                                                                          \
		name, fn, SEV_ERROR, CHECK_TREE, what,                                             \
		{                                                                                  \
			__VA_ARGS__                                                                \
		}                                                                                  \
	}
#define MODEL(name, fn, what, ...)                                                                 \
	{                                                                                          \
		name, fn, SEV_ERROR, CHECK_MODEL, what,                                            \
		{                                                                                  \
			"yaml-syntax", ##__VA_ARGS__                                               \
		}                                                                                  \
	}
#define ADVICE(name, fn, what)                                                                     \
	{                                                                                          \
		name, fn, SEV_WARNING, CHECK_MODEL, what,                                          \
		{                                                                                  \
			"yaml-syntax"                                                              \
		}                                                                                  \
	}

const struct check checks[] = {
    TREE("yaml-syntax", check_yaml_syntax, "the text is YAML", NULL),
    TREE("one-document", check_one_document, "there is one document in the file", "yaml-syntax"),
    TREE("wrong-type", check_wrong_type, "mappings, lists and plain values are where they belong",
	 "yaml-syntax"),
    TREE("unknown-key", check_unknown_key, "every key is known", "yaml-syntax"),
    TREE("duplicate-key", check_duplicate_key, "no key occurs twice in a mapping", "yaml-syntax"),
    TREE("missing-key", check_missing_key, "every required key is present", "yaml-syntax"),
    TREE("item-count", check_item_count, "lists have neither too few nor too many items",
	 "yaml-syntax"),
    TREE("bad-number", check_bad_number, "numbers are numbers, and frequencies whole numbers of Hz",
	 "yaml-syntax"),
    TREE("bad-unit", check_bad_unit, "frequencies are in Hz, kHz, MHz or GHz", "yaml-syntax"),
    TREE("out-of-range", check_out_of_range, "numbers are in their range", "yaml-syntax"),
    TREE("power-of-two", check_power_of_two, "sizes are powers of two", "yaml-syntax"),
    TREE("bad-bits", check_bad_bits,
	 "lists of bits are ranges `HI..LO` and single bits, with commas between", "yaml-syntax"),
    TREE("bad-choice", check_bad_choice, "words are among those known", "yaml-syntax"),
    TREE("bad-identifier", check_bad_identifier,
	 "names are Verilog identifiers of 63 characters at most", "yaml-syntax"),
    TREE("verilog-keyword", check_verilog_keyword,
	 "names are not keywords of Verilog or SystemVerilog", "yaml-syntax"),

    MODEL("module-name", check_module_name,
	  "the name of the module does not begin like the library's own (`gnomon_...`)"),
    MODEL("node-count", check_node_count, "there are 192 nodes at most"),
    MODEL("duplicate-node", check_duplicate_node, "node names are unique, numbered ones too",
	  "node-count"),
    MODEL(
	"duplicate-name", check_duplicate_name,
	"signals, values, pairs, quantities, thresholds, extremes, bucket units, counter banks and units of segments of a node have names of their own"),
    MODEL(
	"reserved-name", check_reserved_name,
	"none of them is called `" KEY_ALWAYS "`, `" KEY_ROUTE "` or `" GATE_NAME
	"`, a pair or extreme as the other fields of its record are, a threshold as other triggers are"),
    MODEL("port-collision", check_port_collision,
	  "ports and instances of the module have names of their own", "node-count",
	  "duplicate-node"),
    MODEL(
	"connect-form", check_connect_form,
	"what an input is connected to is an expression: names of signals, constants, operators, `( )`, `{ , }`; it has 1000 characters at most"),
    MODEL(
	"connect-input", check_connect_input,
	"a name in `connect` is that of an input: of the node, or of the monitor outside its nodes"),
    MODEL("watch-fields", check_watch_fields, "a node watches a list of fields, or one field"),
    MODEL("field-qualifier", check_field_qualifier,
	  "the qualifier of a field is a signal of one bit, without a qualifier of its own"),
    MODEL("skip-range", check_skip_range,
	  "bits left out are within their field, and some bits of the field are left"),
    MODEL("word-bits", check_word_bits, "the watched word has 8 to 64 bits", "skip-range"),
    MODEL("sequence-size", check_sequence_size, "a node's sequences have 64 steps in all at most"),
    MODEL("code-data", check_code_data,
	  "`code_data` needs `codes`, and together they have 12 bits at most"),
    MODEL("quantity-keys", check_quantity_keys, "a quantity has the inputs of its kind"),
    MODEL("unknown-reference", check_unknown_reference,
	  "quantities, values and event lines that are named exist"),
    MODEL("wrong-kind", check_wrong_kind,
	  "a name is that of a quantity, value, signal or event line, as its key needs"),
    MODEL("route-signals", check_route_signals,
	  "a node with routed inputs has signals to choose from"),
    MODEL("unused-part", check_unused_part, "each signal, value and quantity is used",
	  "unknown-reference", "wrong-kind"),
    MODEL("bucket-count", check_bucket_count,
	  "a node's bucket units have 8192 buckets in all at most"),
    MODEL("segment-size", check_segment_size, "a segment has 8 to 1024 entries"),
    MODEL(
	"group-parts", check_group_parts,
	"groups have pairs, extremes, bucket units and counter banks of their node, each in one group at most; event lines and the lines that select the group of an action are 8 at most"),
    MODEL(
	"buffer-size", check_buffer_size,
	"the trace buffer has 128 slots at least where records are long: blocks, samples of more than 28 words"),
    MODEL("spram-family", check_spram_family,
	  "a trace buffer in SPRAM is on a family that has SPRAM"),
    MODEL("spram-slots", check_spram_slots, "a trace buffer in SPRAM has 16384 slots"),
    MODEL("spram-wires", check_spram_wires,
	  "a trace buffer in SPRAM takes a word in two cycles: the ring has 16 wires at most"),
    MODEL("spram-wide", check_spram_wide,
	  "a trace buffer in SPRAM is read by a link that takes five cycles a byte"),
    MODEL("blocks-slots", check_blocks_slots,
	  "a trace buffer in RAM blocks has 32768 slots at most"),
    MODEL("port-slots", check_port_slots, "a trace buffer behind a port has 4096 slots at least"),
    MODEL("port-wide", check_port_wide,
	  "a trace buffer behind a port is read by a link that takes five cycles a byte"),
    MODEL("chip-order", check_chip_order,
	  "the nodes of a chip follow each other, those with the trace buffer come first"),
    MODEL("chip-delay", check_chip_delay,
	  "wires between chips have a delay, and the sync pulse reaches the last chip in time"),
    MODEL("chip-capture", check_chip_capture, "a CAPTURE or REPORT line is within one chip"),
    MODEL("chip-baud", check_chip_baud,
	  "a byte of the UART takes as long as a command to the last chip, or longer"),
    MODEL("share-family", check_share_family,
	  "ranks are shared only where RAM blocks have two ports for reading", "unknown-key"),
    MODEL("share-count", check_share_count,
	  "the number of nodes that share ranks in pairs is even"),
    MODEL("baud-missing", check_baud_missing, "a UART has a baud rate"),
    MODEL("baud-unused", check_baud_unused, "only a UART has a baud rate"),
    MODEL("baud-divisor", check_baud_divisor, "a bit of the UART takes 4 to 65535 cycles"),
    MODEL("ft245-clock", check_ft245_clock,
	  "with the asynchronous FIFO a cycle takes 1 ns at least"),
    MODEL("interrupt-unused", check_interrupt_unused,
	  "only lines in their interrupt form have a limit and processors"),
    MODEL("report-stores", check_report_stores, "a REPORT line and local stores need each other"),
    MODEL("store-mark", check_store_mark,
	  "the almost-full mark of a local store is within its FIFO and its queue of samples"),
    MODEL("line-registers", check_line_registers,
	  "the CAPTURE and the REPORT line have the same number of registers"),
    MODEL("wide-unused", check_wide_unused, "only a byte port states whether it is wide"),
    MODEL("tick-bits", check_tick_bits, "a time has 256 ticks at least before it wraps"),
    MODEL(
	"tick-parts", check_tick_parts,
	"a node with a gate, ratios, extremes, buckets, counter banks or segments, and each node with a CAPTURE or REPORT line, has exact times"),
    MODEL("tick-ports", check_tick_ports, "nodes with an event port have the same `time`"),
    MODEL("fifo-size", check_fifo_size,
	  "half the FIFO holds what one cycle records with its sample, and a gap"),

    ADVICE("interrupt-nobody", check_interrupt_nobody,
	   "lines in their interrupt form interrupt a processor"),
    ADVICE("same-signal", check_same_signal, "A and B of a pair are different signals"),
    ADVICE(
	"ring-rate", check_ring_rate,
	"the ring carries an event of each node every 64 cycles, and a sample of each every 1024"),
    ADVICE("unused-key", check_unused_key, "ring and FIFO are described only where there are any"),
    {0},
};

/* 1 if the check of that name has found something. */
static int has_found(const struct diags *diags, const char *name)
{
	for (size_t i = 0; i < diags->count; i++)
		if (diags->items[i].check && strcmp(diags->items[i].check, name) == 0)
			return 1;
	return 0;
}

static int may_run(const struct checker *c)
{
	for (size_t i = 0; i < CHECK_NEEDS_MAX && c->check->needs[i]; i++)
		if (has_found(c->diags, c->check->needs[i]))
			return 0;
	return 1;
}

int checks_run(struct source *source, struct arena *arena, struct model *m, struct diags *diags)
{
	struct checker c = {.source = source, .model = m, .arena = arena, .diags = diags};
	int built = 0;

	for (c.check = checks; c.check->name; c.check++) {
		if (c.check->stage == CHECK_MODEL && !built) {
			model_build(source, arena, m);
			built = 1;
		}
		if (may_run(&c))
			c.check->run(&c);
	}
	diags_sort(diags);
	if (diags->failed || arena->failed)
		return GEN_ERR_NOMEM;
	return diags->errors ? GEN_ERR_INPUT : GEN_OK;
}
