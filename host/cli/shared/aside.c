/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/aside.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/util.h"

#define PIECE 65536 /* bytes that are read at once */

/* What the child sends behind all that it has written. */
struct outcome {
	int rc;
	struct gno_err err;
};

static void run(cli_aside_fn *work, void *ctx, int to)
{
	struct outcome outcome = {0};
	FILE *f;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	f = fdopen(to, "w");
	if (!f)
		_exit(1);
	outcome.rc = work(ctx, f, &outcome.err);
	fwrite(&outcome, sizeof(outcome), 1, f);
	_exit(gno_close_written(f) != 0);
}

/* Reads up to the end into `f`. */
static int receive(int from, FILE *f, struct gno_err *err)
{
	char *piece = malloc(PIECE);
	ssize_t n = piece ? 1 : 0;

	while (n > 0 || (n < 0 && errno == EINTR)) {
		n = read(from, piece, PIECE);
		if (n > 0)
			fwrite(piece, 1, (size_t)n, f);
	}
	free(piece);
	return piece && !n ? GNO_OK : gno_fail_nomem(err);
}

/* Passes on what the child wrote, and takes what follows it. */
static int forward_answer(const char *text, size_t size, FILE *out, struct gno_err *err)
{
	struct outcome outcome;

	if (size < sizeof(outcome))
		return gno_fail(err, GNO_ERR_IO, "a child process ended before its work was done");
	size -= sizeof(outcome);
	memcpy(&outcome, text + size, sizeof(outcome));
	fwrite(text, 1, size, out);
	if (outcome.rc < 0)
		*err = outcome.err;
	return outcome.rc;
}

int cli_aside(cli_aside_fn *work, void *ctx, FILE *out, struct gno_err *err)
{
	int ends[2], status = 0, rc;
	char *text = NULL;
	size_t size = 0;
	pid_t child;
	FILE *f;

	if (pipe(ends))
		return gno_fail_errno(err, errno, "cannot make a pipe");
	fflush(NULL);
	child = fork();
	if (!child) {
		close(ends[0]);
		run(work, ctx, ends[1]);
	}
	close(ends[1]);
	f = child < 0 ? NULL : open_memstream(&text, &size);
	rc = f ? receive(ends[0], f, err) : gno_fail_errno(err, errno, "cannot start a process");
	if (f && gno_close_written(f) && !rc)
		rc = gno_fail_nomem(err);
	close(ends[0]);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (!rc && status)
		rc = gno_fail(err, GNO_ERR_IO, "a child process ended before its work was done");
	if (!rc)
		rc = forward_answer(text, size, out, err);
	free(text);
	return rc;
}
