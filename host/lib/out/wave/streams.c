/* SPDX-License-Identifier: Apache-2.0 */
#include "out/wave/streams.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

static _Thread_local int failed;

static void note(int why)
{
	if (!failed)
		failed = why ? why : EIO;
}

int fst_stream_failed(void)
{
	const int why = failed;

	failed = 0;
	return why;
}

static FILE *stream_of(int fd, const char *mode)
{
	FILE *f = fd < 0 ? NULL : fdopen(fd, mode);

	if (!f && fd >= 0)
		close(fd);
	if (!f)
		note(errno);
	return f;
}

FILE *fst_stream_temporary(void)
{
	return stream_of(memfd_create("fst", MFD_CLOEXEC), "w+");
}

FILE *fst_stream_open(const char *path, const char *mode)
{
	int fd;

	if (*mode == 'r')
		return fopen(path, mode);
	fd = open(path, O_RDWR | O_TRUNC | O_CLOEXEC);
	return fd < 0 && errno == ENOENT ? fst_stream_temporary() : stream_of(fd, mode);
}

size_t fst_stream_write(const void *data, size_t size, size_t count, FILE *f)
{
	const size_t written = fwrite(data, size, count, f);

	if (written < count && size)
		note(errno);
	return written;
}

int fst_stream_seek(FILE *f, off_t to, int from)
{
	const int rc = fseeko(f, to, from);

	if (rc)
		note(errno);
	return rc;
}

int fst_stream_flush(FILE *f)
{
	const int rc = fflush(f);

	if (rc)
		note(errno);
	return rc;
}

int fst_stream_close(FILE *f)
{
	if (ferror(f)) /* a byte alone, too, may not have been written */
		note(0);
	if (fclose(f))
		note(errno);
	return 0;
}

void *fst_stream_map(void *at, size_t length, int access, int flags, int fd, off_t from)
{
	struct stat st;
	void *map;

	if (fstat(fd, &st) || st.st_size < from + (off_t)length) {
		note(0);
		if (ftruncate(fd, from + (off_t)length))
			return MAP_FAILED;
	}
	map = mmap(at, length, access, flags, fd, from);
	if (map == MAP_FAILED)
		note(errno);
	return map;
}
