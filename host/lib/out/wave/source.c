/* SPDX-License-Identifier: Apache-2.0 */
#include "out/wave/source.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "out/wave/fst.h"

bool wave_is_fst(const char *path)
{
	size_t len = strlen(path);

	return len > 4 && !strcmp(path + len - 4, ".fst");
}

int wave_source_foreign(const char *path, const char *what, struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_FORMAT, "cannot read the waveform (%s): '%s'", what, path);
}

/* The process: writes the VCD and ends, also where nobody reads any more. */
static void convert(const char *path, const int ends[2])
{
	static const int usual[] = {SIGPIPE, SIGINT, SIGTERM};
	FILE *out = fdopen(ends[1], "w");
	const int silent = open("/dev/null", O_WRONLY | O_CLOEXEC);
	bool whole;

	close(ends[0]);
	dup2(silent, STDERR_FILENO); /* libfst prints what it thinks of a file */
	for (unsigned i = 0; i < sizeof(usual) / sizeof(*usual); i++)
		signal(usual[i], SIG_DFL);
	whole = out && fst_to_vcd(path, out) && !fclose(out);
	_exit(whole ? 0 : 1);
}

/* *fd becomes the end of a pipe from which the VCD comes. */
static int start(struct wave_source *s, const char *path, int *fd, struct gno_err *err)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return gno_fail_errno(err, errno, "cannot make a pipe");
	s->child = fork();
	if (!s->child)
		convert(path, ends);
	close(ends[1]);
	*fd = ends[0];
	if (s->child > 0)
		return GNO_OK;
	s->child = 0;
	close(ends[0]);
	return gno_fail_errno(err, errno, "cannot start a process");
}

int wave_source_open(const char *path, struct wave_source *s, struct gno_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), rc = GNO_OK;

	*s = (struct wave_source){.file = NULL};
	if (fd < 0)
		return gno_fail_errno(err, errno, "cannot open '%s'", path);
	if (wave_is_fst(path)) {
		close(fd);
		rc = start(s, path, &fd, err);
	}
	if (rc)
		return rc;
	s->file = fdopen(fd, "r");
	if (s->file)
		return GNO_OK;
	close(fd);
	return gno_fail_nomem(err);
}

int wave_source_close(struct wave_source *s, const char *path, bool whole, struct gno_err *err)
{
	const bool bad = s->file && ferror(s->file);
	const int why = errno;
	int status = 0;

	if (s->file)
		fclose(s->file);
	s->file = NULL;
	if (s->child && !whole)
		kill(s->child, SIGKILL);
	if (s->child)
		while (waitpid(s->child, &status, 0) < 0 && errno == EINTR)
			;
	s->child = 0;
	if (whole && bad)
		return gno_fail_errno(err, why, "cannot read '%s'", path);
	return whole && status ? wave_source_foreign(path, "an FST without an end", err) : GNO_OK;
}
