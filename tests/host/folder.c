/* SPDX-License-Identifier: Apache-2.0 */
#include "folder.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void folder_make(struct folder *f)
{
	strcpy(f->path, "/tmp/gnomon-test-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(f->path));
}

void folder_remove(struct folder *f)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf '%s'", f->path);
	ck_assert_int_eq(system(command), 0);
}

const char *folder_path(const struct folder *f, const char *name)
{
	static char path[4][256];
	static unsigned next;
	char *p = path[next++ % 4];

	snprintf(p, sizeof(path[0]), "%s/%s", f->path, name);
	return p;
}

void folder_write(const struct folder *f, const char *name, const char *text)
{
	FILE *file = fopen(folder_path(f, name), "wb");

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(text, 1, strlen(text), file), strlen(text));
	ck_assert_int_eq(fclose(file), 0);
}

char *folder_read(const struct folder *f, const char *name, size_t *len)
{
	FILE *file = fopen(folder_path(f, name), "rb");
	char *text;
	long size;

	if (!file)
		return NULL;
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	text = calloc(1, (size_t)size + 1);
	ck_assert_ptr_nonnull(text);
	ck_assert_uint_eq(fread(text, 1, (size_t)size, file), (size_t)size);
	fclose(file);
	if (len)
		*len = (size_t)size;
	return text;
}
