/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_bridge: the C half of gnomon_bridge.v: all bridges of the simulation, the plusargs of
 * each, and when the simulation ends.
 *
 * 1. A bridge with an experiment performs a run (gnomon_bridge_run.c).
 * 2. Where no plusarg names an experiment, a bridge serves a client (gnomon_bridge_tcp.c).
 * 3. Where the experiments are of other monitors, a bridge does nothing.
 *
 * Where a model of the monitor (sim/model) is behind the byte port, bytes go past the port.
 *
 * Verilator's own build compiles C files as C++, so this is both.
 */
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gnomon_bridge.h"
#include "gnomon_bridge_parts.h"

enum {
	BRIDGES = 256,
	LONGEST_NAP = 1024,  /* clocks */
	MOST_CLOCKS = 60000, /* a call has 16 bits for them */
	PROBE_BYTES = 16,    /* times of a byte for which the answer to a probe is awaited */
	DAY_S = 86400,
};

/* Plusargs of a bridge. */
enum option {
	PORT,
	PORT_FILE,
	EXPERIMENT,
	RUN,
	PROGRAM,
	REPORT,
	CYCLES,
	FORCE,
	PROGRESS,
	OPTIONS,
};

static const char *const option_name[OPTIONS] = {
    "port", "port_file", "experiment", "run", "program", "report", "cycles", "force", "progress"};

/* How the bytes go. */
enum way {
	WAY_UNKNOWN,
	WAY_PROBED, /* a probe was sent */
	WAY_PORT,
	WAY_MODEL, /* past the port */
};

struct bridge {
	char *monitor;
	char *prefix;
	char *option[OPTIONS];
	char *foreign; /* the other monitor of an experiment that is not for this one */
	bool faulty;   /* its fault was reported to the simulation */
	bool named;    /* the experiment is named for this monitor */
	struct gnomon_bridge_tcp *tcp;
	struct gnomon_bridge_run *run;
	enum way way;
	int model;		  /* its number */
	uint32_t waited, to_wait; /* clocks, for its answer */
};

/* The simulation: its modules share nothing else. */
static struct {
	struct bridge bridge[BRIDGES];
	int bridges;
	bool looked; /* that someone performs the experiments */
	bool ending;
	volatile sig_atomic_t interrupted;
} sim;

static bool set_text(char **to, const char *text, size_t len)
{
	char *copy = strndup(text, len);

	if (!copy) {
		gnomon_bridge_say("gnomon_bridge: no memory");
		return false;
	}
	free(*to);
	*to = copy;
	return true;
}

int gnomon_bridge_new(const char *monitor, const char *prefix)
{
	struct bridge *b = &sim.bridge[sim.bridges];

	if (sim.bridges == BRIDGES) {
		gnomon_bridge_say("gnomon_bridge: more than %d bridges in a simulation", BRIDGES);
		return -1;
	}
	memset(b, 0, sizeof(*b));
	if (!set_text(&b->monitor, monitor, strlen(monitor)) ||
	    !set_text(&b->prefix, prefix, strlen(prefix)))
		return -1;
	return sim.bridges++;
}

/* Characters of a monitor's name before the colon that a value begins with; 0: none. */
static size_t name_before_colon(const char *value)
{
	size_t len = 0;

	while (isalnum((unsigned char)value[len]) || value[len] == '_')
		len++;
	return value[len] == ':' && !isdigit((unsigned char)*value) ? len : 0;
}

int gnomon_bridge_set(int bridge, const char *key, const char *value, int named)
{
	struct bridge *b = &sim.bridge[bridge];
	size_t other = named ? 0 : name_before_colon(value);
	int i = 0;

	while (strcmp(key, option_name[i]) != 0)
		i++;
	if (i == EXPERIMENT)
		b->named = named != 0;
	if (other && i > PORT_FILE) { /* of another monitor */
		free(b->option[i]);
		b->option[i] = NULL;
		return i != EXPERIMENT || set_text(&b->foreign, value, other) ? 0 : -1;
	}
	return set_text(&b->option[i], value, strlen(value)) ? 0 : -1;
}

/* A number of a plusarg that may be missing (0); false after a message. */
static bool number(const struct bridge *b, enum option option, uint64_t most, uint64_t *out)
{
	const char *text = b->option[option];
	char *end;

	*out = 0;
	if (!text)
		return true;
	errno = 0;
	*out = strtoull(text, &end, 10);
	if (!errno && isdigit((unsigned char)*text) && !*end && *out <= most)
		return true;
	gnomon_bridge_say("gnomon_bridge: +%s_%s=%s is no number up to %llu", b->prefix,
			  option_name[option], text, (unsigned long long)most);
	return false;
}

/* Ends all runs in good order; a second signal ends the program. */
static void on_signal(int number)
{
	(void)number;
	sim.interrupted = 1;
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
}

/* Whether an experiment without a name would be performed by two monitors. */
static bool is_ambiguous(const struct bridge *b)
{
	int i;

	for (i = 0; i < sim.bridges; i++) {
		const struct bridge *other = &sim.bridge[i];

		if (other != b && other->run && !other->named && !b->named &&
		    !strcmp(other->prefix, b->prefix)) {
			gnomon_bridge_say(
			    "gnomon_bridge: +%s_experiment=%s names none of the monitors '%s' "
			    "and '%s' of this simulation: use +%s_experiment=MONITOR:FILE; "
			    "the name of a monitor is the parameter MONITOR of its bridge",
			    b->prefix, b->option[EXPERIMENT], other->monitor, b->monitor,
			    b->prefix);
			return true;
		}
	}
	return false;
}

/* Whether the run directory is another run's, or is there and may not be replaced; after a message.
 */
static bool is_taken(const struct bridge *b)
{
	int i;

	for (i = 0; i < sim.bridges; i++) {
		const struct bridge *other = &sim.bridge[i];

		if (other != b && other->run && !strcmp(other->option[RUN], b->option[RUN])) {
			gnomon_bridge_say("gnomon_bridge: %s: '%s' is also the run directory of "
					  "monitor '%s': use +%s_run=MONITOR:DIR",
					  b->monitor, b->option[RUN], other->monitor, b->prefix);
			return true;
		}
	}
	if (b->option[FORCE] || access(b->option[RUN], F_OK))
		return false;
	gnomon_bridge_say("gnomon_bridge: %s: '%s' exists already; name another folder, or replace "
			  "it with +%s_force",
			  b->monitor, b->option[RUN], b->prefix);
	return true;
}

/* The seconds between lines of progress: on a terminal, and where no number is given, 1. */
static bool progress(const struct bridge *b, uint64_t *out)
{
	const char *text = b->option[PROGRESS];

	*out = text || isatty(STDERR_FILENO);
	return !text || !*text || number(b, PROGRESS, DAY_S, out);
}

static int open_run(struct bridge *b, int byte_clocks)
{
	struct gnomon_bridge_run_options options;

	if (is_ambiguous(b))
		return -1;
	if (!b->option[RUN] || !*b->option[RUN] || !*b->option[EXPERIMENT]) {
		gnomon_bridge_say(
		    "gnomon_bridge: %s: an experiment needs a file and a run directory: "
		    "+%s_experiment=FILE and +%s_run=DIR",
		    b->monitor, b->prefix, b->prefix);
		return -1;
	}
	if (is_taken(b))
		return -1;
	memset(&options, 0, sizeof(options));
	if (!number(b, CYCLES, UINT64_MAX / 2, &options.cycles) ||
	    !progress(b, &options.progress_s))
		return -1;
	options.monitor = b->monitor;
	options.experiment = b->option[EXPERIMENT];
	options.run = b->option[RUN];
	options.program = b->option[PROGRAM];
	options.report = b->option[REPORT];
	options.replace = b->option[FORCE] != NULL;
	options.byte_clocks = (uint32_t)byte_clocks;
	signal(SIGINT, on_signal);
	signal(SIGTERM, on_signal);
	b->run = gnomon_bridge_run_open(&options);
	return b->run && !gnomon_bridge_run_failed(b->run) ? 1 : -1;
}

static int open_tcp(struct bridge *b)
{
	uint64_t port;

	if (b->option[RUN]) {
		gnomon_bridge_say("gnomon_bridge: +%s_run is for a run: +%s_experiment is missing",
				  b->prefix, b->prefix);
		return -1;
	}
	if (!number(b, PORT, 65535, &port))
		return -1;
	b->tcp = gnomon_bridge_tcp_open((int)port, b->option[PORT_FILE]);
	return b->tcp ? 1 : -1;
}

int gnomon_bridge_open(int bridge, int byte_clocks)
{
	struct bridge *b = &sim.bridge[bridge];
	int ret = 0;

	b->to_wait = (uint32_t)PROBE_BYTES * (uint32_t)byte_clocks + LONGEST_NAP;
	if (b->to_wait > MOST_CLOCKS)
		b->to_wait = MOST_CLOCKS;
	if (b->option[EXPERIMENT])
		ret = open_run(b, byte_clocks);
	else if (!b->foreign)
		ret = open_tcp(b);
	b->faulty = ret < 0;
	return ret;
}

/* Whether the experiments have a monitor; decided when all bridges are there. */
static bool is_performed(void)
{
	int i, known;

	for (i = 0; i < sim.bridges; i++) {
		const struct bridge *b = &sim.bridge[i];

		if (!b->foreign)
			continue;
		for (known = 0; known < sim.bridges; known++)
			if (!strcmp(sim.bridge[known].monitor, b->foreign))
				break;
		if (known == sim.bridges) {
			gnomon_bridge_say(
			    "gnomon_bridge: +%s_experiment is for monitor '%s', and no bridge "
			    "of this simulation has that name as its parameter MONITOR",
			    b->prefix, b->foreign);
			return false;
		}
	}
	for (i = 0; i < sim.bridges; i++)
		if (sim.bridge[i].foreign && !sim.bridge[i].run)
			gnomon_bridge_say("gnomon_bridge: no experiment is for monitor '%s'",
					  sim.bridge[i].monitor);
	return true;
}

static int runs_to_end(void)
{
	int i, count = 0;

	for (i = 0; i < sim.bridges; i++)
		count += sim.bridge[i].run && !gnomon_bridge_run_over(sim.bridge[i].run);
	return count;
}

int gnomon_bridge_finish(void)
{
	int i;

	sim.ending = true;
	for (i = 0; i < sim.bridges; i++)
		if (sim.bridge[i].run)
			gnomon_bridge_run_finish(sim.bridge[i].run);
	return runs_to_end();
}

/* One call of what the bridge serves. */
static uint32_t serve(const struct bridge *b, uint32_t in)
{
	if (b->tcp)
		return gnomon_bridge_tcp_clock(b->tcp, in);
	return b->run ? gnomon_bridge_run_clock(b->run, in)
		      : (uint32_t)LONGEST_NAP << GNOMON_BRIDGE_CLOCKS;
}

/* Finds out whether a model is behind the port; returns whether that is still unknown. */
static bool probe(struct bridge *b, uint32_t *in, uint32_t *answer)
{
	const uint32_t clocks = *in >> GNOMON_BRIDGE_CLOCKS;

	*answer = 1u << GNOMON_BRIDGE_CLOCKS | GNOMON_BRIDGE_ROOM;
	b->waited += clocks;
	if (b->way == WAY_UNKNOWN) {
		if (*in & GNOMON_BRIDGE_ROOM) {
			*answer |= GNOMON_BRIDGE_BYTE | (uint32_t)gnomon_model_probe();
			b->way = WAY_PROBED;
		}
		return true;
	}
	b->model = *in & GNOMON_BRIDGE_BYTE ? gnomon_model_named((int)(*in & 255)) : -1;
	if (b->model >= 0) {
		b->way = WAY_MODEL;
		if (b->run)
			gnomon_bridge_run_direct(b->run);
	} else if (b->waited >= b->to_wait) {
		b->way = WAY_PORT;
	} else {
		return true;
	}
	*in &= ~(uint32_t)(GNOMON_BRIDGE_BYTE | 255);
	*in += (b->waited - clocks) << GNOMON_BRIDGE_CLOCKS;
	return false;
}

/* All bytes that there are in a clock, past the port. */
static uint32_t exchange(const struct bridge *b, uint32_t in)
{
	const uint32_t bytes = GNOMON_BRIDGE_BYTE | 255;
	uint32_t answer;
	int byte;

	in = (in & ~bytes) | GNOMON_BRIDGE_ROOM;
	do {
		answer = serve(b, in);
		if (answer & GNOMON_BRIDGE_BYTE)
			gnomon_model_put(b->model, (int)(answer & 255));
		byte = answer & GNOMON_BRIDGE_ROOM ? gnomon_model_get(b->model) : -1;
		in = GNOMON_BRIDGE_ROOM;
		if (byte >= 0)
			in |= GNOMON_BRIDGE_BYTE | (uint32_t)byte;
	} while (byte >= 0 || answer & GNOMON_BRIDGE_BYTE);
	return answer & ~(uint32_t)(bytes | GNOMON_BRIDGE_MORE);
}

/* A call of gnomon_bridge_clock, by the way that the bytes go. */
static uint32_t move(struct bridge *b, uint32_t in)
{
	uint32_t answer;

	if (in & GNOMON_BRIDGE_RESET || !(b->tcp || b->run) || !gnomon_model_get)
		return serve(b, in);
	if ((b->way == WAY_UNKNOWN || b->way == WAY_PROBED) && probe(b, &in, &answer))
		return answer;
	return b->way == WAY_MODEL ? exchange(b, in) : serve(b, in);
}

int gnomon_bridge_clock(int bridge, int in)
{
	struct bridge *b = &sim.bridge[bridge];
	uint32_t answer = (uint32_t)LONGEST_NAP << GNOMON_BRIDGE_CLOCKS;

	if (b->faulty)
		return (int)answer;
	b->faulty = !sim.looked && !is_performed();
	if (b->faulty)
		return GNOMON_BRIDGE_FAILED;
	sim.looked = true;
	answer = move(b, (uint32_t)in);
	if (b->run && (sim.interrupted || gnomon_bridge_run_limit(b->run)))
		gnomon_bridge_finish();
	b->faulty = b->run && gnomon_bridge_run_failed(b->run);
	if (b->faulty)
		answer |= GNOMON_BRIDGE_FAILED;
	else if (sim.ending && !runs_to_end() && b->run)
		answer |= GNOMON_BRIDGE_END;
	return (int)answer;
}

int gnomon_bridge_close(int bridge)
{
	struct bridge *b = &sim.bridge[bridge];
	bool good = gnomon_bridge_run_close(b->run);
	int i;

	gnomon_bridge_tcp_close(b->tcp);
	for (i = 0; i < OPTIONS; i++)
		free(b->option[i]);
	free(b->foreign);
	free(b->monitor);
	free(b->prefix);
	memset(b, 0, sizeof(*b));
	return good ? 0 : -1;
}
