/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SESSION_MEETING_H
#define GNO_SESSION_MEETING_H

/* Where the threads of several boards wait for each other, and the first thread decides. */

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

struct meeting {
	pthread_mutex_t lock; /* also of what the threads share beside this */
	pthread_cond_t moved;
	size_t members; /* that have not ended */
	size_t waiting;
	unsigned released; /* meetings so far */
	bool failed;	   /* a member ended before the last meeting that needs all */
};

void meeting_begin(struct meeting *m, size_t members);
void meeting_end(struct meeting *m);

/* A member waits until all are there and the first thread lets them go on. false: it is over. */
bool meeting_join(struct meeting *m);

/* A member does not come any more. `needed`: no further meeting takes place without it. */
void meeting_leave(struct meeting *m, bool needed);

/*
 * The first thread waits for all members. true: all who have not left wait, until meeting_release.
 * false: it is over, since one who is needed has left, or by an interrupt.
 */
bool meeting_gather(struct meeting *m, const volatile sig_atomic_t *interrupted);
void meeting_release(struct meeting *m);

/* Ends all meetings: who waits goes on with false. */
void meeting_cancel(struct meeting *m);

#endif
