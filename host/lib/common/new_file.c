/* SPDX-License-Identifier: Apache-2.0 */
#include "common/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/private.h"
#include "base/temp.h"
#include "common/util.h"

#define MB 1000000

int gno_new_file(const char *path, char **temp, struct gno_err *err)
{
	char *copy = strdup(path), *name = strdup(path), made[BASE_NAME_ROOM];
	const char *folder;
	int dir = -1, fd = -1, rc = 0;

	*temp = NULL;
	if (!copy || !name) {
		rc = gno_fail_nomem(err);
		goto out;
	}
	if (!access(path, F_OK)) {
		rc = gno_fail(err, GNO_ERR_STATE, "'%s' exists already; name another file", path);
		goto out;
	}
	folder = dirname(copy);
	dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	fd = dir < 0 ? -1 : base_temp_file(dir, basename(name), made);
	if (fd < 0) {
		rc = gno_fail_errno(err, errno, "cannot write '%s'", path);
		goto out;
	}
	*temp = gno_format("%s/%s", folder, made);
	if (!*temp) {
		unlinkat(dir, made, 0);
		base_private_drop(made);
		rc = gno_fail_nomem(err);
	}
out:
	if (fd >= 0)
		close(fd);
	if (dir >= 0)
		close(dir);
	free(copy);
	free(name);
	return rc;
}

int gno_new_file_open(const char *path, const char *temp, FILE **f, struct gno_err *err)
{
	/* a file that was truncated is sent to the disk while it is closed */
	*f = fopen(temp, "r+");
	return *f ? GNO_OK : gno_fail_errno(err, errno, "cannot write '%s'", path);
}

static int place_file(const char *temp, const char *path, struct gno_err *err)
{
	if (!link(temp, path))
		return 0;
	if (errno == EEXIST)
		return gno_fail(err, GNO_ERR_STATE, "'%s' exists already; name another file", path);
	return gno_fail_errno(err, errno, "cannot write '%s'", path);
}

int gno_new_file_end(char **temp, const char *path, bool failed, struct gno_err *err)
{
	int rc = failed || !*temp ? 0 : place_file(*temp, path, err);

	if (*temp) {
		unlink(*temp);
		base_private_drop(strrchr(*temp, '/') + 1);
	}
	free(*temp);
	*temp = NULL;
	return rc;
}

static const char *folder_of(void)
{
	const char *folder = getenv("TMPDIR");

	return folder && *folder ? folder : "/tmp";
}

/* One that has a name for a moment: not all file systems have files without one. */
static int open_named(const char *folder)
{
	const int dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	char name[BASE_NAME_ROOM];
	int fd, why;

	if (dir < 0)
		return -1;
	fd = base_temp_file(dir, "scratch", name);
	why = errno;
	if (fd >= 0)
		unlinkat(dir, name, 0);
	close(dir);
	errno = why;
	return fd;
}

int gno_scratch_open(int *fd, struct gno_err *err)
{
	const char *folder = folder_of();

	*fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
	if (*fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL))
		*fd = open_named(folder);
	if (*fd >= 0)
		return GNO_OK;
	return gno_fail_errno(err, errno, "cannot make a temporary file in '%s' (TMPDIR)", folder);
}

int gno_scratch_fail(int why, struct gno_err *err)
{
	return gno_fail_errno(err, why, "cannot write a temporary file in '%s' (TMPDIR)",
			      folder_of());
}

int gno_scratch_needs(int rc, uint64_t bytes, struct gno_err *err)
{
	const struct gno_err why = *err;

	if (rc != GNO_ERR_NOSPACE || !bytes)
		return rc;
	return gno_fail(err, rc, "%s; it takes up to %llu MB", why.text,
			(unsigned long long)((bytes + MB - 1) / MB));
}

int gno_scratch_put(int fd, off_t at, const void *data, size_t size, struct gno_err *err)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = pwrite(fd, (const char *)data + done, size - done, at + (off_t)done);

		if (n < 0 && errno != EINTR)
			return gno_scratch_fail(errno, err);
		done += n > 0 ? (size_t)n : 0;
	}
	return GNO_OK;
}

int gno_scratch_get(int fd, off_t at, void *data, size_t size, struct gno_err *err)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = pread(fd, (char *)data + done, size - done, at + (off_t)done);

		if (!n || (n < 0 && errno != EINTR))
			return gno_fail_errno(err, n ? errno : EIO, "cannot read a temporary file");
		done += n > 0 ? (size_t)n : 0;
	}
	return GNO_OK;
}
