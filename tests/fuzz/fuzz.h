/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FUZZ_H
#define FUZZ_H

/*
 * What the fuzz targets share. A target reads one kind of outside data: libFuzzer calls it with
 * bytes, and it hands them to the code under test as a file in a private folder. What it must not
 * do: crash, hang, leak, or touch memory that is not its own (ASan and UBSan watch).
 */

#include <stddef.h>
#include <stdint.h>

/* What libFuzzer calls; 0: the input may go into the corpus. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The path of `name` in the folder of this process, made at the first call; valid until the next
 * but seven. */
const char *fuzz_path(const char *name);

/* Writes bytes into a file of that folder and returns its path; ends the process where it cannot.
 */
const char *fuzz_write(const char *name, const void *data, size_t size);

/* Makes a folder in that folder. */
void fuzz_folder(const char *name);

/* The path of a file that make_base wrote. */
const char *fuzz_base(const char *name);

/* Copies a file of the base into the folder. */
void fuzz_copy(const char *base, const char *name);

/* Empties the folder, with the folders in it. */
void fuzz_clear(void);

#endif
