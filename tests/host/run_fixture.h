/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_FIXTURE_H
#define RUN_FIXTURE_H

/* What the tests of run directories and of draining share: a model, a folder, and what the streams
 * must be.
 */

#include <jansson.h>
#include <signal.h>

#include "folder.h"
#include "gnomon/run.h"
#include "model_device.h"

#define NODES 3
#define SLOTS 256
#define EVENTS 3000

/* Fields of run.json that the tests look at. */
struct journal {
	char state[16];
	json_int_t position, size[NODES], holes;
};

/* Everything of the test at hand; made by fx_setup, gone with fx_teardown. */
struct fixture {
	struct model model;
	struct folder folder;
	struct gno_manifest *manifest;
	struct gno_device *dev;
	struct model_bytes expected[NODES]; /* what the streams must be in the end */
	volatile sig_atomic_t stop;	    /* interrupts a drain */
	unsigned commits, stop_after;	    /* interrupts it after so many pieces */
	unsigned reset_after;		    /* resets the model after so many */
	char last_note[512];
};

extern struct fixture fx;

void fx_setup(void);
void fx_setup_as(unsigned nodes, bool shared, bool host);
void fx_teardown(void);
const char *fx_run_path(void);

/* Compiles an experiment; the caller's. */
struct gno_pattern_file *fx_compile(const char *text);

/* Loads an experiment with some lines of its own into the model and makes the run directory. */
void fx_load(const char *lines);
struct gno_run *fx_open_run(void);
void fx_start(void);
int fx_drain(bool and_stop, unsigned limit_ms, struct gno_drain_result *result,
	     struct gno_err *err);

/* Scripts events, some gaps and samples, and says what the streams are to be. Ends with code 3 at
 * all nodes.
 */
void fx_script(unsigned events, uint32_t seed);

/* Says that the flush records are to come too. */
void fx_expect_flush(void);

/* Whether the streams are what they must be. */
void fx_check_streams(void);

/* The records of a node up to that offset of its file, without the packets around them; the
 * caller's. */
char *fx_records(unsigned node, uint64_t end, size_t *len);

void fx_read_journal(struct journal *j);

/* Whether streams are as long as the journal says and what they should be so far. */
void fx_check_partial(const struct journal *j);

#endif
