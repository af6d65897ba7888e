/* SPDX-License-Identifier: Apache-2.0 */
#include "base/folder.h"
#include "base/made.h"
#include "base/private.h"
#include "base/temp.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define TRIES 1000 /* at a place that others change meanwhile, */
#define WAIT_MS 10 /* and the time between them where it is locked */
#define ASIDE ".gnomon-old"

static void reset(struct base_folder *f)
{
	free(f->path);
	free(f->within);
	free(f->made);
	free(f->name);
	if (f->temp)
		base_private_drop(f->temp);
	free(f->temp);
	if (f->fd >= 0)
		close(f->fd);
	if (f->parent >= 0)
		close(f->parent);
	*f = (struct base_folder){.parent = -1, .fd = -1, .held = -1};
}

/* Whether a process that works in the folder would be left in one that is gone. */
static bool holds_working_folder(const char *real)
{
	char *here = getcwd(NULL, 0);
	size_t len = strlen(real);
	bool holds =
	    here && !strncmp(here, real, len) && (!here[len] || here[len] == '/' || len == 1);

	free(here);
	return holds;
}

/* Splits the place into the folder that holds it and the name there. Links to an old folder are
 * followed. */
static int split(struct base_folder *f, const char *path, struct base_fault *fault)
{
	char *real = realpath(path, NULL), *place = real ? real : strdup(path);
	size_t len = place ? strlen(place) : 0;
	char *slash;
	int rc = 0;

	f->path = strdup(path);
	while (len > 1 && place[len - 1] == '/')
		place[--len] = '\0';
	if (!place || !f->path) {
		rc = base_fail_nomem(fault);
	} else if (real && holds_working_folder(real)) {
		rc = base_fail(fault, BASE_ERR_STATE,
			       "'%s' is the working folder, or holds it, so it cannot be replaced",
			       path);
	} else {
		slash = strrchr(place, '/');
		f->name = strdup(slash ? slash + 1 : place);
		if (slash)
			slash[slash == place] = '\0';
		f->within = strdup(slash ? place : ".");
		f->parent = f->within ? open(f->within, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
		if (!f->name || !f->within)
			rc = base_fail_nomem(fault);
		else if (f->parent < 0)
			rc = base_fail_errno(fault, errno, "cannot make folder '%s'", path);
		else if (!*f->name || !strcmp(f->name, ".") || !strcmp(f->name, ".."))
			rc = base_fail(fault, BASE_ERR_STATE, "'%s' is not a name for a folder",
				       path);
	}
	free(place);
	return rc;
}

/* Removes a private folder that nobody works at, if this is one for our place. */
static void remove_stale(const struct base_folder *f, const char *entry)
{
	const char *of;
	size_t len;
	int fd;

	if (!base_temp_is(entry, &of, &len) || len != strlen(f->name) ||
	    strncmp(of, f->name, len) != 0)
		return;
	fd = openat(f->parent, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB))
		base_made_remove(f->parent, entry);
	if (fd >= 0)
		close(fd);
}

/* The name under which an old folder waits where two cannot be exchanged. */
static int aside_name(const struct base_folder *f, char name[BASE_NAME_ROOM])
{
	return snprintf(name, BASE_NAME_ROOM, ".%s" ASIDE, f->name) < BASE_NAME_ROOM;
}

/* Mends what a gnomon left that was killed where it had the old folder aside: it goes back, or
 * away. */
static void clean_aside(const struct base_folder *f)
{
	char aside[BASE_NAME_ROOM];
	struct stat st;
	int fd = -1;

	if (aside_name(f, aside))
		fd = openat(f->parent, aside, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return;
	if (flock(fd, LOCK_EX | LOCK_NB))
		; /* it is at it just now */
	else if (fstatat(f->parent, f->name, &st, AT_SYMLINK_NOFOLLOW) && errno == ENOENT)
		renameat(f->parent, aside, f->parent, f->name);
	else
		base_made_remove(f->parent, aside);
	close(fd);
}

static void clean(const struct base_folder *f)
{
	int fd = openat(f->parent, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *e;

	clean_aside(f);
	while (d && (e = readdir(d)))
		remove_stale(f, e->d_name);
	if (d)
		closedir(d);
	else if (fd >= 0)
		close(fd);
}

/* Makes the private folder and locks it; another gnomon may take it for a stale one before that. */
static int make_private(struct base_folder *f, struct base_fault *fault)
{
	char temp[BASE_NAME_ROOM];
	struct stat st;

	for (int tries = 0; tries < TRIES; tries++) {
		f->fd = base_temp_folder(f->parent, f->name, temp);
		if (f->fd < 0 && errno != ENOENT)
			return base_fail_errno(fault, errno, "cannot make folder '%s'", f->path);
		if (f->fd >= 0 && !flock(f->fd, LOCK_EX | LOCK_NB) && !fstat(f->fd, &st) &&
		    st.st_nlink)
			break;
		if (f->fd >= 0) {
			base_private_drop(temp);
			close(f->fd);
		}
		f->fd = -1;
	}
	if (f->fd < 0)
		return base_fail(fault, BASE_ERR_STATE, "cannot lock a folder for '%s'", f->path);
	f->temp = strdup(temp);
	if (!f->temp || asprintf(&f->made, "%s/%s", f->within, temp) < 0) {
		f->made = NULL;
		return base_fail_nomem(fault);
	}
	return 0;
}

static int busy(const struct base_folder *f, struct base_fault *fault)
{
	return base_fail(fault, BASE_ERR_BUSY, "'%s' is in use by another gnomon", f->path);
}

/* Whether there is nothing at the place (0), or an old folder that is ours, locked (1 and *old). */
static int open_old(const struct base_folder *f, int *old, struct base_fault *fault)
{
	struct stat st, now;
	int rc;

	if (f->held >= 0) /* a lock is held by all descriptors of one open() */
		*old = fcntl(f->held, F_DUPFD_CLOEXEC, 0);
	else
		*old = openat(f->parent, f->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (*old < 0 && f->held < 0 && errno == ENOENT)
		return 0;
	if (*old < 0)
		return errno == ENOTDIR || errno == ELOOP
			   ? base_fail(fault, BASE_ERR_STATE,
				       "cannot make folder '%s': a file is there", f->path)
			   : base_fail_errno(fault, errno, "cannot open '%s'", f->path);
	if (!(f->how & BASE_REPLACE))
		return base_fail(
		    fault, BASE_ERR_STATE,
		    "'%s' exists already; name another folder, or replace it with --force",
		    f->path);
	if (flock(*old, LOCK_EX | LOCK_NB))
		return busy(f, fault);
	rc = base_made_check(*old, f->path, fault);
	if (rc)
		return rc;
	if (faccessat(*old, ".", W_OK | X_OK, AT_EACCESS)) /* the new one gets its mode */
		return base_fail_errno(fault, errno, "cannot replace folder '%s'", f->path);
	if (fstat(*old, &st) || fstatat(f->parent, f->name, &now, AT_SYMLINK_NOFOLLOW) ||
	    st.st_ino != now.st_ino || st.st_dev != now.st_dev)
		return busy(f, fault);
	return 1;
}

/* As open_old; may wait for another gnomon that is about to put its folder there. */
static int await_old(const struct base_folder *f, int *old, struct base_fault *fault)
{
	int tries = 0, rc;

	for (;;) {
		rc = open_old(f, old, fault);
		if (rc < 0 && *old >= 0) {
			close(*old);
			*old = -1;
		}
		if (rc != BASE_ERR_BUSY || !(f->how & BASE_WAIT) || ++tries == TRIES)
			return rc;
		nanosleep(&(struct timespec){.tv_nsec = WAIT_MS * 1000000}, NULL);
	}
}

static int cannot_put(const struct base_folder *f, struct base_fault *fault)
{
	return base_fail_errno(fault, errno, "cannot move the new folder to '%s'", f->path);
}

/* Where the kernel or the file system knows no exchange: with the old folder aside for a moment. */
static int exchange_aside(const struct base_folder *f, struct base_fault *fault)
{
	char aside[BASE_NAME_ROOM];

	errno = ENAMETOOLONG;
	if (!aside_name(f, aside) || renameat(f->parent, f->name, f->parent, aside))
		return cannot_put(f, fault);
	if (renameat(f->parent, f->temp, f->parent, f->name)) {
		cannot_put(f, fault);
		renameat(f->parent, aside, f->parent, f->name);
		return BASE_ERR_IO;
	}
	fsync(f->parent);
	base_made_remove(f->parent, aside);
	return 0;
}

static bool unknown_flags(void)
{
	return errno == EINVAL || errno == ENOSYS || errno == ENOTSUP;
}

/* Puts the new folder where the old one is, which is open and locked. */
static int exchange(const struct base_folder *f, int old, struct base_fault *fault)
{
	struct stat st;

	if (!fstat(old, &st))
		fchmod(f->fd, st.st_mode & 07777);
	if (renameat2(f->parent, f->temp, f->parent, f->name, RENAME_EXCHANGE))
		return unknown_flags() ? exchange_aside(f, fault) : cannot_put(f, fault);
	if (base_made_check(old, f->path, fault)) { /* something came there meanwhile */
		renameat2(f->parent, f->temp, f->parent, f->name, RENAME_EXCHANGE);
		return BASE_ERR_STATE;
	}
	fsync(f->parent);
	base_made_remove(f->parent, f->temp);
	return 0;
}

/* Puts the new folder where nothing is; 1: there is something now. */
static int put_new(const struct base_folder *f, struct base_fault *fault)
{
	if (renameat2(f->parent, f->temp, f->parent, f->name, RENAME_NOREPLACE)) {
		if (errno == EEXIST)
			return 1;
		if (!unknown_flags() || renameat(f->parent, f->temp, f->parent, f->name))
			return cannot_put(f, fault);
	}
	fsync(f->parent);
	return 0;
}

static int put_folder_in_place(const struct base_folder *f, struct base_fault *fault)
{
	int rc = 1, old, tries;
	sigset_t before;

	for (tries = 0; rc > 0 && tries < TRIES; tries++) {
		rc = await_old(f, &old, fault);
		base_private_hold(&before); /* the private name may become that of the old one */
		if (rc >= 0)
			rc = rc ? exchange(f, old, fault) : put_new(f, fault);
		if (rc <= 0)
			base_private_drop(f->temp);
		base_private_let(&before);
		if (old >= 0)
			close(old);
	}
	return rc > 0 ? busy(f, fault) : rc;
}

static int begin_folder(struct base_folder *f, const char *path, const char *const *names,
			size_t count, struct base_fault *fault)
{
	int rc, old = -1;

	rc = split(f, path, fault);
	if (!rc) {
		clean(f);
		rc = await_old(f, &old, fault);
		if (old >= 0)
			close(old);
		rc = rc < 0 ? rc : make_private(f, fault);
	}
	if (!rc) {
		base_private_inside(f->temp, names, count);
		rc = base_made_begin(f->fd, path, names, count, fault);
	}
	if (rc)
		base_folder_drop(f);
	return rc;
}

int base_folder_begin(struct base_folder *f, const char *path, unsigned how,
		      const char *const *names, size_t count, struct base_fault *fault)
{
	*f = (struct base_folder){.how = how, .parent = -1, .fd = -1, .held = -1};
	return begin_folder(f, path, names, count, fault);
}

int base_folder_begin_held(struct base_folder *f, const char *path, int held,
			   const char *const *names, size_t count, struct base_fault *fault)
{
	*f = (struct base_folder){.how = BASE_REPLACE, .parent = -1, .fd = -1, .held = held};
	return begin_folder(f, path, names, count, fault);
}

void base_folder_mend(const char *path)
{
	struct base_folder f = {.parent = -1, .fd = -1, .held = -1};
	struct base_fault fault;

	if (!split(&f, path, &fault))
		clean(&f);
	reset(&f);
}

int base_folder_commit(struct base_folder *f, struct base_fault *fault)
{
	int rc = base_made_sync(f->fd, f->path, fault);

	if (!rc)
		rc = put_folder_in_place(f, fault);
	if (rc)
		base_folder_drop(f);
	else
		reset(f);
	return rc;
}

void base_folder_drop(struct base_folder *f)
{
	if (!f->path)
		return;
	if (f->temp)
		base_made_remove(f->parent, f->temp);
	reset(f);
}
