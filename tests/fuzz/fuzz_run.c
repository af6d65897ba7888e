/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run directory, read by every command that reads one. The input is a sequence of files: a line `@@NAME`,
 * then the bytes of that file up to the next such line. Files that the input does not name are those of the
 * base; a journal of the base then gets the sizes of the streams as they are.
 */
#include "fuzz.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

#define MARK "@@"

static const char *const names[] = {"run.json",	    "manifest.json", "patterns.json", "trace/metadata",
				    "trace/node_0", "trace/node_1",  "holes.bin",     ".gnomon"};
#define NAMES (sizeof(names) / sizeof(names[0]))

/* The next mark at the beginning of a line, or the end. */
static const uint8_t *next_mark(const uint8_t *at, const uint8_t *end)
{
	for (; at + 2 < end; at++)
		if (at[0] == '\n' && at[1] == MARK[0] && at[2] == MARK[1])
			return at;
	return end;
}

/* Writes one file of the input; its number, or NAMES. */
static size_t take_file(const uint8_t *at, const uint8_t *end)
{
	char path[64];

	for (size_t i = 0; i < NAMES; i++) {
		size_t len = strlen(names[i]);

		if ((size_t)(end - at) <= len || memcmp(at, names[i], len) != 0 || at[len] != '\n')
			continue;
		snprintf(path, sizeof(path), "run/%s", names[i]);
		fuzz_write(path, at + len + 1, (size_t)(end - at) - len - 1);
		return i;
	}
	return NAMES;
}

/* The journal of the base, with the sizes that the streams have. */
static void write_journal(void)
{
	json_t *root = json_load_file(fuzz_base("run/run.json"), 0, NULL);
	json_t *nodes = json_object_get(root, "nodes");
	char path[64], *text;
	struct stat st;

	for (size_t k = 0; k < json_array_size(nodes); k++) {
		snprintf(path, sizeof(path), "run/trace/node_%zu", k);
		if (!stat(fuzz_path(path), &st))
			json_object_set_new(json_array_get(nodes, k), "size", json_integer(st.st_size));
	}
	text = json_dumps(root, 0);
	fuzz_write("run/run.json", text, strlen(text));
	free(text);
	json_decref(root);
}

static void write_run(const uint8_t *data, size_t size)
{
	const uint8_t *end = data + size, *at = data, *next;
	bool there[NAMES + 1] = {false};
	char path[64];

	fuzz_clear();
	fuzz_folder("run");
	fuzz_folder("run/trace");
	for (; at < end; at = next == end ? end : next + 1) {
		next = next_mark(at, end);
		if ((size_t)(end - at) > strlen(MARK) && !memcmp(at, MARK, strlen(MARK)))
			there[take_file(at + strlen(MARK), next)] = true;
	}
	for (size_t i = 0; i < NAMES; i++) {
		struct stat st;

		snprintf(path, sizeof(path), "run/%s", names[i]);
		if (!there[i] && i && !stat(fuzz_base(path), &st))
			fuzz_copy(path, path);
	}
	if (!there[0])
		write_journal();
}

static void read_with(int (*command)(int, char **), const char *name, const char *option)
{
	char run[1024];
	char *argv[] = {(char *)name, run, (char *)option, NULL};

	snprintf(run, sizeof(run), "%s", fuzz_path("run"));
	command(option ? 3 : 2, argv);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	write_run(data, size);
	read_with(cmd_report, "report", NULL);
	read_with(cmd_report, "report", "--json");
	read_with(cmd_report, "report", "--all");
	read_with(cmd_events, "events", NULL);
	read_with(cmd_events, "events", "--json");
	read_with(cmd_ratios, "ratios", NULL);
	read_with(cmd_buckets, "buckets", NULL);
	read_with(cmd_counters, "counters", "--json");
	return 0;
}
