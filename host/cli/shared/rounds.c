/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/rounds.h"
#include "out/text/rounds.h"

#include <stdio.h>

int cli_no_rounds(const char *run)
{
	struct gno_err err;

	if (!gno_has_rounds(run))
		return 0;
	gno_fail(&err, GNO_ERR_ARG,
		 "'%s' is a run in rounds: name one of them, such as '%s/round0'", run, run);
	return cli_error(&err);
}

int cli_report_rounds(const char *run, bool json)
{
	struct gno_rounds *rounds = NULL;
	struct gno_err err;
	int rc;

	rc = gno_rounds_build(run, &rounds, &err);
	if (!rc)
		rc = json ? 0 : gno_rounds_text(rounds, stdout, &err);
	if (!rc && json)
		gno_rounds_json(rounds, stdout);
	gno_rounds_free(rounds);
	return rc ? cli_error(&err) : 0;
}
