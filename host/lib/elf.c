/* SPDX-License-Identifier: Apache-2.0 */
#include "gnomon/program.h"
#include "riscv.h"

#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <libelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes of a function in the file, NULL where they are not there (no such section, or no contents). */
static const uint8_t *code_of(Elf *elf, const GElf_Sym *sym)
{
	Elf_Scn *scn = elf_getscn(elf, sym->st_shndx);
	Elf_Data *data;
	GElf_Shdr shdr;
	uint64_t at;

	if (!scn || !gelf_getshdr(scn, &shdr) || shdr.sh_type == SHT_NOBITS)
		return NULL;
	data = elf_getdata(scn, NULL);
	at = sym->st_value - shdr.sh_addr;
	if (!data || !data->d_buf || at > data->d_size || sym->st_size > data->d_size - at)
		return NULL;
	return (const uint8_t *)data->d_buf + at;
}

static bool outside(const struct gno_function *f, uint32_t address)
{
	return address < f->entry || address - f->entry >= f->size;
}

/* Walks through the instructions of a function and notes where it is left. */
static int find_returns(struct gno_function *f, const uint8_t *code, struct gno_err *err)
{
	const uint8_t *before = NULL;
	struct gno_insn insn;
	uint32_t at;

	for (at = 0; at < f->size; at += insn.bytes) {
		insn = gno_riscv_decode(code + at, f->size - at, f->entry + at, before);
		if (!insn.bytes)
			break;
		before = insn.bytes == 4 ? code + at : NULL;
		if (insn.jump == GNO_JUMP_INDIRECT)
			f->indirect++;
		if (insn.jump == GNO_JUMP_RETURN ||
		    (insn.jump == GNO_JUMP_DIRECT && outside(f, insn.target))) {
			uint32_t *more = realloc(f->returns, (f->return_count + 1) * sizeof(*more));

			if (!more)
				return gno_fail_nomem(err);
			f->returns = more;
			f->returns[f->return_count++] = f->entry + at;
		}
	}
	return 0;
}

/* File and line of a function, where the file has debug information. */
static int find_source(struct gno_function *f, Dwarf *dwarf, struct gno_err *err)
{
	Dwarf_Die die;
	Dwarf_Line *line;
	const char *file;
	int number;

	if (!dwarf || !dwarf_addrdie(dwarf, f->entry, &die))
		return 0;
	line = dwarf_getsrc_die(&die, f->entry);
	file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
	if (!file || dwarf_lineno(line, &number))
		return 0;
	f->file = strdup(file);
	f->line = (unsigned)number;
	return f->file ? 0 : gno_fail_nomem(err);
}

static int add_function(struct gno_program *p, Elf *elf, Dwarf *dwarf, const char *name, const GElf_Sym *sym,
			struct gno_err *err)
{
	const uint8_t *code = code_of(elf, sym);
	struct gno_function *f, *more;
	int ret;

	more = realloc(p->function, (p->functions + 1) * sizeof(*more));
	if (!more)
		return gno_fail_nomem(err);
	p->function = more;
	f = &more[p->functions++];
	memset(f, 0, sizeof(*f));
	f->entry = (uint32_t)sym->st_value;
	f->name = strdup(name);
	if (!f->name)
		return gno_fail_nomem(err);
	f->size = code ? (uint32_t)sym->st_size : 0;
	ret = find_returns(f, code, err);
	return ret ? ret : find_source(f, dwarf, err);
}

static int read_symbols(struct gno_program *p, Elf *elf, Dwarf *dwarf, struct gno_err *err)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	Elf_Data *data;
	size_t i;
	int ret = 0;

	while ((scn = elf_nextscn(elf, scn))) {
		if (gelf_getshdr(scn, &shdr) && shdr.sh_type == SHT_SYMTAB)
			break;
	}
	data = scn ? elf_getdata(scn, NULL) : NULL;
	if (!data || !shdr.sh_entsize)
		return gno_fail(err, GNO_ERR_FORMAT, "no symbols in '%s': it was stripped", p->path);
	for (i = 0; i < shdr.sh_size / shdr.sh_entsize && !ret; i++) {
		const char *name;
		GElf_Sym sym;

		if (!gelf_getsym(data, (int)i, &sym) || GELF_ST_TYPE(sym.st_info) != STT_FUNC ||
		    sym.st_shndx == SHN_UNDEF)
			continue;
		name = elf_strptr(elf, shdr.sh_link, sym.st_name);
		if (name && *name)
			ret = add_function(p, elf, dwarf, name, &sym, err);
	}
	return ret;
}

static int read_build_id(struct gno_program *p, Elf *elf, struct gno_err *err)
{
	const void *id;
	ssize_t len = dwelf_elf_gnu_build_id(elf, &id);
	ssize_t i;

	if (len <= 0)
		return 0;
	p->build_id = malloc(2 * (size_t)len + 1);
	if (!p->build_id)
		return gno_fail_nomem(err);
	for (i = 0; i < len; i++)
		sprintf(p->build_id + 2 * i, "%02x", ((const uint8_t *)id)[i]);
	return 0;
}

static int by_address(const void *a, const void *b)
{
	const struct gno_function *f = a, *g = b;

	if (f->entry != g->entry)
		return f->entry < g->entry ? -1 : 1;
	return strcmp(f->name, g->name);
}

static int check_kind(const char *path, Elf *elf, struct gno_err *err)
{
	GElf_Ehdr ehdr;

	if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &ehdr))
		return gno_fail(err, GNO_ERR_FORMAT, "not an ELF file: '%s'", path);
	if (ehdr.e_machine != EM_RISCV || gelf_getclass(elf) != ELFCLASS32)
		return gno_fail(err, GNO_ERR_FORMAT,
				"not a program for 32-bit RISC-V: '%s' (machine %u, %d bits)", path,
				ehdr.e_machine, gelf_getclass(elf) == ELFCLASS32 ? 32 : 64);
	return 0;
}

int gno_program_load(const char *path, struct gno_program **out, struct gno_err *err)
{
	struct gno_program *p = NULL;
	Dwarf *dwarf = NULL;
	Elf *elf = NULL;
	int ret;
	int fd;

	elf_version(EV_CURRENT);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return gno_fail_errno(err, errno, "cannot open '%s'", path);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	ret = check_kind(path, elf, err);
	if (ret)
		goto out;
	p = calloc(1, sizeof(*p));
	if (p)
		p->path = strdup(path);
	if (!p || !p->path) {
		ret = gno_fail_nomem(err);
		goto out;
	}
	dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
	ret = read_build_id(p, elf, err);
	if (!ret)
		ret = read_symbols(p, elf, dwarf, err);
	if (ret)
		goto out;
	if (p->functions)
		qsort(p->function, p->functions, sizeof(*p->function), by_address);
	*out = p;
	p = NULL;
out:
	gno_program_free(p);
	dwarf_end(dwarf);
	elf_end(elf);
	close(fd);
	return ret;
}

void gno_program_free(struct gno_program *p)
{
	size_t i;

	if (!p)
		return;
	for (i = 0; i < p->functions; i++) {
		free(p->function[i].name);
		free(p->function[i].returns);
		free((char *)p->function[i].file);
	}
	free(p->function);
	free(p->build_id);
	free(p->path);
	free(p);
}
