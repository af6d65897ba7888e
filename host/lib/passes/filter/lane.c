/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/filter/lane.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "records/record.h"
#include "common/util.h"

#define PIECE (64 * GNO_PACKET_PAGE) /* bytes that are written at once, about */

int filter_lane_open(struct filter_lane *l, struct gno_trace *t, unsigned node,
		     const struct gno_batch *b, char *path, struct gno_err *err)
{
	const struct gno_manifest *m = gno_trace_manifest(t);
	const struct gno_trace_run *run = gno_trace_run(t);

	*l = (struct filter_lane){.m = m,
				  .node = node,
				  .run = run->run,
				  .filtered = run->filters > 0,
				  .s = gno_trace_stream(t, node),
				  .b = b,
				  .path = path,
				  .fd = -1,
				  .half = UINT64_MAX};
	if (!b || !path)
		return gno_fail_nomem(err);
	gno_packer_init(&l->packer, m, node, &(struct gno_packet_mark){0, 0, 0});
	l->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	return l->fd < 0 ? gno_fail_errno(err, errno, "cannot create '%s'", path) : GNO_OK;
}

void filter_lane_close(struct filter_lane *l)
{
	if (l->fd >= 0)
		close(l->fd);
	gno_packer_free(&l->packer);
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

static int put(struct filter_lane *l, const uint32_t *w, unsigned words, struct gno_err *err)
{
	const int rc = gno_packer_add(&l->packer, w, words, err);

	l->records++;
	return !rc && l->packer.at - l->packer.from > PIECE ? put_pages(l, err) : rc;
}

/* Ends the stretch: a gap without lost records. */
static int put_stretch(struct filter_lane *l, struct gno_err *err)
{
	const unsigned bits = l->m->time_bits;
	uint32_t w[GNO_GAP_WORDS] = {
	    (uint32_t)l->from & UINT32_MAX >> (32 - bits),
	    GNO_RECORD_KIND(GNO_KIND_GAP) | GNO_RECORD_NODE(l->node) |
		GNO_RECORD_EPOCH(half_of(l, l->from)) | (GNO_RECORD_AUX(l->run) & ~GNO_GAP_RING),
	    (uint32_t)l->to & UINT32_MAX >> (32 - gno_long_time_bits(bits)),
	};

	l->open = false;
	if (!(l->run >> GNO_RUN_TOP & 1)) /* no reader would take it for a gap */
		return gno_fail(
		    err, GNO_ERR_FORMAT,
		    "cannot leave out a stretch of run number %u, which no monitor gives a run: it is not 129 to 255",
		    l->run);
	return put(l, w, GNO_GAP_WORDS, err);
}

void filter_lane_leave_out(struct filter_lane *l, uint64_t time)
{
	l->at++;
	l->left_out++;
	if (!l->open)
		l->from = time;
	l->open = true;
	l->to = time;
	l->half = half_of(l, time);
}

/* Whether a time beat within a stretch needs not be there. */
static bool is_in_stretch(const struct filter_lane *l, uint64_t time)
{
	return l->open &&
	       time - l->from <= UINT32_MAX >> (33 - gno_long_time_bits(l->m->time_bits));
}

/* An event, of which the slot has all. */
static int keep_event(struct filter_lane *l, const struct gno_slot *slot, struct gno_err *err)
{
	const uint32_t w[GNO_RECORD_HEADER] = {
	    (uint32_t)slot->time & UINT32_MAX >> (32 - l->m->time_bits), slot->info};

	l->half = half_of(l, slot->time);
	return put(l, w, GNO_RECORD_HEADER, err);
}

static int keep_other(struct filter_lane *l, const struct gno_slot *slot, struct gno_err *err)
{
	const unsigned kind = gno_record_kind(slot->info);
	const unsigned words = gno_record_needs(slot->info, &l->m->node[l->node]);
	uint32_t w[GNO_RECORD_WORDS_MAX];

	gno_stream_words(l->s, l->b->base + slot->at, w, words);
	if (kind == GNO_KIND_GAP && !gno_gap_lost(w) && !l->filtered)
		w[1] |= GNO_GAP_RING; /* it is not a stretch that was left out */
	l->half = half_of(l, kind == GNO_KIND_GAP ? l->b->resumed : slot->time);
	return put(l, w, words, err);
}

int filter_lane_keep(struct filter_lane *l, struct gno_err *err)
{
	const struct gno_slot *slot = &l->b->rec[l->at];
	const unsigned kind = gno_record_kind(slot->info);
	int rc;

	if (kind == GNO_KIND_BEAT && is_in_stretch(l, slot->time)) {
		/* nothing happened before it, but another record of its cycle may stay */
		filter_lane_leave_out(l, slot->time > l->from ? slot->time - 1 : l->from);
		return GNO_OK;
	}
	rc = l->open ? put_stretch(l, err) : GNO_OK;
	if (rc)
		return rc;
	l->at++;
	l->kept++;
	l->events += gno_kind_has_flags(kind);
	return kind == GNO_KIND_EVENT ? keep_event(l, slot, err) : keep_other(l, slot, err);
}

void filter_lane_skip(struct filter_lane *l)
{
	l->at++;
	l->left_out++;
}

bool filter_lane_before(const struct filter_lane *l, uint64_t offset, const struct gno_slot **out)
{
	const struct gno_batch *b = l->b;

	*out = &b->rec[l->at];
	return l->at < b->n && b->base + (*out)->at < offset;
}

int filter_lane_next(struct filter_lane *l, struct gno_err *err)
{
	const struct gno_batch *b = l->b;

	l->at = 0;
	l->cut_off = b->hole_bytes;
	if (!b->hole_bytes || b->cut_off)
		return GNO_OK;
	return gno_fail(err, GNO_ERR_FORMAT,
			"cannot filter a damaged trace: %" PRIu64 " bytes at offset %" PRIu64
			" are not records: '%s'",
			b->hole_bytes, b->hole_offset, gno_stream_path(l->s));
}

int filter_lane_end(struct filter_lane *l, struct gno_err *err)
{
	int rc = l->open ? put_stretch(l, err) : GNO_OK;

	return rc ? rc : put_pages(l, err);
}
