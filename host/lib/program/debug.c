/* SPDX-License-Identifier: Apache-2.0 */

/* Where the debug information of a program is, and why it cannot be read. */
#include "program/parse.h"
#include "base/show.h"
#include "common/util.h"

#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ZSTD 2 /* a kind of compression */

/* What the sections of a file say of its debug information. */
struct seen {
	bool dwarf, stabs, symbols;
	const char *other; /* file that has it, NULL: none is named */
};

bool gno_is_big(Elf *elf)
{
	GElf_Ehdr ehdr;

	return gelf_getehdr(elf, &ehdr) && ehdr.e_ident[EI_DATA] == ELFDATA2MSB;
}

int gno_debug_note(struct gno_program *p, struct gno_err *err, const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;
	int len;

	if (p->debug)
		return 0;
	va_start(ap, fmt);
	len = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (len < 0)
		return gno_fail_nomem(err);
	p->debug = base_show_new(text);
	free(text);
	return p->debug ? 0 : gno_fail_nomem(err);
}

static const char *name_of_section(Elf *elf, const GElf_Shdr *shdr)
{
	size_t names;
	const char *name = NULL;

	if (!elf_getshdrstrndx(elf, &names))
		name = elf_strptr(elf, names, shdr->sh_name);
	return name ? name : "";
}

static bool begins(const char *text, const char *word)
{
	return !strncmp(text, word, strlen(word));
}

static struct seen look_for_sections(Elf *elf)
{
	struct seen seen = {0};
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	GElf_Word crc;

	while ((scn = elf_nextscn(elf, scn))) {
		const char *name;

		if (!gelf_getshdr(scn, &shdr))
			continue;
		name = name_of_section(elf, &shdr);
		seen.symbols = seen.symbols || shdr.sh_type == SHT_SYMTAB;
		if (shdr.sh_type == SHT_NOBITS)
			continue;
		seen.dwarf = seen.dwarf || begins(name, ".debug_info") ||
			     begins(name, ".debug_line") || begins(name, ".zdebug_info") ||
			     begins(name, ".zdebug_line");
		seen.stabs = seen.stabs || !strcmp(name, ".stab");
	}
	seen.other = dwelf_elf_gnu_debuglink(elf, &crc);
	return seen;
}

/* A section that is still compressed is one that libelf cannot read. */
static int check_compressed(struct gno_program *p, Elf *elf, struct gno_err *err)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	GElf_Chdr chdr;

	while ((scn = elf_nextscn(elf, scn))) {
		if (!gelf_getshdr(scn, &shdr) || !(shdr.sh_flags & SHF_COMPRESSED) ||
		    !begins(name_of_section(elf, &shdr), ".debug_"))
			continue;
		if (elf_compress(scn, 0, 0) >= 0)
			continue;
		if (gelf_getchdr(scn, &chdr) && chdr.ch_type == ZSTD)
			return gno_debug_note(
			    p, err,
			    "its debug information is compressed by zstd, which this libelf cannot read: run objcopy --decompress-debug-sections");
		return gno_debug_note(
		    p, err,
		    "its debug information is compressed, and section '%s' cannot be read: %s",
		    name_of_section(elf, &shdr), elf_errmsg(-1));
	}
	return 0;
}

/* Says that the file with the debug information is not there, or is another one's. */
static int note_other(struct gno_program *p, const char *other, struct gno_err *err)
{
	char *beside = gno_beside(p->path, other), *folder = gno_format(".debug/%s", other);
	char *hidden = folder ? gno_beside(p->path, folder) : NULL;
	int rc;

	if (!beside || !hidden)
		rc = gno_fail_nomem(err);
	else if (!access(beside, R_OK) || !access(hidden, R_OK))
		rc = gno_debug_note(
		    p, err,
		    "its debug information is in '%s', and the file of that name beside it is of another build",
		    other);
	else
		rc = gno_debug_note(
		    p, err,
		    "its debug information is in '%s', which is not beside it, in .debug there, or below /usr/lib/debug",
		    other);
	free(beside);
	free(folder);
	free(hidden);
	return rc;
}

/* The file that the program names, or that its build-id leads to. */
static void open_other(struct gno_debug *d, const char *path)
{
	static char *usual_path = NULL;
	static const Dwfl_Callbacks callbacks = {
	    .find_elf = dwfl_build_id_find_elf,
	    .find_debuginfo = dwfl_standard_find_debuginfo,
	    .section_address = dwfl_offline_section_address,
	    .debuginfo_path = &usual_path,
	};
	Dwfl_Module *module;
	Dwarf_Addr bias;

	d->dwfl = dwfl_begin(&callbacks);
	if (!d->dwfl)
		return;
	dwfl_report_begin(d->dwfl);
	module = dwfl_report_offline(d->dwfl, path, path, -1);
	dwfl_report_end(d->dwfl, NULL, NULL);
	d->dwarf = module ? dwfl_module_getdwarf(module, &bias) : NULL;
	if (d->dwarf)
		d->elf = dwarf_getelf(d->dwarf);
}

int gno_debug_open(struct gno_debug *d, struct gno_program *p, Elf *elf, struct gno_err *err)
{
	const struct seen seen = look_for_sections(elf);
	int rc = 0;

	*d = (struct gno_debug){.elf = elf, .symbols = elf};
	if (seen.dwarf)
		d->dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
	else
		open_other(d, p->path);
	if (d->dwarf && !seen.symbols && look_for_sections(d->elf).symbols)
		d->symbols = d->elf;
	if (seen.dwarf || d->dwarf)
		rc = check_compressed(p, d->elf, err);
	if (!rc && seen.dwarf && !d->dwarf)
		rc = gno_debug_note(p, err, "its debug information cannot be read: %s",
				    dwarf_errmsg(-1));
	if (!rc && !d->dwarf && seen.other)
		rc = note_other(p, seen.other, err);
	if (!rc && !d->dwarf && seen.stabs)
		rc = gno_debug_note(
		    p, err,
		    "its debug information is stabs, which is not read: compile it with -gdwarf");
	return rc;
}

void gno_debug_close(struct gno_debug *d, Elf *elf)
{
	if (d->dwarf && d->elf == elf)
		dwarf_end(d->dwarf);
	if (d->dwfl)
		dwfl_end(d->dwfl);
}
