/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "session/sync.h"
#include "shared/boards.h"
#include "shared/common.h"
#include "shared/interrupt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	OPT_DEVICE,
	OPT_MANIFEST,
	OPT_DRIFT,
	OPT_HOST_DRIFT,
	OPT_WANDER,
	OPT_FLOOR,
	OPT_MESSAGE_FLOOR,
	OPT_COUNT,
	OPT_WATCH,
	OPT_JSON
};

static const struct base_option options[] = {
    CLI_OPT_DEVICES,
    {'m', "manifest", "FILE", "manifest of the boards that hold none themselves"},
    CLI_OPT_DRIFT,
    CLI_OPT_HOST_DRIFT,
    CLI_OPT_WANDER,
    CLI_OPT_FLOOR,
    CLI_OPT_MESSAGE_FLOOR,
    {'c', "count", "N", "refreshes after the initial phase (default: 0)"},
    {'w', "watch", NULL, "refresh until an interrupt, and print the table after each"},
    CLI_OPT_JSON,
    CLI_OPT_END,
};

/* What is asked of the command. */
struct job {
	struct gno_sync *sync;
	unsigned long count;
	bool watch, json;
};

/* What is known, in the form that is asked for. */
static int print(const struct job *j)
{
	char *json = NULL;
	int rc = 0;

	if (j->json) {
		rc = gno_sync_json(j->sync, &json);
		if (!rc)
			fputs(json, stdout);
	} else {
		cli_print_boards(gno_sync_set(j->sync));
	}
	gno_free(json);
	fflush(stdout);
	return rc;
}

/* The initial phase, and refreshes. An interrupt is a good end of a watch. */
static int sync_boards(const struct job *j)
{
	int rc = gno_sync_begin(j->sync), finished;
	bool begun = !rc;

	for (unsigned long i = 0; (j->watch || i < j->count) && !rc; i++) {
		if (j->watch)
			rc = print(j);
		if (!rc)
			rc = gno_sync_refresh(j->sync);
	}
	if (j->watch && rc == GNO_ERR_INTERRUPTED)
		rc = 0;
	if (!begun)
		return rc;
	finished = gno_sync_finish(j->sync);
	if (!finished)
		finished = print(j);
	cli_note_boards(gno_sync_set(j->sync));
	return rc ? rc : finished;
}

/* Whether all boards are what they were. */
static bool are_there(const struct sync_set *set)
{
	for (size_t i = 0; i < set->entries; i++)
		if (set->entry[i].state != SYNC_OK)
			return false;
	return true;
}

static int add_boards(struct gno_sync *s, const char *list)
{
	char *text = strdup(list);
	size_t count = 0;
	const char **url = text ? cli_devices(text, &count) : NULL;
	int rc = url ? 0 : GNO_ERR_NOMEM;

	for (size_t i = 0; i < count && !rc; i++)
		rc = gno_sync_add(s, url[i]);
	free(url);
	free(text);
	return rc;
}

static int run(const struct base_values *v, struct job *j, const struct sync_board *declared,
	       const struct sync_plan *plan)
{
	struct gno_err err;
	int rc;

	j->sync = gno_sync_new();
	if (!j->sync) {
		gno_fail_nomem(&err);
		return cli_error(&err);
	}
	gno_sync_declare(j->sync, declared, plan);
	gno_sync_watch(j->sync, cli_catch_interrupts());
	rc = add_boards(j->sync, v->option[OPT_DEVICE]);
	if (!rc)
		rc = gno_sync_set_manifest(j->sync, v->option[OPT_MANIFEST]);
	if (!rc)
		rc = sync_boards(j);
	cli_leave_interrupts();
	if (rc) {
		gno_fail(&err, rc, "%s", gno_sync_error(j->sync));
		rc = cli_error(&err);
	} else if (!are_there(gno_sync_set(j->sync))) {
		rc = GNO_ERR_STATE;
	} else if (sync_found_broken(gno_sync_set(j->sync))) {
		rc = CLI_WORSE;
	}
	gno_sync_free(j->sync);
	return rc;
}

static int command(const struct base_values *v)
{
	const struct cli_figures text = {v->option[OPT_DRIFT], v->option[OPT_HOST_DRIFT],
					 v->option[OPT_WANDER], v->option[OPT_FLOOR],
					 v->option[OPT_MESSAGE_FLOOR]};
	struct job j = {.watch = v->option[OPT_WATCH] != NULL, .json = v->option[OPT_JSON] != NULL};
	struct sync_board declared;
	struct sync_plan plan;
	int rc;

	if (!v->option[OPT_DEVICE])
		return cli_usage(&cmd_sync, "no board is named: use --device URL for each");
	if (j.watch && v->option[OPT_COUNT])
		return cli_usage(&cmd_sync, "--watch cannot be combined with --count");
	rc = cli_figures(&cmd_sync, &text, &declared, &plan);
	if (!rc && v->option[OPT_COUNT])
		rc = cli_number(&cmd_sync, "--count", v->option[OPT_COUNT], 0, 1000000, &j.count);
	return rc ? rc : run(v, &j, &declared, &plan);
}

const struct cli_spec cmd_sync = {
    .name = "sync",
    .args = "",
    .brief = "relate the clocks of several boards, with a bound",
    .summary =
	"Polls the clocks of one or several boards, and prints how well their times are known.",
    .details =
	"The monitor of each board needs 'sync: yes' in its description. The command changes nothing in it. Each board is polled four times in turn; the smallest of eight round trips becomes a pulse, whose bound is the most by which the board's time can be wrong. From the worst bound the command computes one refresh interval that keeps messages between boards in order, if their least time is declared. The bound holds as long as what is declared does; where the pulses contradict it, the command names the boards. 'gnomon run' with several devices does the same while it drains.\n"
	"Exit status: 0 all boards were polled, and no bound was found broken; 1 not all, or failure; 2 a wrong command line; 3 all were, and a bound was found broken.\n",
    .says_exit = true,
    .options = options,
    .run = command,
};
