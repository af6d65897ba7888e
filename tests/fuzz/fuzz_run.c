/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run directory, read by every command that reads one. The input is a sequence of files: a line
 * `@@NAME`, then the bytes of that file up to the next such line. Files that the input does not
 * name are those of the base; a journal of the base then gets the sizes of the streams as they are.
 * `@@slots` is no file but what the trace buffer held: its records go into whole packets, so that
 * what is changed in them reaches the readers.
 *
 * With FUZZ_WHOLE in the environment every input must be a whole run: the reports of it must end
 * well.
 */
#include "fuzz.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "common/util.h"
#include "monitor/manifest.h"
#include "records/packet.h"
#include "records/record.h"

#define MARK "@@"
#define NODES 2 /* of the base */
#define SLOTS "slots"

/* Sizes and marks of the streams for the journal. */
struct stream {
	uint64_t size;
	struct gno_packet_mark mark;
};

static const char *const names[] = {"run.json",	      "manifest.json", "patterns.json",
				    "trace/metadata", "trace/node_0",  "trace/node_1",
				    "holes.bin",      ".gnomon"};
#define NAMES (sizeof(names) / sizeof(names[0]))
#define STREAM 4 /* the first of them in names */

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

/* The manifest of the base; it stays. */
static const struct gno_manifest *manifest(void)
{
	static struct gno_manifest *m;
	struct gno_err err;

	if (!m && gno_manifest_load(fuzz_base("run/manifest.json"), &m, &err)) {
		fprintf(stderr, "fuzz_run: %s\n", err.text);
		exit(EXIT_FAILURE);
	}
	return m;
}

/* Records of a trace buffer on their way into the packers of their nodes; what is no record is left
 * out. */
static void pack(struct gno_packer *packer, const uint8_t *data, size_t size)
{
	size_t words = size / 4, at = 0;
	uint32_t *w = calloc(words + 1, sizeof(*w));
	struct gno_err err;

	gno_le32_words(w, data, words);
	while (w && at + 2 <= words) {
		int len = gno_record_words(w + at, words - at, manifest());

		if (len > 0)
			gno_packer_add(&packer[gno_record_node(w[at + 1])], w + at, (unsigned)len,
				       &err);
		if (!len)
			break;
		at += len > 0 ? (size_t)len : 2;
	}
	free(w);
}

/* Writes the streams of what a trace buffer held. */
static void write_streams(const uint8_t *data, size_t size, struct stream *stream)
{
	static const struct gno_packet_mark start;
	struct gno_packer packer[NODES];
	char path[64];

	for (unsigned k = 0; k < NODES; k++)
		gno_packer_init(&packer[k], manifest(), k, &start);
	pack(packer, data, size);
	for (unsigned k = 0; k < NODES; k++) {
		gno_packer_seal(&packer[k]);
		snprintf(path, sizeof(path), "run/trace/node_%u", k);
		fuzz_write(path, packer[k].data, packer[k].len);
		stream[k] = (struct stream){packer[k].at, packer[k].mark};
		gno_packer_free(&packer[k]);
	}
}

/* The journal of the base, with the sizes that the streams have. */
static void write_journal(const struct stream *stream)
{
	json_t *root = json_load_file(fuzz_base("run/run.json"), 0, NULL);
	json_t *nodes = json_object_get(root, "nodes");
	char path[64], *text;
	struct stat st;

	for (size_t k = 0; k < json_array_size(nodes); k++) {
		json_t *node = json_array_get(nodes, k);
		json_int_t size = json_integer_value(json_object_get(node, "size"));

		snprintf(path, sizeof(path), "run/trace/node_%zu", k);
		if (stream) {
			size = (json_int_t)stream[k].size;
			json_object_set_new(node, "packet",
					    json_pack("{s:I, s:I, s:I}", "offset",
						      (json_int_t)stream[k].mark.at, "begin",
						      (json_int_t)stream[k].mark.begin, "discarded",
						      (json_int_t)stream[k].mark.discarded));
		} else if (!stat(fuzz_path(path), &st) && st.st_size != GNO_PACKET_PAGE) {
			size = st.st_size; /* of a file that was made longer or shorter */
		}
		json_object_set_new(node, "size", json_integer(size));
	}
	text = json_dumps(root, 0);
	fuzz_write("run/run.json", text, strlen(text));
	free(text);
	json_decref(root);
}

static void write_run(const uint8_t *data, size_t size)
{
	const uint8_t *end = data + size, *at = data, *next;
	bool there[NAMES + 1] = {false}, packed = false;
	struct stream stream[NODES];
	char path[64];

	fuzz_clear();
	fuzz_folder("run");
	fuzz_folder("run/trace");
	for (; at < end; at = next == end ? end : next + 1) {
		next = next_mark(at, end);
		if ((size_t)(end - at) > strlen(MARK SLOTS) &&
		    !memcmp(at, MARK SLOTS "\n", strlen(MARK SLOTS) + 1)) {
			at += strlen(MARK SLOTS) + 1;
			/* its own end of line may be that before the next mark */
			write_streams(at, at < next ? (size_t)(next - at) : 0, stream);
			there[STREAM] = there[STREAM + 1] = packed = true;
		} else if ((size_t)(end - at) > strlen(MARK) && !memcmp(at, MARK, strlen(MARK))) {
			there[take_file(at + strlen(MARK), next)] = true;
		}
	}
	for (size_t i = 0; i < NAMES; i++) {
		struct stat st;

		snprintf(path, sizeof(path), "run/%s", names[i]);
		if (!there[i] && i && !stat(fuzz_base(path), &st))
			fuzz_copy(path, path);
	}
	if (!there[0])
		write_journal(packed ? stream : NULL);
}

/* `whole`: a whole run must do for it. */
static void read_with(const struct cli_spec *command, const char *option, bool whole)
{
	char run[1024];
	char *argv[] = {(char *)command->name, run, (char *)option, NULL};

	snprintf(run, sizeof(run), "%s", fuzz_path("run"));
	if (cli_run(command, option ? 3 : 2, argv) && whole && getenv("FUZZ_WHOLE"))
		_exit(EXIT_FAILURE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	write_run(data, size);
	read_with(&cmd_report, NULL, true);
	read_with(&cmd_report, "--json", true);
	read_with(&cmd_report, "--all", true);
	read_with(&cmd_events, NULL, true);
	read_with(&cmd_events, "--json", true);
	read_with(&cmd_report, "--section=ratios", true);
	read_with(&cmd_report, "--section=buckets", false);
	read_with(&cmd_report, "--section=counters", false);
	return 0;
}
