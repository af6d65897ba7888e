/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEST_FILTER_RULES_H
#define TEST_FILTER_RULES_H

/* Rules of filters, and what each means in C, for records as they were written. */

#include "filter_fixture.h"

/* A record as it was written. */
struct entry {
	unsigned node, kind, code;
	uint64_t time;
	int process; /* that the port named last, -1: none */
	uint32_t word, data;
	enum { SWITCH, SEND, USER, TIME_STOP } what; /* of a write */
	enum { STAYS, STRETCH, ALONE } class;	     /* what may become of it */
};

static bool of_a(const struct entry *t)
{
	return t->kind == GNO_KIND_EVENT && t->code == FILTER_A;
}

static bool not_a(const struct entry *t)
{
	return (t->kind == GNO_KIND_EVENT || t->kind == GNO_KIND_TRIGGER) && t->code != FILTER_A;
}

static bool of_b_or_t(const struct entry *t)
{
	return (t->kind == GNO_KIND_EVENT && t->code == FILTER_B) || t->kind == GNO_KIND_TRIGGER;
}

static bool in_time(const struct entry *t)
{
	return t->time >= 9000 && t->time <= 20000;
}

static bool at_core1_early(const struct entry *t)
{
	return t->node == 1 && t->time < 15000;
}

static bool of_process_1(const struct entry *t)
{
	return t->process == 1;
}

static bool of_pair(const struct entry *t)
{
	return t->process == 1 || (t->process == 2 && t->node == 0);
}

static bool not_of_pair(const struct entry *t)
{
	return t->process >= 0 && !of_pair(t);
}

static bool no_pair(const struct entry *t)
{
	return !of_pair(t);
}

static bool of_other(const struct entry *t)
{
	return t->process == 2 && t->node == 1;
}

static bool of_zero_or_2(const struct entry *t)
{
	return t->process == 0 || t->process == 2;
}

static bool of_pair_early(const struct entry *t)
{
	return of_pair(t) && t->time < 9000;
}

static bool not_process_1(const struct entry *t)
{
	return t->process >= 0 && t->process != 1;
}

static bool of_low_words(const struct entry *t)
{
	return t->kind == GNO_KIND_WORD && t->word < 20;
}

static bool of_no_low_word(const struct entry *t)
{
	return !of_low_words(t);
}

static bool of_kind(const struct entry *t)
{
	return t->kind == GNO_KIND_WORD || t->kind == GNO_KIND_TRIGGER;
}

static bool at_core1_or_early(const struct entry *t)
{
	return t->node == 1 || t->time < 9000;
}

static bool of_low_words_early(const struct entry *t)
{
	return of_low_words(t) && t->time < 9000;
}

static bool of_writes(const struct entry *t)
{
	return t->kind == GNO_KIND_DATUM;
}

static bool of_sends(const struct entry *t)
{
	return of_writes(t) && t->what == SEND;
}

static bool of_others(const struct entry *t)
{
	return of_writes(t) && t->what != SEND;
}

static bool of_no_send(const struct entry *t)
{
	return !of_sends(t);
}

static bool of_sends_and_switches(const struct entry *t)
{
	return of_writes(t) && (t->what == SEND || t->what == SWITCH);
}

static bool of_connection_3(const struct entry *t)
{
	return of_sends(t) && t->data % 2 == 0;
}

/* A switch has no number: not known. */
static int with_number_3(const struct entry *t)
{
	return t->what == SWITCH ? -1 : of_connection_3(t);
}

static bool of_user_data(const struct entry *t)
{
	return of_writes(t) && t->what == USER && t->data > 4;
}

static bool of_all(const struct entry *t)
{
	return t != NULL;
}

/* Of a write, which has no event and no word: not known. */
static int unknown(const struct entry *t)
{
	return t->kind == GNO_KIND_DATUM ? -1 : 0;
}

static int not_early(const struct entry *t)
{
	return t->time < 9000 ? -1 : 0;
}

static const struct {
	const char *text;
	bool (*holds)(const struct entry *t);
	int (*of_write)(const struct entry *t); /* NULL: as `holds` */
} rules[] = {
    {"event == a", of_a, unknown},
    {"event != a", not_a, unknown},
    {"event in {b, t}", of_b_or_t, unknown},
    {"time in 9000..20000", in_time, NULL},
    {"time >= 9000 and not time > 20000", in_time, NULL},
    {"node == core1 and time < 15000", at_core1_early, NULL},
    {"node == core1 or time < 9000", at_core1_or_early, NULL},
    {"process == 1", of_process_1, NULL},
    {"process == pair", of_pair, NULL},
    {"process != pair", not_of_pair, NULL},
    {"not process == pair", no_pair, NULL},
    {"process == other", of_other, NULL},
    {"process in {zero, 2}", of_zero_or_2, NULL},
    {"process not in {other, zero, 5}", of_pair, NULL},
    {"process == pair and time < 9000", of_pair_early, NULL},
    {"process != 1", not_process_1, NULL},
    {"process not in 1", not_process_1, NULL},
    {"pc < 80", of_low_words, unknown},
    {"not pc < 80", of_no_low_word, unknown},
    {"pc < 80 and time < 9000", of_low_words_early, not_early},
    {"kind == word or kind == trigger", of_kind, NULL},
    {"kind == write", of_writes, NULL},
    {"port == send", of_sends, NULL},
    {"port != send", of_others, NULL},
    {"not port == send", of_no_send, NULL},
    {"port in {send, process}", of_sends_and_switches, NULL},
    {"port == send and port_number == 3", of_connection_3, NULL},
    {"port_number == 3", of_connection_3, with_number_3},
    {"port == user and port_data > 4", of_user_data, NULL},
    {"any", of_all, NULL},
};

#endif
