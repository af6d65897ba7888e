/* SPDX-License-Identifier: Apache-2.0 */
#include "session/rounds.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/util.h"

/* Whether there is a file of that name in a folder; the name may have folders of its own. */
static bool has_file(const char *dir, const char *name)
{
	char *path = gno_format("%s/%s", dir, name);
	bool there = path && !access(path, F_OK);

	free(path);
	return there;
}

int gno_rounds_make(const char *run, bool *made, struct gno_err *err)
{
	*made = false;
	if (has_file(run, "run.json"))
		return gno_fail(err, GNO_ERR_STATE,
				"'%s' is a run of its own: name another folder for the rounds",
				run);
	if (!mkdir(run, 0777))
		*made = true;
	else if (errno != EEXIST)
		return gno_fail_errno(err, errno, "cannot make folder '%s'", run);
	return 0;
}

int gno_round_path(const char *run, unsigned round, char **out, struct gno_err *err)
{
	*out = gno_format("%s/round%u", run, round);
	return *out ? 0 : gno_fail_nomem(err);
}

bool gno_has_rounds(const char *run)
{
	return has_file(run, "round0/run.json");
}
