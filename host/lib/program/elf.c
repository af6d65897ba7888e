/* SPDX-License-Identifier: Apache-2.0 */

/* Reads a program: the file, its symbols, its functions. */
#include "base/input.h"
#include "program/parse.h"
#include "base/show.h"
#include "common/util.h"

#include <errno.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Source of the functions. */
static void fill_sources(struct gno_program *p)
{
	size_t i, row = 0;

	for (i = 0; i < p->functions; i++) {
		struct gno_function *f = &p->function[i];

		while (row < p->rows && (p->row[row].address < f->entry || !p->row[row].line))
			row++;
		if (row < p->rows && p->row[row].address == f->entry &&
		    !gno_program_overlaid(p, f->entry)) {
			f->file = p->file[p->row[row].file];
			f->line = p->row[row].line;
		}
	}
}

/* The symbols while they are read. */
struct symbols {
	struct gno_program *p;
	struct gno_texts *texts;
	const char *scope; /* source file of the local symbols that follow */
	size_t budget;	   /* of demangled names */
};

static int add_function(struct gno_program *p, const struct gno_symbol *s, struct gno_err *err)
{
	struct gno_function *more = gno_room(p->function, p->functions, sizeof(*more));

	if (!more)
		return gno_fail_nomem(err);
	p->function = more;
	more[p->functions++] = (struct gno_function){
	    .symbol = s->symbol,
	    .name = s->name,
	    .scope = s->scope,
	    .section = s->section,
	    .entry = s->address,
	    .size = s->size,
	};
	return 0;
}

static int add_symbol(struct symbols *in, const char *name, const GElf_Sym *sym,
		      struct gno_err *err)
{
	struct gno_program *p = in->p;
	struct gno_symbol *more = gno_room(p->symbol, p->symbols, sizeof(*more));
	struct gno_symbol *s;
	unsigned type = GELF_ST_TYPE(sym->st_info);
	int rc;

	if (!more)
		return gno_fail_nomem(err);
	p->symbol = more;
	s = &more[p->symbols];
	*s = (struct gno_symbol){.symbol = base_show_new(name),
				 .section = sym->st_shndx,
				 .address = gno_texts_address(in->texts, sym),
				 .size = sym->st_size};
	if (!s->symbol)
		return gno_fail_nomem(err);
	p->symbols++;
	rc = gno_demangle(s->symbol, &in->budget, &s->name, err);
	if (!s->name)
		s->name = s->symbol;
	if (rc)
		return rc;
	if (GELF_ST_BIND(sym->st_info) == STB_LOCAL)
		s->scope = in->scope;
	if (type == STT_FUNC)
		s->kind = GNO_SYMBOL_FUNCTION;
	else if (type == STT_OBJECT)
		s->kind = GNO_SYMBOL_DATA;
	else if (sym->st_shndx != SHN_ABS && gno_texts_of(in->texts, sym->st_shndx, s->address, 1))
		s->kind = GNO_SYMBOL_CODE;
	else
		s->kind = GNO_SYMBOL_OTHER;
	return type == STT_FUNC ? add_function(p, s, err) : 0;
}

static int add_scope(struct symbols *in, const char *name, struct gno_err *err)
{
	struct gno_program *p = in->p;
	char **more = gno_room(p->scope, p->scopes, sizeof(*more));

	if (!more)
		return gno_fail_nomem(err);
	p->scope = more;
	more[p->scopes] = base_show_new(name);
	if (!more[p->scopes])
		return gno_fail_nomem(err);
	in->scope = more[p->scopes++];
	return 0;
}

/* Takes the symbols that can be looked up, without local labels and mapping symbols. */
static int take_symbol(struct symbols *in, const char *name, const GElf_Sym *sym,
		       struct gno_err *err)
{
	unsigned type = GELF_ST_TYPE(sym->st_info);
	int rc;

	if (type == STT_FILE && name)
		return add_scope(in, name, err);
	if ((type != STT_FUNC && type != STT_OBJECT && type != STT_NOTYPE) ||
	    sym->st_shndx == SHN_UNDEF || !name || !*name)
		return 0;
	rc = gno_texts_mark(in->texts, sym, name, err);
	if (rc || *name == '$' || !strncmp(name, ".L", 2))
		return rc;
	return add_symbol(in, name, sym, err);
}

static int by_entry(const void *a, const void *b)
{
	const struct gno_function *f = a, *g = b;

	if (f->entry != g->entry)
		return f->entry < g->entry ? -1 : 1;
	return strcmp(f->symbol, g->symbol);
}

static int by_name(const void *a, const void *b)
{
	const struct gno_symbol *s = a, *t = b;
	int order = strcmp(s->symbol, t->symbol);

	if (order)
		return order;
	return (s->address > t->address) - (s->address < t->address);
}

static int read_symbols(struct gno_program *p, Elf *elf, struct gno_texts *texts,
			struct gno_err *err)
{
	struct symbols in = {.p = p, .texts = texts, .budget = GNO_DEMANGLE_BUDGET};
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	Elf_Data *data;
	GElf_Sym sym;
	int rc = 0;

	while ((scn = elf_nextscn(elf, scn))) {
		if (gelf_getshdr(scn, &shdr) && shdr.sh_type == SHT_SYMTAB)
			break;
	}
	data = scn ? elf_getdata(scn, NULL) : NULL;
	if (!data || !shdr.sh_entsize)
		return gno_fail(err, GNO_ERR_FORMAT, "no symbols in '%s': it was stripped%s%s",
				p->path, p->debug ? "; " : "", p->debug ? p->debug : "");
	for (size_t i = 0; i < shdr.sh_size / shdr.sh_entsize && !rc; i++)
		if (gelf_getsym(data, (int)i, &sym))
			rc =
			    take_symbol(&in, elf_strptr(elf, shdr.sh_link, sym.st_name), &sym, err);
	if (p->functions)
		qsort(p->function, p->functions, sizeof(*p->function), by_entry);
	if (p->symbols)
		qsort(p->symbol, p->symbols, sizeof(*p->symbol), by_name);
	gno_texts_sort(texts);
	return rc;
}

/* What a type of ELF file is that has no points; NULL: it may have some. */
static const char *no_program(unsigned type)
{
	switch (type) {
	case ET_EXEC:
	case ET_DYN:
		return NULL;
	case ET_REL:
		return "an object file, which was not linked: its functions have no addresses yet";
	case ET_CORE:
		return "a core dump: name its program";
	default:
		return "not a program that a linker made";
	}
}

static int check_kind(const char *path, Elf *elf, struct gno_err *err)
{
	GElf_Ehdr ehdr;
	size_t size = 0;

	if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &ehdr))
		return gno_fail(err, GNO_ERR_FORMAT, "not an ELF file: '%s'", path);
	if (!elf_rawfile(elf, &size) ||
	    ehdr.e_shoff + (uint64_t)ehdr.e_shnum * ehdr.e_shentsize > size)
		return gno_fail(err, GNO_ERR_FORMAT,
				"'%s' was cut off: its sections lie behind its end at %zu bytes",
				path, size);
	if (no_program(ehdr.e_type))
		return gno_fail(err, GNO_ERR_FORMAT, "'%s' (ELF type %u) is %s", path, ehdr.e_type,
				no_program(ehdr.e_type));
	return 0;
}

/* Where the first byte that is loaded lies; 0: the file does not say. */
static uint64_t base_of(Elf *elf)
{
	uint64_t base = UINT64_MAX;
	GElf_Phdr phdr;
	size_t count;

	if (elf_getphdrnum(elf, &count))
		return 0;
	for (size_t i = 0; i < count; i++)
		if (gelf_getphdr(elf, (int)i, &phdr) && phdr.p_type == PT_LOAD &&
		    phdr.p_vaddr < base)
			base = phdr.p_vaddr;
	return base == UINT64_MAX ? 0 : base;
}

static int read_program(struct gno_program *p, Elf *elf, struct gno_err *err)
{
	struct gno_texts texts = {0};
	struct gno_debug debug;
	GElf_Ehdr ehdr;
	int rc;

	if (!gelf_getehdr(elf, &ehdr))
		return gno_fail(err, GNO_ERR_FORMAT, "not an ELF file: '%s'", p->path);
	p->machine = ehdr.e_machine;
	texts.machine = gno_machine_of(&ehdr, p->machine_name, sizeof(p->machine_name));
	if (texts.machine.name != p->machine_name)
		snprintf(p->machine_name, sizeof(p->machine_name), "%s", texts.machine.name);
	p->movable = ehdr.e_type == ET_DYN;
	p->wide = gelf_getclass(elf) == ELFCLASS64;
	p->base = base_of(elf);

	rc = gno_debug_open(&debug, p, elf, err);
	if (!rc)
		rc = gno_program_read_id(p, elf, err);
	if (!rc)
		rc = gno_texts_read(&texts, elf, err);
	p->decoded = texts.decoder;
	if (!rc)
		rc = read_symbols(p, debug.symbols, &texts, err);
	if (!rc)
		rc = gno_program_read_rows(p, &debug, &texts, err);
	if (!rc)
		rc = gno_texts_overlays(&texts, p, err);
	if (!rc)
		rc = gno_program_read_returns(p, &texts, err);
	if (!rc)
		fill_sources(p);
	if (!rc)
		rc = gno_program_read_labels(p, elf, err);
	if (!rc)
		rc = gno_program_read_os(p, &texts, err);
	gno_texts_free(&texts);
	gno_debug_close(&debug, elf);
	return rc;
}

int gno_program_load(const char *path, struct gno_program **out, struct gno_err *err)
{
	struct gno_program *p = NULL;
	struct base_fault fault;
	Elf *elf = NULL;
	int rc;
	int fd;

	elf_version(EV_CURRENT);
	fd = base_input_open(path, &fault);
	if (fd < 0)
		return gno_take_fault(err, fd, &fault);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	rc = check_kind(path, elf, err);
	if (rc)
		goto out;
	p = calloc(1, sizeof(*p));
	if (p)
		p->path = strdup(path);
	rc = p && p->path ? read_program(p, elf, err) : gno_fail_nomem(err);
	if (rc)
		goto out;
	*out = p;
	p = NULL;
out:
	gno_program_free(p);
	elf_end(elf);
	close(fd);
	return rc;
}

void gno_program_free(struct gno_program *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->functions; i++)
		free(p->function[i].returns);
	for (size_t i = 0; i < p->symbols; i++) {
		if (p->symbol[i].name != p->symbol[i].symbol)
			free(p->symbol[i].name);
		free(p->symbol[i].symbol);
	}
	for (size_t i = 0; i < p->scopes; i++)
		free(p->scope[i]);
	for (size_t i = 0; i < p->files; i++)
		free(p->file[i]);
	for (size_t i = 0; i < p->labels; i++)
		free(p->label[i].name);
	free(p->function);
	free(p->symbol);
	free(p->scope);
	free(p->overlays.at);
	free(p->file);
	free(p->row);
	free(p->label);
	free(p->os_exits.at);
	free(p->trap_vectors.at);
	free(p->build_id);
	free(p->debug);
	gno_inlined_free(p);
	free(p->path);
	free(p);
}
