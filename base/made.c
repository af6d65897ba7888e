/* SPDX-License-Identifier: Apache-2.0 */
#include "base/made.h"
#include "base/temp.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD                                                                                       \
	"gnomon made these files. It removes them, and no others, when it replaces this folder.\n"
#define LIST_MAX (1 << 20) /* bytes of a list that is read */

struct list {
	char *text;
	char **name; /* ascending */
	size_t count;
};

enum action { CHECK, START, SYNC, TIDY, REMOVE };

struct walk {
	enum action action;
	const struct list *list;
	const char *path;
	struct base_fault *fault;
	int rc; /* the first failure */
};

static int ascending(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void free_list(struct list *list)
{
	free(list->name);
	free(list->text);
	*list = (struct list){0};
}

/* Whether a name stays inside the folder: no empty part, none of dots. */
static bool good_name(const char *name)
{
	size_t len;

	for (;; name += len + 1) {
		len = strcspn(name, "/");
		if (!len || !strncmp(name, ".", len) || !strncmp(name, "..", len))
			return false;
		if (!name[len] || !name[len + 1])
			return true;
	}
}

/* Text of the list in the folder; NULL where there is none that can be read. */
static char *read_text(int dir)
{
	int fd = openat(dir, BASE_MADE_LIST, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	char *text = NULL;
	ssize_t got = -1;
	struct stat st;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size <= LIST_MAX)
		text = malloc((size_t)st.st_size + 1);
	if (text)
		got = read(fd, text, (size_t)st.st_size);
	close(fd);
	if (got < 0) {
		free(text);
		return NULL;
	}
	text[got] = '\0';
	return text;
}

/* Reads the list of a folder. One that is not ours, or not there, names nothing. */
static int read_list(int dir, struct list *list, struct base_fault *fault)
{
	char *at, *end;
	size_t lines = 0, len;

	*list = (struct list){.text = read_text(dir)};
	len = list->text ? strlen(list->text) : 0;
	if (!list->text ||
	    strncmp(list->text, HEAD, len < strlen(HEAD) ? len : strlen(HEAD)) != 0) {
		free_list(list);
		return 0;
	}
	for (at = list->text; *at; at++)
		lines += *at == '\n';
	list->name = calloc(lines + 1, sizeof(*list->name));
	if (!list->name) {
		free_list(list);
		return base_fail_nomem(fault);
	}
	for (at = list->text; (end = strchr(at, '\n')); at = end + 1) {
		*end = '\0'; /* a line without an end was not written whole, maybe not even the
				first */
		if (at > list->text && good_name(at))
			list->name[list->count++] = at;
	}
	if (list->count)
		qsort(list->name, list->count, sizeof(*list->name), ascending);
	return 0;
}

static bool lists(const struct list *list, const char *name)
{
	return list->count &&
	       bsearch(&name, list->name, list->count, sizeof(name), ascending) != NULL;
}

/* Whether the list names a file, or what a file is for that was not finished. */
static bool lists_file(const struct list *list, const char *prefix, const char *name)
{
	char path[PATH_MAX];
	const char *of = name;
	size_t len = strlen(name);

	if (!*prefix && list->name && !strcmp(name, BASE_MADE_LIST))
		return true;
	snprintf(path, sizeof(path), "%s%s", prefix, name);
	if (lists(list, path))
		return true;
	if (!base_temp_is(name, &of, &len))
		return false;
	snprintf(path, sizeof(path), "%s%.*s", prefix, (int)len, of);
	return lists(list, path);
}

/* The names in an open folder, ascending; the caller's. -1: failed, with errno. */
static int names_in(int dir, char ***out)
{
	int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), count = 0, i;
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	char **name = NULL, **more;
	struct dirent *e;

	if (!d) {
		if (fd >= 0)
			close(fd);
		return -1;
	}
	while (count >= 0 && (e = readdir(d))) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		more = realloc(name, ((size_t)count + 1) * sizeof(*name));
		name = more ? more : name;
		if (!more || !(name[count] = strdup(e->d_name))) {
			for (i = 0; i < count; i++)
				free(name[i]);
			count = -1;
			errno = ENOMEM;
		} else {
			count++;
		}
	}
	closedir(d);
	if (count > 0)
		qsort(name, (size_t)count, sizeof(*name), ascending);
	if (count < 0)
		free(name);
	else
		*out = name;
	return count;
}

static void walk_folder(struct walk *w, int dir, const char *prefix);

static void refuse_entry(struct walk *w, const char *prefix, const char *name)
{
	if (!w->rc && w->action == CHECK)
		w->rc =
		    base_fail(w->fault, BASE_ERR_STATE,
			      "'%s' holds '%s%s', which gnomon did not make, so it is not replaced",
			      w->path, prefix, name);
}

static void fail(struct walk *w, const char *prefix, const char *name)
{
	if (!w->rc && w->action != REMOVE && w->action != TIDY)
		w->rc = base_fail_errno(w->fault, errno, "cannot keep '%s/%s%s'", w->path, prefix,
					name);
}

/* Some file systems have no fsync for folders; then there is nothing to wait for. */
static int sync_file(int fd)
{
	return fsync(fd) && errno != EINVAL && errno != EROFS ? -1 : 0;
}

static bool is_unfinished(const char *name)
{
	const char *of;
	size_t len;

	return base_temp_is(name, &of, &len);
}

static void walk_file(struct walk *w, int dir, const char *prefix, const char *name)
{
	int fd;

	if ((w->action == REMOVE && (*prefix || strcmp(name, BASE_MADE_LIST) != 0)) ||
	    (w->action == TIDY && is_unfinished(name)))
		unlinkat(dir, name, 0); /* the list itself goes last */
	if (w->action != START && w->action != SYNC)
		return;
	fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 || (w->action == SYNC && sync_file(fd)))
		fail(w, prefix, name);
	else if (w->action == START)
		sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);
	if (fd >= 0)
		close(fd);
}

static void walk_entry(struct walk *w, int dir, const char *prefix, const char *name)
{
	char below[PATH_MAX];
	struct stat st;
	int fd;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW))
		return; /* gone meanwhile */
	if (S_ISREG(st.st_mode) && lists_file(w->list, prefix, name)) {
		walk_file(w, dir, prefix, name);
		return;
	}
	snprintf(below, sizeof(below), "%s%s/", prefix, name);
	if (!S_ISDIR(st.st_mode) || !lists(w->list, below)) {
		refuse_entry(w, prefix, name);
		return;
	}
	fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0) {
		fail(w, prefix, name);
		return;
	}
	walk_folder(w, fd, below);
	if (w->action == REMOVE)
		unlinkat(dir, name, AT_REMOVEDIR);
	close(fd);
}

static void walk_folder(struct walk *w, int dir, const char *prefix)
{
	char **name = NULL;
	int count = names_in(dir, &name), i;

	if (count < 0)
		fail(w, prefix, "");
	for (i = 0; i < count; i++) {
		walk_entry(w, dir, prefix, name[i]);
		free(name[i]);
	}
	free(name);
	if (w->action == SYNC && sync_file(dir))
		fail(w, prefix, "");
}

static int walk(int dir, const char *path, enum action action, struct base_fault *fault)
{
	struct walk w = {.action = action, .path = path, .fault = fault};
	struct list list;
	int rc = read_list(dir, &list, fault);

	if (rc)
		return rc;
	w.list = &list;
	walk_folder(&w, dir, "");
	free_list(&list);
	return w.rc;
}

/* Writes text at the end of the list. */
static int append_text(int fd, const char *path, const char *text, struct base_fault *fault)
{
	size_t len = strlen(text);
	ssize_t done;

	while (len) {
		done = write(fd, text, len);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return base_fail_errno(fault, errno, "cannot write '%s/%s'", path,
					       BASE_MADE_LIST);
		text += done;
		len -= (size_t)done;
	}
	return 0;
}

int base_made_begin(int dir, const char *path, const char *const *names, size_t count,
		    struct base_fault *fault)
{
	int fd =
	    openat(dir, BASE_MADE_LIST, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	int rc;

	if (fd < 0)
		return base_fail_errno(fault, errno, "cannot create '%s/%s'", path, BASE_MADE_LIST);
	rc = append_text(fd, path, HEAD, fault);
	for (size_t i = 0; i < count && !rc; i++) {
		rc = append_text(fd, path, names[i], fault);
		if (!rc)
			rc = append_text(fd, path, "\n", fault);
	}
	close(fd);
	return rc;
}

/* Adds a name to the list of an open folder. */
static int add_name(int dir, const char *path, const char *name, struct base_fault *fault)
{
	char *line = NULL;
	struct list list;
	int rc, fd;
	bool there;

	rc = read_list(dir, &list, fault);
	if (rc)
		return rc;
	there = !list.name ||
		lists(&list, name); /* a folder without a list gets none: it is not gnomon's */
	free_list(&list);
	if (there)
		return 0;
	fd = openat(dir, BASE_MADE_LIST, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 || asprintf(&line, "%s\n", name) < 0)
		rc = base_fail_errno(fault, errno, "cannot write '%s/%s'", path, BASE_MADE_LIST);
	if (!rc)
		rc = append_text(fd, path, line, fault);
	if (!rc && sync_file(fd))
		rc = base_fail_errno(fault, errno, "cannot write '%s/%s'", path, BASE_MADE_LIST);
	if (fd >= 0)
		close(fd);
	free(line);
	return rc;
}

int base_made_add(const char *path, const char *name, struct base_fault *fault)
{
	int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), rc;

	if (dir < 0)
		return base_fail_errno(fault, errno, "cannot open '%s'", path);
	rc = add_name(dir, path, name, fault);
	close(dir);
	return rc;
}

int base_made_check(int dir, const char *path, struct base_fault *fault)
{
	return walk(dir, path, CHECK, fault);
}

int base_made_sync(int dir, const char *path, struct base_fault *fault)
{
	/* With all data on their way before the first wait, a journal of the file system has one
	 * commit to do. */
	int rc = walk(dir, path, START, fault);

	return rc ? rc : walk(dir, path, SYNC, fault);
}

void base_made_tidy(int dir)
{
	struct base_fault fault;

	walk(dir, "", TIDY, &fault);
}

void base_made_remove(int parent, const char *name)
{
	int dir = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct base_fault fault;

	if (dir < 0)
		return;
	walk(dir, name, REMOVE, &fault);
	if (!base_made_check(dir, name, &fault)) {
		unlinkat(dir, BASE_MADE_LIST, 0);
		unlinkat(parent, name, AT_REMOVEDIR);
	}
	close(dir);
}
