/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Strings of random programs against a second way to find them: from the list of events, which
 * knows of each message its send and its receive, by a search through the whole list for each step.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "causality_fixture.h"
#include "tests/suite.h"

#define RUNS 200
#define EVENTS 160
#define SERVERS "ABCD"
#define ROOM 256

/* An event of the program, and whether the run has it. */
struct event {
	char who, other;
	bool send;
	bool lost;
	unsigned message, number; /* `number`: among those of the two processes */
	uint64_t time;
};

static struct event event[EVENTS];
static unsigned events;
static struct gap {
	unsigned at; /* events before it */
	char who;    /* of its node */
} gap[EVENTS];
static unsigned gaps;
static uint32_t state;

/* What was found, as names with counts. */
static struct tally {
	char name[ROOM];
	unsigned count;
} strings[EVENTS], branches[EVENTS];

static unsigned draw(unsigned below)
{
	state = state * 1664525u + 1013904223u;
	return (unsigned)(((uint64_t)(state >> 8) * below) >> 24);
}

static bool is_in(const char *set, char letter)
{
	return strchr(set, letter) != NULL;
}

/* -- a program that sends what is received some time later -- */

static void add_event(char who, char other, bool send, unsigned message, unsigned number)
{
	event[events++] = (struct event){who, other, send, false, message, number, 0};
}

static void make(void)
{
	unsigned sent[8][8] = {{0}}, messages = 0;
	struct event way[EVENTS];
	unsigned on_way = 0;

	for (events = 0; events < EVENTS;) {
		const char *all = CF_LETTERS;

		if (on_way && draw(100) < 50) {
			unsigned i = draw(on_way);

			add_event(way[i].other, way[i].who, false, way[i].message, way[i].number);
			way[i] = way[--on_way];
		} else {
			char from = all[draw(8)], to = draw(3) ? SERVERS[draw(4)] : all[draw(8)];
			unsigned *number = &sent[strchr(all, from) - all][strchr(all, to) - all];

			if (from == to)
				continue;
			add_event(from, to, true, messages++, (*number)++);
			way[on_way++] = event[events - 1];
		}
	}
}

/* Stretches of a node's events get lost. */
static void lose(unsigned many)
{
	for (gaps = 0; gaps < many; gaps++) {
		gap[gaps].at = draw(events);
		gap[gaps].who = "ACV"[draw(3)];
		for (unsigned i = gap[gaps].at, left = draw(6) + 1; i < events && left; i++)
			if (cf_node(event[i].who) == cf_node(gap[gaps].who)) {
				event[i].lost = true;
				left--;
			}
	}
}

/* -- the second way -- */

static void count(struct tally *of, const char *name)
{
	while (*of->name && strcmp(of->name, name) != 0)
		of++;
	snprintf(of->name, sizeof(of->name), "%s", name);
	of->count++;
}

static void count_branch(const char *path, const char *next)
{
	char name[8];
	size_t n = strlen(path);

	snprintf(name, sizeof(name), "%.2s%s", &path[n - 2], next);
	count(branches, name);
}

/* A string without the requestor where that is U. */
static void count_string(const char *path, const char *end)
{
	char name[ROOM];

	snprintf(name, sizeof(name), "%s%s", path + (*path == 'U'), end);
	count(strings, name);
}

/* Place of the other end of a message in the run; -1: it is not there. */
static int other_end(unsigned at)
{
	for (unsigned i = 0; i < events; i++)
		if (i != at && event[i].message == event[at].message && !event[i].lost)
			return (int)i;
	return -1;
}

/* Whether something was lost at a process just before the event at a place. */
static bool was_lost(unsigned at, char who)
{
	if (at < events && event[at].lost && cf_node(event[at].who) == cf_node(who))
		return true;
	for (unsigned i = 0; i < gaps; i++)
		if (gap[i].at == at && cf_node(gap[i].who) == cf_node(who))
			return true;
	return false;
}

/* What is not known of a string, or that it has no more messages. */
static void count_end(const char *path, const char *how)
{
	count_string(path, how);
	count_branch(path, how);
}

/* Whether the receiver of a message that was sent at a place may have been lost. */
static bool was_lost_after(unsigned at)
{
	for (unsigned i = at + 1; i <= events; i++)
		for (const char *who = "ACV"; *who; who++)
			if (was_lost(i, *who))
				return true;
	return false;
}

static void follow(const char *path, unsigned at);

/* Follows a send; false: it was to the system, and does not count. */
static bool follow_send(const char *path, unsigned at)
{
	char next[ROOM];
	int end = other_end(at);

	if (end < 0) {
		count_end(path, was_lost_after(at) ? "?l" : "?e");
		return true;
	}
	if (is_in("SN", event[at].other))
		return false;
	snprintf(next, sizeof(next), "%s%c", path, event[at].other);
	count_branch(path, &next[strlen(path)]);
	if (is_in("UV", event[at].other))
		count_string(path, "");
	else
		follow(next, (unsigned)end);
	return true;
}

/* How a visit ends at a place: NULL: not there. */
static const char *ends_at(unsigned at, char who)
{
	int end;

	if (was_lost(at, who))
		return "?l";
	if (at == events)
		return "?e";
	if (event[at].who != who || event[at].lost || event[at].send)
		return NULL;
	end = other_end(at);
	return end < 0 ? "?l" : is_in("SN", event[at].other) ? NULL : "-";
}

/* Follows a receive: `path` has all letters up to and with that of its process. */
static void follow(const char *path, unsigned at)
{
	char who = event[at].who;
	const char *how = NULL;
	unsigned found = 0;

	for (unsigned i = at + 1; !how; i++) {
		how = ends_at(i, who);
		if (!how && event[i].who == who && event[i].send && !event[i].lost)
			found += follow_send(path, i);
	}
	if (!found)
		count_end(path, how);
}

static void find_all(void)
{
	memset(strings, 0, sizeof(strings));
	memset(branches, 0, sizeof(branches));
	for (unsigned i = 0; i < events; i++) {
		const struct event *v = &event[i];
		const char path[] = {v->other, v->who, 0};

		if (!v->send && !v->lost && is_in(SERVERS, v->who) && is_in("UV", v->other) &&
		    other_end(i) >= 0)
			follow(path, i);
	}
}

/* -- both beside each other -- */

static void expect(const char *found, const struct tally *of, const char *what)
{
	char *copy = strdup(found), *at = copy;
	unsigned names = 0;

	for (char *word; (word = strsep(&at, " ")) && *word; names++) {
		char *number = strchr(word, '=');
		const struct tally *t = of;

		*number++ = 0;
		while (*t->name && strcmp(t->name, word) != 0)
			t++;
		ck_assert_msg(t->count == strtoul(number, NULL, 10), "%s %s: %s, not %u", what,
			      word, number, t->count);
	}
	for (; *of->name; of++, names--)
		;
	ck_assert_msg(!names, "%s: %u more: %s", what, names, found);
	free(copy);
}

/* In the order of time, or with each node's clock on its own. */
static void write_run(bool shifted)
{
	uint64_t shift[3] = {0};

	cf_begin();
	for (unsigned k = 0; shifted && k < 3; k++)
		shift[k] = draw(300);
	for (unsigned i = 0; i < events; i++) {
		const struct event *v = &event[i];
		uint64_t time = 200 + 10 * i + shift[cf_node(v->who)];

		for (unsigned k = 0; k < gaps; k++)
			if (gap[k].at == i)
				cf_lose(gap[k].who, time - 8, time - 6, 1);
		if (v->lost)
			cf_lose(v->who, time - 4, time, 1);
		else if (v->send)
			cf_send(v->who, v->other, v->number, time);
		else
			cf_receive(v->who, v->other, v->number, time);
	}
}

static void compare(bool shifted)
{
	struct causality *c;

	find_all();
	write_run(shifted);
	c = cf_build();
	expect(cf_strings(c), strings, "strings");
	expect(cf_branches(c), branches, "branches");
	cf_end(c);
}

START_TEST(test_random_programs)
{
	for (uint32_t seed = 1; seed <= RUNS; seed++) {
		state = seed;
		make();
		gaps = 0;
		compare(false);
	}
}
END_TEST

/* Receives come before their sends, and the strings are the same. */
START_TEST(test_clocks_of_nodes_differ)
{
	for (uint32_t seed = 1; seed <= RUNS; seed++) {
		state = seed;
		make();
		gaps = 0;
		compare(true);
	}
}
END_TEST

START_TEST(test_random_losses)
{
	for (uint32_t seed = 1; seed <= RUNS; seed++) {
		state = seed;
		make();
		lose(1 + seed % 4);
		compare(false);
	}
}
END_TEST

int main(void)
{
	return run_tests(
	    "causality of random programs", NULL, NULL,
	    TESTS({test_random_programs}, {test_clocks_of_nodes_differ}, {test_random_losses}));
}
