/* SPDX-License-Identifier: Apache-2.0 */

/* Where a position-independent program is loaded. */
#include "program/parse.h"

#include <inttypes.h>

/* The highest address that is known of a program. */
static uint64_t last_of(const struct gno_program *p)
{
	uint64_t last = p->base;

	for (size_t i = 0; i < p->symbols; i++) {
		const struct gno_symbol *s = &p->symbol[i];
		const uint64_t end = s->address + (s->size ? s->size - 1 : 0);

		if (s->section != SHN_ABS && end > last)
			last = end;
	}
	return p->rows && p->row[p->rows - 1].address > last ? p->row[p->rows - 1].address : last;
}

static void move_addresses(struct gno_addresses *list, uint64_t by)
{
	for (size_t i = 0; i < list->count; i++)
		list->at[i] += by;
}

static void move_function(struct gno_function *f, uint64_t by)
{
	f->entry += by;
	for (size_t i = 0; i < f->return_count; i++)
		f->returns[i] += by;
}

static void move(struct gno_program *p, uint64_t by)
{
	for (size_t i = 0; i < p->functions; i++)
		move_function(&p->function[i], by);
	for (size_t i = 0; i < p->symbols; i++)
		if (p->symbol[i].section != SHN_ABS)
			p->symbol[i].address += by;
	for (size_t i = 0; i < p->rows; i++)
		p->row[i].address += by;
	for (size_t i = 0; i < p->labels; i++)
		p->label[i].address += by;
	move_addresses(&p->overlays, by);
	move_addresses(&p->os_exits, by);
	move_addresses(&p->trap_vectors, by);
	p->base += by;
}

int gno_program_place(struct gno_program *p, uint64_t base, struct gno_err *err)
{
	const uint64_t most = p->wide ? UINT64_MAX : UINT32_MAX, last = last_of(p);

	if (!p->movable)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "'base' is for position-independent programs: '%s' was linked for its addresses, from 0x%" PRIx64
		    " on",
		    p->path, p->base);
	if (base > most || last - p->base > most - base)
		return gno_fail(err, GNO_ERR_ARG,
				"'%s', of %" PRIu64
				" bytes, does not end within %u bits at 0x%" PRIx64,
				p->path, last - p->base + 1, p->wide ? 64 : 32, base);
	move(p, base - p->base);
	return 0;
}
