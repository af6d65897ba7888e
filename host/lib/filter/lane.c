/* SPDX-License-Identifier: Apache-2.0 */
#include "filter/lane.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "stream/record.h"
#include "common/util.h"

#define PIECE (64 * GNO_PACKET_PAGE) /* bytes that are written at once, about */

int filter_lane_open(struct filter_lane *l, const struct gno_manifest *m, unsigned node,
		     struct gno_stream *s, char *path, struct gno_err *err)
{
	*l = (struct filter_lane){.m = m,
				  .node = node,
				  .s = s,
				  .b = calloc(1, sizeof(*l->b)),
				  .path = path,
				  .fd = -1,
				  .half = UINT64_MAX};
	if (!l->b || !path)
		return gno_fail_nomem(err);
	gno_packer_init(&l->packer, m, node, &(struct gno_packet_mark){0, 0, 0});
	gno_stream_rewind(s);
	l->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	return l->fd < 0 ? gno_fail_errno(err, errno, "cannot create '%s'", path) : GNO_OK;
}

void filter_lane_close(struct filter_lane *l)
{
	if (l->fd >= 0)
		close(l->fd);
	gno_packer_free(&l->packer);
	free(l->b);
	free(l->path);
}

/* Writes the pages that changed. Nobody reads the file before it is whole. */
static int put_pages(struct filter_lane *l, struct gno_err *err)
{
	struct gno_packer *p = &l->packer;
	uint64_t at = p->from, end = p->base + p->len;

	gno_packer_seal(p);
	at = p->from < at ? p->from : at;
	while (at < end) {
		ssize_t done =
		    pwrite(l->fd, p->data + (at - p->base), (size_t)(end - at), (off_t)at);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return gno_fail_errno(err, errno, "cannot write '%s'", l->path);
		at += (uint64_t)done;
	}
	gno_packer_written(p);
	return GNO_OK;
}

static uint64_t half_of(const struct filter_lane *l, uint64_t time)
{
	return time >> (l->m->time_bits - 1);
}

bool filter_lane_can_skip(const struct filter_lane *l, uint64_t time)
{
	return half_of(l, time) == l->half;
}

int filter_lane_keep(struct filter_lane *l, struct gno_err *err)
{
	const struct gno_slot *slot = &l->b->rec[l->at++];
	const unsigned kind = gno_record_kind(slot->info);
	const unsigned words = kind == GNO_KIND_EVENT
				   ? GNO_RECORD_HEADER
				   : gno_record_needs(slot->info, &l->m->node[l->node]);
	uint32_t w[GNO_RECORD_WORDS_MAX];
	int rc;

	gno_stream_words(l->s, l->b->base + slot->at, w, words);
	rc = gno_packer_add(&l->packer, w, words, err);
	l->half = half_of(l, kind == GNO_KIND_GAP ? l->b->resumed : slot->time);
	l->kept++;
	l->events += gno_kind_has_flags(kind);
	if (!rc && l->packer.at - l->packer.from > PIECE)
		rc = put_pages(l, err);
	return rc;
}

void filter_lane_skip(struct filter_lane *l)
{
	l->at++;
}

/* The record that comes next is in the batch: 1; 0 at the end of the stream. */
static int have_next(struct filter_lane *l, struct gno_err *err)
{
	struct gno_batch *b = l->b;

	while (l->at >= b->n) {
		int rc;

		if (b->hole_bytes && !b->cut_off)
			return gno_fail(err, GNO_ERR_FORMAT,
					"cannot filter a damaged trace: %" PRIu64
					" bytes at offset %" PRIu64 " are no records: '%s'",
					b->hole_bytes, b->hole_offset, gno_stream_path(l->s));
		rc = gno_stream_read(l->s, b, err);
		if (rc <= 0)
			return rc;
		l->at = 0;
	}
	return 1;
}

int filter_lane_copy(struct filter_lane *l, uint64_t offset, struct gno_err *err)
{
	int rc = have_next(l, err);

	while (rc > 0 && l->b->base + l->b->rec[l->at].at < offset) {
		rc = filter_lane_keep(l, err);
		rc = rc ? rc : have_next(l, err);
	}
	return rc < 0 ? rc : GNO_OK;
}

bool filter_lane_is_at(const struct filter_lane *l, uint64_t offset)
{
	return l->at < l->b->n && l->b->base + l->b->rec[l->at].at == offset;
}

int filter_lane_end(struct filter_lane *l, struct gno_err *err)
{
	int rc = filter_lane_copy(l, UINT64_MAX, err);

	return rc ? rc : put_pages(l, err);
}
