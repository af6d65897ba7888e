/* SPDX-License-Identifier: Apache-2.0 */

/* The instructions of a program: where code is, and how to walk through it without taking data for
 * code. */
#include "program/parse.h"
#include "common/util.h"

#include <stdlib.h>
#include <string.h>

int gno_texts_read(struct gno_texts *out, Elf *elf, struct gno_err *err)
{
	Elf_Scn *scn = NULL;
	struct gno_text *more;
	GElf_Shdr shdr;
	Elf_Data *data;
	int rc;

	rc = gno_decoder_new(elf, &out->decoder, err);
	if (rc)
		return rc;
	while ((scn = elf_nextscn(elf, scn))) {
		if (!gelf_getshdr(scn, &shdr) || shdr.sh_type != SHT_PROGBITS ||
		    !(shdr.sh_flags & SHF_ALLOC) || !(shdr.sh_flags & SHF_EXECINSTR))
			continue;
		data = elf_getdata(scn, NULL);
		if (!data || !data->d_buf)
			continue;
		more = gno_room(out->text, out->count, sizeof(*more));
		if (!more)
			return gno_fail_nomem(err);
		out->text = more;
		more[out->count++] = (struct gno_text){
		    .section = elf_ndxscn(scn),
		    .address = shdr.sh_addr,
		    .size = data->d_size,
		    .bytes = data->d_buf,
		};
	}
	return 0;
}

/* The code of a section, NULL: it has none. */
static struct gno_text *section_of(const struct gno_texts *texts, size_t section)
{
	for (size_t i = 0; i < texts->count; i++)
		if (texts->text[i].section == section)
			return &texts->text[i];
	return NULL;
}

/* A function of an ARM has Thumb instructions where its lowest bit is set. */
static bool has_set(const struct gno_texts *texts, const GElf_Sym *sym)
{
	return texts->machine.number == EM_ARM && GELF_ST_TYPE(sym->st_info) == STT_FUNC;
}

uint64_t gno_texts_address(const struct gno_texts *texts, const GElf_Sym *sym)
{
	return has_set(texts, sym) ? sym->st_value & ~UINT64_C(1) : sym->st_value;
}

static enum gno_mark_kind mark_kind(const struct gno_texts *texts, const GElf_Sym *sym,
				    const char *name)
{
	if (has_set(texts, sym))
		return sym->st_value & 1 ? GNO_MARK_THUMB : GNO_MARK_CODE;
	if (*name != '$')
		return GNO_MARK_LABEL;
	switch (name[1]) {
	case 'd':
		return GNO_MARK_DATA;
	case 'x':
		return GNO_MARK_CODE;
	case 'a':
		return texts->machine.number == EM_ARM ? GNO_MARK_CODE : GNO_MARK_LABEL;
	case 't':
		return texts->machine.number == EM_ARM ? GNO_MARK_THUMB : GNO_MARK_LABEL;
	default:
		return GNO_MARK_LABEL;
	}
}

int gno_texts_mark(struct gno_texts *texts, const GElf_Sym *sym, const char *name,
		   struct gno_err *err)
{
	struct gno_text *text = section_of(texts, sym->st_shndx);
	struct gno_mark *more;

	if (!text)
		return 0;
	more = gno_room(text->mark, text->marks, sizeof(*more));
	if (!more)
		return gno_fail_nomem(err);
	text->mark = more;
	more[text->marks++] = (struct gno_mark){
	    .address = gno_texts_address(texts, sym),
	    .kind = mark_kind(texts, sym, name),
	};
	return 0;
}

static int by_address(const void *a, const void *b)
{
	const struct gno_mark *m = a, *n = b;

	if (m->address != n->address)
		return m->address < n->address ? -1 : 1;
	return (m->kind > n->kind) - (m->kind < n->kind);
}

void gno_texts_sort(struct gno_texts *texts)
{
	for (size_t i = 0; i < texts->count; i++)
		if (texts->text[i].marks)
			qsort(texts->text[i].mark, texts->text[i].marks, sizeof(struct gno_mark),
			      by_address);
}

void gno_texts_free(struct gno_texts *texts)
{
	for (size_t i = 0; i < texts->count; i++)
		free(texts->text[i].mark);
	free(texts->text);
	gno_decoder_free(texts->decoder);
}

static bool holds(const struct gno_text *c, uint64_t address, uint64_t size)
{
	return address >= c->address && address - c->address < c->size &&
	       size <= c->size - (address - c->address);
}

const struct gno_text *gno_texts_at(const struct gno_texts *texts, uint64_t address, uint64_t size)
{
	for (size_t i = 0; i < texts->count; i++)
		if (holds(&texts->text[i], address, size))
			return &texts->text[i];
	return NULL;
}

const struct gno_text *gno_texts_of(const struct gno_texts *texts, size_t section, uint64_t address,
				    uint64_t size)
{
	const struct gno_text *c = section_of(texts, section);

	if (!c)
		return gno_texts_at(texts, address, size);
	return holds(c, address, size) ? c : NULL;
}

static int by_begin(const void *a, const void *b)
{
	const struct gno_text *const *c = a, *const *d = b;

	return ((*c)->address > (*d)->address) - ((*c)->address < (*d)->address);
}

int gno_texts_overlays(const struct gno_texts *texts, struct gno_program *p, struct gno_err *err)
{
	const struct gno_text **text = malloc((texts->count + 1) * sizeof(*text));
	uint64_t end = 0;
	int rc = 0;

	if (!text)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < texts->count; i++)
		text[i] = &texts->text[i];
	qsort(text, texts->count, sizeof(const struct gno_text *), by_begin);
	for (size_t i = 0; i < texts->count && !rc; i++) {
		const uint64_t from = text[i]->address, to = from + text[i]->size;

		if (from < end && to > from) {
			rc = gno_addresses_add(&p->overlays, text[i]->address, err);
			if (!rc)
				rc =
				    gno_addresses_add(&p->overlays, (to < end ? to : end) - 1, err);
		}
		end = to > end ? to : end;
	}
	free(text);
	return rc;
}

void gno_walk_begin(struct gno_walk *w, const struct gno_texts *texts, const struct gno_text *text,
		    uint64_t address, uint64_t size)
{
	size_t lo = 0, hi = text->marks;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (text->mark[mid].address < address)
			lo = mid + 1;
		else
			hi = mid;
	}
	*w = (struct gno_walk){.decoder = texts->decoder,
			       .text = text,
			       .next = address,
			       .end = address + size,
			       .mark = lo,
			       .labelled = true};
}

/* Passes the marks up to the next instruction; true: data begins there. */
static bool pass_marks(struct gno_walk *w)
{
	const struct gno_text *c = w->text;
	bool data = false;

	for (; w->mark < c->marks && c->mark[w->mark].address <= w->next; w->mark++) {
		const enum gno_mark_kind kind = c->mark[w->mark].kind;

		if (kind != GNO_MARK_LABEL)
			data = kind == GNO_MARK_DATA;
		if (kind == GNO_MARK_CODE || kind == GNO_MARK_THUMB)
			w->set = kind == GNO_MARK_THUMB ? GNO_SET_THUMB : GNO_SET_USUAL;
		w->labelled = true;
	}
	return data;
}

/* Where the data that begins here ends. */
static void enter_data(struct gno_walk *w)
{
	const struct gno_text *c = w->text;

	while (w->mark < c->marks &&
	       (c->mark[w->mark].kind == GNO_MARK_LABEL || c->mark[w->mark].kind == GNO_MARK_DATA))
		w->mark++;
	w->data_end = w->mark < c->marks && c->mark[w->mark].address < w->end
			  ? c->mark[w->mark].address
			  : w->end;
	w->before = NULL;
}

/* Custom instructions are written with .word, which an assembler calls data; true: one that ends a
 * trap. */
static bool find_in_data(struct gno_walk *w)
{
	const struct gno_riscv *set = gno_decoder_riscv(w->decoder);
	const struct gno_text *c = w->text;

	if (!set)
		w->next = w->data_end;
	while (w->next < w->data_end) {
		w->address = w->next;
		w->insn = gno_riscv_decode(set, c->bytes + (w->address - c->address),
					   w->data_end - w->address, w->address, NULL);
		w->next = w->data_end - w->address > 4 ? w->address + 4 : w->data_end;
		if (w->insn.jump == GNO_JUMP_TRAP_END)
			return true;
	}
	return false;
}

bool gno_walk_next(struct gno_walk *w)
{
	const struct gno_text *c = w->text;
	uint64_t at;

	w->labelled = w->insn.bytes == 0;
	while (w->decoder && w->next < w->end) {
		if (pass_marks(w))
			enter_data(w);
		if (w->next < w->data_end) {
			w->labelled = true;
			if (find_in_data(w))
				return true;
			continue;
		}
		at = w->next;
		w->insn = gno_decode(w->decoder, w->set, c->bytes + (at - c->address), w->end - at,
				     at, w->before);
		if (!w->insn.bytes)
			return false;
		w->before = w->insn.bytes == 4 ? c->bytes + (at - c->address) : NULL;
		w->next = at + w->insn.bytes;
		if (w->mark < c->marks && c->mark[w->mark].address < w->next) {
			/* a label within: what was read here is no instruction */
			w->next = c->mark[w->mark].address;
			w->before = NULL;
			continue;
		}
		w->address = at;
		return true;
	}
	return false;
}
