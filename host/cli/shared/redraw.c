/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/redraw.h"

#include <stdlib.h>
#include <unistd.h>

#include "shared/cli.h"
#include "shared/follow.h"
#include "shared/interrupt.h"
#include "shared/watch.h"
#include "common/util.h"

#define EVERY_MS 1000 /* between reports, at least */
#define SHARE 10      /* of the time, one part goes to reading */

static int draw_once(cli_redraw_fn *draw, void *ctx, bool first, bool *complete,
		     struct gno_err *err)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	int rc;

	if (!f)
		return gno_fail_nomem(err);
	rc = draw(ctx, f, complete, err);
	if (gno_close_written(f) && !rc)
		rc = gno_fail_nomem(err);
	if (!rc && !*complete && isatty(STDOUT_FILENO))
		cli_print_screen(text);
	else if (!rc)
		printf("%s%s", first ? "" : isatty(STDOUT_FILENO) ? CLI_CLEAR : "\n", text);
	fflush(stdout);
	free(text);
	return rc;
}

int cli_redraw(const char *dir, cli_redraw_fn *draw, void *ctx, struct gno_err *err)
{
	const volatile sig_atomic_t *interrupted = cli_catch_interrupts();
	struct cli_journal journal = {.looked = false};
	bool complete = false, first = true;
	uint64_t begun, wait = CLI_FOLLOW_MS;
	int rc = GNO_OK;

	do {
		if (!cli_journal_changed(dir, &journal)) {
			wait = CLI_FOLLOW_MS;
			continue;
		}
		begun = gno_now_ms();
		rc = draw_once(draw, ctx, first, &complete, err);
		first &= rc != 0;
		wait = SHARE * (gno_now_ms() - begun);
		wait = rc || wait > EVERY_MS ? wait : EVERY_MS;
		if (rc == GNO_ERR_STATE) /* not started yet */
			rc = GNO_OK;
	} while (!rc && !complete && !ferror(stdout) && cli_follow_wait((unsigned)wait));
	if (!rc && !complete && *interrupted)
		cli_note(
		    "interrupted: the run is not complete, and the report is of what was drained by then");
	return rc;
}
