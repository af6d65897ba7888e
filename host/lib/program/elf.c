/* SPDX-License-Identifier: Apache-2.0 */

/* Reads a program: the file, its symbols, its functions. */
#include "base/input.h"
#include "program/program.h"
#include "base/show.h"
#include "common/util.h"

#include <errno.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool outside(const struct gno_function *f, uint32_t address)
{
	return address < f->entry || address - f->entry >= f->size;
}

/* Walks through the instructions of a function and notes where it is left. */
static int find_returns(struct gno_function *f, const struct gno_text *text, struct gno_err *err)
{
	struct gno_addresses found = {0};
	struct gno_walk w;
	int ret = 0;

	gno_walk_begin(&w, text, f->entry, f->size);
	while (!ret && gno_walk_next(&w)) {
		if (w.insn.jump == GNO_JUMP_INDIRECT)
			f->indirect++;
		if ((w.insn.jump == GNO_JUMP_DIRECT || w.insn.jump == GNO_JUMP_BRANCH) &&
		    w.insn.target == f->entry)
			f->loops = true;
		if (w.insn.jump == GNO_JUMP_RETURN || w.insn.jump == GNO_JUMP_TRAP_END ||
		    (w.insn.jump == GNO_JUMP_DIRECT && outside(f, w.insn.target)))
			ret = gno_addresses_add(&found, w.address, err);
	}
	f->returns = found.at;
	f->return_count = found.count;
	return ret;
}

/* Returns and source of the functions. */
static int fill_functions(struct gno_program *p, const struct gno_texts *texts, struct gno_err *err)
{
	size_t i, row = 0;
	int ret = 0;

	for (i = 0; i < p->functions && !ret; i++) {
		struct gno_function *f = &p->function[i];
		const struct gno_text *text = gno_texts_at(texts, f->entry, f->size);

		if (text && f->size)
			ret = find_returns(f, text, err);
		else
			f->size = 0;
		while (row < p->rows && (p->row[row].address < f->entry || !p->row[row].line))
			row++;
		if (row < p->rows && p->row[row].address == f->entry) {
			f->file = p->file[p->row[row].file];
			f->line = p->row[row].line;
		}
	}
	return ret;
}

static int add_function(struct gno_program *p, const struct gno_symbol *s, struct gno_err *err)
{
	struct gno_function *more = gno_room(p->function, p->functions, sizeof(*more));
	char *name = strdup(s->name);

	if (more)
		p->function = more;
	if (!more || !name) {
		free(name);
		return gno_fail_nomem(err);
	}
	more[p->functions++] =
	    (struct gno_function){.name = name, .entry = s->address, .size = s->size};
	return 0;
}

static int add_symbol(struct gno_program *p, const struct gno_texts *texts, const char *name,
		      const GElf_Sym *sym, struct gno_err *err)
{
	struct gno_symbol *more = gno_room(p->symbol, p->symbols, sizeof(*more));
	struct gno_symbol *s;
	unsigned type = GELF_ST_TYPE(sym->st_info);

	if (!more)
		return gno_fail_nomem(err);
	p->symbol = more;
	s = &more[p->symbols];
	*s = (struct gno_symbol){.name = base_show_new(name),
				 .address = (uint32_t)sym->st_value,
				 .size = (uint32_t)sym->st_size};
	if (!s->name)
		return gno_fail_nomem(err);
	p->symbols++;
	if (type == STT_FUNC)
		s->kind = GNO_SYMBOL_FUNCTION;
	else if (type == STT_OBJECT)
		s->kind = GNO_SYMBOL_DATA;
	else if (sym->st_shndx != SHN_ABS && gno_texts_at(texts, s->address, 1))
		s->kind = GNO_SYMBOL_CODE;
	else
		s->kind = GNO_SYMBOL_OTHER;
	return type == STT_FUNC ? add_function(p, s, err) : 0;
}

/* Takes the symbols that can be looked up, without local labels and mapping symbols. */
static int take_symbol(struct gno_program *p, struct gno_texts *texts, const char *name,
		       const GElf_Sym *sym, struct gno_err *err)
{
	unsigned type = GELF_ST_TYPE(sym->st_info);
	int ret;

	if ((type != STT_FUNC && type != STT_OBJECT && type != STT_NOTYPE) ||
	    sym->st_shndx == SHN_UNDEF || !name || !*name)
		return 0;
	ret = gno_texts_mark(texts, sym->st_shndx, (uint32_t)sym->st_value, name, err);
	if (ret || *name == '$' || !strncmp(name, ".L", 2))
		return ret;
	return add_symbol(p, texts, name, sym, err);
}

static int by_entry(const void *a, const void *b)
{
	const struct gno_function *f = a, *g = b;

	if (f->entry != g->entry)
		return f->entry < g->entry ? -1 : 1;
	return strcmp(f->name, g->name);
}

static int by_name(const void *a, const void *b)
{
	const struct gno_symbol *s = a, *t = b;
	int order = strcmp(s->name, t->name);

	if (order)
		return order;
	return (s->address > t->address) - (s->address < t->address);
}

static int read_symbols(struct gno_program *p, Elf *elf, struct gno_texts *texts,
			struct gno_err *err)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	Elf_Data *data;
	GElf_Sym sym;
	size_t i;
	int ret = 0;

	while ((scn = elf_nextscn(elf, scn))) {
		if (gelf_getshdr(scn, &shdr) && shdr.sh_type == SHT_SYMTAB)
			break;
	}
	data = scn ? elf_getdata(scn, NULL) : NULL;
	if (!data || !shdr.sh_entsize)
		return gno_fail(err, GNO_ERR_FORMAT, "no symbols in '%s': it was stripped",
				p->path);
	for (i = 0; i < shdr.sh_size / shdr.sh_entsize && !ret; i++)
		if (gelf_getsym(data, (int)i, &sym))
			ret = take_symbol(p, texts, elf_strptr(elf, shdr.sh_link, sym.st_name),
					  &sym, err);
	if (p->functions)
		qsort(p->function, p->functions, sizeof(*p->function), by_entry);
	if (p->symbols)
		qsort(p->symbol, p->symbols, sizeof(*p->symbol), by_name);
	gno_texts_sort(texts);
	return ret;
}

static int check_kind(const char *path, Elf *elf, struct gno_err *err)
{
	GElf_Ehdr ehdr;
	size_t size = 0;

	if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &ehdr))
		return gno_fail(err, GNO_ERR_FORMAT, "not an ELF file: '%s'", path);
	if (ehdr.e_machine != EM_RISCV || gelf_getclass(elf) != ELFCLASS32)
		return gno_fail(err, GNO_ERR_FORMAT,
				"not a program for 32-bit RISC-V: '%s' (machine %u, %d bits)", path,
				ehdr.e_machine, gelf_getclass(elf) == ELFCLASS32 ? 32 : 64);
	if (!elf_rawfile(elf, &size) ||
	    ehdr.e_shoff + (uint64_t)ehdr.e_shnum * ehdr.e_shentsize > size)
		return gno_fail(err, GNO_ERR_FORMAT,
				"'%s' was cut off: its sections lie behind its end at %zu bytes",
				path, size);
	return 0;
}

static int read_program(struct gno_program *p, Elf *elf, struct gno_err *err)
{
	Dwarf *dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
	struct gno_texts texts = {0};
	int ret;

	ret = gno_program_read_id(p, elf, err);
	if (!ret)
		ret = gno_texts_read(&texts, elf, err);
	if (!ret)
		ret = read_symbols(p, elf, &texts, err);
	if (!ret)
		ret = gno_program_read_rows(p, dwarf, &texts, err);
	if (!ret)
		ret = fill_functions(p, &texts, err);
	if (!ret)
		ret = gno_program_read_labels(p, elf, err);
	if (!ret)
		ret = gno_program_read_os(p, &texts, err);
	gno_texts_free(&texts);
	dwarf_end(dwarf);
	return ret;
}

int gno_program_load(const char *path, struct gno_program **out, struct gno_err *err)
{
	struct gno_program *p = NULL;
	struct base_fault fault;
	Elf *elf = NULL;
	int ret;
	int fd;

	elf_version(EV_CURRENT);
	fd = base_input_open(path, &fault);
	if (fd < 0)
		return gno_take_fault(err, fd, &fault);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	ret = check_kind(path, elf, err);
	if (ret)
		goto out;
	p = calloc(1, sizeof(*p));
	if (p)
		p->path = strdup(path);
	ret = p && p->path ? read_program(p, elf, err) : gno_fail_nomem(err);
	if (ret)
		goto out;
	*out = p;
	p = NULL;
out:
	gno_program_free(p);
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
	}
	for (i = 0; i < p->symbols; i++)
		free(p->symbol[i].name);
	for (i = 0; i < p->files; i++)
		free(p->file[i]);
	for (i = 0; i < p->labels; i++)
		free(p->label[i].name);
	free(p->function);
	free(p->symbol);
	free(p->file);
	free(p->row);
	free(p->label);
	free(p->os_exits.at);
	free(p->trap_vectors.at);
	free(p->build_id);
	free(p->path);
	free(p);
}
