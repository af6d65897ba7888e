/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/filter/source.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/util.h"

/* State of a file of the run; one that cannot be looked at is not there. */
static struct stat look_at(const char *run, const char *name)
{
	char *path = gno_format("%s/%s", run, name);
	struct stat st = {.st_nlink = 0};

	if (path && stat(path, &st))
		st = (struct stat){.st_nlink = 0};
	free(path);
	return st;
}

static int add(struct filter_source *s, const char *folder, const char *entry, struct gno_err *err)
{
	struct filter_source_file *more = gno_room(s->file, s->files, sizeof(*more));
	char *name = gno_format("%s%s", folder, entry);

	if (more)
		s->file = more;
	if (!more || !name) {
		free(name);
		return gno_fail_nomem(err);
	}
	s->file[s->files++] = (struct filter_source_file){name, look_at(s->run, name)};
	return GNO_OK;
}

/* Adds what is in the run's folder, or in `folder` of it. */
static int add_all(struct filter_source *s, const char *folder, struct gno_err *err)
{
	char *path = gno_format("%s/%s", s->run, folder);
	DIR *dir = path ? opendir(path) : NULL;
	struct dirent *entry;
	int rc = path ? GNO_OK : gno_fail_nomem(err);

	while (!rc && dir && (entry = readdir(dir)))
		if (*entry->d_name != '.')
			rc = add(s, folder, entry->d_name, err);
	if (dir)
		closedir(dir);
	free(path);
	return rc;
}

int filter_source_look(struct filter_source *s, const char *run, struct gno_err *err)
{
	int rc;

	*s = (struct filter_source){.run = run};
	if (stat(run, &s->folder))
		return gno_fail_errno(err, errno, "cannot open '%s'", run);
	rc = add_all(s, "", err);
	return rc ? rc : add_all(s, "trace/", err);
}

void filter_source_free(struct filter_source *s)
{
	for (size_t i = 0; i < s->files; i++)
		free(s->file[i].name);
	free(s->file);
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether a file is what it was; that of a folder may have got other files. */
static bool is_same(const struct stat *a, const struct stat *b)
{
	return is_same_file(a, b) &&
	       (S_ISDIR(a->st_mode) ||
		(a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
		 a->st_mtim.tv_nsec == b->st_mtim.tv_nsec));
}

static const struct stat *find(const struct filter_source *s, const char *name)
{
	static const struct stat none = {.st_nlink = 0};

	for (size_t i = 0; i < s->files; i++)
		if (!strcmp(s->file[i].name, name))
			return &s->file[i].st;
	return &none;
}

static int fail_changed(const struct filter_source *s, struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_STATE, "'%s' was changed while it was filtered", s->run);
}

int filter_source_check(const struct filter_source *s, const char *const *names, size_t count,
			struct gno_err *err)
{
	struct stat now;

	if (stat(s->run, &now) || !is_same_file(&now, &s->folder))
		return fail_changed(s, err);
	for (size_t i = 0; i < count; i++) {
		now = look_at(s->run, names[i]);
		if (names[i][strlen(names[i]) - 1] != '/' && !is_same(&now, find(s, names[i])))
			return fail_changed(s, err);
	}
	return GNO_OK;
}
