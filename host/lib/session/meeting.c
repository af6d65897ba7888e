/* SPDX-License-Identifier: Apache-2.0 */
#include "session/meeting.h"

#include <time.h>

#define LOOK_NS 50000000 /* how often the first thread looks for an interrupt */

void meeting_begin(struct meeting *m, size_t members)
{
	*m = (struct meeting){.members = members};
	pthread_mutex_init(&m->lock, NULL);
	pthread_cond_init(&m->moved, NULL);
}

void meeting_end(struct meeting *m)
{
	pthread_cond_destroy(&m->moved);
	pthread_mutex_destroy(&m->lock);
}

bool meeting_join(struct meeting *m)
{
	unsigned mine;
	bool held;

	pthread_mutex_lock(&m->lock);
	mine = m->released;
	m->waiting++;
	pthread_cond_broadcast(&m->moved);
	while (m->released == mine && !m->failed)
		pthread_cond_wait(&m->moved, &m->lock);
	held = m->released != mine;
	pthread_mutex_unlock(&m->lock);
	return held;
}

void meeting_leave(struct meeting *m, bool needed)
{
	pthread_mutex_lock(&m->lock);
	m->members--;
	m->failed = m->failed || needed;
	pthread_cond_broadcast(&m->moved);
	pthread_mutex_unlock(&m->lock);
}

bool meeting_gather(struct meeting *m, const volatile sig_atomic_t *interrupted)
{
	struct timespec until;
	bool held;

	pthread_mutex_lock(&m->lock);
	while (m->waiting < m->members && !m->failed) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += LOOK_NS;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		pthread_cond_timedwait(&m->moved, &m->lock, &until);
		if (interrupted && *interrupted)
			break;
	}
	held = !m->failed && m->waiting == m->members;
	pthread_mutex_unlock(&m->lock);
	return held;
}

void meeting_release(struct meeting *m)
{
	pthread_mutex_lock(&m->lock);
	m->waiting = 0;
	m->released++;
	pthread_cond_broadcast(&m->moved);
	pthread_mutex_unlock(&m->lock);
}

void meeting_cancel(struct meeting *m)
{
	pthread_mutex_lock(&m->lock);
	m->failed = true;
	pthread_cond_broadcast(&m->moved);
	pthread_mutex_unlock(&m->lock);
}
