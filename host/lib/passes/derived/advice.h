/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_ADVICE_H
#define GNO_REPORT_ADVICE_H

/*
 * What a reader should know before he believes a run: what was seen, what it means, and what to
 * change. Each rule looks at the results of the report alone. docs/guide/report.md lists the rules.
 */

#include <stddef.h>
#include "results/report.h"

struct report_advice {
	const char *rule; /* its name; those of losses begin with "lost-" */
	char *seen;	  /* a whole sentence without its full stop, as the next one */
	char *means;
	char *change; /* in the imperative */
};

struct report_advices {
	struct report_advice *item;
	size_t count;
	bool nomem;
};

/* All advice of a run, losses first, each rule node by node. `out` is the caller's
 * (report_advices_free), also after GNO_ERR_NOMEM. */
int report_advise(const struct gno_report *r, struct report_advices *out, struct gno_err *err);
void report_advices_free(struct report_advices *advices);

#endif
