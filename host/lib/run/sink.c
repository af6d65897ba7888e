/* SPDX-License-Identifier: Apache-2.0 */
#include "run/sink.h"
#include "base/input.h"
#include "records/record.h"
#include "run/entry.h"
#include "run/stream_file.h"
#include "common/util.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define WORDS_PER_SLOT 2
#define HOLE_BYTES 16 /* of an entry of holes.bin */

/* Holes go to their file as they are in memory. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "holes.bin is little-endian");

/* Bytes that wait for the next commit, and the file they go to. */
struct pile {
	char *path;
	int fd;
	uint64_t size; /* of the file, as committed */
	uint8_t *data;
	size_t len, room;
};

struct gno_sink {
	struct gno_run *run;
	struct gno_stream_file *stream; /* one a node */
	struct pile holes;		/* slots that were no records, with their positions */
	uint32_t *word;			/* fed, not yet cut into records */
	size_t words, room;
	uint64_t position; /* of word[0], in slots */
	uint64_t kept;	   /* the journal has what was fed before it and is not cut */
	struct gno_entries entries;
	/* The journal's values, with what was fed since. */
	struct gno_run_node *node;
	struct gno_progress progress;
	bool after_hole;
};

static int append(struct pile *p, const void *data, size_t len, struct gno_err *err)
{
	if (p->len + len > p->room) {
		size_t room = 2 * p->room > p->len + len ? 2 * p->room : p->len + len + 4096;
		uint8_t *more = realloc(p->data, room);

		if (!more)
			return gno_fail_nomem(err);
		p->data = more;
		p->room = room;
	}
	memcpy(p->data + p->len, data, len);
	p->len += len;
	return 0;
}

/* Opens a file and cuts it to its committed size. */
static int open_pile(struct pile *p, char *path, uint64_t size, struct gno_err *err)
{
	int rc;

	if (!path)
		return gno_fail_nomem(err);
	p->path = path;
	p->size = size;
	rc = gno_stated_open(path, size, &p->fd, err);
	if (rc)
		return rc;
	if (ftruncate(p->fd, (off_t)size) || lseek(p->fd, (off_t)size, SEEK_SET) < 0)
		return gno_fail_errno(err, errno, "cannot cut '%s' back", path);
	return 0;
}

static int open_files(struct gno_sink *sink, struct gno_err *err)
{
	struct gno_run *run = sink->run;
	uint64_t holes = HOLE_BYTES * run->progress.holes;
	int rc = 0;

	for (unsigned k = 0; k < run->m->nodes && !rc; k++)
		rc = gno_stream_file_open(&sink->stream[k], gno_stream_file(run, k), run, k, err);
	if (!rc && holes)
		rc = open_pile(&sink->holes, gno_format("%s/holes.bin", run->dir), holes, err);
	return rc;
}

/* Takes over the journal's view. */
static void reset_view(struct gno_sink *sink)
{
	struct gno_run *run = sink->run;

	memcpy(sink->node, run->node, run->m->nodes * sizeof(*run->node));
	sink->progress = run->progress;
	sink->holes.len = 0;
	sink->words = 0;
	sink->kept = 0;
}

/* Makes room for so many more words behind those that were fed. */
static int make_room(struct gno_sink *sink, size_t words, struct gno_err *err)
{
	size_t need = sink->words + words;
	uint32_t *more;

	if (need <= sink->room)
		return 0;
	more = realloc(sink->word, 2 * need * sizeof(*more));
	if (!more)
		return gno_fail_nomem(err);
	sink->word = more;
	sink->room = 2 * need;
	return 0;
}

/* Takes over the slots that the journal has. */
static int take_pending(struct gno_sink *sink, struct gno_err *err)
{
	const struct gno_pending *p = &sink->run->pending;
	int rc = p->slots ? make_room(sink, p->slots * WORDS_PER_SLOT, err) : 0;

	if (rc || !p->slots)
		return rc;
	memcpy(sink->word, p->w, p->slots * GNO_SLOT_BYTES);
	sink->words = p->slots * WORDS_PER_SLOT;
	sink->kept = sink->position + p->slots;
	return 0;
}

int gno_sink_open(struct gno_run *run, struct gno_sink **out, struct gno_err *err)
{
	struct gno_sink *sink = calloc(1, sizeof(*sink));
	int rc;

	if (!sink)
		return gno_fail_nomem(err);
	sink->run = run;
	sink->position = run->progress.position;
	gno_entries_begin(&sink->entries, run->m, &run->entries);
	sink->holes.fd = -1;
	sink->stream = calloc(run->m->nodes, sizeof(*sink->stream));
	sink->node = calloc(run->m->nodes, sizeof(*sink->node));
	for (unsigned k = 0; sink->stream && k < run->m->nodes; k++)
		sink->stream[k].fd = -1;
	if (!sink->stream || !sink->node) {
		rc = gno_fail_nomem(err);
	} else {
		reset_view(sink);
		rc = take_pending(sink, err);
		if (!rc)
			rc = open_files(sink, err);
	}
	if (rc)
		gno_sink_close(sink);
	else
		*out = sink;
	return rc;
}

void gno_sink_close(struct gno_sink *sink)
{
	if (!sink)
		return;
	for (unsigned k = 0; sink->stream && k < sink->run->m->nodes; k++)
		gno_stream_file_close(&sink->stream[k]);
	if (sink->holes.fd >= 0)
		close(sink->holes.fd);
	free(sink->holes.path);
	free(sink->holes.data);
	free(sink->stream);
	free(sink->node);
	free(sink->word);
	free(sink);
}

int gno_sink_restart(struct gno_sink *sink, uint64_t position, bool wrapped, struct gno_err *err)
{
	const struct gno_entries_state fresh = {0};
	int rc = 0;

	reset_view(sink);
	sink->position = position;
	if (wrapped)
		gno_entries_begin_wrapped(&sink->entries, sink->run->m);
	else
		gno_entries_begin(&sink->entries, sink->run->m, &fresh);
	sink->progress.position = position;
	for (unsigned k = 0; k < sink->run->m->nodes && !rc; k++)
		rc = gno_stream_file_restart(&sink->stream[k], sink->run, k, err);
	return rc;
}

/* A slot that is no record. */
static int take_hole(struct gno_sink *sink, const uint32_t *w, uint64_t position,
		     struct gno_err *err)
{
	uint64_t entry[HOLE_BYTES / sizeof(uint64_t)] = {position};

	memcpy(&entry[1], w, sizeof(entry[1]));
	sink->progress.holes++;
	sink->after_hole = true;
	return append(&sink->holes, entry, sizeof(entry), err);
}

/* Refuses what another run has left. */
static int check_run(const struct gno_sink *sink, const uint32_t *w, struct gno_err *err)
{
	unsigned kind = gno_record_kind(w[1]), node = gno_record_node(w[1]);
	const struct gno_run *run = sink->run;

	if (gno_kind_bears_epoch(kind) && (int)gno_record_run(w[1]) != run->number)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "leftover of another run: node '%s' sent a %s record of run %u, '%s' is run %d",
		    run->m->node[node].name, gno_kind_name(kind), gno_record_run(w[1]), run->dir,
		    run->number);
	if (!sink->node[node].sync && kind != GNO_KIND_SYNC && run->mode != GNO_BUFFER_WRAP &&
	    !sink->after_hole)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "leftover of another run: first record of node '%s' is not a sync but of kind %s",
		    run->m->node[node].name, gno_kind_name(kind));
	return 0;
}

/* Whether a record is one of the end point of the patterns that hold at its node. */
static bool is_end_point(const struct gno_sink *sink, const uint32_t *w)
{
	unsigned kind = gno_record_kind(w[1]), k = gno_record_node(w[1]);
	const struct gno_pattern_file *p = gno_run_patterns(sink->run, k, sink->node[k].lives);
	const struct gno_pattern_point *until = p->until < 0 ? NULL : &p->point[p->until];

	if (!until)
		return false;
	if (until->kind == GNO_PATTERN_CODE)
		return kind == GNO_KIND_DATUM &&
		       (int)gno_pattern_code(&p->node[k], sink->run->m->node[k].port.data_bits,
					     gno_datum_write(w[1]),
					     gno_datum_data(w)) == until->code[k];
	if (until->kind == GNO_PATTERN_EVENT ? kind != GNO_KIND_EVENT : !gno_kind_is_trigger(kind))
		return false;
	return until->code[k] >= 0 && (int)gno_record_code(w[1]) >= until->code[k] &&
	       (int)gno_record_code(w[1]) < until->code[k] + (int)until->numbers;
}

/* Notes the contents of a record. */
static int take_record(struct gno_sink *sink, const uint32_t *w, size_t words, struct gno_err *err)
{
	unsigned kind = gno_record_kind(w[1]), k = gno_record_node(w[1]);
	struct gno_run_node *n = &sink->node[k];
	struct gno_progress *p = &sink->progress;
	int rc;

	rc = check_run(sink, w, err);
	if (rc)
		return rc;
	p->records++;
	if (gno_kind_has_flags(kind)) {
		p->events++;
		n->reached = n->reached || is_end_point(sink, w);
	}
	switch (kind) {
	case GNO_KIND_SYNC:
		n->sync = true;
		break;
	case GNO_KIND_LOAD:
		n->off = !gno_record_code(w[1]);
		n->lives += !n->off;
		break;
	case GNO_KIND_GAP:
		p->gaps++;
		p->lost += gno_gap_lost(w);
		break;
	case GNO_KIND_FLUSH:
		n->flush = true;
		n->done = gno_run_has_entries(sink->run) || /* its sample is there or lost */
			  !gno_node_can_send(&sink->run->m->node[k], GNO_KIND_RATIO);
		break;
	case GNO_KIND_RATIO:
		n->done = n->done || (n->flush && !gno_record_code(w[1]));
		break;
	}
	rc = gno_packer_add(&sink->stream[k].packer, w, (unsigned)words, err);
	n->size = sink->stream[k].packer.at;
	n->mark = sink->stream[k].packer.mark;
	return rc;
}

/* The piece that begins at word `at` of what was fed, in a buffer whose slots are all records. */
static struct gno_piece next_record(const struct gno_sink *sink, size_t at, bool final)
{
	const uint32_t *w = sink->word + at;
	int words = gno_record_words(w, sink->words - at, sink->run->m);

	if (words > 0)
		return (struct gno_piece){
		    .slots = (unsigned)words / WORDS_PER_SLOT, .w = w, .words = (size_t)words};
	if (!words && !final)
		return (struct gno_piece){0};
	return (struct gno_piece){.slots = 1, .hole = true};
}

/* Notes the contents of a piece that begins at word `at`. */
static int take_piece(struct gno_sink *sink, const struct gno_piece *piece, size_t at,
		      struct gno_err *err)
{
	const struct gno_manifest *m = sink->run->m;
	size_t words;
	int rc = 0;

	for (size_t done = 0; done < piece->words && !rc; done += words) {
		const uint32_t *w = piece->w + done;

		words = gno_record_needs(w[1], &m->node[gno_record_node(w[1])]);
		rc = take_record(sink, w, words, err);
	}
	if (!rc && piece->hole)
		rc = take_hole(sink, sink->word + at, sink->position + at / WORDS_PER_SLOT, err);
	return rc;
}

/* Cuts what was fed into records; `final`: nothing more comes, what is incomplete is a hole. */
static int cut(struct gno_sink *sink, bool final, struct gno_err *err)
{
	bool entries = gno_run_has_entries(sink->run);
	size_t at = 0;
	int rc = 0;

	while (at < sink->words && !rc) {
		struct gno_piece piece =
		    entries ? gno_entries_next(&sink->entries, sink->word + at, sink->words - at,
					       sink->position + at / WORDS_PER_SLOT, final)
			    : next_record(sink, at, final);

		if (!piece.slots)
			break;
		rc = take_piece(sink, &piece, at, err);
		at += (size_t)piece.slots * WORDS_PER_SLOT;
	}
	sink->words -= at;
	sink->position += at / WORDS_PER_SLOT;
	sink->progress.position = sink->position;
	if (at && sink->words)
		memmove(sink->word, sink->word + at, 4 * sink->words);
	return rc;
}

int gno_sink_feed(struct gno_sink *sink, const uint8_t *data, unsigned slots, struct gno_err *err)
{
	size_t words = (size_t)slots * WORDS_PER_SLOT;
	int rc = make_room(sink, words, err);

	if (rc)
		return rc;
	gno_le32_words(sink->word + sink->words, data, words);
	sink->words += words;
	return cut(sink, false, err);
}

int gno_sink_finish(struct gno_sink *sink, struct gno_err *err)
{
	return cut(sink, true, err);
}

/* Writes what the journal is about to count. */
static int write_files(struct gno_sink *sink, struct gno_err *err)
{
	struct pile *p = &sink->holes;
	int rc = 0;

	for (unsigned k = 0; k < sink->run->m->nodes && !rc; k++)
		rc = gno_stream_file_write(&sink->stream[k], err);
	if (!rc && p->len && p->fd < 0)
		rc = open_pile(p, gno_format("%s/holes.bin", sink->run->dir), 0, err);
	return rc || !p->len ? rc : gno_write_all(p->fd, p->path, p->data, p->len, err);
}

/* Truncates all files to the lengths in the journal. */
static void roll_back(struct gno_sink *sink)
{
	struct pile *p = &sink->holes;

	for (unsigned k = 0; k < sink->run->m->nodes; k++)
		gno_stream_file_roll_back(&sink->stream[k]);
	if (p->fd >= 0 && !ftruncate(p->fd, (off_t)p->size))
		lseek(p->fd, (off_t)p->size, SEEK_SET);
}

/* A copy of what is to be in the journal, of what was fed and is not cut. */
static int copy_pending(const struct gno_sink *sink, struct gno_pending *out, struct gno_err *err)
{
	*out = (struct gno_pending){0};
	if (sink->kept <= sink->position)
		return 0;
	out->slots = (size_t)(sink->kept - sink->position);
	out->w = malloc(out->slots * GNO_SLOT_BYTES);
	if (!out->w)
		return gno_fail_nomem(err);
	memcpy(out->w, sink->word, out->slots * GNO_SLOT_BYTES);
	return 0;
}

/* The run's state for the journal. */
static int write_journal(struct gno_sink *sink, const struct gno_pending *pending,
			 struct gno_err *err)
{
	struct gno_run next = *sink->run;

	next.node = sink->node;
	next.progress = sink->progress;
	next.pending = *pending;
	next.entries = sink->entries.state;
	next.drained_at = (uint64_t)time(NULL);
	return gno_journal_write(&next, err);
}

int gno_sink_commit(struct gno_sink *sink, struct gno_err *err)
{
	struct gno_run *run = sink->run;
	struct gno_pending pending;
	int rc;

	rc = copy_pending(sink, &pending, err);
	if (rc)
		return rc;
	rc = write_files(sink, err);
	if (!rc)
		rc = write_journal(sink, &pending, err);
	if (rc) {
		free(pending.w);
		roll_back(sink);
		return rc;
	}
	for (unsigned k = 0; k < run->m->nodes; k++)
		gno_stream_file_commit(&sink->stream[k]);
	sink->holes.size += sink->holes.len;
	sink->holes.len = 0;
	memcpy(run->node, sink->node, run->m->nodes * sizeof(*run->node));
	run->progress = sink->progress;
	free(run->pending.w);
	run->pending = pending;
	run->entries = sink->entries.state;
	run->drained_at = (uint64_t)time(NULL);
	return 0;
}

bool gno_sink_keep(struct gno_sink *sink)
{
	uint64_t fed = gno_sink_fed(sink);

	if (!gno_run_has_entries(sink->run) || sink->kept == fed || sink->position == fed)
		return false;
	sink->kept = fed;
	return true;
}

uint64_t gno_sink_fed(const struct gno_sink *sink)
{
	return sink->position + sink->words / WORDS_PER_SLOT;
}

uint64_t gno_sink_held(const struct gno_sink *sink)
{
	return sink->kept > sink->position ? sink->kept : sink->position;
}

bool gno_sink_done(const struct gno_sink *sink)
{
	for (unsigned k = 0; k < sink->run->m->nodes; k++)
		if (!sink->node[k].done)
			return false;
	return true;
}

const char *gno_sink_missing(const struct gno_sink *sink)
{
	for (unsigned k = 0; k < sink->run->m->nodes; k++)
		if (!sink->node[k].done)
			return sink->run->m->node[k].name;
	return NULL;
}

bool gno_sink_reached(const struct gno_sink *sink)
{
	const struct gno_run *run = sink->run;
	const struct gno_pattern_file *p = run->load[run->loads - 1].patterns;
	unsigned k, waiting = 0;

	if (p->until < 0)
		return false;
	for (k = 0; k < run->m->nodes; k++)
		waiting += p->until_on[k] && !sink->node[k].reached;
	return !waiting;
}

void gno_sink_begin_again(struct gno_sink *sink)
{
	for (unsigned k = 0; k < sink->run->m->nodes; k++)
		sink->node[k].reached = sink->run->node[k].reached = false;
}

const struct gno_run_node *gno_sink_node(const struct gno_sink *sink, unsigned node)
{
	return &sink->node[node];
}

const struct gno_progress *gno_sink_progress(const struct gno_sink *sink)
{
	return &sink->progress;
}
