/* SPDX-License-Identifier: Apache-2.0 */

/* Runs in rounds: each has the limit for itself, its load included. */

#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/suite.h"
#include "experiment_fixture.h"
#include "session/experiment.h"

#define LIMIT_MS 2000
#define OBEY_MS 1000

static unsigned begun;	/* rounds */
static uint64_t silent; /* since when the monitor is; 0: it answers */
static unsigned silent_in;

/* Both nodes choose the inputs of their pair among signals. */
static void write_routed_manifest(void)
{
	char *text = model_manifest(&ex.model);
	json_t *root = json_loads(text, 0, NULL), *node;
	size_t k;

	free(text);
	json_array_foreach(json_object_get(root, "nodes"), k, node)
	{
		json_t *m = json_object_get(node, "preprocessors");
		json_t *pair = json_array_get(json_object_get(m, "pairs"), 0);

		json_object_set_new(m, "signals", json_pack("[sss]", "stall", "idle", "bus_busy"));
		json_object_set_new(m, "lines", json_pack("[ss]", "pair0.a", "pair0.b"));
		json_object_set_new(pair, "a", json_string("route"));
		json_object_set_new(pair, "b", json_string("route"));
		json_array_append_new(json_object_get(node, "tables"),
				      json_pack("{s:s, s:i, s:i, s:i}", "name", "router", "base",
						10624, "cells", 16, "bits", 8));
	}
	text = json_dumps(root, 0);
	folder_write(&ex.folder, "m.json", text);
	free(text);
	json_decref(root);
}

static void setup(void)
{
	ex_setup();
	write_routed_manifest();
	folder_write(&ex.folder, "e.yaml",
		     "gnomon: 1\nmanifest: m.json\npoints: { a: { address: 4 } }\n"
		     "measures: [bus occupancy, processor idle]\n");
	begun = 0;
	silent = 0;
}

static void on_round(void *ctx, unsigned round, unsigned rounds)
{
	(void)ctx;
	ck_assert_uint_eq(round, begun++);
	ck_assert_uint_eq(rounds, 2);
	if (round != silent_in)
		return;
	ex.model.silent = true;
	silent = ex.model.clock;
}

static int run_rounds(struct gno_err *err)
{
	const struct gno_session_hooks hooks = {.round = on_round};
	const struct gno_session_options options = {.experiment.rounds = true,
						    .transport = &model_transport,
						    .transport_of = &ex.model,
						    .timeout_ms = 3000,
						    .limit_ms = LIMIT_MS};
	bool missed;

	return gno_experiment_run(folder_path(&ex.folder, "e.yaml"),
				  folder_path(&ex.folder, "rounds"), &options, &hooks, &missed,
				  err);
}

START_TEST(test_each_round_runs_up_to_the_limit)
{
	struct gno_err err;

	silent_in = 2;
	ck_assert_msg(!run_rounds(&err), "%s", err.text);
	ck_assert_uint_eq(begun, 2);
	ck_assert(!access(folder_path(&ex.folder, "rounds/round1/run.json"), F_OK));
	ck_assert_uint_ge(ex.model.clock, 2 * LIMIT_MS);
}
END_TEST

START_TEST(test_a_silent_monitor_fails_by_the_limit_in_any_round)
{
	struct gno_err err;

	silent_in = (unsigned)_i;
	ck_assert_int_eq(run_rounds(&err), GNO_ERR_TIMEOUT);
	ck_assert_uint_eq(begun, _i + 1);
	ck_assert_uint_ge(ex.model.clock, silent + LIMIT_MS);
	ck_assert_uint_le(ex.model.clock, silent + LIMIT_MS + OBEY_MS);
}
END_TEST

int main(void)
{
	return run_tests("rounds", setup, ex_teardown,
			 TESTS({test_each_round_runs_up_to_the_limit},
			       {test_a_silent_monitor_fails_by_the_limit_in_any_round, 2}));
}
