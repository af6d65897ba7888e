/* SPDX-License-Identifier: Apache-2.0 */
#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_ROOM 16384

static const char *kind_of(mode_t mode)
{
	if (S_ISDIR(mode))
		return "a folder";
	if (S_ISFIFO(mode))
		return "a FIFO";
	if (S_ISSOCK(mode))
		return "a socket";
	return "a device";
}

int base_input_check(int fd, const char *path, struct base_fault *fault)
{
	struct stat st;

	if (fstat(fd, &st))
		return base_fail_errno(fault, errno, "cannot open '%s'", path);
	if (S_ISREG(st.st_mode))
		return BASE_OK;
	return base_fail(fault, BASE_ERR_IO, "cannot open '%s': it is %s, not a file", path,
			 kind_of(st.st_mode));
}

int base_input_open(const char *path, struct base_fault *fault)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	int rc;

	if (fd < 0)
		return base_fail_errno(fault, errno, "cannot open '%s'", path);
	rc = base_input_check(fd, path, fault);
	if (!rc)
		return fd;
	close(fd);
	return rc;
}

static int read_all(int fd, const char *path, char **text, size_t *len, struct base_fault *fault)
{
	size_t room = 0, used = 0;
	char *buf = NULL;

	for (;;) {
		ssize_t got;

		if (used + 1 >= room) {
			size_t more = room ? 2 * room : FIRST_ROOM;
			char *bigger = realloc(buf, more);

			if (!bigger) {
				free(buf);
				return base_fail_nomem(fault);
			}
			buf = bigger;
			room = more;
		}
		got = read(fd, buf + used, room - used - 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			free(buf);
			return base_fail_errno(fault, errno, "cannot read '%s'", path);
		}
		if (!got)
			break;
		used += (size_t)got;
	}
	buf[used] = '\0';
	*text = buf;
	*len = used;
	return BASE_OK;
}

int base_input_read(const char *path, char **text, size_t *len, struct base_fault *fault)
{
	int fd = base_input_open(path, fault);
	int rc;

	if (fd < 0)
		return fd;
	rc = read_all(fd, path, text, len, fault);
	close(fd);
	return rc;
}
