/* SPDX-License-Identifier: Apache-2.0 */
/* The table of keys. */
#include "model/keys.h"
#include "preprocessors/single.h"
#include "preprocessors/watcher.h"

#define YES_NO "no yes"

static const struct key_spec time_keys[] = {
    {.name = "bits",
     .type = KEY_INT,
     .preset = "32",
     .min = 12,
     .max = 32,
     .what =
	 "width of the time counters; the host extends times to 64 bits. A block of buckets, counters or segments that waits for the link longer than 127*2^(bits-1) cycles can get a wrong time"},
    {0},
};

static const struct key_spec tick_keys[] = {
    {.name = "prescale",
     .type = KEY_INT,
     .required = 1,
     .power_of_two = 1,
     .min = 2,
     .max = 65536,
     .what = "cycles of a tick: the time of a record is a multiple of it"},
    {.name = "jitter",
     .type = KEY_CHOICE,
     .preset = "no",
     .choices = YES_NO,
     .what =
	 "`no`: time changes with the first cycle of each period of so many cycles; `yes`: behind one of its cycles that is drawn at random. That keeps loops of a whole number of ticks from always meeting the same place of a tick"},
    {0},
};

static const struct key_spec buffer_keys[] = {
    {.name = "slots",
     .type = KEY_INT,
     .power_of_two = 1,
     .preset = "1024",
     .min = 64,
     .max = 268435456,
     .what =
	 "size of the trace buffer; a slot is 64 bits and holds one event. Inside the monitor 32768 at most"},
    {.name = "memory",
     .type = KEY_CHOICE,
     .preset = "blocks",
     .choices = "blocks spram port",
     .what =
	 "`blocks`: RAM blocks; `spram`: the four SPRAM blocks of an UP5K, 16384 slots; `port`: a memory outside the monitor, 4096 slots or more"},
    {.name = "wrap",
     .type = KEY_CHOICE,
     .preset = "yes",
     .choices = YES_NO,
     .what =
	 "`no`: the monitor has no flight recorder (buffer mode `wrap` of an experiment), and fewer logic cells; one node with long blocks has the single form only then"},
    {0},
};

static const struct key_spec link_keys[] = {
    {.name = "phy",
     .type = KEY_CHOICE,
     .preset = "bytes",
     .choices = "bytes uart ft245 ft245_sync",
     .what =
	 "`bytes`: a byte port with valid and ready; `uart`: 8N1 on two wires; `ft245`: the asynchronous FIFO of FT232H and FT2232H; `ft245_sync`: their synchronous FIFO, a byte each way in a cycle of 60 MHz"},
    {.name = "baud",
     .type = KEY_RATE,
     .min = 300,
     .max = 12000000,
     .what =
	 "bits per second of the UART (required there, refused elsewhere); the clock must be 4 times as fast or more"},
    {.name = "wide",
     .type = KEY_CHOICE,
     .preset = "no",
     .choices = YES_NO,
     .what =
	 "with `phy: bytes`: a byte a cycle each way, for a fast interface. Without it a byte takes five cycles, and the link fewer logic cells"},
    {0},
};

static const struct key_spec ring_keys[] = {
    {.name = "wires",
     .type = KEY_INT,
     .power_of_two = 1,
     .preset = "8",
     .min = 1,
     .max = 32,
     .what = "width of the path between the nodes and the trace buffer"},
    {.name = "delay",
     .type = KEY_INT,
     .preset = "0",
     .min = 0,
     .max = 200,
     .what =
	 "with nodes on further chips: cycles that a wire takes from the output of a chip to the input of the next one. Each chip has a register at both"},
    {0},
};

static const struct key_spec capture_keys[] = {
    {.name = "registers",
     .type = KEY_INT,
     .preset = "0",
     .min = 0,
     .max = 16,
     .what =
	 "registers on the way from each node to where the line is joined, and as many on the way back: for long wires within the chip"},
    {.name = "interrupt",
     .type = KEY_CHOICE,
     .preset = "no",
     .choices = YES_NO,
     .what =
	 "the interrupt form, too: a global trigger, or a processor, asserts a line that interrupts all processors; each holds it until its routine has finished, and all time counters pause meanwhile"},
    {.name = "limit",
     .type = KEY_INT,
     .preset = "0",
     .min = 0,
     .max = 2147483647,
     .what =
	 "with `interrupt`: cycles after which a round ends, also where a processor has not finished; 0: never"},
    {0},
};

static const struct key_spec report_keys[] = {
    {.name = "registers",
     .type = KEY_INT,
     .preset = "0",
     .min = 0,
     .max = 16,
     .what = "as that of `capture`; beside a CAPTURE line, the same number"},
    {.name = "limit",
     .type = KEY_INT,
     .preset = "0",
     .min = 0,
     .max = 2147483647,
     .what =
	 "cycles after which a round ends, also where a processor has not finished, or a local store is not sent; 0: never"},
    {0},
};

/* What a field holds, in the list of fields and in the short form. */
#define FIELD_KINDS "pc address data"

static const struct key_spec field_keys[] = {
    {.name = "name", .type = KEY_NAME, .required = 1, .what = "name of the field, and of its port"},
    {.name = "bits",
     .type = KEY_INT,
     .required = 1,
     .min = 1,
     .max = 64,
     .what = "width of the port"},
    {.name = "skip",
     .type = KEY_BITS,
     .what = "bits that the trigger leaves out; every pattern reads them as 0"},
    {.name = "kind",
     .type = KEY_CHOICE,
     .choices = FIELD_KINDS,
     .what =
	 "what the field holds: `pc`, the address of an instruction: gnomon looks for places in a program there; `address`, of data: `access` looks there; `data`, anything else. Without it: `pc` for a field of that name, `address` for one called `addr`, `data` for all others"},
    {.name = "unit",
     .type = KEY_INT,
     .preset = "1",
     .min = 1,
     .max = 64,
     .power_of_two = 1,
     .what =
	 "bytes per step of the field's value: 4 where it counts words. Addresses of a program are divided by it"},
    {.name = "when",
     .type = KEY_NAME,
     .what =
	 "qualifier of the field, a signal: a comparison of the field is false in cycles in which it is 0. It takes one bit of the watched word; fields may share it"},
    {0},
};

static const struct key_section field_section = {
    "field", "A field of the watched word, at a port of its own.", field_keys};

static const struct key_spec watch_keys[] = {
    {.name = "fields",
     .type = KEY_LIST,
     .min = 1,
     .max = 64,
     .child = &field_section,
     .what =
	 "the fields of the watched word, the lowest first; together 8 to 64 bits that are not skipped"},
    {.name = "field",
     .type = KEY_NAME,
     .what =
	 "short for a word of one field: its name, such as `pc` (this or `fields` is required)"},
    {.name = "bits", .type = KEY_INT, .preset = "32", .min = 1, .max = 64, .what = "its width"},
    {.name = "skip", .type = KEY_BITS, .what = "its bits that the trigger leaves out"},
    {.name = "kind", .type = KEY_CHOICE, .choices = FIELD_KINDS, .what = "as that of a field"},
    {.name = "unit",
     .type = KEY_INT,
     .preset = "1",
     .min = 1,
     .max = 64,
     .power_of_two = 1,
     .what = "as that of a field"},
    {.name = "when",
     .type = KEY_NAME,
     .what =
	 "name of the qualifier: the word counts only in cycles in which it is 1; without it every cycle counts"},
    {.name = "capacity",
     .type = KEY_INT,
     .preset = "15",
     .min = 15,
     .max = 255,
     .what =
	 "events that can be distinguished at a time, chosen at run time; rounded up to 15, 31, 63, 127 or 255"},
    {.name = "goal",
     .type = KEY_CHOICE,
     .preset = "ram",
     .choices = "ram balanced logic latency",
     .what =
	 "what the ranks are planned for: fewest RAM blocks; blocks and logic (a block weighs as much as 8 logic cells); least logic; fewest cycles"},
    {0},
};

static const struct key_spec fifo_keys[] = {
    {.name = "slots",
     .type = KEY_INT,
     .power_of_two = 1,
     .preset = "256",
     .min = 16,
     .max = 4096,
     .what =
	 "size of the node's FIFO; an entry is one slot and holds all that is recorded in one cycle, except the sample, which waits in a queue of two words a slot; the single form has only that queue, of a quarter of the trace buffer at most"},
    {0},
};

static const struct key_spec sequences_keys[] = {
    {.name = "count",
     .type = KEY_INT,
     .required = 1,
     .min = 1,
     .max = 8,
     .what = "number of sequences"},
    {.name = "steps",
     .type = KEY_INT,
     .required = 1,
     .min = 1,
     .max = 16,
     .what = "steps of each at most; sequences times steps is 64 at most"},
    {.name = "count_bits",
     .type = KEY_INT,
     .preset = "8",
     .min = 1,
     .max = 16,
     .what = "width of the counters of a step's occurrences"},
    {.name = "timeout_bits",
     .type = KEY_INT,
     .preset = "24",
     .min = 1,
     .max = 32,
     .what = "width of the time-outs, in cycles"},
    {.name = "overlap",
     .type = KEY_CHOICE,
     .preset = "no",
     .choices = YES_NO,
     .what =
	 "several sequences can follow attempts of one sequence side by side, one attempt each"},
    {0},
};

static const struct key_spec strict_keys[] = {
    {.name = "count",
     .type = KEY_INT,
     .required = 1,
     .min = 1,
     .max = 16,
     .what = "number of strict sequences"},
    {.name = "steps",
     .type = KEY_INT,
     .required = 1,
     .min = 2,
     .max = 8,
     .what = "words of each at most"},
    {0},
};

static const struct key_spec port_keys[] = {
    {.name = "bus",
     .type = KEY_CHOICE,
     .required = 1,
     .choices = "strobe wishbone axilite",
     .what = "how programs write to it: a strobe with address and data, Wishbone B4 or AXI4-Lite"},
    {.name = "pc",
     .type = KEY_NAME,
     .what = "name of a port of 32 bits whose value is recorded with each write"},
    {.name = "process_time",
     .type = KEY_CHOICE,
     .preset = "no",
     .choices = YES_NO,
     .what = "measure the cycles of each of 64 processes, and record them with each write"},
    {.name = "codes",
     .type = KEY_INT,
     .min = 1,
     .max = 255,
     .what =
	 "kinds of writes that an experiment can give actions of their own; rounded up to 1, 3, 7, 15, 31, 63, 127 or 255; without it writes have the actions of the port only"},
    {.name = "code_data",
     .type = KEY_INT,
     .preset = "0",
     .min = 0,
     .max = 8,
     .what = "lowest bits of the data that such a kind may depend on"},
    {0},
};

static const struct key_section time_section = {"time", "The time counters.", time_keys};
static const struct key_section tick_section = {
    "time of a node",
    "A time that is coarser than a cycle. Times stay in cycles, and what counts cycles stays exact: only the times of records are rounded.",
    tick_keys};
static const struct key_section buffer_section = {"buffer", "The trace buffer.", buffer_keys};
static const struct key_section link_section = {"link", "The way to the host.", link_keys};
static const struct key_section ring_section = {"ring", "The ring. A monitor of one node has none.",
						ring_keys};
static const struct key_section capture_section = {
    "capture",
    "The CAPTURE line: a global trigger at any node makes all nodes record their watched word of its cycle, and sample their preprocessors.",
    capture_keys};

static const struct key_section report_section = {
    "report",
    "The REPORT line: local stores keep their records until it is asserted. It interrupts all processors, and all time counters pause until the stores are sent.",
    report_keys};
static const struct key_section watch_section = {"watch", "What a node's trigger examines.",
						 watch_keys};
static const struct key_section fifo_section = {"fifo", "The node's FIFO.", fifo_keys};
static const struct key_section sequences_section = {
    "sequences", "Sequences of events with counts, aborts and time-outs.", sequences_keys};
static const struct key_section strict_section = {
    "strict", "Strict sequences: words that follow each other directly.", strict_keys};
static const struct key_section port_section = {
    "port", "The event port, to which programs and operating system write.", port_keys};

#define LIST_OF_WATCHERS(word, list, most, text)                                                   \
	{.name = #list,                                                                            \
	 .type = KEY_LIST,                                                                         \
	 .min = 1,                                                                                 \
	 .max = most,                                                                              \
	 .child = &watcher_kinds[WATCHER_##word].section,                                          \
	 .what = text},

static const struct key_spec node_keys[] = {
    {.name = "name", .type = KEY_NAME, .required = 1, .what = "name of the node, and of its ports"},
    {.name = "count",
     .type = KEY_INT,
     .min = 1,
     .max = 192,
     .what = "number of equal nodes; their names are numbered from 0 (`core0`, `core1`, ...)"},
    {.name = "chip",
     .type = KEY_NAME,
     .what =
	 "the chip that the node is on, without it that of the trace buffer. Each chip has a module of its own, with wires to the next one; the nodes of a chip follow each other"},
    {.name = "watch",
     .type = KEY_MAP,
     .required = 1,
     .child = &watch_section,
     .what = "what the node's trigger examines"},
    {.name = "share",
     .type = KEY_CHOICE,
     .preset = "no",
     .choices = "no pairs",
     .what =
	 "`pairs`: nodes 0 and 1, 2 and 3, ... of this entry read the same RAMs (families ecp5, gowin, xilinx7 and nexus)"},
    {.name = "time",
     .type = KEY_MAP,
     .child = &tick_section,
     .what = "a time that is coarser than a cycle; without it the time of each record is exact"},
    {.name = "sequences",
     .type = KEY_MAP,
     .child = &sequences_section,
     .what = "the node's sequences"},
    {.name = "strict",
     .type = KEY_MAP,
     .child = &strict_section,
     .what = "the node's strict sequences"},
    {.name = "timer",
     .type = KEY_CHOICE,
     .preset = "no",
     .choices = YES_NO,
     .what = "a trigger that fires periodically, and the profile"},
    {.name = "watchdog",
     .type = KEY_CHOICE,
     .preset = "no",
     .choices = YES_NO,
     .what = "a trigger that fires when an event does not occur in time"},
    {.name = "port", .type = KEY_MAP, .child = &port_section, .what = "the node's event port"},
    {.name = "connect",
     .type = KEY_MAP,
     .child = &key_connect,
     .what = "what of the target the node's inputs are connected to"},
    {.name = "fifo", .type = KEY_MAP, .child = &fifo_section, .what = "the node's FIFO"},
    {.name = "signals",
     .type = KEY_LIST,
     .min = 1,
     .max = 64,
     .child = &key_signal,
     .plain = &key_signal_plain,
     .what = "what the router chooses from"},
    {.name = "values",
     .type = KEY_LIST,
     .min = 1,
     .max = 8,
     .child = &key_value,
     .what = "numbers of the target"},
    {.name = GATE_NAME,
     .type = KEY_CHOICE,
     .preset = "no",
     .choices = YES_NO,
     .put_what = gate_put_key},
    {.name = "host",
     .type = KEY_CHOICE,
     .preset = "no",
     .choices = YES_NO,
     .what = "a trigger that the host fires"},
    {.name = "processor",
     .type = KEY_CHOICE,
     .preset = "yes",
     .choices = YES_NO,
     .what =
	 "with the interrupt form of `capture`, or with `report`: the lines interrupt the node's processor, which holds them until it has finished; `no`: the node has none, and never holds a line for one"},
    {.name = "store",
     .type = KEY_CHOICE,
     .preset = "ring",
     .choices = "ring local",
     .what =
	 "with `report`: `local`, the node keeps its records until the REPORT line is asserted, or the run has ended; `ring`, they go to the trace buffer at once"},
    {.name = "almost_full",
     .type = KEY_INT,
     .min = 1,
     .max = 4088,
     .what =
	 "with `store: local`: how many entries of the FIFO assert the REPORT line. Without it: three quarters of the slots, or of the samples that are kept, if that is less"},
    {.name = "event_lines",
     .type = KEY_LIST,
     .min = 1,
     .max = 8,
     .plain = &key_event_line_plain,
     .what =
	 "inputs of pairs and counters, and triggers of segments, that are 1 in the cycles of events: the experiment chooses the events, of patterns, sequences and all other triggers. With `report`, one called `report` asserts the REPORT line"},
    {.name = "ratios",
     .type = KEY_MAP,
     .child = &ratios.section,
     .what = "the node's ratio counters"},
    {.name = "quantities",
     .type = KEY_LIST,
     .min = 1,
     .max = 8,
     .child = &key_quantity,
     .what = "quantities: widths, latencies and other numbers"},
    WATCHER_KINDS(LIST_OF_WATCHERS){
	.name = "groups",
	.type = KEY_LIST,
	.min = 1,
	.max = 8,
	.child = &key_group,
	.what =
	    "groups of preprocessors: actions of an experiment can name those that they are for"},
    {0},
};

static const struct key_section node_section = {
    "node", "A node: one processor or other unit under measurement.", node_keys};

static const struct key_spec root_keys[] = {
    {.name = "gnomon",
     .type = KEY_INT,
     .required = 1,
     .min = 1,
     .max = 1,
     .what = "format of the description"},
    {.name = "name",
     .type = KEY_NAME,
     .required = 1,
     .what = "name of the emitted module and of its file"},
    {.name = "clock",
     .type = KEY_FREQ,
     .required = 1,
     .min = 1,
     .max = 10000000000,
     .what = "frequency of `clk`; times are counted in its periods"},
    {.name = "family",
     .type = KEY_CHOICE,
     .preset = "ice40",
     .choices = "ice40 up5k ecp5 gowin xilinx7 nexus",
     .what = "the FPGA family: the RAM blocks and LUT RAM that memories are planned for"},
    {.name = "time", .type = KEY_MAP, .child = &time_section, .what = "the time counters"},
    {.name = "buffer", .type = KEY_MAP, .child = &buffer_section, .what = "the trace buffer"},
    {.name = "link", .type = KEY_MAP, .child = &link_section, .what = "the way to the host"},
    {.name = "ring", .type = KEY_MAP, .child = &ring_section, .what = "the ring"},
    {.name = "capture",
     .type = KEY_MAP,
     .child = &capture_section,
     .what =
	 "the CAPTURE line; without it there is none, and no node can fire a global trigger. `capture: {}` takes all its presets"},
    {.name = "report",
     .type = KEY_MAP,
     .child = &report_section,
     .what =
	 "the REPORT line; without it there is none, and no node has a local store. `report: {}` takes all its presets"},
    {.name = "rom",
     .type = KEY_CHOICE,
     .preset = "no",
     .choices = YES_NO,
     .what =
	 "the monitor holds its manifest, so that a host needs no file; `gnomon cost` reports the RAM blocks"},
    {.name = "sync",
     .type = KEY_CHOICE,
     .preset = "no",
     .choices = YES_NO,
     .what =
	 "the host can read the time of the monitor, so that several boards get one time; `gnomon cost` reports what it costs"},
    {.name = "register_taps",
     .type = KEY_CHOICE,
     .preset = "no",
     .choices = YES_NO,
     .what =
	 "a register on each signal from the target, for the target's clock; records have the same times without it"},
    {.name = "connect",
     .type = KEY_MAP,
     .child = &key_connect,
     .what = "what of the target those inputs are connected to that are of no node"},
    {.name = "nodes",
     .type = KEY_LIST,
     .required = 1,
     .min = 1,
     .max = 192,
     .child = &node_section,
     .what = "the nodes, in the order of their numbers; 192 in all"},
    {0},
};

const struct key_section key_root = {"description", "The whole description.", root_keys};
