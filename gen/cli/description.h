/* SPDX-License-Identifier: Apache-2.0 */
/* A description and its plan. */
#ifndef GNO_GEN_DESCRIPTION_H
#define GNO_GEN_DESCRIPTION_H

#include "common/arena.h"
#include "common/diag.h"
#include "emit/rom.h"
#include "model/model.h"
#include "plan/plan.h"
#include "common/source.h"

struct description {
	struct source source;
	struct arena arena;
	struct diags diags;
	struct model model;
	struct plan plan;
	struct rom rom; /* of a monitor that has one */
};

/*
 * Reads, checks and plans a description, and prints what the checks report. register_taps: as with
 * that key, whatever the description says. Fails with GEN_ERR_IO,
 * GEN_ERR_NOMEM and GEN_ERR_FIT, which `err` reports, and with GEN_ERR_INPUT, which the checks
 * reported. The caller frees `d`, after a failure too.
 */
int description_plan(const char *path, int register_taps, struct description *d,
		     struct gen_err *err);
void description_free(struct description *d);

#endif
