/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SESSION_BOARDS_H
#define GNO_SESSION_BOARDS_H

/*
 * One run of several boards: a thread for each board does what gnomon run does with one, and polls
 * the monitor's time beside its drain (sync/). All monitors are identified before any is changed,
 * all are loaded before any is started, and all have had their first pulses before the triggers of
 * any are turned on.
 *
 *   OUT/boards.json   the times of the boards (sync/file.h)
 *   OUT/BOARD/        a run directory for each (run/run.h)
 */

#include "session/experiment.h"
#include "sync/entry.h"

struct gno_board {
	const char *url;
	const char *experiment;
};

struct gno_boards_options {
	struct gno_session_options session; /* without device, transport and rounds */
	struct sync_board declared;	    /* of all boards; the clock is that of the manifest */
	struct sync_plan plan;		    /* floor of messages, rounds, first pulses, apart */
};

/*
 * Runs `count` boards into the folder `dir`, which holds no run of its own. Hooks are called from
 * one thread at a time; notes begin with the board's name, and progress is that of all boards
 * together. A board that fails after all were started, is restarted, or has an implausible clock
 * hurts no other: a note reports it, and the first such failure is that of the call. *set is the
 * caller's (sync_set_free), after a failure, too. GNO_ERR_ARG: two URLs lead to the same device;
 * GNO_ERR_MISMATCH: boards have different experiments; else as gno_experiment_run, gno_device_time
 * and sync_file_write.
 */
int gno_boards_run(const struct gno_board *board, size_t count, const char *dir,
		   const struct gno_boards_options *options, const struct gno_session_hooks *hooks,
		   bool *missed, struct sync_set *set, struct gno_err *err);

/* Whether no two of the URLs are the same place. GNO_ERR_ARG, GNO_ERR_NOMEM. */
int gno_boards_differ(const struct gno_board *board, size_t count, struct gno_err *err);

#endif
