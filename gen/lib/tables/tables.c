/* SPDX-License-Identifier: Apache-2.0 */
#include "tables/tables.h"

const struct tab_op tab_ops[] = {
    {"read_regs", 0, "register slot (8 bytes each)", "slots - 1", "read registers"},
    {"read_buffer", 1, "slot in the trace buffer (position mod slots)", "slots - 1",
     "read records"},
    {"write", 2, "table cell / 8, of the selected node(s)", "slots - 1", "write table cells"},
    {"start", 3, "0", "0", "start a run; the payload is its nonce and run number"},
    {"stop", 4, "0", "0", "end the run: every node flushes"},
    {"select", 5,
     "bits 7..0 node (255: all); bit 8: triggers live; bit 9: collect from the start; bit 10: wrap mode; bit 11: fire the host's trigger",
     "0", "name the node(s) that are written next, and set their flags"},
    {"limit", 6, "slot; the granule that holds it is not entered", "0",
     "free the buffer up to a granule"},
    {"post", 7, "records less one, modulo 2^(addr_bits-3)", "0",
     "records kept after the stop action (wrap mode)"},
    {0},
};

const struct tab_reg tab_regs[] = {
    {"magic", 0, 4, 0, "0x47 0x4E 0x4F (\"GNO\") and the link version"},
    {"hash", 4, 8, 0, "plan hash, least significant byte first"},
    {"model", 12, 1, 0, "1: this is a simulated model of the monitor, not the hardware"},
    {"head", 32, 2, 0, "low 16 bits of the slot position where the next record goes, mod slots"},
    {"tail", 34, 2, 0,
     "position of the oldest slot kept; wrap mode: of the oldest whole record (not in the single form)"},
    {"head_upper", 36, 2, 0,
     "bits 31..16 of the head, where the trace buffer has more than 65536 slots"},
    {"tail_upper", 38, 2, 0, "bits 31..16 of the tail, in the same way"},
    {"state", 48, 1, 0, "see the state bits"},
    {"run", 49, 1, 0, "run number; 0: the monitor was reset, and no run was started since"},
    {"nonce", 50, 14, 0,
     "bytes 51, 53, ..., 63: the payload of the last START without its last byte"},
    {"time", 64, 8, 0,
     "with `sync: yes`, in an answer that begins at byte 56 or before: cycles from START, or from the monitor's reset, to the last byte of the request"},
    {"fifo_high", 128, 2, 2,
     "high-water mark of the node's FIFO in slots since the start (not in the single form)"},
    {"rom", TAB_ROM_BASE, TAB_ROM_HEAD, 0,
     "with `rom: yes`: the first bytes of the ROM, then four bytes of length; behind them so many bytes of zlib stream: the manifest"},
    {0},
};

static const struct tab_const flags[] = {
    {"unsampled", 0,
     "a sample was asked for and could not be taken; with sampled: counter banks alone could not"},
    {"sampled", 1, "a ratio record of the same time follows directly"},
    {"stop", 2, "the record's action is stop"},
    {"mark", 3, "the record's action is mark"},
    {0},
};

static const struct tab_const actions[] = {
    {"record", 0, "record the event"},
    {"sample", 1, "sample the ratio counters, extremes and counter banks"},
    {"reset", 2, "reset the ratio counters and extremes after the sample"},
    {"start", 3, "start collecting with this event"},
    {"stop", 4, "stop collecting with this event"},
    {"global", 5, "drive the CAPTURE line: the global trigger"},
    {"mark", 6, "set the mark flag of the record"},
    {"bank", 7, "end the bank of the buckets"},
    {0},
};

static const struct tab_const pages[] = {
    {"control", 0, "process, collection, time: see the control writes"},
    {"user", 1,
     "first of the pages of user's events (1 to 3, 14 and 15): number: see the word address of a write"},
    {"send", 4, "a message was sent; sub: the connection, data: see the data of send"},
    {"receive_call", 5, "a process began to wait for a message"},
    {"receive", 6, "a message was received; data as of send"},
    {"message_queued", 7, "a message was queued; data as of send"},
    {"create_path", 8, "a connection was made"},
    {"destroy_path", 9, "a connection was removed"},
    {"create_process", 10, "a process was made"},
    {"start_process", 11, "a process began to run"},
    {"stop_process", 12, "a process was stopped"},
    {"destroy_process", 13, "a process ended"},
    {"user_high", 14, "first of the two last pages of user's events"},
    {0},
};

static const struct tab_const ports[] = {
    {"process", 0, "process register (bits 15..0): the process that runs from now on"},
    {"runnable", 1, "number of runnable processes (bits 7..0)"},
    {"start", 2, "start collection, itself included"},
    {"stop", 3, "stop collection, itself included"},
    {"time_stop", 4, "stop the time counter"},
    {"time_start", 5, "start the time counter; the record has the cycles for which it was stopped"},
    {"mark", 6, "mark; the data is its number"},
    {0},
};

static const struct tab_const selects[] = {
    {"live", 8, "triggers are live"},
    {"collect", 9, "collect from the start"},
    {"wrap", 10, "keep the last records; the same for all nodes"},
    {"ask", 11, "fire the trigger that the host fires"},
    {0},
};

static const struct tab_const blocks[] = {
    {"last", 16, "the last record of the block"},
    {"late", 17, "buckets: the bank began late, as no bank was free; values before it were lost"},
    {"saturated", 18, "some count is saturated"},
    {"flush", 19, "ended by the flush"},
    {0},
};

static const struct tab_const entry_counts[] = {
    {"many", TAB_ENTRIES_MANY, "entries that a record of a segment has at most"},
    {"many_long", TAB_ENTRIES_MANY_LONG, "the same where the watched word has more than 32 bits"},
    {0},
};

static const struct tab_const block_counts[] = {
    {"many", TAB_COUNTS_MANY, "counts that a record of a block has at most"},
    {0},
};

static const struct tab_const routes[] = {
    {"level", 0, "the line is the function f of its signals"},
    {"rises", 1, "f(t) and not f(t-1)"},
    {"falls", 2, "f(t-1) and not f(t)"},
    {"edges", 3, "f(t) is not f(t-1)"},
    {0},
};

static const struct tab_const gates[] = {
    {"line", 0, "closed where the gate's line is 0"},
    {"events", 1, "opened and closed by events"},
    {"process", 2, "closed where the process register differs in a bit of the mask"},
    {"open", 3, "with events: open at the start"},
    {0},
};

static const struct tab_const thresholds[] = {
    {"on", 0, "the threshold fires at all"},
    {"down", 1, "fires at values <= `fire`, and a value > `rearm` arms it; else >= and <"},
    {"each", 2, "always armed"},
    {0},
};

static const struct tab_const rings[] = {
    {"write", 0,
     "a table cell, where the node is selected: address in bits 29..8, data in bits 7..0"},
    {"select", 1, "the address of select in bits 29..8"},
    {"stop", 2, "end the run"},
    {"full", 3, "bit 29: whether the trace buffer is full"},
    {0},
};

static const struct tab_const nodes[] = {
    {"all", TAB_NODE_ALL, "every node"},
    {0},
};

static const struct tab_const frames[] = {
    {"mark", 0xA5, "first byte of every frame"},
    {"fill", 0xFF, "ends a frame that was cut off; no frame begins with it"},
    {0},
};

static const struct tab_const magics[] = {
    {"0", 0x47, "byte 0 of the registers"},
    {"1", 0x4E, "byte 1"},
    {"2", 0x4F, "byte 2"},
    {0},
};

static const struct tab_const links[] = {
    {"version", 3, "byte 3 of the registers"},
    {0},
};

static const struct tab_const roms[] = {
    {"0", 0x47, "byte 0 of the ROM"},
    {"1", 0x4E, "byte 1"},
    {"2", 0x52, "byte 2"},
    {"version", 1, "byte 3: format of the ROM"},
    {0},
};

static const struct tab_const rom_sizes[] = {
    {"bytes", TAB_ROM_BYTES, "bytes of the largest ROM, its head included"},
    {"text", TAB_ROM_TEXT, "bytes of the longest manifest in a ROM"},
    {0},
};

static const struct tab_const single_kinds[] = {
    {"rest", 0x0F,
     "kind of the slot of an entry's word: its bits 55..32, then bits 31..0 in word 0"},
    {"half", 0x12,
     "kind of the slot before the second half of a gap; bit 31 of word 1 is 1, the others are 0"},
    {"sample", 0x13, "kind of the slot behind the last data slot of a sample"},
    {"more", 0x14, "kind of the slot behind data slots in the middle of a block"},
    {"block", 0x15, "kind of the slot behind the last data slot of a block"},
    {0},
};

static const struct tab_const single_bits[] = {
    {"word", 7,
     "bit of byte 1 of an event's slot: the entry has a word record; bit k below: trigger k fired"},
    {"load", 4, "bit of byte 3: a load record belongs to the entry, too"},
    {"live", 5, "bit of byte 3: that record's code"},
    {"data", 7, "bit of word 1 of a slot: it has two words of a sample or block"},
    {"round", 6,
     "bit of word 1 of another slot: it has the state of a line, of an entry before it"},
    {"own", 4, "bit of byte 3 of an event's slot, where a line's trigger fired: its flag `own`"},
    {"length", 6, "the lower of two bits of byte 3 there: the lowest ones of `length`"},
    {"cause", 29,
     "bit of word 1 of a slot of kind rest at a node with a CAPTURE line; current and known above"},
    {0},
};

static const struct tab_const granules[] = {
    {"slots", TAB_GRANULE_SLOTS, "slots of the trace buffer that are freed together"},
    {0},
};

static const struct tab_const slots[] = {
    {"bytes", TAB_SLOT_BYTES, "bytes of a slot"},
    {0},
};

static const struct tab_const runs[] = {
    {"top", TAB_RUN_TOP, "1 in the number of every run; a gap leaves it out"},
    {0},
};

static const struct tab_const lanes[] = {
    {"columns", TAB_LANE_COLUMNS, "columns of a lane"},
    {0},
};

const struct tab_group tab_groups[] = {
    {"flag", "Flags of a record (bit numbers)", 0, flags, 0},
    {"act", "Action bits of an event or trigger (bit numbers)", 0, actions, 0},
    {"page", "Pages of the event port", TAB_PAGE_BITS, pages, 0},
    {"port", "Control writes of the event port (sub, page 0)", TAB_SUB_BITS, ports, 0},
    {"select", "Flags in the address of select (bit numbers)", 0, selects, 0},
    {"block", "Flags of a block (bit numbers in word 4 of its records)", 0, blocks, 4},
    {"block", "Counts in a record of a block", 0, block_counts, 0},
    {"entry", "Entries in a record of a segment", 0, entry_counts, 0},
    {"route", "Modes of a line of the router (`mode` of its row)", 2, routes, 0},
    {"gate", "Bits of the gate (bit numbers in `flags` of its row)", 0, gates, 0},
    {"threshold", "Bits of a threshold (bit numbers in `flags` of its row)", 0, thresholds, 0},
    {"ring", "Commands on the ring (bits 31..30 of the word)", 2, rings, 0},
    {"node", "Node numbers in the address of select", 8, nodes, 0},
    {"frame", "Frames", 8, frames, 0},
    {"magic", "First bytes of the registers", 8, magics, 0},
    {"link", "Link", 8, links, 0},
    {"rom", "First bytes of the ROM", 8, roms, 0},
    {"rom", "Size of the ROM", 0, rom_sizes, 0},
    {"single", "Kinds of slots of the single form", 8, single_kinds, 0},
    {"single", "Slots of the single form (bit numbers)", 0, single_bits, 0},
    {"granule", "Granule of the limit", 0, granules, 0},
    {"run", "Run number (bit number)", 0, runs, 0},
    {"lane", "Table of steps", 0, lanes, 0},
    {"slot", "Unit of the trace buffer", 0, slots, 0},
    {0},
};

uint32_t tab_magic(void)
{
	return (uint32_t)links[0].value << 24 | magics[2].value << 16 | magics[1].value << 8 |
	       magics[0].value;
}

uint32_t tab_rom_mark(void)
{
	return (uint32_t)roms[3].value << 24 | roms[2].value << 16 | roms[1].value << 8 |
	       roms[0].value;
}
