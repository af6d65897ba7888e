/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_TEMP_H
#define BASE_TEMP_H

/*
 * Files and folders that are private to one gnomon until they are renamed: beside what they
 * replace, under a name that nobody can guess, made new and never by following a link.
 */

#include <stdbool.h>
#include <stddef.h>

#define BASE_NAME_ROOM 256 /* bytes of a file name with its zero */

/*
 * Makes a file or a folder for NAME in the open folder `dir`, and puts its name into `temp`:
 * .NAME.gnomon-XXXXXX. Returns a descriptor of it, or -1 with errno. Who renames or removes it
 * calls base_private_drop(temp).
 */
int base_temp_file(int dir, const char *name, char temp[BASE_NAME_ROOM]);
int base_temp_folder(int dir, const char *name, char temp[BASE_NAME_ROOM]);

/* Whether `temp` is a temporary name; then *name is the name that it is for (without a zero). */
bool base_temp_is(const char *temp, const char **name, size_t *len);

#endif
