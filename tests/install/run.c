/* SPDX-License-Identifier: Apache-2.0 */

/* A C program on the installed library: run.c EXPERIMENT RUN. Prints the report. */

#include <stdio.h>
#include <string.h>

#include <gnomon/gnomon.h>

struct seen {
	unsigned long long events;
	unsigned faults;
};

static void on_progress(void *ctx, uint64_t records, uint64_t events, uint64_t lost)
{
	struct seen *seen = ctx;

	(void)records;
	(void)lost;
	seen->events = events;
}

static void on_fault(void *ctx, unsigned line, unsigned column, int warning, const char *text)
{
	struct seen *seen = ctx;

	seen->faults += !warning;
	fprintf(stderr, "%u:%u: %s\n", line, column, text);
}

static int fail(struct gno_session *s)
{
	fprintf(stderr, "run.c: %s\n", gno_session_error(s));
	gno_session_free(s);
	return 1;
}

int main(int argc, char **argv)
{
	struct gno_session *s = gno_session_new();
	struct seen seen = {0};
	char *report = NULL;

	if (argc != 3 || !s)
		return 2;
	gno_session_on_progress(s, on_progress, &seen);
	gno_session_on_fault(s, on_fault, &seen);
	if (gno_session_run(s, argv[1], argv[2]))
		return fail(s);
	if (gno_session_report(s, argv[2], 0, &report))
		return fail(s);
	puts(report);
	gno_free(report);
	fprintf(stderr, "gnomon %s: %llu events, %u faults\n", gno_version(), seen.events,
		seen.faults);
	gno_session_free(s);
	return 0;
}
