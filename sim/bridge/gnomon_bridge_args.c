/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_bridge_args: the plusargs that the bridges know. The simulator gives a module only those
 * that it asks for, so what is misspelt would have no effect: here all are looked at, once, when
 * all bridges are there.
 *
 * Verilator's own build compiles C files as C++, so this is both.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "gnomon_bridge_parts.h"

enum {
	LONGEST_NAME = 32,
	LONGEST_LIST = 256, /* bytes of a list of names in a message */
};

/* Whether a plusarg has a value. */
enum form { NEEDED, ALLOWED, NONE };

static const struct {
	const char *name;
	enum form form;
	bool for_monitor; /* its value may begin with a monitor's name */
} option[GNOMON_BRIDGE_OPTIONS] = {
    /* in the order of enum gnomon_bridge_option */
    {"port", NEEDED, true},   {"port_file", NEEDED, true}, {"experiment", NEEDED, true},
    {"run", NEEDED, true},    {"program", NEEDED, true},   {"report", ALLOWED, true},
    {"cycles", NEEDED, true}, {"force", NONE, false},	   {"progress", ALLOWED, true},
};

/* The bridges, while their plusargs are looked at. */
struct look {
	const struct gnomon_bridge_name *bridge;
	int bridges;
	bool good;
};

const char *gnomon_bridge_option_name(int which)
{
	return option[which].name;
}

int gnomon_bridge_option(const char *name, size_t len)
{
	for (int i = 0; i < GNOMON_BRIDGE_OPTIONS; i++)
		if (strlen(option[i].name) == len && !strncmp(option[i].name, name, len))
			return i;
	return -1;
}

size_t gnomon_bridge_other(int which, const char *value)
{
	size_t len = 0;

	while (isalnum((unsigned char)value[len]) || value[len] == '_')
		len++;
	return option[which].for_monitor && value[len] == ':' && !isdigit((unsigned char)*value)
		   ? len
		   : 0;
}

static unsigned least_of(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Characters to insert, to leave out, to change, or to exchange with the next one, from a text to
 * the name of an option. */
static unsigned distance(const char *a, size_t la, const char *b)
{
	unsigned row[3][LONGEST_NAME + 1];
	size_t lb = strlen(b), i, j;

	for (j = 0; j <= lb; j++)
		row[0][j] = (unsigned)j;
	for (i = 1; i <= la; i++) {
		unsigned *now = row[i % 3], *up = row[(i + 2) % 3], *upper = row[(i + 1) % 3];

		now[0] = (unsigned)i;
		for (j = 1; j <= lb; j++) {
			now[j] = least_of(least_of(up[j], now[j - 1]) + 1,
					  up[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				now[j] = least_of(now[j], upper[j - 2] + 1);
		}
	}
	return row[la % 3][lb];
}

/* The option whose name is nearest; -1: none is near. */
static int nearest(const char *name, size_t len)
{
	unsigned far, least = (unsigned)len / 2 + 1;
	int i, best = -1;

	for (i = 0; i < GNOMON_BRIDGE_OPTIONS; i++) {
		far = distance(name, len, option[i].name);
		if (far < least) {
			least = far;
			best = i;
		}
	}
	return best;
}

/* Adds a name to a list, as long as there is room. */
static void add_name(char list[LONGEST_LIST], const char *mark, const char *name)
{
	size_t len = strlen(list);

	snprintf(list + len, LONGEST_LIST - len, "%s%s%s%s", len ? ", " : "", mark, name, mark);
}

static void say_unknown(const char *plusarg, const char *prefix)
{
	const char *name = plusarg + strlen(prefix) + 1;
	char list[LONGEST_LIST] = "";
	int i, near = nearest(name, strcspn(name, "="));

	if (near >= 0) {
		gnomon_bridge_say(
		    "gnomon_bridge: +%s is not a plusarg of the bridge; did you mean '+%s_%s'?",
		    plusarg, prefix, option[near].name);
		return;
	}
	for (i = 0; i < GNOMON_BRIDGE_OPTIONS; i++)
		add_name(list, "", option[i].name);
	gnomon_bridge_say(
	    "gnomon_bridge: +%s is not a plusarg of the bridge: after '+%s_' it has %s", plusarg,
	    prefix, list);
}

/* Whether the value names no monitor, or one of this simulation. */
static bool has_monitor(const struct look *look, const char *plusarg, const char *prefix, int which)
{
	const char *value = strchr(plusarg, '=') + 1;
	bool file = which != GNOMON_OPTION_CYCLES && which != GNOMON_OPTION_PROGRESS &&
		    which != GNOMON_OPTION_PORT;
	size_t len = gnomon_bridge_other(which, value);
	char list[LONGEST_LIST] = "";

	for (int i = 0; i < look->bridges && len; i++) {
		const struct gnomon_bridge_name *b = &look->bridge[i];

		if (strcmp(b->prefix, prefix) != 0)
			continue;
		if (strlen(b->monitor) == len && !strncmp(b->monitor, value, len))
			return true;
		add_name(list, "'", b->monitor);
	}
	if (len)
		gnomon_bridge_say(
		    "gnomon_bridge: +%s is for monitor '%.*s', and no bridge of this simulation has that name as its parameter MONITOR: the names are: %s%s%s%s",
		    plusarg, (int)len, value, list, file ? "; a file or folder is './" : "",
		    file ? value : "", file ? "'" : "");
	return !len;
}

/* Whether a plusarg whose name is known is good; after a message. */
static bool is_good(const struct look *look, const char *plusarg, const char *prefix, int which)
{
	const char *equal = strchr(plusarg, '=');

	if (equal && option[which].form == NONE)
		gnomon_bridge_say("gnomon_bridge: +%s: '+%s_%s' takes no value", plusarg, prefix,
				  option[which].name);
	else if (!equal && option[which].form == NEEDED)
		gnomon_bridge_say("gnomon_bridge: +%s has no value: use '+%s_%s=VALUE'", plusarg,
				  prefix, option[which].name);
	else
		return !equal || has_monitor(look, plusarg, prefix, which);
	return false;
}

/* Looks at a plusarg. The prefix of one bridge may begin as that of another. */
static void take_plusarg(void *ctx, const char *plusarg)
{
	struct look *look = (struct look *)ctx;
	const char *longest = NULL;
	int which;

	for (int i = 0; i < look->bridges && look->good; i++) {
		const char *prefix = look->bridge[i].prefix, *name;
		size_t len = strlen(prefix);

		if (strncmp(plusarg, prefix, len) != 0 || plusarg[len] != '_')
			continue;
		name = plusarg + len + 1;
		which = gnomon_bridge_option(name, strcspn(name, "="));
		if (which >= 0) {
			look->good = is_good(look, plusarg, prefix, which);
			return;
		}
		if (!longest || len > strlen(longest))
			longest = prefix;
	}
	if (!longest || !look->good)
		return;
	look->good = false;
	say_unknown(plusarg, longest);
}

bool gnomon_bridge_args_good(const struct gnomon_bridge_name *bridge, int bridges)
{
	struct look look = {bridge, bridges, true};
	char begin[GNOMON_BRIDGE_PREFIX + 2];

	for (int i = 0; i < bridges && look.good; i++) {
		snprintf(begin, sizeof(begin), "%s_", bridge[i].prefix);
		gnomon_bridge_plusargs(begin, take_plusarg, &look);
	}
	return look.good;
}
