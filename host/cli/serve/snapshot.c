/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/new_file.h"
#include "common/util.h"
#include "shared/follow.h"
#include "shared/interrupt.h"
#include "serve/maker.h"

#define SHARE 10      /* of the time, one part goes to making a part */
#define RETRY_MS 1000 /* between two tries after a fault */

/* The last one of a part. */
struct made {
	struct cli_journal journal; /* when it was begun */
	int file;		    /* -1: there is none */
	uint64_t begun, took;	    /* ms */
	struct outcome outcome;
	unsigned number;
};

struct snapshot {
	char *dir;
	struct made made[SNAPSHOT_PARTS];
	struct maker maker;
	struct made coming; /* that is being made; file -1: none is */
	struct rates rates; /* of the last metrics */
};

static int open_file(struct gno_err *err)
{
	int fd, rc = gno_scratch_open(&fd, err);

	return rc ? rc : fd;
}

/* Whether one failed by what may be over the next time, though the run is the same. */
static bool is_fault(const struct made *m)
{
	return m->outcome.code && m->outcome.code != GNO_ERR_STATE;
}

/* What was made is now the last one of the parts that it has. */
static void publish_parts(struct snapshot *s, unsigned parts)
{
	struct made *coming = &s->coming;

	coming->took = gno_now_ms() - coming->begun;
	coming->journal.looked &= !is_fault(coming);
	for (unsigned i = 0; i < SNAPSHOT_PARTS; i++) {
		struct made *m = &s->made[i];
		const unsigned number = m->number;

		if (!(parts >> i & 1))
			continue;
		if (m->file >= 0)
			close(m->file);
		*m = *coming;
		m->file = coming->file < 0 ? -1 : fcntl(coming->file, F_DUPFD_CLOEXEC, 0);
		m->number = number + 1;
	}
	if (!coming->outcome.code && parts >> SNAPSHOT_METRICS & 1)
		s->rates = coming->outcome.rates;
	if (coming->file >= 0)
		close(coming->file);
	coming->file = -1;
}

/* Begins to make a part. False: it failed, and the fault is the last one of it. */
static bool begin(struct snapshot *s, enum snapshot_part part)
{
	struct made *coming = &s->coming;
	struct gno_err err;
	int rc = GNO_OK;

	*coming = (struct made){
	    .journal = s->made[part].journal, .begun = gno_now_ms(), .file = open_file(&err)};
	if (coming->file < 0 || (rc = maker_ask(&s->maker, coming->file, 1u << part, &err))) {
		coming->outcome.code = rc ? rc : coming->file;
		memcpy(coming->outcome.fault, err.text, sizeof(coming->outcome.fault));
		publish_parts(s, 1u << part);
		return false;
	}
	return true;
}

bool snapshot_look(struct snapshot *s)
{
	const unsigned parts = s->maker.parts;
	struct outcome *o = &s->coming.outcome;
	const char *fault;
	int done = maker_look(&s->maker, o, &fault);

	if (done < 0)
		return false;
	if (!done) {
		*o = (struct outcome){.code = GNO_ERR_IO, .parts = parts};
		snprintf(o->fault, sizeof(o->fault), "the report was not made: %s", fault);
	}
	publish_parts(s, o->parts);
	return true;
}

bool snapshot_is_fresh(struct snapshot *s, enum snapshot_part part)
{
	struct made *m = &s->made[part];
	const uint64_t since = gno_now_ms() - m->begun;

	if (s->coming.file >= 0)
		return false;
	if (m->number && (since < (SHARE + 1) * m->took || (since < RETRY_MS && is_fault(m))))
		return true;
	if (!cli_journal_changed(s->dir, &m->journal) && m->number)
		return true;
	return !begin(s, part);
}

int snapshot_open(const char *dir, struct snapshot **out, struct gno_err *err)
{
	struct snapshot *s = calloc(1, sizeof(*s));
	const struct made *m;

	*out = s;
	if (!s)
		return gno_fail_nomem(err);
	for (unsigned i = 0; i < SNAPSHOT_PARTS; i++)
		s->made[i].file = -1;
	s->coming.file = s->maker.file = -1;
	s->dir = strdup(dir);
	if (!s->dir)
		return gno_fail_nomem(err);
	s->maker.dir = s->dir;
	s->maker.rates = &s->rates;
	m = &s->made[SNAPSHOT_METRICS];
	if (!snapshot_is_fresh(s, SNAPSHOT_METRICS))
		while (!snapshot_look(s)) {
			struct pollfd line = {.fd = s->maker.line, .events = POLLIN};

			if (poll(&line, 1, -1) < 0 && (errno != EINTR || *cli_interrupted()))
				return gno_fail(err, GNO_ERR_INTERRUPTED, "interrupted");
		}
	/* a run that is not started yet may start */
	return is_fault(m) ? gno_fail(err, m->outcome.code, "%s", m->outcome.fault) : GNO_OK;
}

void snapshot_close(struct snapshot *s)
{
	if (!s)
		return;
	maker_end(&s->maker);
	for (unsigned i = 0; i < SNAPSHOT_PARTS; i++)
		if (s->made[i].file >= 0)
			close(s->made[i].file);
	if (s->coming.file >= 0)
		close(s->coming.file);
	free(s->dir);
	free(s);
}

unsigned snapshot_number(const struct snapshot *s, enum snapshot_part part)
{
	return s->made[part].number;
}

const char *snapshot_fault(const struct snapshot *s, enum snapshot_part part)
{
	const struct outcome *o = &s->made[part].outcome;

	return o->code ? o->fault : NULL;
}

int snapshot_part(const struct snapshot *s, enum snapshot_part part, struct snapshot_part_at *at)
{
	*at = s->made[part].outcome.part[part];
	return s->made[part].file;
}
