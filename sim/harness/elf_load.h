/* SPDX-License-Identifier: Apache-2.0 */
/* elf_load: the contents of a program's memory, from its ELF file. */
#ifndef GNOMON_SIM_ELF_LOAD_H
#define GNOMON_SIM_ELF_LOAD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum elf_load_error {
	ELF_LOAD_OK = 0,
	ELF_LOAD_ERR_OPEN = -1,	   /* see errno */
	ELF_LOAD_ERR_FORMAT = -2,  /* not a 32-bit little-endian RISC-V executable */
	ELF_LOAD_ERR_ADDRESS = -3, /* a segment lies outside the memory */
	ELF_LOAD_ERR_ENTRY = -4,   /* the program does not begin at address 0, as the cores do */
};

/*
 * Copy the loadable segments of the file at path into the `bytes` bytes of memory, whose first one
 * has address 0; what no segment covers stays as it is. *used is set to the end of the last one.
 */
int elf_load(const char *path, uint8_t *memory, size_t bytes, size_t *used);

#ifdef __cplusplus
}
#endif

#endif
