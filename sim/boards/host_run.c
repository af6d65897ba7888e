/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run of all boards by the library's own driver, as `gnomon run` with several boards performs it.
 * The simulator is linked with --wrap (boards.mk), so that in what the library calls
 *
 *   threads and their waits are tasks of the simulation, and so take simulated time;
 *   the URL usb:boardK is the link to simulated board K;
 *   polls, and triggers that go live, are seen here before the driver goes on.
 */
#include "host_parts.h"

#include <pthread.h>
#include <string.h>

#include "base/number.h"
#include "common/locale.h"
#include "common/thread.h"
#include "device/registers.h"
#include "session/boards.h"

enum {
	TASKS = HOST_BOARDS,
};

/* A thread of the library. */
struct task {
	void *(*work)(void *ctx);
	void *ctx;
	bool over;
};

static struct {
	struct host *host;
	struct host_board *board;
	struct task task[TASKS];
	unsigned tasks;
} run;

bool __wrap_gno_thread_start(pthread_t *thread, void *(*work)(void *ctx), void *ctx);
int __wrap_pthread_join(pthread_t thread, void **result);
int __wrap_pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock);
int __wrap_pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *lock,
				  const struct timespec *until);
struct gno_locale __wrap_gno_locale_enter(void);
void __wrap_gno_locale_leave(struct gno_locale *l);
int __wrap_gno_transport_find(const char *url, const struct gno_transport **out, const char **rest,
			      struct gno_err *err);
int __real_gno_device_time(struct gno_device *dev, struct gno_device_poll *out,
			   struct gno_err *err);
int __wrap_gno_device_time(struct gno_device *dev, struct gno_device_poll *out,
			   struct gno_err *err);
int __real_gno_patterns_live(const struct gno_pattern_file *p, struct gno_device *dev, bool live,
			     struct gno_err *err);
int __wrap_gno_patterns_live(const struct gno_pattern_file *p, struct gno_device *dev, bool live,
			     struct gno_err *err);

/* -- threads -- */

static void perform_task(void *ctx)
{
	struct task *t = ctx;

	t->work(t->ctx);
	t->over = true;
}

bool __wrap_gno_thread_start(pthread_t *thread, void *(*work)(void *ctx), void *ctx)
{
	if (run.tasks == TASKS)
		return false;
	*thread = run.tasks;
	run.task[run.tasks] = (struct task){work, ctx, false};
	desk_task(perform_task, &run.task[run.tasks++]);
	return true;
}

int __wrap_pthread_join(pthread_t thread, void **result)
{
	(void)result;
	while (!run.task[thread].over)
		desk_wait(desk_now_ns() + HOST_LOOK_NS);
	return 0;
}

/* Waits are in loops, so one may end before its time. */
int __wrap_pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock)
{
	(void)cond;
	pthread_mutex_unlock(lock);
	desk_wait(desk_now_ns() + HOST_LOOK_NS);
	return pthread_mutex_lock(lock);
}

int __wrap_pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *lock,
				  const struct timespec *until)
{
	(void)until;
	return __wrap_pthread_cond_wait(cond, lock);
}

/* A locale is of a thread, and all tasks are of one thread, whose locale is "C". */
struct gno_locale __wrap_gno_locale_enter(void)
{
	return (struct gno_locale){0};
}

void __wrap_gno_locale_leave(struct gno_locale *l)
{
	(void)l;
}

/* -- devices -- */

#define SCHEME "usb:board"

static struct host_board *board_of(const char *url)
{
	uint64_t number;

	if (!run.host || strncmp(url, SCHEME, strlen(SCHEME)) != 0 ||
	    !base_number_parse(url + strlen(SCHEME), run.host->plan->boards - 1, &number))
		return NULL;
	return &run.board[number];
}

int __wrap_gno_transport_find(const char *url, const struct gno_transport **out, const char **rest,
			      struct gno_err *err)
{
	struct host_board *b = board_of(url);

	if (!b)
		return gno_fail(err, GNO_ERR_ARG, "no board has the URL '%s'", url);
	*out = &host_transport;
	*rest = (const char *)b;
	return 0;
}

int __wrap_gno_device_time(struct gno_device *dev, struct gno_device_poll *out, struct gno_err *err)
{
	struct host_board *b = board_of(gno_device_url(dev));
	int rc = __real_gno_device_time(dev, out, err);

	if (!rc && b && b->started)
		host_answer_poll(b, out);
	return rc;
}

/* Off, when a run has started; on, before its drain begins. The last board of which that is true
 * lets the boards' programs begin. */
int __wrap_gno_patterns_live(const struct gno_pattern_file *p, struct gno_device *dev, bool live,
			     struct gno_err *err)
{
	struct host_board *b = board_of(gno_device_url(dev));
	int rc = __real_gno_patterns_live(p, dev, live, err);

	if (!rc && b && live)
		run.host->ready++;
	if (!rc && b)
		b->started = true;
	return rc;
}

/* -- the run -- */

static void on_faults(void *ctx, const char *path, const struct gno_faults *faults)
{
	(void)ctx;
	for (size_t i = 0; i < faults->count; i++)
		say("%s:%u: %s", path, faults->fault[i].line, faults->fault[i].text);
}

static void on_note(void *ctx, const char *text)
{
	(void)ctx;
	say("%s", text);
}

/* Begins the programs when all boards are drained, and ends the run when they have ended. */
static void watch(void *ctx)
{
	struct host *h = ctx;

	host_wait_for(h, &h->ready);
	desk_begin();
	while (!h->over && !desk_is_over())
		desk_wait(desk_now_ns() + HOST_LOOK_NS);
	desk_wait(desk_now_ns() + HOST_LAST_NS);
	h->finish = 1;
	h->watched = true;
}

void host_run_all(struct host *h, struct host_board *board)
{
	const struct host_plan *plan = h->plan;
	const struct gno_session_hooks hooks = {.faults = on_faults, .note = on_note};
	const struct gno_boards_options options = {
	    .session = {.experiment = {.manifest = plan->experiments > 1 ? NULL : plan->manifest},
			.limit_ms = GNO_NO_LIMIT,
			.replace = true,
			.finish = &h->finish},
	    .declared = host_declared(h, 0),
	    .plan = {.floor = plan->message_floor,
		     .rounds = (unsigned)plan->polls,
		     .first = (unsigned)plan->pulses,
		     .apart = (int64_t)plan->apart_us * 1000000},
	};
	struct gno_board boards[HOST_BOARDS];
	struct gno_err err = {0};
	bool missed;

	run.host = h;
	run.board = board;
	for (unsigned k = 0; k < plan->boards; k++)
		boards[k] = (struct gno_board){
		    board[k].name,
		    plan->experiment[k < plan->experiments ? k : plan->experiments - 1]};
	desk_task(watch, h);
	if (gno_boards_run(boards, plan->boards, plan->out, &options, &hooks, &missed, &h->set,
			   &err)) {
		say("%s", err.text);
		h->failed = true;
	}
	h->over = (unsigned)plan->boards;
	while (!h->watched) /* recorders stop by themselves, before their programs end */
		desk_wait(desk_now_ns() + HOST_LOOK_NS);
}
