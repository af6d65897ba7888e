/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_bridge_run: a whole run inside the simulation: libgnomon's session on the monitor's byte
 * port.
 *
 * The session runs on a stack of its own, and exactly one of session and simulation runs at a time.
 * The session waits for bytes: then the simulation runs. The simulation has bytes for it, or the
 * time that it waits for has passed: then the session runs, and the simulation stands still. All
 * time of the session is clocks of the simulation (CLOCKS_PER_MS), so a run does not depend on the
 * speed of the machine, and two runs are the same.
 *
 * Verilator's own build compiles C files as C++, so this is both.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <gnomon/gnomon.h>

#include "gnomon_bridge_parts.h"

enum {
	BUFFER = 65536,	    /* bytes in each direction */
	CLOCKS_PER_MS = 64, /* of the session's time; as often a UART takes for a byte */
	GATHER = 16,	    /* clocks without a byte after which the session gets those that came */
	GATHER_BYTES = 4096,
	LONGEST_NAP = 1024,	/* clocks */
	LOOK_CLOCKS = 4096,	/* between looks at the real time, for progress */
	RESET_CLOCKS = 1000000, /* of a reset, after which its end is not awaited any more */
	STACK = 8 << 20,
	REPORT_ROWS = 32,
};

/* Bytes in one direction. */
struct bytes {
	uint32_t begin, end;
	uint8_t byte[BUFFER];
};

struct gnomon_bridge_run {
	struct gno_session *session;
	char *monitor, *experiment, *dir, *report;
	char device[128];
	uint64_t cycles;
	uint32_t byte_clocks;

	ucontext_t host, simulation;
	void *stack;
	uint64_t now;	 /* clocks outside reset */
	uint64_t resets; /* clocks of the current reset */
	uint64_t wake;	 /* when the session runs again at the latest */
	uint64_t came;	 /* when the last byte came from the monitor */
	uint64_t began;	 /* time 0 */
	uint64_t time;	 /* the simulation's, at the last call */
	uint64_t time_0; /* at time 0 */
	uint64_t period; /* of a clock; 0: not fixed */
	int unit;	 /* of these, a power of ten of a second */
	bool timed;	 /* the simulation's time goes on at all */
	bool room;	 /* the session waits for room, not for bytes */
	bool direct;	 /* bytes take no clocks */
	bool counts;	 /* the next sync_o is time 0 */
	bool started;
	bool finish;
	bool limit; /* `cycles` have passed */
	bool over, failed;
	uint64_t records, events, lost;

	uint64_t progress_s;   /* real time between lines of progress, 0: none */
	uint64_t look;	       /* clock of the next look at the real time */
	uint64_t shown;	       /* clock of the last line */
	uint64_t shown_ns;     /* its real time; 0: none yet */
	struct bytes up, down; /* from and to the monitor */
};

/* What the other stack's first function gets; makecontext passes no pointers. */
static struct gnomon_bridge_run *entering;

static void say(const struct gnomon_bridge_run *run, const char *text)
{
	gnomon_bridge_say("gnomon_bridge: %s: %s", run->monitor, text);
}

static uint32_t used(const struct bytes *b)
{
	return b->end - b->begin;
}

static void put_byte(struct bytes *b, uint8_t byte)
{
	b->byte[b->end++ % BUFFER] = byte;
}

static uint8_t get(struct bytes *b)
{
	return b->byte[b->begin++ % BUFFER];
}

/* --- on the session's stack */

/* Lets the simulation run, until what the session waits for is there or a time comes. */
static void wait_until(struct gnomon_bridge_run *run, uint64_t wake)
{
	run->wake = wake;
	swapcontext(&run->host, &run->simulation);
}

/*
 * Clocks without a byte after which the session gets those that came. While a run goes on whose
 * bytes take no clocks, each look of the session at the monitor would else cost more than the
 * clocks between two.
 */
static uint32_t gather(const struct gnomon_bridge_run *run)
{
	return run->direct && run->started && !run->finish ? LONGEST_NAP : GATHER;
}

/* Whether the bytes that came are to be handed over: more will not follow soon. */
static bool gathered(const struct gnomon_bridge_run *run)
{
	return used(&run->up) >= GATHER_BYTES ||
	       (used(&run->up) && run->now - run->came >= gather(run));
}

static uint64_t ms_of(const struct gnomon_bridge_run *run)
{
	return (uint64_t)CLOCKS_PER_MS * run->byte_clocks;
}

static int on_read(void *ctx, uint8_t *to, size_t len, unsigned timeout_ms)
{
	struct gnomon_bridge_run *run = (struct gnomon_bridge_run *)ctx;
	uint64_t end = run->now + timeout_ms * ms_of(run);
	size_t i;

	while (!gathered(run) && run->now < end)
		wait_until(run, end);
	for (i = 0; i < len && used(&run->up); i++)
		to[i] = get(&run->up);
	return (int)i;
}

static int on_write(void *ctx, const uint8_t *from, size_t len, unsigned timeout_ms)
{
	struct gnomon_bridge_run *run = (struct gnomon_bridge_run *)ctx;
	uint64_t end = run->now + timeout_ms * ms_of(run);
	size_t i;

	run->room = true;
	while (used(&run->down) == BUFFER && run->now < end)
		wait_until(run, end);
	run->room = false;
	for (i = 0; i < len && used(&run->down) < BUFFER; i++)
		put_byte(&run->down, from[i]);
	return (int)i;
}

static uint64_t on_now(void *ctx)
{
	const struct gnomon_bridge_run *run = (const struct gnomon_bridge_run *)ctx;

	return run->now / ms_of(run);
}

static void on_fault(void *ctx, unsigned line, unsigned column, int warning, const char *text)
{
	const struct gnomon_bridge_run *run = (const struct gnomon_bridge_run *)ctx;
	const char *kind = warning ? "warning" : "error";

	if (line)
		gnomon_bridge_say("%s:%u:%u: %s: %s", run->experiment, line, column, kind, text);
	else /* of the file as a whole, or of a plusarg */
		gnomon_bridge_say("%s: %s: %s", run->experiment, kind, text);
}

static void on_note(void *ctx, const char *text)
{
	say((const struct gnomon_bridge_run *)ctx, text);
}

static void on_progress(void *ctx, uint64_t records, uint64_t events, uint64_t lost)
{
	struct gnomon_bridge_run *run = (struct gnomon_bridge_run *)ctx;

	run->records = records;
	run->events = events;
	run->lost = lost;
}

static int on_place(void *ctx, uint64_t *time, uint64_t *period)
{
	const struct gnomon_bridge_run *run = (const struct gnomon_bridge_run *)ctx;

	*time = run->time_0;
	*period = run->period;
	return run->timed ? run->unit : GNO_NO_PLACE;
}

/* The tables are loaded: what comes next is the START of the run, unless its end came before. */
static int on_before(void *ctx)
{
	struct gnomon_bridge_run *run = (struct gnomon_bridge_run *)ctx;

	run->counts = !run->finish;
	return run->finish;
}

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), most = strlen(end);

	return len >= most && !strcmp(text + len - most, end);
}

/* Removes a report that is not whole; a device stays. */
static void remove_file(const char *path)
{
	struct stat st;

	if (!lstat(path, &st) && S_ISREG(st.st_mode))
		unlink(path);
}

/* Writes the report where the options want it. */
static void put_report(struct gnomon_bridge_run *run)
{
	const char *path = *run->report ? run->report : "/dev/stdout";
	FILE *file = *run->report ? fopen(path, "w") : stdout;
	char *text = NULL;
	int rc;

	if (!file) {
		gnomon_bridge_say("gnomon_bridge: %s: cannot write the report to '%s': %s",
				  run->monitor, path, strerror(errno));
		run->failed = true;
		return;
	}
	rc = ends_with(run->report, ".json")
		 ? gno_session_report(run->session, run->dir, 0, &text)
		 : gno_session_report_text(run->session, run->dir, REPORT_ROWS, &text);
	if (rc)
		say(run, gno_session_error(run->session));
	else if (fputs(text, file) < 0 || fflush(file))
		rc = -1;
	if (file != stdout && fclose(file))
		rc = -1;
	if (rc && text)
		gnomon_bridge_say("gnomon_bridge: %s: cannot write the report to '%s': %s",
				  run->monitor, path, strerror(errno));
	if (rc && file != stdout)
		remove_file(path);
	gno_free(text);
	run->failed |= rc != 0;
}

/* A run that has its records. */
static void put_result(struct gnomon_bridge_run *run)
{
	int missed = gno_session_missed(run->session);

	gnomon_bridge_say(
	    "gnomon_bridge: %s: %llu records, %llu events, %llu lost in '%s'; %s%s", run->monitor,
	    (unsigned long long)run->records, (unsigned long long)run->events,
	    (unsigned long long)run->lost, run->dir,
	    gno_session_model(run->session) ? "simulated model; " : "",
	    !missed ? "the run is complete"
	    : run->lost
		? "the run is complete, but without its end point, which may be among what is lost"
		: "the run is complete, but it ended before its end point");
	run->failed = missed != 0;
	if (run->report)
		put_report(run);
}

static void put_failure(struct gnomon_bridge_run *run)
{
	const char *text = gno_session_error(run->session);

	run->failed = true;
	if (run->finish && !run->counts)
		text =
		    "the simulation asked for its end before the run had started; hold the target, and what counts the simulation's time, by 'hold_o'";
	if (!strstr(text, " ms")) { /* its time is not in cycles */
		say(run, text);
		return;
	}
	gnomon_bridge_say(
	    "gnomon_bridge: %s: %s (%llu cycles after the reset; 1 ms is %llu cycles)",
	    run->monitor, text, (unsigned long long)run->now, (unsigned long long)ms_of(run));
}

static void run_session(void)
{
	struct gnomon_bridge_run *run = entering;

	if (gno_session_run(run->session, run->experiment, run->dir))
		put_failure(run);
	else
		put_result(run);
	run->over = true;
	/* the context that follows is the simulation's */
}

/* --- on the simulation's stack */

static void resume(struct gnomon_bridge_run *run)
{
	run->wake = UINT64_MAX;
	swapcontext(&run->simulation, &run->host);
}

static void free_run(struct gnomon_bridge_run *run)
{
	if (run->stack && run->stack != MAP_FAILED)
		munmap(run->stack, STACK);
	gno_session_free(run->session);
	free(run->monitor);
	free(run->experiment);
	free(run->dir);
	free(run->report);
	free(run);
}

/* The session's own stack, whose lowest page may not be touched. */
static bool make_stack(struct gnomon_bridge_run *run)
{
	run->stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (run->stack == MAP_FAILED || mprotect(run->stack, 4096, PROT_NONE) ||
	    getcontext(&run->host))
		return false;
	run->host.uc_stack.ss_sp = run->stack;
	run->host.uc_stack.ss_size = STACK;
	run->host.uc_link = &run->simulation;
	makecontext(&run->host, run_session, 0);
	return true;
}

struct gnomon_bridge_run *gnomon_bridge_run_open(const struct gnomon_bridge_run_options *options)
{
	struct gnomon_bridge_run *run = (struct gnomon_bridge_run *)calloc(1, sizeof(*run));
	bool made = run != NULL;

	if (made) {
		run->cycles = options->cycles;
		run->progress_s = options->progress_s;
		run->byte_clocks = options->byte_clocks;
		run->monitor = strdup(options->monitor);
		run->experiment = strdup(options->experiment);
		run->dir = strdup(options->run);
		run->report = options->report ? strdup(options->report) : NULL;
		run->session = gno_session_new();
		snprintf(run->device, sizeof(run->device), "sim:%s", options->monitor);
		made = run->monitor && run->experiment && run->dir && run->session &&
		       (run->report || !options->report) &&
		       !gno_session_set_device(run->session, run->device) &&
		       !gno_session_set_program(run->session, options->program) && make_stack(run);
	}
	if (!made) {
		gnomon_bridge_say("gnomon_bridge: %s: no memory for the run", options->monitor);
		if (run)
			free_run(run);
		return NULL;
	}
	gno_session_set_transport(run->session, on_read, on_write, run);
	gno_session_set_clock(run->session, on_now, run);
	gno_session_set_limit(run->session, GNO_NO_LIMIT);
	gno_session_set_replace(run->session, options->replace);
	gno_session_on_fault(run->session, on_fault, run);
	gno_session_on_note(run->session, on_note, run);
	gno_session_on_progress(run->session, on_progress, run);
	gno_session_on_before(run->session, on_before, run);
	gno_session_on_place(run->session, on_place, run);
	entering = run;
	resume(run);
	return run;
}

void gnomon_bridge_run_finish(struct gnomon_bridge_run *run)
{
	if (run->finish || run->over)
		return;
	run->finish = true;
	if (run->counts)
		gno_session_finish(run->session);
	else
		gno_session_interrupt(run->session);
}

void gnomon_bridge_run_direct(struct gnomon_bridge_run *run)
{
	run->direct = true;
}

bool gnomon_bridge_run_limit(const struct gnomon_bridge_run *run)
{
	return run->limit;
}

bool gnomon_bridge_run_over(const struct gnomon_bridge_run *run)
{
	return run->over;
}

bool gnomon_bridge_run_failed(const struct gnomon_bridge_run *run)
{
	return run->failed;
}

void gnomon_bridge_run_abandon(struct gnomon_bridge_run *run)
{
	run->over = true;
	run->failed = true;
}

static void fail(struct gnomon_bridge_run *run, const char *text)
{
	say(run, text);
	gnomon_bridge_run_abandon(run);
}

/* A call while the bridge is in reset. */
static void in_reset(struct gnomon_bridge_run *run, uint32_t passed)
{
	char text[96];

	run->resets += passed;
	if (run->over)
		return;
	if (run->counts) {
		fail(
		    run,
		    "the monitor was reset in the run; what came before is in the run directory, and its end is missing");
	} else if (run->finish) {
		fail(run, "the simulation asked for its end while the bridge was in reset");
	} else if (run->resets >= RESET_CLOCKS) {
		snprintf(text, sizeof(text), "the reset was not released within %d cycles",
			 RESET_CLOCKS);
		fail(run, text);
	}
}

/* Follows the simulation's time from the START on: whether each clock takes as long. */
static void watch_time(struct gnomon_bridge_run *run, uint32_t clocks)
{
	uint64_t before = run->time;

	run->unit = gnomon_bridge_time(&run->time);
	if (!run->started)
		run->period = clocks ? (run->time - before) / clocks : 0;
	else if (run->time - run->time_0 != (run->now - run->began) * run->period)
		run->period = 0;
}

/* What time alone brings about. */
static void pass_time(struct gnomon_bridge_run *run, uint32_t in)
{
	uint32_t clocks = in >> GNOMON_BRIDGE_CLOCKS;

	run->now += clocks;
	watch_time(run, clocks);
	if ((in & GNOMON_BRIDGE_SYNC) && run->counts && !run->started) {
		run->started = true;
		run->began = run->now;
		run->time_0 = run->time;
		run->timed = run->period != 0;
	}
	if (run->started && run->cycles && run->now - run->began >= run->cycles)
		run->limit = true;
	if (run->limit || (in & GNOMON_BRIDGE_FINISH))
		gnomon_bridge_run_finish(run);
}

/* Clocks to the next call at the latest. */
static uint32_t nap_of(const struct gnomon_bridge_run *run)
{
	uint64_t next = run->now + LONGEST_NAP;

	if (run->wake < next)
		next = run->wake;
	if (used(&run->up) && !run->room && run->came + gather(run) < next)
		next = run->came + gather(run);
	if (run->started && run->cycles && !run->limit && run->began + run->cycles < next)
		next = run->began + run->cycles;
	return next > run->now ? (uint32_t)(next - run->now) : 1;
}

static uint64_t real_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Tells how far the run is, and how fast the simulation goes. */
static void put_progress(struct gnomon_bridge_run *run)
{
	uint64_t ns = real_ns(), passed = ns - run->shown_ns;

	run->look = run->now + LOOK_CLOCKS;
	if (!run->shown_ns) {
		run->shown_ns = ns;
		run->shown = run->now;
	}
	if (ns - run->shown_ns < run->progress_s * 1000000000)
		return;
	gnomon_bridge_say_progress(
	    "gnomon_bridge: %s: %.1f million cycles, %.2f million a second; %llu records, %llu events, %llu lost",
	    run->monitor, (double)(run->now - run->began) * 1e-6,
	    (double)(run->now - run->shown) * 1e3 / (double)passed,
	    (unsigned long long)run->records, (unsigned long long)run->events,
	    (unsigned long long)run->lost);
	run->shown_ns = ns;
	run->shown = run->now;
}

static bool due(const struct gnomon_bridge_run *run)
{
	return run->now >= run->wake || (run->room ? used(&run->down) < BUFFER : gathered(run));
}

uint32_t gnomon_bridge_run_clock(struct gnomon_bridge_run *run, uint32_t in)
{
	uint32_t answer = 0;

	if (in & GNOMON_BRIDGE_RESET) {
		in_reset(run, in >> GNOMON_BRIDGE_CLOCKS);
		return (uint32_t)LONGEST_NAP << GNOMON_BRIDGE_CLOCKS;
	}
	run->resets = 0;
	pass_time(run, in);
	if (run->progress_s && run->started && !run->over && run->now >= run->look)
		put_progress(run);
	if ((in & GNOMON_BRIDGE_BYTE) && !run->over) {
		put_byte(&run->up, (uint8_t)in);
		run->came = run->now;
	}
	if (!run->over && due(run))
		resume(run);
	if ((in & GNOMON_BRIDGE_ROOM) && used(&run->down))
		answer |= GNOMON_BRIDGE_BYTE | get(&run->down);
	if (used(&run->down))
		answer |= GNOMON_BRIDGE_MORE;
	if (run->over || used(&run->up) < BUFFER)
		answer |= GNOMON_BRIDGE_ROOM;
	if (run->counts && !run->started)
		answer |= GNOMON_BRIDGE_COUNTS;
	if (run->over && !run->failed)
		answer |= GNOMON_BRIDGE_DONE;
	if (!run->over)
		answer |= GNOMON_BRIDGE_CLIENT;
	return answer | nap_of(run) << GNOMON_BRIDGE_CLOCKS;
}

bool gnomon_bridge_run_close(struct gnomon_bridge_run *run)
{
	bool over = !run || run->over;

	if (!run)
		return true;
	if (!over)
		fail(
		    run,
		    run->counts
			? "the simulation ended before the run was whole: its end is missing in the run directory"
			: "the simulation ended before the run had started");
	free_run(run);
	return over;
}
