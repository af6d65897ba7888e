/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEST_FOLDER_H
#define TEST_FOLDER_H

/* A folder of its own for a test, and files in it. */

#include <stddef.h>

struct folder {
	char path[64];
};

void folder_make(struct folder *f);
void folder_remove(struct folder *f);

/* Path of a file in it; valid until the next but three calls. */
const char *folder_path(const struct folder *f, const char *name);

void folder_write(const struct folder *f, const char *name, const char *text);

/* The file's contents, the caller's; *len may be NULL. NULL where there is no such file. */
char *folder_read(const struct folder *f, const char *name, size_t *len);

#endif
