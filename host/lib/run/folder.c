/* SPDX-License-Identifier: Apache-2.0 */
/* Run directories on the disk: made whole or not at all, with a list of their files. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/open_run.h"
#include "base/folder.h"
#include "base/made.h"
#include "common/util.h"

/* What every run directory has or may get, except streams and later patterns. */
static const char *const usual[] = {"manifest.json", "experiment.yaml", "patterns.json", "run.json",
				    "holes.bin",     "trace/",		"trace/metadata"};

#define USUAL (sizeof(usual) / sizeof(usual[0]))

struct gno_run_draft {
	struct base_folder folder;
	struct gno_run *run;
	char *dir; /* the place of the folder */
};

static void free_names(char **name)
{
	for (size_t i = USUAL; name && name[i]; i++)
		free(name[i]);
	free(name);
}

/* The names of all that the run may get; ends with NULL. NULL: no memory. */
static char **list_names(const struct gno_manifest *m)
{
	char **name = calloc(USUAL + m->nodes + 1, sizeof(*name));

	if (!name)
		return NULL;
	memcpy(name, usual, sizeof(usual));
	for (unsigned k = 0; k < m->nodes; k++) {
		name[USUAL + k] = gno_format("trace/%s", m->node[k].stream);
		if (!name[USUAL + k]) {
			free_names(name);
			return NULL;
		}
	}
	return name;
}

static int write_text(const char *dir, const char *file, const char *text, struct gno_err *err)
{
	char *path = gno_format("%s/%s", dir, file);
	int rc = path ? gno_replace_file(path, text, strlen(text), err) : gno_fail_nomem(err);

	free(path);
	return rc;
}

static int make_folder(const char *path, struct gno_err *err)
{
	return mkdir(path, 0777) ? gno_fail_errno(err, errno, "cannot create '%s'", path) : 0;
}

int gno_run_write_patterns(const char *dir, const char *file, const struct gno_pattern_file *p,
			   struct gno_err *err)
{
	struct gno_pattern_file copy = *p;
	char *path = gno_format("%s/%s", dir, file);
	struct base_fault fault;
	int rc;

	copy.manifest = gno_format("%s/manifest.json", dir);
	rc = path && copy.manifest ? gno_take_fault(err, base_made_add(dir, file, &fault), &fault)
				   : gno_fail_nomem(err);
	if (!rc)
		rc = gno_pattern_file_write(path, &copy, err);
	free(copy.manifest);
	free(path);
	return rc;
}

/* Fills the folder that is made, and makes its run. */
static int fill_run_folder(struct gno_run_draft *draft, const struct gno_manifest *m,
			   const struct gno_pattern_file *p, const struct gno_status *monitor,
			   struct gno_err *err)
{
	const char *dir = draft->folder.made;
	char *trace = gno_format("%s/trace", dir);
	int rc;

	if (!trace)
		return gno_fail_nomem(err);
	rc = make_folder(trace, err);
	if (!rc)
		rc = write_text(dir, "manifest.json", m->text, err);
	if (!rc)
		rc = write_text(dir, "experiment.yaml", p->experiment, err);
	if (!rc)
		rc = gno_run_write_patterns(dir, "patterns.json", p, err);
	if (!rc)
		rc = gno_run_create(dir, m, p, monitor, &draft->run, err);
	if (!rc)
		rc = gno_journal_write(draft->run, err);
	free(trace);
	return rc;
}

static int begin_folder(struct base_folder *folder, const char *dir, const struct gno_manifest *m,
			bool replace, struct gno_err *err)
{
	char **name = list_names(m);
	struct base_fault fault;
	int rc;

	if (!name)
		return gno_fail_nomem(err);
	rc = base_folder_begin(folder, dir, replace ? BASE_REPLACE : 0, (const char *const *)name,
			       USUAL + m->nodes, &fault);
	free_names(name);
	return gno_take_fault(err, rc, &fault);
}

int gno_run_try(const char *dir, const struct gno_manifest *m, bool replace, struct gno_err *err)
{
	struct base_folder folder;
	int rc = begin_folder(&folder, dir, m, replace, err);

	if (!rc)
		base_folder_drop(&folder);
	return rc;
}

static void free_draft(struct gno_run_draft *draft)
{
	gno_run_close(draft->run);
	free(draft->dir);
	free(draft);
}

int gno_run_prepare(const char *dir, const struct gno_manifest *m, const struct gno_pattern_file *p,
		    const struct gno_status *monitor, bool replace, struct gno_run_draft **out,
		    struct gno_err *err)
{
	struct gno_run_draft *draft = calloc(1, sizeof(*draft));
	int rc;

	if (!draft)
		return gno_fail_nomem(err);
	draft->dir = strdup(dir);
	rc = draft->dir ? begin_folder(&draft->folder, dir, m, replace, err) : gno_fail_nomem(err);
	if (rc) {
		free_draft(draft);
		return rc;
	}
	rc = fill_run_folder(draft, m, p, monitor, err);
	if (rc)
		gno_run_discard(draft);
	else
		*out = draft;
	return rc;
}

int gno_run_finish(struct gno_run_draft *draft, struct gno_run **run, struct gno_err *err)
{
	struct base_fault fault;
	int rc = gno_take_fault(err, base_folder_commit(&draft->folder, &fault), &fault);

	if (!rc && run) {
		free(draft->run->dir);
		draft->run->dir = draft->dir;
		draft->dir = NULL;
		rc = gno_run_lock(draft->run->dir, &draft->run->lock, err);
	}
	if (!rc && run) {
		*run = draft->run;
		draft->run = NULL;
	}
	free_draft(draft);
	return rc;
}

void gno_run_discard(struct gno_run_draft *draft)
{
	if (!draft)
		return;
	base_folder_drop(&draft->folder);
	free_draft(draft);
}

/* -- runs in rounds -- */

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
		return gno_fail(err, GNO_ERR_STATE, "'%s' is a run of its own: name another folder",
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
