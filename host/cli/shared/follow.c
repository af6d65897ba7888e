/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/follow.h"

#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "shared/interrupt.h"
#include "common/util.h"

#define STEP_MS 50 /* a signal that arrives just before a wait costs no more */

bool cli_follow_wait(unsigned ms)
{
	const volatile sig_atomic_t *interrupted = cli_interrupted();
	uint64_t until = gno_now_ms() + ms;

	do {
		struct pollfd out = {.fd = STDOUT_FILENO};

		if (*interrupted ||
		    (poll(&out, 1, ms < STEP_MS ? (int)ms : STEP_MS) > 0 && out.revents & POLLERR))
			return false;
	} while (gno_now_ms() < until);
	return !*interrupted;
}

bool cli_journal_changed(const char *dir, struct cli_journal *j)
{
	char *path = gno_format("%s/run.json", dir);
	struct stat now = {0};
	bool same = path && !stat(path, &now) && j->looked && now.st_ino == j->stat.st_ino &&
		    now.st_size == j->stat.st_size &&
		    now.st_mtim.tv_sec == j->stat.st_mtim.tv_sec &&
		    now.st_mtim.tv_nsec == j->stat.st_mtim.tv_nsec;

	free(path);
	j->stat = now;
	j->looked = true;
	return !same;
}

int cli_follow_open(const char *dir, struct gno_report **out, struct gno_err *err)
{
	int rc;

	do
		rc = gno_report_follow(dir, out, err);
	while (rc == GNO_ERR_STATE && cli_follow_wait(CLI_FOLLOW_MS));
	return rc == GNO_ERR_STATE ? GNO_OK : rc;
}

int cli_follow_more(struct gno_report *r, bool *ended, struct gno_err *err)
{
	int changed = 0;

	while (!changed && !*ended) {
		*ended = !cli_follow_wait(CLI_FOLLOW_MS);
		if (!*ended)
			changed = gno_report_refresh(r, err);
	}
	return changed < 0 ? changed : GNO_OK;
}
