/* SPDX-License-Identifier: Apache-2.0 */
/* The tables that the host writes, and numbers that have fields. */
#include "tables/tables.h"

#define ACT "see the action bits"

const struct tab_table tab_tables[TAB_TABLES] = {
    [TAB_TABLE_ACTIONS] =
	{
	    .name = "actions",
	    .row = 1,
	    .index = "event code",
	    .ram = 1,
	    .what = "actions of the events",
	    .fields = {{"act", 0, 0, 8, ACT}},
	},
    [TAB_TABLE_RANK_ACTIONS] =
	{
	    .name = "rank_actions",
	    .row = 1,
	    .index = "index of the last rank",
	    .ram = 1,
	    .what = "actions of the events, in place of table actions",
	    .fields = {{"act", 0, 0, 8, ACT}},
	},
    [TAB_TABLE_STEPS] =
	{
	    .name = "steps",
	    .row = 1,
	    .index = "lane, event code",
	    .ram = 1,
	    .what =
		"what an event does besides its actions; column c is bit c modulo 8 of lane c / 8",
	    .fields = {{"columns", 0, 0, TAB_LANE_COLUMNS,
			"columns of the lane, the first lowest"}},
	},
    [TAB_TABLE_LIMITS] =
	{
	    .name = "limits",
	    .row = 8,
	    .index = "sequence, step",
	    .ram = 1,
	    .what = "the steps of the sequences",
	    .fields =
		{
		    {"count", 0, 0, 16, "occurrences that the step needs, less one"},
		    {"last", 2, 0, 1, "the last step"},
		    {"timed", 2, 1, 1, "the step has a time-out"},
		    {"once", 2, 2, 1, "one occurrence is needed"},
		    {"twice", 2, 3, 1, "two occurrences are needed"},
		    {"next", 2, 4, 1, "the time-out is 1"},
		    {"follows", 2, 5, 1, "the sequence is the next one of a row"},
		    {"timeout", 4, 0, 32, "time-out in cycles, less one"},
		},
	},
    [TAB_TABLE_WORDS] =
	{
	    .name = "words",
	    .row = 16,
	    .index = "step less one (from 0), strict sequence",
	    .ram = 1,
	    .what = "the words of the strict sequences behind the first",
	    .fields = {{"word", 0, 0, 64, "the watched word"}, {"last", 8, 0, 1, "the last step"}},
	},
    [TAB_TABLE_TRIGGERS] =
	{
	    .name = "triggers",
	    .row = 1,
	    .index = "trigger number, then one row for the event port",
	    .what = "actions of the triggers",
	    .fields = {{"act", 0, 0, 8, ACT}},
	},
    [TAB_TABLE_TIMER] =
	{
	    .name = "timer",
	    .row = 8,
	    .index = "one row",
	    .what = "the timer",
	    .fields =
		{
		    {"period", 0, 0, 32, "period in cycles, less one"},
		    {"on", 4, 0, 1, "the timer runs"},
		    {"profile", 4, 1, 1, "the next watched word is recorded"},
		},
	},
    [TAB_TABLE_WATCHDOG] =
	{
	    .name = "watchdog",
	    .row = 8,
	    .index = "one row",
	    .what = "the watchdog",
	    .fields =
		{
		    {"after", 0, 0, 32, "cycles without the feeding event, less one"},
		    {"on", 4, 0, 1, "the watchdog runs"},
		},
	},
    [TAB_TABLE_EVENTS] =
	{
	    .name = "events",
	    .row = 1,
	    .index = "trigger number, with lines of groups then one row for the event port",
	    .what = "event lines and lines of groups that a trigger drives",
	    .fields = {{"lines", 0, 0, 8, "a bit for each line, the event lines lowest"}},
	},
    [TAB_TABLE_CODES] =
	{
	    .name = "codes",
	    .row = 1,
	    .index = "word address of a write to the event port",
	    .ram = 1,
	    .what = "the classes of the writes",
	    .fields = {{"class", 0, 0, 8, "class; without `code_data` the code; 0: none"}},
	},
    [TAB_TABLE_CODE_DATA] =
	{
	    .name = "code_data",
	    .row = 1,
	    .index = "class, lowest bits of the data",
	    .ram = 1,
	    .what = "the codes of the writes",
	    .fields = {{"code", 0, 0, 8, "code; 0: none"}},
	},
    [TAB_TABLE_CODE_ACTIONS] =
	{
	    .name = "code_actions",
	    .row = 1,
	    .index = "lane, code",
	    .ram = 1,
	    .lanes = 1,
	    .what = "what the codes of the event port do",
	    .fields =
		{
		    {"act", 0, 0, 8, "first lane: " ACT},
		    {"opens", 0, 0, 1, "second lane, with a gate: the code opens the gate"},
		    {"closes", 0, 1, 1, "second lane, with a gate: the code closes the gate"},
		    {"lines", 0, 0, 8,
		     "last lane, with event lines or lines of groups: those that the code drives"},
		},
	},
    [TAB_TABLE_ROUTER] =
	{
	    .name = "router",
	    .row = 8,
	    .index = "line",
	    .what = "the functions of the lines",
	    .fields =
		{
		    {"s0", 0, 0, 8, "number of signal s0; a number that is not there reads 0"},
		    {"s1", 1, 0, 8, "of signal s1"},
		    {"s2", 2, 0, 8, "of signal s2"},
		    {"s3", 3, 0, 8, "of signal s3"},
		    {"table", 4, 0, 16, "the function f: bit {s3, s2, s1, s0}"},
		    {"mode", 6, 0, 2, "see the modes of a line"},
		},
	},
    [TAB_TABLE_GATE] =
	{
	    .name = "gate",
	    .row = 8,
	    .index = "one row",
	    .what = "what the gate depends on",
	    .fields =
		{
		    {"flags", 0, 0, 4, "see the bits of the gate"},
		    {"process", 2, 0, 16, "the process register that opens the gate"},
		    {"mask", 4, 0, 16, "bits of the process register that are compared"},
		},
	},
    [TAB_TABLE_QUANTITIES] =
	{
	    .name = "quantities",
	    .row = 8,
	    .index = "quantity",
	    .what = "the numbers of the quantities",
	    .fields = {{"window", 0, 0, 32, "of a window: its cycles, less one"}},
	},
    [TAB_TABLE_THRESHOLDS] =
	{
	    .name = "thresholds",
	    .row = 16,
	    .index = "threshold",
	    .what = "the limits of the thresholds",
	    .fields =
		{
		    {"fire", 0, 0, 32, "the limit at which it fires"},
		    {"rearm", 4, 0, 32, "the limit behind which it is armed"},
		    {"flags", 8, 0, 3, "see the bits of a threshold"},
		},
	},
    [TAB_TABLE_RANGES] =
	{
	    .name = "ranges",
	    .row = 4,
	    .index = "bucket",
	    .ram = 1,
	    .units = 1,
	    .what = "the bounds of the buckets",
	    .fields =
		{{"bound", 0, 0, 32,
		  "least value in the bucket, 2^32 - 1 where no value reaches it; of bucket 0 "
		  "it is ignored"}},
	},
};

const struct tab_pack tab_packs[] = {
    {
	.name = "state",
	.title = "State register",
	.bits = 8,
	.fields =
	    {
		{"active", 0, 1, "between start and stop"},
		{"full", 1, 1, "the head is at the limit"},
		{"wrapped", 2, 1, "something was overwritten (wrap mode)"},
		{"frozen", 3, 1, "stop action seen and the records after it kept (wrap mode)"},
		{"high", 4, 4,
		 "high-water mark of the trace buffer, in sixteenths of it, rounded up, 15 at most "
		 "(not in the single form)"},
	    },
    },
    {
	.name = "port_write",
	.title = "Word address of a write to the event port, the number of a user's event",
	.bits = TAB_PORT_WRITE_BITS,
	.fields =
	    {
		{"sub", 0, TAB_SUB_BITS, "connection, or part of the event's number"},
		{"page", TAB_SUB_BITS, TAB_PAGE_BITS, "page: what kind of event"},
	    },
    },
    {
	.name = "message",
	.title = "Data of send, receive and message_queued",
	.bits = 32,
	.fields =
	    {
		{"size", 0, 16, "size of the message"},
		{"sequence", 16, 16, "sequence number"},
	    },
    },
    {0},
};

const struct tab_pack tab_forms[TAB_FORMS] = {
    [TAB_FORM_FULL] =
	{
	    .name = "full",
	    .title = "Pair in the full form",
	    .bits = 64,
	    .fields = {{"a", 0, 32, "count A"}, {"b", 32, 32, "count B"}},
	},
    [TAB_FORM_COMPRESSED] =
	{
	    .name = "compressed",
	    .title = "Pair in the compressed form of 16 bits",
	    .bits = 16,
	    .fields =
		{
		    {"e", 0, 5, "exponent"},
		    {"b", 5, 6, "count B by the exponent"},
		    {"a", 11, 5, "count A by the exponent"},
		},
	},
    [TAB_FORM_COMPRESSED32] =
	{
	    .name = "compressed32",
	    .title = "Pair in the compressed form of 32 bits",
	    .bits = 32,
	    .fields =
		{
		    {"e", 0, 4, "exponent"},
		    {"b", 4, 14, "count B by the exponent"},
		    {"a", 18, 14, "count A by the exponent"},
		},
	},
};

const char *tab_form_name(enum tab_form form)
{
	return form < TAB_FORMS ? tab_forms[form].name : NULL;
}

unsigned tab_ratio_words(unsigned pairs, enum tab_form form)
{
	unsigned words = (pairs * tab_forms[form].bits + 31) / 32;

	return (words + 1) & ~1u;
}
