/* SPDX-License-Identifier: Apache-2.0 */
#include "session/boards.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/locale.h"
#include "common/thread.h"
#include "common/util.h"
#include "device/place.h"
#include "device/registers.h"
#include "read/boards.h"
#include "read/trace.h"
#include "session/member.h"
#include "sync/file.h"

/* By what boards are put in order, so that the order of arguments does not matter. */
static int compare(const void *a, const void *b)
{
	const struct member *x = a, *y = b;

	return strcmp(x->entry.name, y->entry.name);
}

int gno_boards_differ(const struct gno_board *board, size_t count, struct gno_err *err)
{
	char **place = calloc(count, sizeof(*place));
	int rc = place ? 0 : gno_fail_nomem(err);

	for (size_t i = 0; i < count && !rc; i++) {
		place[i] = gno_device_place(board[i].url);
		if (!place[i])
			rc = gno_fail_nomem(err);
		for (size_t k = 0; k < i && !rc; k++)
			if (!strcmp(place[i], place[k]))
				rc = gno_fail(err, GNO_ERR_ARG, SYNC_SAME_DEVICE, board[k].url,
					      board[i].url);
	}
	for (size_t i = 0; place && i < count; i++)
		free(place[i]);
	free(place);
	return rc;
}

/* Fills a member, all but its thread. */
static int fill_member(struct boards *b, struct member *m, const struct gno_board *board,
		       struct gno_err *err)
{
	struct sync_entry *e = &m->entry;

	m->all = b;
	m->board = board;
	e->name = sync_board_name(board->url);
	e->device = strdup(board->url);
	e->folder = e->name ? sync_board_folder(e->name) : NULL;
	m->dir = e->folder ? gno_format("%s/%s", b->dir, e->folder) : NULL;
	return e->name && e->device && m->dir ? 0 : gno_fail_nomem(err);
}

/* No two folders are the same, once the members are in order. */
static int check_folders(const struct boards *b, struct gno_err *err)
{
	for (size_t i = 1; i < b->members; i++)
		for (size_t k = 0; k < i; k++)
			if (!strcmp(b->member[i].entry.folder, b->member[k].entry.folder))
				return gno_fail(err, GNO_ERR_ARG,
						"boards '%s' and '%s' would have the same folder "
						"'%s'",
						b->member[k].entry.name, b->member[i].entry.name,
						b->member[i].dir);
	return 0;
}

/* No boards ran into the folder before, unless they may be replaced. */
static int check_place(const struct boards *b, struct gno_err *err)
{
	if (b->options->session.replace || access(b->file, F_OK))
		return 0;
	return gno_fail(err, GNO_ERR_STATE,
			"'%s' exists already; name another folder, or replace it with --force",
			b->file);
}

static void *work(void *ctx)
{
	GNO_C_LOCALE;

	member_run(ctx);
	return NULL;
}

/* What is done when all boards wait. */
static int between(struct boards *b, unsigned meeting, struct gno_err *err)
{
	if (meeting == MEET_LOADED && b->hooks->before)
		return b->hooks->before(b->hooks->ctx, err);
	if (meeting != MEET_POLLED)
		return 0;
	sync_choose_interval(b->set);
	return sync_file_write(b->file, b->set, err);
}

/* Starts the threads, leads their meetings, and waits for their end. */
static int lead(struct boards *b, struct gno_err *err)
{
	size_t started = 0;
	unsigned k = 0;
	int rc = 0;

	meeting_begin(&b->meeting, b->members);
	while (started < b->members && !rc)
		if (gno_thread_start(&b->member[started].thread, work, &b->member[started]))
			started++;
		else
			rc = gno_fail(err, GNO_ERR_NOMEM, "no further thread can be started");
	while (k < MEETINGS && !rc &&
	       meeting_gather(&b->meeting, b->options->session.interrupted)) {
		rc = between(b, k, err);
		if (!rc) {
			meeting_release(&b->meeting);
			k++;
		}
	}
	if (rc || k < MEETINGS)
		meeting_cancel(&b->meeting);
	for (size_t i = 0; i < started; i++)
		pthread_join(b->member[i].thread, NULL);
	meeting_end(&b->meeting);
	return rc;
}

/* The failure of the call: of the board that failed by itself, not because another one did. What
 * failed after the start is in a note already. */
static int first_failure(const struct boards *b, struct gno_err *err)
{
	const struct member *first = NULL;

	for (size_t i = 0; i < b->members; i++) {
		const struct member *m = &b->member[i];

		if (m->rc && (!first || (first->left && !m->left)))
			first = m;
	}
	if (!first)
		return 0;
	if (first->left || first->met < MEETINGS || first->rc == GNO_ERR_INTERRUPTED) {
		*err = first->err;
		return first->rc;
	}
	return gno_fail(err, first->rc, "board '%s' failed: see its note", first->entry.name);
}

/* Makes the members, in the order of their names, and their entries of the set. */
static int fill(struct boards *b, const struct gno_board *board, size_t count, struct gno_err *err)
{
	int rc;

	b->member = calloc(count, sizeof(*b->member));
	b->set->entry = calloc(count, sizeof(*b->set->entry));
	b->file = gno_format("%s/%s", b->dir, SYNC_FILE);
	rc = b->member && b->set->entry && b->file ? gno_boards_differ(board, count, err)
						   : gno_fail_nomem(err);
	for (; b->members < count && !rc; b->members++)
		rc = fill_member(b, &b->member[b->members], &board[b->members], err);
	if (rc)
		return rc;
	qsort(b->member, count, sizeof(*b->member), compare);
	for (size_t i = 0; i < count && !rc; i++) {
		b->member[i].place = i;
		rc = sync_entry_copy(&b->set->entry[b->set->entries++], &b->member[i].entry, err);
	}
	if (!rc)
		rc = check_folders(b, err);
	return rc ? rc : check_place(b, err);
}

/* Gives the traces of the boards clocks by their pulses, for readers that know no pulses. Runs that
 * cannot be read together keep their nominal ones. */
static int set_clocks(const struct boards *b, struct gno_err *err)
{
	struct gno_trace *t;
	int rc;

	if (gno_trace_open(b->dir, &t, err))
		return 0;
	rc = boards_set_clocks(t, err);
	gno_trace_close(t);
	return rc;
}

/* After all have ended: what is known of their times. After a failure, too. */
static int conclude(struct boards *b, int rc, struct gno_err *err)
{
	struct gno_err other;
	int written = sync_finish(b->set, &other);

	if (!written)
		written = sync_file_write(b->file, b->set, &other);
	if (!written)
		written = set_clocks(b, &other);
	if (!written || rc)
		return rc;
	*err = other;
	return written;
}

int gno_boards_run(const struct gno_board *board, size_t count, const char *dir,
		   const struct gno_boards_options *options, const struct gno_session_hooks *hooks,
		   bool *missed, struct sync_set *set, struct gno_err *err)
{
	struct boards b = {.options = options, .hooks = hooks, .dir = dir, .set = set};
	bool made = false;
	int rc;

	*missed = false;
	*set = (struct sync_set){.plan = options->plan};
	rc = fill(&b, board, count, err);
	if (!rc)
		rc = gno_rounds_make(dir, &made, err);
	if (!rc) {
		rc = lead(&b, err);
		rc = rc ? rc : first_failure(&b, err);
	}
	if (b.polled)
		rc = conclude(&b, rc, err);
	else if (made)
		rmdir(dir);
	for (size_t i = 0; i < b.members; i++) {
		*missed = *missed || b.member[i].missed;
		member_free(&b.member[i]);
	}
	gno_pattern_file_free(b.patterns);
	free(b.member);
	free(b.file);
	return rc;
}
