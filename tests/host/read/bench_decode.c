/* SPDX-License-Identifier: Apache-2.0 */
/* Decodes all streams of a run directory and prints how many records that were and how long it
 * took. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "read/trace.h"
#include "records/record.h"

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
	uint64_t records = 0, events = 0, holes = 0, times = 0;
	struct gno_batch *b = NULL;
	struct gno_trace *t = NULL;
	struct gno_err err;
	double start;
	int rc;

	if (argc != 2) {
		fprintf(stderr, "usage: bench-decode RUN/\n");
		return 2;
	}
	b = malloc(sizeof(*b));
	if (!b)
		return EXIT_FAILURE;
	start = now();
	rc = gno_trace_open(argv[1], &t, &err);
	for (unsigned k = 0; !rc && k < gno_trace_manifest(t)->nodes; k++) {
		struct gno_stream *s = gno_trace_stream(t, k);

		while ((rc = gno_stream_read(s, b, &err)) > 0) {
			for (size_t i = 0; i < b->n; i++) {
				events += gno_record_kind(b->rec[i].info) == GNO_KIND_EVENT;
				times += b->rec[i].time;
			}
			records += b->n;
			holes += b->hole_bytes != 0;
		}
	}
	if (rc < 0)
		fprintf(stderr, "bench-decode: %s\n", err.text);
	else
		printf("{\"records\": %" PRIu64 ", \"events\": %" PRIu64 ", \"holes\": %" PRIu64
		       ", \"sum_of_times\": %" PRIu64 ", \"seconds\": %.6f}\n",
		       records, events, holes, times, now() - start);
	gno_trace_close(t);
	free(b);
	return rc < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
