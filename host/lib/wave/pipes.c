/* SPDX-License-Identifier: Apache-2.0 */
#include "wave/pipes.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/util.h"

extern char **environ;

bool wave_is_fst(const char *path)
{
	size_t len = strlen(path);

	return len > 4 && !strcmp(path + len - 4, ".fst");
}

/* Starts a program with one end of a pipe as its descriptor `end` (0 or 1); *ours is the other. */
static int start(struct wave_pipe *p, const char *const *args, int end, int *ours,
		 struct gno_err *err)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t signals;
	int ends[2], why;

	if (pipe2(ends, O_CLOEXEC))
		return gno_fail_errno(err, errno, "cannot make a pipe");
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[end], end);
	posix_spawn_file_actions_addopen(&actions, end ? 0 : 1, "/dev/null", O_RDWR, 0);
	posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
	posix_spawnattr_init(&attributes);
	sigemptyset(&signals);
	sigaddset(&signals, SIGPIPE);
	posix_spawnattr_setsigdefault(&attributes, &signals);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	why = posix_spawnp(&p->child, args[0], &actions, &attributes, (char *const *)args, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[end]);
	*ours = ends[!end];
	if (!why)
		return 0;
	p->child = 0;
	close(*ours);
	return gno_fail(err, GNO_ERR_STATE,
			"cannot run %s, which an FST file needs: install GTKWave, or use VCD: %s",
			args[0], strerror(why));
}

static int open_file(struct wave_pipe *p, int fd, const char *mode, struct gno_err *err)
{
	p->file = fdopen(fd, mode);
	if (p->file)
		return 0;
	close(fd);
	return gno_fail_nomem(err);
}

int wave_pipe_read(const char *path, struct wave_pipe *p, struct gno_err *err)
{
	char *name = gno_beside("./", path);
	const char *args[] = {"fst2vcd", "-f", name, NULL};
	int fd = name ? open(path, O_RDONLY | O_CLOEXEC) : -1, ret = 0;

	*p = (struct wave_pipe){.tool = args[0]};
	if (!name)
		return gno_fail_nomem(err);
	if (fd < 0)
		ret = gno_fail_errno(err, errno, "cannot open '%s'", path);
	if (!ret && wave_is_fst(path)) {
		close(fd);
		ret = start(p, args, 1, &fd, err);
	}
	free(name);
	return ret ? ret : open_file(p, fd, "r", err);
}

int wave_pipe_write(const char *path, const char *temp, struct wave_pipe *p, struct gno_err *err)
{
	char *name = gno_beside("./", temp);
	const char *args[] = {"vcd2fst", "-v", "-", "-f", name, NULL};
	int fd = -1, ret = 0;

	*p = (struct wave_pipe){.tool = args[0]};
	if (!name)
		return gno_fail_nomem(err);
	if (wave_is_fst(path)) {
		ret = start(p, args, 0, &fd, err);
	} else {
		fd = open(temp, O_WRONLY | O_TRUNC | O_CLOEXEC);
		if (fd < 0)
			ret = gno_fail_errno(err, errno, "cannot write '%s'", path);
	}
	free(name);
	return ret ? ret : open_file(p, fd, "w", err);
}

int wave_pipe_close(struct wave_pipe *p, const char *path, bool whole, struct gno_err *err)
{
	bool bad = p->file && ferror(p->file);
	int why = errno, status = 0, ret = 0;

	if (p->file && fclose(p->file)) {
		bad = true;
		why = errno;
	}
	p->file = NULL;
	if (p->child) {
		while (waitpid(p->child, &status, 0) < 0 && errno == EINTR)
			;
		p->child = 0;
	}
	if (whole && bad)
		ret = gno_fail_errno(err, why, "cannot read or write '%s'", path);
	else if (whole && status)
		ret = gno_fail(err, GNO_ERR_FORMAT, "%s failed with '%s'", p->tool, path);
	return ret;
}
