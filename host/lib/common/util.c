/* SPDX-License-Identifier: Apache-2.0 */
#include "common/util.h"
#include "base/input.h"
#include "base/private.h"
#include "base/temp.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LONGEST_WORD 64

uint64_t gno_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

uint64_t gno_raw_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

int gno_write_all(int fd, const char *path, const void *data, size_t len, struct gno_err *err)
{
	const char *at = data;

	while (len) {
		ssize_t done = write(fd, at, len);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return gno_fail_errno(err, errno, "cannot write '%s'", path);
		at += done;
		len -= (size_t)done;
	}
	return 0;
}

int gno_take_fault(struct gno_err *err, int code, const struct base_fault *fault)
{
	static const int codes[] = {
	    [-BASE_OK] = 0,
	    [-BASE_ERR_NOMEM] = GNO_ERR_NOMEM,
	    [-BASE_ERR_IO] = GNO_ERR_IO,
	    [-BASE_ERR_NOSPACE] = GNO_ERR_NOSPACE,
	    [-BASE_ERR_STATE] = GNO_ERR_STATE,
	    [-BASE_ERR_BUSY] = GNO_ERR_STATE,
	};

	return code ? gno_fail(err, codes[-code], "%s", fault->text) : 0;
}

int gno_slurp(const char *path, char **text, size_t *len, struct gno_err *err)
{
	struct base_fault fault;
	size_t used;
	int rc;

	rc = base_input_read(path, text, &used, &fault);
	if (rc)
		return gno_take_fault(err, rc, &fault);
	if (len)
		*len = used;
	return 0;
}

/* Opens the folder that holds a file. */
static int open_folder_of(const char *path, struct gno_err *err)
{
	const char *slash = strrchr(path, '/');
	char *within =
	    slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
	int fd = within ? open(within, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

	if (!within)
		return gno_fail_nomem(err);
	if (fd < 0)
		fd = gno_fail_errno(err, errno, "cannot open folder '%s'", within);
	free(within);
	return fd;
}

/* Writes a file under a name of its own in the folder and gives it that of `path`. */
static int put_file(int within, const char *path, const char *text, size_t len, struct gno_err *err)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	char temp[BASE_NAME_ROOM];
	int fd = base_temp_file(within, name, temp);
	int rc;

	if (fd < 0)
		return gno_fail_errno(err, errno, "cannot create '%s'", path);
	rc = gno_write_all(fd, path, text, len, err);
	if (close(fd) && !rc)
		rc = gno_fail_errno(err, errno, "cannot write '%s'", path);
	if (!rc && renameat(within, temp, within, name))
		rc = gno_fail_errno(err, errno, "cannot write '%s'", path);
	if (rc)
		unlinkat(within, temp, 0);
	base_private_drop(temp);
	return rc;
}

int gno_replace_file(const char *path, const char *text, size_t len, struct gno_err *err)
{
	struct stat st;
	int within, rc;

	if (!lstat(path, &st) && !S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode))
		return gno_fail(err, GNO_ERR_IO, "cannot write '%s': not a file", path);
	within = open_folder_of(path, err);
	if (within < 0)
		return within;
	rc = put_file(within, path, text, len, err);
	close(within);
	return rc;
}

int gno_sync_file(const char *path, struct gno_err *err)
{
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC), within = -1, rc = 0;

	if (fd < 0 || fsync(fd))
		rc = gno_fail_errno(err, errno, "cannot write '%s' to the disk", path);
	if (!rc)
		within = open_folder_of(path, err);
	if (!rc && within < 0)
		rc = within;
	if (within >= 0) {
		fsync(within); /* not all file systems have it for folders */
		close(within);
	}
	if (fd >= 0)
		close(fd);
	return rc;
}

int gno_close_written(FILE *f)
{
	const bool failed = ferror(f);

	if (fclose(f))
		return -1;
	if (failed)
		errno = EIO;
	return failed ? -1 : 0;
}

void *gno_room(void *array, size_t count, size_t size)
{
	if (count & (count - 1)) /* grows at powers of two */
		return array;
	return realloc(array, (count ? 2 * count : 1) * size);
}

char *gno_format(const char *fmt, ...)
{
	char *text;
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vasprintf(&text, fmt, ap);
	va_end(ap);
	return len < 0 ? NULL : text;
}

int gno_set_text(char **to, const char *text, struct gno_err *err)
{
	char *copy = text ? strdup(text) : NULL;

	if (text && !copy)
		return gno_fail_nomem(err);
	free(*to);
	*to = copy;
	return GNO_OK;
}

char *gno_beside(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');

	if (*name == '/' || !slash)
		return strdup(name);
	return gno_format("%.*s/%s", (int)(slash - path), path, name);
}

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
	unsigned least = a < b ? a : b;

	return least < c ? least : c;
}

/* Optimal string alignment distance, as in most spelling correctors. */
static unsigned edit_distance(const char *a, size_t la, const char *b, size_t lb)
{
	unsigned row[3][LONGEST_WORD + 1];

	for (size_t j = 0; j <= lb; j++)
		row[0][j] = (unsigned)j;
	for (size_t i = 1; i <= la; i++) {
		unsigned *cur = row[i % 3], *up = row[(i + 2) % 3], *upup = row[(i + 1) % 3];

		cur[0] = (unsigned)i;
		for (size_t j = 1; j <= lb; j++) {
			cur[j] =
			    min3(up[j] + 1, cur[j - 1] + 1, up[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    upup[j - 2] + 1 < cur[j])
				cur[j] = upup[j - 2] + 1;
		}
	}
	return row[la % 3][lb];
}

struct gno_near gno_near_begin(const char *word)
{
	return (struct gno_near){.word = word, .least = (unsigned)strlen(word) / 2 + 1};
}

void gno_near_try(struct gno_near *near, const char *name)
{
	size_t len = strlen(near->word), other = strlen(name);
	size_t apart = len < other ? other - len : len - other;
	unsigned far;

	if (len > LONGEST_WORD || other > LONGEST_WORD || apart >= near->least)
		return;
	far = edit_distance(near->word, len, name, other);
	if (far < near->least) {
		near->least = far;
		near->best = name;
	}
}

const char *gno_nearest(const char *word, const void *list, size_t count, size_t stride)
{
	struct gno_near near = gno_near_begin(word);

	for (size_t i = 0; i < count; i++)
		gno_near_try(&near, *(const char *const *)((const char *)list + i * stride));
	return near.best;
}
