/* SPDX-License-Identifier: Apache-2.0 */
#include "base/private.h"
#include "base/made.h"
#include "base/temp.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define ROOM 64 /* things that are private at a time; gnomon has three at most for each board */

static const int fatal[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

/* Who changes `things`, or reads them. Not a mutex: a handler may not wait for one. */
static atomic_flag taken = ATOMIC_FLAG_INIT;
static _Thread_local unsigned depth; /* this thread has taken it so many times */

/* The handler reads this, so it changes only while the signals are held back. */
static struct thing {
	char name[BASE_NAME_ROOM]; /* "": none */
	int dir;
	char **inside;
	size_t count;
} things[ROOM];

static pid_t guarded; /* this process; 0: none. A child has nothing that it may remove. */

static bool is_guarded(void)
{
	return guarded && guarded == getpid();
}

void base_private_hold(sigset_t *before)
{
	sigset_t these;

	sigemptyset(&these);
	for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++)
		sigaddset(&these, fatal[i]);
	pthread_sigmask(SIG_BLOCK, is_guarded() ? &these : NULL, before);
	if (is_guarded() && !depth++)
		while (atomic_flag_test_and_set(&taken))
			sched_yield();
}

void base_private_let(const sigset_t *before)
{
	if (depth && !--depth)
		atomic_flag_clear(&taken);
	pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* Calls nothing that a handler may not call. */
static void remove_thing(const struct thing *t)
{
	int dir = openat(t->dir, t->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (dir < 0) {
		unlinkat(t->dir, t->name, 0);
		return;
	}
	for (size_t i = 0; i < t->count; i++)
		unlinkat(dir, t->inside[i], 0);
	for (size_t i = t->count; i-- > 0;)
		unlinkat(dir, t->inside[i], AT_REMOVEDIR);
	unlinkat(dir, BASE_MADE_LIST, 0);
	unlinkat(t->dir, t->name, AT_REMOVEDIR);
}

/* The last things first: they may be in the folders before them. */
static void remove_all(void)
{
	for (size_t i = ROOM; i-- > 0;)
		if (*things[i].name)
			remove_thing(&things[i]);
}

void base_private_end(int signal)
{
	const struct sigaction usual = {.sa_handler = SIG_DFL};
	sigset_t this;

	if (is_guarded()) {
		while (atomic_flag_test_and_set(&taken)) /* by another thread, for a moment */
			sched_yield();
		remove_all();
	}
	sigaction(signal, &usual, NULL);
	sigemptyset(&this);
	sigaddset(&this, signal);
	raise(signal);
	sigprocmask(SIG_UNBLOCK, &this, NULL);
}

void base_private_guard(void)
{
	struct sigaction on = {.sa_handler = base_private_end}, now;

	if (guarded && guarded != getpid())
		return;
	guarded = getpid();
	for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++)
		sigaddset(&on.sa_mask, fatal[i]);
	for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++)
		if (!sigaction(fatal[i], NULL, &now) && now.sa_handler == SIG_DFL)
			sigaction(fatal[i], &on, NULL);
	signal(SIGXFSZ, SIG_IGN);
}

static struct thing *find_thing(const char *name)
{
	for (size_t i = 0; i < ROOM; i++)
		if (!strcmp(things[i].name, name))
			return &things[i];
	return NULL;
}

void base_private_add(int dir, const char *name)
{
	struct thing *t = is_guarded() ? find_thing("") : NULL;

	if (!t)
		return;
	*t = (struct thing){.dir = fcntl(dir, F_DUPFD_CLOEXEC, 0)};
	if (t->dir >= 0)
		strcpy(t->name, name);
}

static void free_names(char **name, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(name[i]);
	free(name);
}

void base_private_inside(const char *name, const char *const *inside, size_t count)
{
	char **copy = is_guarded() ? calloc(count + 1, sizeof(*copy)) : NULL;
	struct thing *t;
	size_t copied = 0;
	sigset_t before;

	if (!copy)
		return;
	while (copied < count && (copy[copied] = strdup(inside[copied])))
		copied++;
	base_private_hold(&before);
	t = find_thing(name);
	if (t) {
		t->inside = copy;
		t->count = copied;
	}
	base_private_let(&before);
	if (!t)
		free_names(copy, copied);
}

void base_private_drop(const char *name)
{
	struct thing *t, was = {.dir = -1};
	sigset_t before;

	if (!is_guarded())
		return;
	base_private_hold(&before);
	t = find_thing(name);
	if (t) {
		was = *t;
		*t = (struct thing){.dir = -1};
	}
	base_private_let(&before);
	if (!t)
		return;
	close(was.dir);
	free_names(was.inside, was.count);
}
