/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/aged.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "serve/metrics.h"

#define BLOCK 65536 /* bytes of an answer at once */

/* An answer of a text, then of a part of a file. */
struct joined {
	char text[METRICS_AGE];
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

	close(j->file);
	free(j);
}

/* How old the values are, as the first value of them: the file has none of the time when it is
 * read. */
static void put_age(struct joined *j, enum maker_part part, struct maker_at *at, uint64_t ms)
{
	int len;

	if (part == MAKER_METRICS) {
		len = metrics_age(j->text, ms);
	} else { /* the object of the file begins with it */
		len = snprintf(j->text, sizeof(j->text), "{\"age\":%" PRIu64 ".%03u,", ms / 1000,
			       (unsigned)(ms % 1000));
		at->offset++;
		at->length--;
	}
	j->length = (size_t)len;
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
	put_age(j, of->part, &at, of->age);
	j->offset = at.offset;
	*bytes = j->length + at.length;
	j->file = dup(of->file);
	if (j->file >= 0)
		r = MHD_create_response_from_callback(*bytes, BLOCK, read_joined, j, free_joined);
	if (r) {
		aged_header(r, of->age);
		return r;
	}
	if (j->file >= 0)
		close(j->file);
	free(j);
	return NULL;
}
