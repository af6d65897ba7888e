/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_bridge: the C half of gnomon_bridge.v: all bridges of the simulation, what the plusargs of
 * each ask for, and when the simulation ends.
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
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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
	char *option[GNOMON_BRIDGE_OPTIONS];
	char *foreign[GNOMON_BRIDGE_OPTIONS]; /* the value where it is another monitor's */
	bool begun;			      /* a clock has come */
	bool faulty;			      /* its fault was reported to the simulation */
	bool named;			      /* the experiment is named for this monitor */
	int byte_clocks;
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

/* The simulation is to end with a fault. */
static int fault(void)
{
	gnomon_bridge_failing();
	return -1;
}

int gnomon_bridge_new(const char *monitor, const char *prefix)
{
	struct bridge *b = &sim.bridge[sim.bridges];

	if (sim.bridges == BRIDGES) {
		gnomon_bridge_say("gnomon_bridge: more than %d bridges in a simulation", BRIDGES);
		return fault();
	}
	memset(b, 0, sizeof(*b));
	if (!set_text(&b->monitor, monitor, strlen(monitor)) ||
	    !set_text(&b->prefix, prefix, strlen(prefix)))
		return fault();
	return sim.bridges++;
}

int gnomon_bridge_set(int bridge, const char *key, const char *value, int named)
{
	struct bridge *b = &sim.bridge[bridge];
	int i = gnomon_bridge_option(key, strlen(key));

	if (i == GNOMON_OPTION_EXPERIMENT)
		b->named = named != 0;
	if (!named && gnomon_bridge_other(i, value)) {
		if (i != GNOMON_OPTION_PORT) { /* that has a default, the parameter */
			free(b->option[i]);
			b->option[i] = NULL;
		}
		return set_text(&b->foreign[i], value, strlen(value)) ? 0 : fault();
	}
	return set_text(&b->option[i], value, strlen(value)) ? 0 : fault();
}

/* The syntax of numbers of all of gnomon: digits that do not begin with 0, or 0x and hexadecimal
 * digits. A bridge is built outside gnomon's tree, which has no header of its parser. */
static bool parse_number(const char *text, uint64_t *out)
{
	const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	char *end;

	if (!isxdigit((unsigned char)text[hexadecimal ? 2 : 0]) ||
	    (text[0] == '0' && isdigit((unsigned char)text[1])))
		return false;
	errno = 0;
	*out = strtoull(text, &end, hexadecimal ? 16 : 10); /* not a user's: see above */
	return !errno && end > text && !*end;
}

/* A number of a plusarg that may be missing (0); false after a message. */
static bool number_of_option(const struct bridge *b, enum gnomon_bridge_option option,
			     uint64_t most, uint64_t *out)
{
	const char *text = b->option[option];

	*out = 0;
	if (!text || (parse_number(text, out) && *out <= most))
		return true;
	gnomon_bridge_say("gnomon_bridge: +%s_%s=%s is not a number up to %llu", b->prefix,
			  gnomon_bridge_option_name(option), text, (unsigned long long)most);
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
	for (int i = 0; i < sim.bridges; i++) {
		const struct bridge *other = &sim.bridge[i];

		if (other != b && other->run && !other->named && !b->named &&
		    !strcmp(other->prefix, b->prefix)) {
			gnomon_bridge_say(
			    "gnomon_bridge: +%s_experiment=%s names none of the monitors '%s' and '%s' of this simulation: use +%s_experiment=MONITOR:FILE; the name of a monitor is the parameter MONITOR of its bridge",
			    b->prefix, b->option[GNOMON_OPTION_EXPERIMENT], other->monitor,
			    b->monitor, b->prefix);
			return true;
		}
	}
	return false;
}

/* Whether the run directory is another run's, or is there and may not be replaced; after a message.
 */
static bool is_taken(const struct bridge *b)
{
	for (int i = 0; i < sim.bridges; i++) {
		const struct bridge *other = &sim.bridge[i];

		if (other != b && other->run &&
		    !strcmp(other->option[GNOMON_OPTION_RUN], b->option[GNOMON_OPTION_RUN])) {
			gnomon_bridge_say(
			    "gnomon_bridge: %s: '%s' is also the run directory of monitor '%s': use +%s_run=MONITOR:DIR",
			    b->monitor, b->option[GNOMON_OPTION_RUN], other->monitor, b->prefix);
			return true;
		}
	}
	if (b->option[GNOMON_OPTION_FORCE] || access(b->option[GNOMON_OPTION_RUN], F_OK))
		return false;
	gnomon_bridge_say(
	    "gnomon_bridge: %s: '%s' exists already; name another folder, or replace it with +%s_force",
	    b->monitor, b->option[GNOMON_OPTION_RUN], b->prefix);
	return true;
}

/* The seconds between lines of progress: on a terminal, and where no number is given, 1. */
static bool progress(const struct bridge *b, uint64_t *out)
{
	const char *text = b->option[GNOMON_OPTION_PROGRESS];

	*out = text || isatty(STDERR_FILENO);
	return !text || !*text || number_of_option(b, GNOMON_OPTION_PROGRESS, DAY_S, out);
}

/* What an experiment still needs; after a message. */
static bool is_short(const struct bridge *b)
{
	const char *run = b->option[GNOMON_OPTION_RUN];
	const char *foreign = b->foreign[GNOMON_OPTION_RUN];

	if (run && *run && *b->option[GNOMON_OPTION_EXPERIMENT])
		return false;
	if (!run && foreign)
		gnomon_bridge_say(
		    "gnomon_bridge: %s: the experiment of monitor '%s' has no run directory: +%s_run=%s is for monitor '%.*s'; use +%s_run=%s:DIR",
		    b->monitor, b->monitor, b->prefix, foreign, (int)strcspn(foreign, ":"), foreign,
		    b->prefix, b->monitor);
	else
		gnomon_bridge_say(
		    "gnomon_bridge: %s: an experiment needs a file and a run directory: +%s_experiment=FILE and +%s_run=DIR",
		    b->monitor, b->prefix, b->prefix);
	return true;
}

/* Whether a file is to be made in the run directory of a bridge, which is not there yet. */
static bool is_in_a_run(const char *path)
{
	for (int i = 0; i < sim.bridges; i++) {
		const char *run = sim.bridge[i].option[GNOMON_OPTION_RUN];
		size_t len = run ? strlen(run) : 0;

		while (len > 1 && run[len - 1] == '/')
			len--;
		if (len && !strncmp(path, run, len) && path[len] == '/')
			return true;
	}
	return false;
}

/* Whether a regular file is a report, which may be replaced, or empty. */
static bool is_report(const char *path)
{
	static const char text[] = "monitor ", json[] = "{";
	char head[64] = "";
	FILE *file = fopen(path, "r");
	size_t got = file ? fread(head, 1, sizeof(head) - 1, file) : 1;

	if (file)
		fclose(file);
	return !got || !strncmp(head, text, strlen(text)) ||
	       (!strncmp(head, json, strlen(json)) && strstr(head, "\"gnomon\": "));
}

/* Whether the report can be written later; leaves nothing. */
static bool can_report(const struct bridge *b)
{
	const char *path = b->option[GNOMON_OPTION_REPORT];
	struct stat st;
	int fd;

	if (!path || !*path || is_in_a_run(path))
		return true;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd >= 0) {
		close(fd);
		unlink(path);
		return true;
	}
	if (errno == EEXIST) {
		if (stat(path, &st)) /* a link to what is not there */
			return true;
		errno = EISDIR;
		if (!S_ISDIR(st.st_mode) && !faccessat(AT_FDCWD, path, W_OK, AT_EACCESS)) {
			if (!S_ISREG(st.st_mode) || is_report(path))
				return true;
			gnomon_bridge_say(
			    "gnomon_bridge: %s: '%s' exists and is not replaced: it is not a report",
			    b->monitor, path);
			return false;
		}
	}
	gnomon_bridge_say("gnomon_bridge: %s: cannot write the report to '%s': %s", b->monitor,
			  path, strerror(errno));
	return false;
}

static bool begin_run(struct bridge *b)
{
	struct gnomon_bridge_run_options options;

	if (is_ambiguous(b) || is_short(b) || is_taken(b) || !can_report(b))
		return false;
	memset(&options, 0, sizeof(options));
	if (!number_of_option(b, GNOMON_OPTION_CYCLES, UINT64_MAX / 2, &options.cycles) ||
	    !progress(b, &options.progress_s))
		return false;
	options.monitor = b->monitor;
	options.experiment = b->option[GNOMON_OPTION_EXPERIMENT];
	options.run = b->option[GNOMON_OPTION_RUN];
	options.program = b->option[GNOMON_OPTION_PROGRAM];
	options.report = b->option[GNOMON_OPTION_REPORT];
	options.replace = b->option[GNOMON_OPTION_FORCE] != NULL;
	options.byte_clocks = (uint32_t)b->byte_clocks;
	signal(SIGINT, on_signal);
	signal(SIGTERM, on_signal);
	b->run = gnomon_bridge_run_open(&options);
	return b->run && !gnomon_bridge_run_failed(b->run);
}

static bool begin_tcp(struct bridge *b)
{
	uint64_t port;

	if (b->option[GNOMON_OPTION_RUN]) {
		gnomon_bridge_say("gnomon_bridge: +%s_run is for a run: +%s_experiment is missing",
				  b->prefix, b->prefix);
		return false;
	}
	if (!number_of_option(b, GNOMON_OPTION_PORT, 65535, &port))
		return false;
	b->tcp = gnomon_bridge_tcp_open((int)port, b->option[GNOMON_OPTION_PORT_FILE]);
	return b->tcp != NULL;
}

int gnomon_bridge_open(int bridge, int byte_clocks)
{
	struct bridge *b = &sim.bridge[bridge];

	b->byte_clocks = byte_clocks;
	b->to_wait = (uint32_t)PROBE_BYTES * (uint32_t)byte_clocks + LONGEST_NAP;
	if (b->to_wait > MOST_CLOCKS)
		b->to_wait = MOST_CLOCKS;
	return b->option[GNOMON_OPTION_EXPERIMENT] || !b->foreign[GNOMON_OPTION_EXPERIMENT];
}

static bool are_plusargs_good(void)
{
	struct gnomon_bridge_name name[BRIDGES];
	int i, count = 0;

	for (i = 0; i < sim.bridges; i++) {
		name[count].monitor = sim.bridge[i].monitor;
		name[count].prefix = sim.bridge[i].prefix;
		count += sim.bridge[i].monitor != NULL; /* it is not closed */
	}
	return gnomon_bridge_args_good(name, count);
}

/* Begins to serve; false after a message. */
static bool begin_serving(struct bridge *b)
{
	if (b->option[GNOMON_OPTION_EXPERIMENT])
		return begin_run(b);
	if (!b->foreign[GNOMON_OPTION_EXPERIMENT])
		return begin_tcp(b);
	gnomon_bridge_say("gnomon_bridge: no experiment is for monitor '%s'", b->monitor);
	return true;
}

/* At the first clock, when all bridges are there: all begin, or none and there is one message. A
 * further simulation of the same program has bridges of its own. */
static bool begin_all(void)
{
	bool good = are_plusargs_good();

	for (int i = 0; i < sim.bridges && good; i++)
		if (sim.bridge[i].monitor && !sim.bridge[i].begun)
			good = begin_serving(&sim.bridge[i]);
	for (int i = 0; i < sim.bridges; i++) {
		struct bridge *b = &sim.bridge[i];

		if (!good && !b->begun && b->run)
			gnomon_bridge_run_abandon(b->run);
		b->faulty |= !good && !b->begun;
		b->begun = true;
	}
	return good;
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
	sim.ending = true;
	for (int i = 0; i < sim.bridges; i++)
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

	if (!b->begun && !begin_all()) {
		gnomon_bridge_failing();
		return GNOMON_BRIDGE_FAILED;
	}
	if (b->faulty)
		return (int)answer;
	answer = move(b, (uint32_t)in);
	if (b->run && (sim.interrupted || gnomon_bridge_run_limit(b->run)))
		gnomon_bridge_finish();
	b->faulty = b->run && gnomon_bridge_run_failed(b->run);
	if (b->faulty) {
		gnomon_bridge_failing();
		answer |= GNOMON_BRIDGE_FAILED;
	} else if (sim.ending && !runs_to_end() && b->run) {
		answer |= GNOMON_BRIDGE_END;
	}
	return (int)answer;
}

int gnomon_bridge_close(int bridge)
{
	struct bridge *b = &sim.bridge[bridge];
	bool good = gnomon_bridge_run_close(b->run);

	if (!b->begun && b->option[GNOMON_OPTION_EXPERIMENT]) {
		gnomon_bridge_say("gnomon_bridge: %s: the simulation ended before its first clock",
				  b->monitor);
		good = false;
	}
	gnomon_bridge_tcp_close(b->tcp);
	for (int i = 0; i < GNOMON_BRIDGE_OPTIONS; i++) {
		free(b->option[i]);
		free(b->foreign[i]);
	}
	free(b->monitor);
	free(b->prefix);
	memset(b, 0, sizeof(*b));
	return good ? 0 : fault();
}
