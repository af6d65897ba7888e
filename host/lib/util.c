/* SPDX-License-Identifier: Apache-2.0 */
#include "util.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LONGEST_WORD 64

uint64_t gno_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

int gno_slurp(const char *path, char **text, size_t *len, struct gno_err *err)
{
	char *buf = NULL;
	size_t room = 0, used = 0, got;
	FILE *f;
	int ret = 0;

	f = fopen(path, "rb");
	if (!f)
		return gno_fail_errno(err, errno, "cannot open '%s'", path);
	do {
		if (used + 1 >= room) {
			size_t more = room ? 2 * room : 16384;
			char *bigger = realloc(buf, more);

			if (!bigger) {
				ret = gno_fail_nomem(err);
				goto out;
			}
			buf = bigger;
			room = more;
		}
		got = fread(buf + used, 1, room - used - 1, f);
		used += got;
	} while (got);
	if (ferror(f)) {
		ret = gno_fail_errno(err, errno, "cannot read '%s'", path);
		goto out;
	}
	buf[used] = '\0';
	*text = buf;
	buf = NULL;
	if (len)
		*len = used;
out:
	free(buf);
	fclose(f);
	return ret;
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

int gno_replace_file(const char *path, const char *text, size_t len, struct gno_err *err)
{
	char *temp = gno_format("%s.new", path);
	int fd = -1;
	int ret;

	if (!temp)
		return gno_fail_nomem(err);
	fd = open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) {
		ret = gno_fail_errno(err, errno, "cannot create '%s'", temp);
		goto out;
	}
	ret = gno_write_all(fd, temp, text, len, err);
	if (close(fd) && !ret)
		ret = gno_fail_errno(err, errno, "cannot write '%s'", temp);
	if (!ret && rename(temp, path))
		ret = gno_fail_errno(err, errno, "cannot rename '%s' to '%s'", temp, path);
	if (ret)
		unlink(temp);
out:
	free(temp);
	return ret;
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
	size_t i, j;

	for (j = 0; j <= lb; j++)
		row[0][j] = (unsigned)j;
	for (i = 1; i <= la; i++) {
		unsigned *cur = row[i % 3], *up = row[(i + 2) % 3], *upup = row[(i + 1) % 3];

		cur[0] = (unsigned)i;
		for (j = 1; j <= lb; j++) {
			cur[j] = min3(up[j] + 1, cur[j - 1] + 1, up[j - 1] + (a[i - 1] != b[j - 1]));
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
	size_t i;

	for (i = 0; i < count; i++)
		gno_near_try(&near, *(const char *const *)((const char *)list + i * stride));
	return near.best;
}
