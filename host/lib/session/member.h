/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SESSION_MEMBER_H
#define GNO_SESSION_MEMBER_H

/* One of several boards that run together: what its thread does. */

#include "session/boards.h"
#include "session/meeting.h"
#include "sync/poller.h"

/* Where all boards wait for each other, in this order. */
enum { MEET_MARKED, MEET_DISTINCT, MEET_LOADED, MEET_POLLED, MEETINGS };

/* What the threads share; what changes does so with the meeting's lock. */
struct boards {
	const struct gno_boards_options *options;
	const struct gno_session_hooks *hooks;
	const char *dir;
	char *file; /* boards.json */
	struct meeting meeting;
	struct member *member;
	size_t members;
	struct sync_set *set;		   /* as last published */
	bool polled;			   /* a board has had its first pulses */
	uint64_t written_ms;		   /* when boards.json was written last */
	struct member *first;		   /* whose experiment was read first */
	struct gno_pattern_file *patterns; /* a copy of it */
};

struct member {
	struct boards *all;
	const struct gno_board *board;
	size_t place; /* in the set */
	pthread_t thread;
	char *dir;		 /* of its run */
	struct sync_entry entry; /* its own; published by a copy */
	struct sync_poller poller;
	struct gno_device *dev;
	uint64_t nonce;	 /* of the start that only marks the device */
	uint64_t due_ms; /* of the link's clock: the next refresh */
	struct gno_progress progress;
	uint64_t refreshes;
	unsigned met; /* meetings that it took part in */
	int rc;
	bool left;   /* it ended because others did */
	bool missed; /* its end point */
	struct gno_err err;
};

void member_run(struct member *m);
void member_free(struct member *m);

#endif
