/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/aged.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/json_out.h"
#include "common/util.h"
#include "serve/metrics.h"

#define BLOCK 65536 /* bytes of an answer at once */

/* An answer of a text, then of a part of a file. */
struct joined {
	char *text;
	size_t length;
	int file;
	uint64_t offset;
};

static ssize_t read_joined(void *ctx, uint64_t at, char *out, size_t most)
{
	const struct joined *j = ctx;
	ssize_t n;

	if (at < j->length) {
		const size_t rest = j->length - (size_t)at;

		n = (ssize_t)(rest < most ? rest : most);
		memcpy(out, j->text + at, (size_t)n);
		return n;
	}
	n = pread(j->file, out, most, (off_t)(j->offset + at - j->length));
	return n > 0 ? n : MHD_CONTENT_READER_END_WITH_ERROR;
}

static void free_joined(void *ctx)
{
	struct joined *j = ctx;

	if (j->file >= 0)
		close(j->file);
	free(j->text);
	free(j);
}

/* The object of the file begins with these values, so its brace is left out. */
static void put_values(const struct aged *of, struct maker_at *at, FILE *f)
{
	struct json_out out = {.f = f, .compact = true, .depth = 1, .filled = true};

	fprintf(f, "{\"age\":%" PRIu64 ".%03u", of->age / 1000, (unsigned)(of->age % 1000));
	if (of->fault)
		jout_text(&out, "fault", of->fault);
	fputc(',', f);
	at->offset++;
	at->length--;
}

/* What comes before the file: it has nothing of the time when it is read. */
static int put_age(struct joined *j, const struct aged *of, struct maker_at *at)
{
	FILE *f = open_memstream(&j->text, &j->length);

	if (!f)
		return -1;
	if (of->part == MAKER_METRICS)
		metrics_age(of->age, of->fault, f);
	else
		put_values(of, at, f);
	return gno_close_written(f);
}

void aged_header(struct MHD_Response *r, uint64_t ms)
{
	char seconds[24];

	snprintf(seconds, sizeof(seconds), "%" PRIu64, ms / 1000);
	MHD_add_response_header(r, "Age", seconds);
}

struct MHD_Response *aged_response(const struct aged *of, uint64_t *bytes)
{
	struct joined *j = calloc(1, sizeof(*j));
	struct maker_at at = of->at;
	struct MHD_Response *r = NULL;

	*bytes = 0;
	if (!j)
		return NULL;
	j->file = dup(of->file);
	if (j->file >= 0 && !put_age(j, of, &at)) {
		j->offset = at.offset;
		*bytes = j->length + at.length;
		r = MHD_create_response_from_callback(*bytes, BLOCK, read_joined, j, free_joined);
	}
	if (r) {
		aged_header(r, of->age);
		return r;
	}
	free_joined(j);
	return NULL;
}
