/* SPDX-License-Identifier: Apache-2.0 */
#include "elf_load.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <gelf.h>

static int load_segments(Elf *elf, uint8_t *memory, size_t bytes, size_t *used)
{
	size_t count, size;
	const char *raw = elf_rawfile(elf, &size);
	GElf_Phdr segment;

	if (!raw || elf_getphdrnum(elf, &count) < 0)
		return ELF_LOAD_ERR_FORMAT;
	for (size_t i = 0; i < count; i++) {
		if (!gelf_getphdr(elf, (int)i, &segment))
			return ELF_LOAD_ERR_FORMAT;
		if (segment.p_type != PT_LOAD || !segment.p_memsz)
			continue;
		if (segment.p_paddr > bytes || segment.p_memsz > bytes - segment.p_paddr ||
		    segment.p_filesz > segment.p_memsz)
			return ELF_LOAD_ERR_ADDRESS;
		if (segment.p_offset > size || segment.p_filesz > size - segment.p_offset)
			return ELF_LOAD_ERR_FORMAT;
		memcpy(memory + segment.p_paddr, raw + segment.p_offset, segment.p_filesz);
		if (segment.p_paddr + segment.p_filesz > *used)
			*used = segment.p_paddr + segment.p_filesz;
	}
	return ELF_LOAD_OK;
}

int elf_load(const char *path, uint8_t *memory, size_t bytes, size_t *used)
{
	Elf *elf = NULL;
	GElf_Ehdr header;
	int err = ELF_LOAD_ERR_OPEN;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	*used = 0;
	if (fd < 0)
		return err;
	err = ELF_LOAD_ERR_FORMAT;
	if (elf_version(EV_CURRENT) == EV_NONE)
		goto out;
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header))
		goto out;
	if (header.e_ident[EI_CLASS] != ELFCLASS32 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
	    header.e_machine != EM_RISCV || header.e_type != ET_EXEC)
		goto out;
	err = header.e_entry ? ELF_LOAD_ERR_ENTRY : load_segments(elf, memory, bytes, used);
out:
	elf_end(elf);
	close(fd);
	return err;
}
