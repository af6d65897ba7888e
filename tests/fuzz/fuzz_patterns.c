/* SPDX-License-Identifier: Apache-2.0 */
/* A pattern file. Its hash is made to fit, so that the fuzzer gets behind it; one input in 16 keeps
 * its own. */
#include "fuzz.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "compile/pattern_file.h"

/* The text with the hash that belongs to it; NULL: it is no JSON object. The caller's. */
static char *with_hash(const uint8_t *data, size_t size)
{
	json_t *root = json_loadb((const char *)data, size, 0, NULL);
	char *text = NULL;
	char hash[32];

	if (json_is_object(root)) {
		json_object_del(root, "xxh64");
		text = json_dumps(root, JSON_COMPACT | JSON_SORT_KEYS);
		snprintf(hash, sizeof(hash), "%016" PRIx64, (uint64_t)XXH64(text, strlen(text), 0));
		free(text);
		json_object_set_new(root, "xxh64", json_string(hash));
		text = json_dumps(root, 0);
	}
	json_decref(root);
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = size && data[size - 1] % 16 ? with_hash(data, size) : NULL;
	struct gno_pattern_file *p = NULL;
	struct gno_err err;
	const char *path =
	    text ? fuzz_write("p.json", text, strlen(text)) : fuzz_write("p.json", data, size);

	if (!gno_pattern_file_read(path, &p, &err)) {
		gno_pattern_file_write(fuzz_path("q.json"), p, &err);
		gno_pattern_file_free(p);
	}
	free(text);
	return 0;
}
