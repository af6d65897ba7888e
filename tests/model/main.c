/* SPDX-License-Identifier: Apache-2.0 */
/*
 * model EXPERIMENT TRUTH [UNTIL]: the records that each node must have made of a run, one a line,
 * node by node in clocks:
 *
 *   NODE TIME KIND CODE AUX WORD...
 *
 * all in decimal, without sync, beat, gap and flush. A bank of buckets or a snapshot of counters is
 * one line of kind bucket or counter with its time, the unit as CODE and the flags of its block as
 * AUX; the words are the time of its first clock (F of a snapshot), values lost and counted (of a
 * bank), and all counts. A segment is a line of kind segment with the time of its last clock; the
 * words are its first clock, that of its trigger, missed triggers, and four words an entry: length,
 * known (1) and current (2), the watched word, its low half first.
 *
 * Time 0 is the clock after the truth log's last sync; the last clock is UNTIL, or the last one of
 * the log.
 */
#include "model.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "truth.h"

enum {
	AHEAD = 8,  /* clocks that inputs may come after what they belong to, at least */
	PAST = 128, /* clocks kept, a power of two */
	LATE = 1 << 1,
	SATURATED = 1 << 2,
	FLUSHED = 1 << 3,
};

struct run {
	struct truth_reader *truth;
	uint32_t cores;
	uint64_t sync, until, end;
	uint32_t number[TRUTH_CORES_MAX];
	bool started;
	struct model_experiment experiment[TRUTH_CORES_MAX];
	struct model_node node[TRUTH_CORES_MAX];
	struct model_inputs inputs[TRUTH_CORES_MAX]; /* from the log */
	struct model_inputs past[TRUTH_CORES_MAX]
				[PAST]; /* on the wires in each cycle, modulo PAST */
};

static int open_truth(struct run *run, const char *path)
{
	int err = truth_reader_open(&run->truth, path);

	if (err < 0) {
		fprintf(stderr, "not a truth log: '%s'\n", path);
		return err;
	}
	run->cores = truth_reader_cores(run->truth);
	return 0;
}

/* the cycle of the last sync */
static int find_sync(struct run *run, const char *path)
{
	struct truth_record record;
	bool found = false;
	int got = open_truth(run, path);

	if (got < 0)
		return got;
	while ((got = truth_read(run->truth, &record)) > 0) {
		if (record.kind == TRUTH_SYNC) {
			found = true;
			run->sync = record.cycle;
		}
	}
	truth_reader_close(run->truth);
	run->truth = NULL;
	if (got == 0 && found)
		return 0;
	fprintf(stderr, "%s: '%s'\n", got < 0 ? "truth log cut off" : "no sync in the truth log",
		path);
	return -1;
}

static int read_experiments(struct run *run, const char *path)
{
	for (uint32_t core = 0; core < run->cores; core++) {
		unsigned int line;
		const char *bad;
		FILE *file = fopen(path, "r");

		if (!file) {
			fprintf(stderr, "cannot open '%s': %s\n", path, strerror(errno));
			return -1;
		}
		bad = model_experiment_read(&run->experiment[core], file, core, &line);
		fclose(file);
		run->number[core] = core;
		if (bad) {
			fprintf(stderr, "%s:%u: %s\n", path, line, bad);
			return -1;
		}
	}
	return 0;
}

static void print_record(uint32_t core, const struct model_record *record)
{
	printf("%" PRIu32 " %" PRIu64 " %u %u %u", core, record->time, record->kind, record->code,
	       record->aux);
	for (size_t i = 0; i < record->count; i++)
		printf(" %" PRIu32, record->word[i]);
	putchar('\n');
}

static void print_block(void *context, const struct model_block *block)
{
	const uint32_t *core = context;

	printf("%" PRIu32 " %" PRIu64 " %u %zu %d %" PRIu64, *core, block->end, block->kind,
	       block->unit,
	       (block->late ? LATE : 0) | (block->saturated ? SATURATED : 0) |
		   (block->flushed ? FLUSHED : 0),
	       block->first);
	if (block->kind == MODEL_BUCKET)
		printf(" %" PRIu32 " %" PRIu32, block->lost, block->counted);
	if (block->kind == MODEL_SEGMENT)
		printf(" %" PRIu64 " %" PRIu32, block->at, block->lost);
	for (size_t i = 0; i < block->count; i++)
		printf(" %" PRIu32, block->counts[i]);
	putchar('\n');
}

/* what was on the wires `early` clocks before the cycle */
static const struct model_inputs *wires(const struct run *run, uint32_t core, uint64_t cycle,
					int early)
{
	static const struct model_inputs nothing;

	if (early > 0 && cycle < (uint64_t)early)
		return &nothing;
	return &run->past[core][(cycle - (uint64_t)(int64_t)early) % PAST];
}

/* what belongs to the cycle: what a signal shows so many clocks before or after */
static struct model_inputs belonging(const struct run *run, uint32_t core, uint64_t cycle)
{
	const struct model_plan *plan = &run->experiment[core].plan;
	struct model_inputs inputs = *wires(run, core, cycle, 0);

	for (int i = 0; i < MODEL_SIGNALS; i++)
		inputs.signal[i] = wires(run, core, cycle, plan->delay[i])->signal[i];
	inputs.signal[MODEL_ONE] = true;
	for (int i = 0; i < MODEL_NUMBERS; i++) {
		const struct model_inputs *then = wires(run, core, cycle, plan->number_delay[i]);

		inputs.there[i] = plan->when[i] == MODEL_ONE || then->signal[plan->when[i]];
		inputs.number[i] = then->number[i];
	}
	return inputs;
}

static void model_cycle(struct run *run, uint64_t cycle)
{
	static struct model_record records[TRUTH_CORES_MAX][MODEL_RECORDS];
	static struct model_inputs inputs[TRUTH_CORES_MAX];
	bool captured = false;

	for (uint32_t core = 0; core < run->cores; core++) {
		struct model_node *node = &run->node[core];

		inputs[core] = belonging(run, core, cycle);
		if (cycle <= run->sync) {
			model_before(node, &run->experiment[core], &inputs[core]);
			continue;
		}
		if (!run->started) {
			model_begin(node, &run->experiment[core]);
			node->block = print_block;
			node->context = &run->number[core];
		}
		captured |= model_begin_clock(node, &inputs[core], records[core]);
	}
	for (uint32_t core = 0; core < run->cores && cycle > run->sync; core++) {
		size_t count = model_end_clock(&run->node[core], &inputs[core], captured);

		for (size_t i = 0; i < count; i++)
			print_record(core, &records[core][i]);
	}
	run->started = cycle > run->sync;
}

/* all that the cycle's records showed is in run->inputs */
static void one_cycle(struct run *run, uint64_t cycle)
{
	for (uint32_t core = 0; core < run->cores; core++) {
		struct model_inputs *inputs = &run->inputs[core];

		inputs->signal[MODEL_BUSY] = run->inputs[0].signal[MODEL_BUSY];
		inputs->signal[MODEL_SIG_RETIRED] = inputs->retired;
		inputs->signal[MODEL_IDLE] = inputs->signal[MODEL_WAITING];
		inputs->signal[MODEL_SIG_ACCESS] = inputs->access;
		inputs->signal[MODEL_SIG_WRITE] = inputs->write;
		inputs->number[MODEL_ADDRESS] = inputs->addr;
		run->past[core][cycle % PAST] = *inputs;
		inputs->retired = inputs->access = inputs->write = inputs->port = false;
		inputs->pc = inputs->addr = 0;
		inputs->signal[MODEL_ICACHE_ACCESS] = inputs->signal[MODEL_ICACHE_HIT] = false;
		inputs->signal[MODEL_DCACHE_ACCESS] = inputs->signal[MODEL_DCACHE_HIT] = false;
	}
	if (cycle >= AHEAD)
		model_cycle(run, cycle - AHEAD);
}

static void take_activity(struct model_inputs *inputs, uint32_t activity)
{
	static const struct {
		uint32_t bit;
		enum model_signal signal;
	} bits[] = {
	    {TRUTH_WRITING, MODEL_WRITING},   {TRUTH_WRITING_DATA, MODEL_WRITING_DATA},
	    {TRUTH_REQUEST, MODEL_REQUEST},   {TRUTH_GRANTED, MODEL_GRANTED},
	    {TRUTH_BUS_WAIT, MODEL_BUS_WAIT}, {TRUTH_TRANSACTION, MODEL_TRANSACTION},
	    {TRUTH_BEAT, MODEL_BEAT},	      {TRUTH_TLB_ACCESS, MODEL_TLB_ACCESS},
	    {TRUTH_TLB_MISS, MODEL_TLB_MISS},
	};

	for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++)
		inputs->signal[bits[i].signal] = activity & bits[i].bit;
	inputs->number[MODEL_BYTES] = activity >> TRUTH_BYTES;
}

static void take_truth(struct run *run, const struct truth_record *record)
{
	struct model_inputs *inputs = &run->inputs[record->core];

	switch (record->kind) {
	case TRUTH_CORE:
		inputs->retired = record->flags & TRUTH_RETIRED;
		inputs->pc = inputs->retired ? record->value : 0;
		inputs->signal[MODEL_ICACHE_ACCESS] = record->flags & TRUTH_ICACHE_ACCESS;
		inputs->signal[MODEL_ICACHE_HIT] = record->flags & TRUTH_ICACHE_HIT;
		inputs->signal[MODEL_DCACHE_ACCESS] = record->flags & TRUTH_DCACHE_ACCESS;
		inputs->signal[MODEL_DCACHE_HIT] = record->flags & TRUTH_DCACHE_HIT;
		inputs->signal[MODEL_STALL] = record->flags & TRUTH_STALL;
		inputs->signal[MODEL_WAITING] = record->flags & TRUTH_WAITING;
		inputs->signal[MODEL_GRANT] = record->flags & TRUTH_GRANT;
		break;
	case TRUTH_BUS:
		run->inputs[0].signal[MODEL_BUSY] = record->flags & 1;
		break;
	case TRUTH_ACCESS:
		inputs->access = true;
		inputs->addr = record->value;
		inputs->write = record->flags & 1;
		break;
	case TRUTH_STORE_PC:
		inputs->store_pc = record->value;
		break;
	case TRUTH_PORT:
		inputs->port = true;
		inputs->page = record->owner;
		inputs->sub = record->flags;
		inputs->data = record->value;
		break;
	case TRUTH_ACTIVITY:
		take_activity(inputs, record->value);
		break;
	default:
		break;
	}
}

static int simulate(struct run *run)
{
	uint64_t cycle = 0;
	int got;

	for (;;) {
		struct truth_record record;

		got = truth_read(run->truth, &record);
		if (got < 0)
			return got;
		/* the last clocks are those after the log, in which the wires stay as they are */
		for (; cycle < (got ? record.cycle : run->end + AHEAD); cycle++) {
			if (cycle > run->sync + AHEAD && cycle - AHEAD - run->sync - 1 > run->until)
				return 0;
			one_cycle(run, cycle);
		}
		if (!got)
			return 0;
		run->end = record.cycle;
		take_truth(run, &record);
	}
}

int main(int argc, char **argv)
{
	static struct run run;
	int status = EXIT_FAILURE;
	char *end = NULL;

	if (argc == 4)
		run.until = strtoull(argv[3], &end, 10);
	if (argc < 3 || argc > 4 || (end && *end)) {
		fprintf(stderr, "usage: %s EXPERIMENT TRUTH [UNTIL]\n", argv[0]);
		return 2;
	}
	if (argc == 3)
		run.until = UINT64_MAX;
	if (find_sync(&run, argv[2]) < 0 || read_experiments(&run, argv[1]) < 0 ||
	    open_truth(&run, argv[2]) < 0)
		goto out;
	if (simulate(&run) < 0)
		fprintf(stderr, "truth log cut off: '%s'\n", argv[2]);
	else
		status = EXIT_SUCCESS;
out:
	for (uint32_t core = 0; core < run.cores; core++)
		model_experiment_free(&run.experiment[core]);
	truth_reader_close(run.truth);
	if (fflush(stdout) != 0)
		status = EXIT_FAILURE;
	return status;
}
