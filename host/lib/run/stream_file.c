/* SPDX-License-Identifier: Apache-2.0 */
#include "run/stream_file.h"

#include "base/input.h"
#include "common/util.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int put_at(struct gno_stream_file *f, uint64_t at, const uint8_t *data, size_t len,
		  struct gno_err *err)
{
	while (len) {
		ssize_t done = pwrite(f->fd, data, len, (off_t)at);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return gno_fail_errno(err, errno, "cannot write '%s'", f->path);
		at += (uint64_t)done;
		data += done;
		len -= (size_t)done;
	}
	return GNO_OK;
}

static int get(struct gno_stream_file *f, uint64_t at, uint8_t *data, size_t len,
	       struct gno_err *err)
{
	while (len) {
		ssize_t done = pread(f->fd, data, len, (off_t)at);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return gno_fail_errno(err, errno, "cannot read '%s'", f->path);
		if (!done)
			return gno_fail(err, GNO_ERR_FORMAT, "'%s' was cut off while it was read",
					f->path);
		at += (uint64_t)done;
		data += done;
		len -= (size_t)done;
	}
	return GNO_OK;
}

/* Resumes the packer at the journal's position, with the records behind that. */
int gno_stream_file_restart(struct gno_stream_file *f, const struct gno_run *run, unsigned node,
			    struct gno_err *err)
{
	const struct gno_run_node *n = &run->node[node];
	uint8_t *data = NULL;
	uint64_t base, at;
	int rc;

	gno_packer_free(&f->packer);
	gno_packer_init(&f->packer, run->m, node, &n->mark);
	base = f->packer.base;
	if (n->size > base) {
		data = malloc((size_t)(n->size - base));
		if (!data)
			return gno_fail_nomem(err);
		rc = get(f, base, data, (size_t)(n->size - base), err);
		if (!rc)
			rc = gno_packer_restore(&f->packer, data, n->size, &at, err);
		if (!rc && (at != n->size || f->packer.at != n->size))
			rc = gno_fail(
			    err, GNO_ERR_FORMAT,
			    "'%s' is damaged: records from offset %llu to %llu are not those that the journal counts",
			    f->path, (unsigned long long)n->mark.at, (unsigned long long)n->size);
		free(data);
		if (rc)
			return rc;
	}
	gno_packer_seal(&f->packer);
	return GNO_OK;
}

int gno_stated_open(const char *path, uint64_t size, int *fd, struct gno_err *err)
{
	struct base_fault fault;
	struct stat st;
	int rc;

	*fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (*fd < 0 || fstat(*fd, &st))
		return gno_fail_errno(err, errno, "cannot open '%s'", path);
	rc = gno_take_fault(err, base_input_check(*fd, path, &fault), &fault);
	if (rc)
		return rc;
	if ((uint64_t)st.st_size < size)
		return gno_fail(
		    err, GNO_ERR_FORMAT,
		    "'%s' was cut off: the journal states %llu bytes, the file has %llu", path,
		    (unsigned long long)size, (unsigned long long)st.st_size);
	return 0;
}

int gno_stream_file_open(struct gno_stream_file *f, char *path, const struct gno_run *run,
			 unsigned node, struct gno_err *err)
{
	uint64_t size = run->node[node].size;
	int rc;

	f->path = path;
	if (!path)
		return gno_fail_nomem(err);
	rc = gno_stated_open(path, size, &f->fd, err);
	if (rc)
		return rc;
	rc = gno_stream_file_restart(f, run, node, err);
	if (!rc)
		rc = gno_stream_file_write(f, err);
	if (rc)
		return rc;
	gno_stream_file_commit(f);
	if (ftruncate(f->fd, (off_t)f->size))
		return gno_fail_errno(err, errno, "cannot cut '%s' back", path);
	return GNO_OK;
}

void gno_stream_file_close(struct gno_stream_file *f)
{
	if (f->fd >= 0)
		close(f->fd);
	gno_packer_free(&f->packer);
	free(f->path);
}

/*
 * The last page that the file has, and those behind it, come first; pages before it change only
 * where an epoch moved their times ahead, and go backward. So times never decrease in the file,
 * wherever this ends.
 */
int gno_stream_file_write(struct gno_stream_file *f, struct gno_err *err)
{
	const struct gno_packer *p = &f->packer;
	uint64_t end = p->base + p->len, at = p->from;
	int rc;

	gno_packer_seal(&f->packer);
	if (at >= end)
		return GNO_OK;
	if (at < f->page_at && f->page_at < end)
		at = f->page_at;
	rc = put_at(f, at, p->data + (at - p->base), (size_t)(end - at), err);
	while (!rc && at > p->from) {
		at -= GNO_PACKET_PAGE;
		rc = put_at(f, at, p->data + (at - p->base), GNO_PACKET_PAGE, err);
	}
	return rc;
}

void gno_stream_file_commit(struct gno_stream_file *f)
{
	struct gno_packer *p = &f->packer;

	f->size = p->base + p->len;
	if (p->len) {
		f->page_at = f->size - GNO_PACKET_PAGE;
		memcpy(f->page, p->data + p->len - GNO_PACKET_PAGE, GNO_PACKET_PAGE);
	}
	gno_packer_written(p);
}

void gno_stream_file_roll_back(struct gno_stream_file *f)
{
	struct gno_err ignored;

	if (f->fd < 0 || ftruncate(f->fd, (off_t)f->size) || !f->size)
		return;
	put_at(f, f->page_at, f->page, GNO_PACKET_PAGE, &ignored);
}
