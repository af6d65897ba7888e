/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/answer.h"

#include "run/run.h"

int cli_no_rounds(const char *run)
{
	struct gno_err err;

	if (!gno_has_rounds(run))
		return 0;
	gno_fail(&err, GNO_ERR_ARG,
		 "'%s' is a run in rounds: name one of them, such as '%s/round0'", run, run);
	return cli_error(&err);
}

int cli_read(const char *run, const struct gno_report_options *o, struct gno_report **r)
{
	struct gno_err err;
	int rc = cli_no_rounds(run);

	if (rc)
		return rc;
	rc = o ? gno_report_build(run, o, r, &err) : gno_report_look(run, r, &err);
	return rc ? cli_error(&err) : 0;
}

int cli_answer(const char *run, const struct gno_report_options *o, cli_answer_fn *print, void *ctx)
{
	struct gno_report *r = NULL;
	struct gno_err err;
	int rc = cli_read(run, o, &r);

	if (rc)
		return rc;
	rc = print(r, ctx, &err);
	gno_report_free(r);
	return rc < 0 ? cli_error(&err) : rc;
}
