/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATHS 8

static char folder[512];

static void give_up(const char *what)
{
	perror(what);
	exit(EXIT_FAILURE);
}

static void remove_tree(const char *path)
{
	DIR *d = opendir(path);
	const struct dirent *entry;
	char inner[1024];

	while (d && (entry = readdir(d))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		snprintf(inner, sizeof(inner), "%s/%s", path, entry->d_name);
		if (unlink(inner)) {
			remove_tree(inner);
			rmdir(inner);
		}
	}
	if (d)
		closedir(d);
}

static void remove_folder(void)
{
	remove_tree(folder);
	rmdir(folder);
}

static const char *room_for(const char *at, const char *name)
{
	static char path[PATHS][1024];
	static unsigned next;
	char *p = path[next++ % PATHS];

	snprintf(p, sizeof(path[0]), "%s/%s", at, name);
	return p;
}

const char *fuzz_path(const char *name)
{
	const char *temp = getenv("TMPDIR");

	if (!*folder) {
		snprintf(folder, sizeof(folder), "%s/gnomon-fuzz-XXXXXX", temp ? temp : "/tmp");
		if (!mkdtemp(folder))
			give_up(folder);
		atexit(remove_folder);
	}
	return room_for(folder, name);
}

const char *fuzz_write(const char *name, const void *data, size_t size)
{
	const char *path = fuzz_path(name);
	FILE *f = fopen(path, "wb");

	if (!f || (size && fwrite(data, 1, size, f) != size) || fclose(f))
		give_up(path);
	return path;
}

void fuzz_folder(const char *name)
{
	if (mkdir(fuzz_path(name), 0700))
		give_up(fuzz_path(name));
}

const char *fuzz_base(const char *name)
{
	return room_for(FUZZ_BASE, name);
}

void fuzz_copy(const char *base, const char *name)
{
	FILE *f = fopen(fuzz_base(base), "rb");
	static char data[1 << 20];
	size_t size;

	if (!f)
		give_up(fuzz_base(base));
	size = fread(data, 1, sizeof(data), f);
	fclose(f);
	fuzz_write(name, data, size);
}

void fuzz_clear(void)
{
	fuzz_path("");
	remove_tree(folder);
}
