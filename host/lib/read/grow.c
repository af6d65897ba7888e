/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stream whose file grows while it is read. Its writer (run/stream_file.c) counts bytes in the
 * journal once they are in the file. Records that are counted never change. What changes is the
 * header of the last packet, as the packet grows, and the times in headers since the journal's mark
 * where no epoch came since a gap.
 */
#include "read/stream.h"
#include "common/util.h"
#include "records/sample.h"

#include <stdlib.h>
#include <sys/stat.h>

/* Opens the file; one that is not there yet stays closed. */
static int open_file(struct gno_stream *s, bool grows, struct gno_err *err)
{
	struct stat st;

	if (grows && stat(s->path, &st))
		return GNO_OK;
	return stream_input_open(s->in, s->path, err);
}

/* Whether times are certain from the packet at `mark` on; else the packet is to come. */
static bool is_settled(struct gno_stream *s, uint64_t mark)
{
	uint8_t first[GNO_SLOT_BYTES];
	unsigned kind;

	if (mark == UINT64_MAX || (mark ? gno_gap_end_is_known(s->m->time_bits) : s->begun) ||
	    !stream_input_again(s->in, mark + GNO_PACKET_HEADER, first, sizeof(first)))
		return true;
	kind = gno_record_kind(gno_le32(first + sizeof(uint32_t)));
	if (mark)
		return kind != GNO_KIND_GAP;
	return kind == GNO_KIND_SYNC || gno_kind_bears_epoch(kind);
}

/* Bytes of the file that are to be read, `have` of which are there. */
static uint64_t extent_of(struct gno_stream *s, const struct stream_extent *e, uint64_t have)
{
	uint64_t size = e->valid < have ? e->valid : have;

	s->missing = e->valid != UINT64_MAX && e->valid > have ? e->valid - have : 0;
	if (e->grows && e->mark < size && !is_settled(s, e->mark))
		size = e->mark > s->size ? e->mark : s->size;
	return size;
}

int stream_extend(struct gno_stream *s, const struct stream_extent *e, struct gno_err *err)
{
	bool grew = s->grows;
	uint64_t have, size;
	int rc = s->in->fd < 0 ? open_file(s, e->grows, err) : GNO_OK;

	s->grows = e->grows;
	s->partial = e->partial;
	if (rc || s->in->fd < 0)
		return rc;
	rc = stream_input_size(s->in, s->path, &have, err);
	if (rc)
		return rc;
	size = extent_of(s, e, have);
	if (size < s->size) {
		s->in->shrunk = true;
		return stream_input_check(s->in, s->path, err);
	}
	if (size == s->size && grew == s->grows && (s->begun || s->grows))
		return 0;
	stream_input_limit(s->in, size);
	s->size = size;
	s->dry = false;
	s->ahead = (struct stream_epochs){0};
	if (s->begun)
		stream_enter_again(s);
	else
		rc = stream_start(s, err);
	return rc ? rc : 1;
}

int stream_open(struct gno_stream *s, char *path, const struct gno_manifest *m, unsigned node,
		unsigned run, const struct stream_extent *extent, struct gno_err *err)
{
	int rc;

	*s = (struct gno_stream){
	    .m = m, .node = &m->node[node], .place = node, .path = path, .run = run};
	if (s->node->ratio_form == GNO_RATIO_FULL && !s->node->preprocessors.extremes)
		s->sample_words = gno_sample_words(s->node);
	if (s->node->port.bus != GNO_BUS_NONE && !s->node->port.pc == !s->node->port.process_time)
		s->datum_words = s->node->port.pc ? DATUM_WORDS_MAX : GNO_DATUM_WORDS;
	s->in = calloc(1, sizeof(*s->in));
	if (!s->in)
		return gno_fail_nomem(err);
	s->in->fd = -1;
	rc = stream_extend(s, extent, err);
	return rc < 0 ? rc : GNO_OK;
}
