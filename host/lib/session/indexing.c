/* SPDX-License-Identifier: Apache-2.0 */
#include "session/indexing.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "common/thread.h"
#include "common/util.h"
#include "passes/report/indexing.h"

#define LOOK_MS 200 /* between two looks, at least */
#define LOWEST 19   /* priority */

struct session_index {
	char *dir;
	struct index_growing *g; /* NULL: the run was not opened yet */
	bool failed;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool ends;
};

/* Waits so long, or until the drain has ended: false. */
static bool wait_ms(struct session_index *x, uint64_t ms)
{
	struct timespec until;
	bool goes_on;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += (time_t)(ms / 1000);
	until.tv_nsec += (long)(ms % 1000) * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	pthread_mutex_lock(&x->lock);
	while (!x->ends && !pthread_cond_timedwait(&x->changed, &x->lock, &until))
		;
	goes_on = !x->ends;
	pthread_mutex_unlock(&x->lock);
	return goes_on;
}

/* Reads what is new. */
static void read_new(struct session_index *x)
{
	struct gno_err err;

	if (!x->g && index_growing_open(x->dir, &index_usual, &x->g, &err))
		x->failed = true;
	if (!x->failed && index_growing_read(x->g, &err))
		x->failed = true;
}

static void *follow(void *ctx)
{
	struct session_index *x = ctx;
	uint64_t took = 0;

	setpriority(PRIO_PROCESS, (id_t)gettid(), LOWEST);
	while (!x->failed && wait_ms(x, took < LOOK_MS ? LOOK_MS : took)) {
		const uint64_t begun = gno_now_ms();

		read_new(x);
		took = gno_now_ms() - begun;
	}
	return NULL;
}

static void drop(struct session_index *x)
{
	index_growing_close(x->g);
	pthread_cond_destroy(&x->changed);
	pthread_mutex_destroy(&x->lock);
	free(x->dir);
	free(x);
}

struct session_index *session_index_begin(const char *dir)
{
	struct session_index *x = calloc(1, sizeof(*x));

	if (!x)
		return NULL;
	pthread_mutex_init(&x->lock, NULL);
	pthread_cond_init(&x->changed, NULL);
	x->dir = strdup(dir);
	if (x->dir && gno_thread_start(&x->thread, follow, x))
		return x;
	drop(x);
	return NULL;
}

void session_index_end(struct session_index *x, bool whole)
{
	struct gno_err err;

	if (!x)
		return;
	pthread_mutex_lock(&x->lock);
	x->ends = true;
	pthread_cond_signal(&x->changed);
	pthread_mutex_unlock(&x->lock);
	pthread_join(x->thread, NULL);
	if (whole && x->g && !x->failed)
		(void)index_growing_end(x->g, &err); /* else the run has no index yet */
	drop(x);
}
