/* SPDX-License-Identifier: Apache-2.0 */
#include "rounds.h"
#include "report_rounds.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether there is a file of that name in a folder; the name may have folders of its own. */
static bool has_file(const char *dir, const char *name)
{
	char *path = NULL;
	bool there;

	if (asprintf(&path, "%s/%s", dir, name) < 0)
		return false;
	there = !access(path, F_OK);
	free(path);
	return there;
}

int cli_make_rounds(const char *run, bool *made)
{
	struct gno_err err;
	int ret = 0;

	*made = false;
	if (has_file(run, "run.json"))
		ret = gno_fail(&err, GNO_ERR_STATE,
			       "'%s' is a run of its own: take another folder for the rounds", run);
	else if (!mkdir(run, 0777))
		*made = true;
	else if (errno != EEXIST)
		ret = gno_fail_errno(&err, errno, "cannot make folder '%s'", run);
	return ret ? cli_error(&err) : 0;
}

int cli_round_path(const char *run, unsigned round, char **out)
{
	struct gno_err err;

	if (asprintf(out, "%s/round%u", run, round) >= 0)
		return 0;
	*out = NULL;
	gno_fail_nomem(&err);
	return cli_error(&err);
}

bool cli_has_rounds(const char *run)
{
	return has_file(run, "round0/run.json");
}

int cli_no_rounds(const char *run)
{
	struct gno_err err;

	if (!cli_has_rounds(run))
		return 0;
	gno_fail(&err, GNO_ERR_ARG, "'%s' is a run in rounds: name one of them, such as '%s/round0'", run,
		 run);
	return cli_error(&err);
}

int cli_next_round(const char *experiment, const struct gno_experiment_options *options,
		   struct gno_device *dev, struct cli_patterns *patterns)
{
	struct cli_patterns next = {0};
	struct gno_err err;
	int ret;

	ret = cli_load_patterns(experiment, options, &next);
	if (!ret) {
		ret = gno_device_identify(dev, next.m, &err);
		if (ret)
			cli_error(&err);
	}
	if (ret) {
		cli_free_patterns(&next);
		return ret;
	}
	cli_free_patterns(patterns);
	*patterns = next;
	return 0;
}

int cli_report_rounds(const char *run, bool json)
{
	struct gno_rounds *rounds = NULL;
	struct gno_err err;
	int ret;

	ret = gno_rounds_build(run, &rounds, &err);
	if (!ret)
		ret = json ? 0 : gno_rounds_text(rounds, stdout, &err);
	if (!ret && json)
		gno_rounds_json(rounds, stdout);
	gno_rounds_free(rounds);
	return ret ? cli_error(&err) : 0;
}
