/* SPDX-License-Identifier: Apache-2.0 */
#include "out/stream/behind.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/thread.h"

#define BLOCKS 4u
#define BLOCK_BYTES 262144u

struct block {
	char *bytes;
	size_t used;
};

/* The blocks are a ring: the thread writes the `full` ones from `first` on; behind them one is
 * filled. */
struct behind {
	FILE *to;
	struct block block[BLOCKS];
	unsigned at; /* the block that is filled */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned first, full;
	bool ends;
	int failed; /* errno of the first write that failed; 0: none did */
};

static int put(int fd, const struct block *b)
{
	for (size_t done = 0; done < b->used;) {
		ssize_t n = write(fd, b->bytes + done, b->used - done);

		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			return errno;
	}
	return 0;
}

static void *write_blocks(void *ctx)
{
	struct behind *h = ctx;

	pthread_mutex_lock(&h->lock);
	while (h->full || !h->ends) {
		struct block *b = &h->block[h->first];
		int failed = h->failed;

		if (!h->full) {
			pthread_cond_wait(&h->changed, &h->lock);
			continue;
		}
		pthread_mutex_unlock(&h->lock);
		if (!failed)
			failed = put(fileno(h->to), b);
		pthread_mutex_lock(&h->lock);
		h->failed = failed;
		b->used = 0;
		h->first = (h->first + 1) % BLOCKS;
		h->full--;
		pthread_cond_signal(&h->changed);
	}
	pthread_mutex_unlock(&h->lock);
	return NULL;
}

/* Hands over the block that was filled, and waits until there is another: why there is none. */
static int hand_over(struct behind *h)
{
	int failed;

	pthread_mutex_lock(&h->lock);
	h->full++;
	pthread_cond_signal(&h->changed);
	while (h->full == BLOCKS)
		pthread_cond_wait(&h->changed, &h->lock);
	failed = h->failed;
	pthread_mutex_unlock(&h->lock);
	h->at = (h->at + 1) % BLOCKS;
	return failed;
}

static ssize_t take(void *cookie, const char *bytes, size_t size)
{
	struct behind *h = cookie;

	for (size_t done = 0; done < size;) {
		struct block *b = &h->block[h->at];
		size_t some = BLOCK_BYTES - b->used;

		some = size - done < some ? size - done : some;
		memcpy(b->bytes + b->used, bytes + done, some);
		b->used += some;
		done += some;
		if (b->used < BLOCK_BYTES)
			continue;
		errno = hand_over(h);
		if (errno)
			return 0;
	}
	return (ssize_t)size;
}

static void drop(struct behind *h)
{
	for (unsigned i = 0; i < BLOCKS; i++)
		free(h->block[i].bytes);
	pthread_cond_destroy(&h->changed);
	pthread_mutex_destroy(&h->lock);
	free(h);
}

static int end(void *cookie)
{
	struct behind *h = cookie;
	int failed;

	pthread_mutex_lock(&h->lock);
	h->full++; /* perhaps with no byte */
	h->ends = true;
	pthread_cond_signal(&h->changed);
	pthread_mutex_unlock(&h->lock);
	pthread_join(h->thread, NULL);
	failed = h->failed;
	drop(h);
	errno = failed;
	return failed ? EOF : 0;
}

FILE *export_behind(FILE *to)
{
	const cookie_io_functions_t functions = {.write = take, .close = end};
	struct behind *h = gno_thread_has_processor() ? calloc(1, sizeof(*h)) : NULL;
	bool starts = h && !fflush(to);
	FILE *f;

	if (!h)
		return NULL;
	h->to = to;
	pthread_mutex_init(&h->lock, NULL);
	pthread_cond_init(&h->changed, NULL);
	for (unsigned i = 0; i < BLOCKS; i++) {
		h->block[i].bytes = malloc(BLOCK_BYTES);
		starts &= h->block[i].bytes != NULL;
	}
	if (!starts || !gno_thread_start(&h->thread, write_blocks, h)) {
		drop(h);
		return NULL;
	}
	f = fopencookie(h, "w", functions);
	if (!f)
		end(h);
	return f;
}
