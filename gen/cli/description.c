/* SPDX-License-Identifier: Apache-2.0 */
#include "description.h"

#include <stdio.h>

#include "check/checks.h"

/* Makes the ROM's contents, which must fit. */
static int make_rom(struct description *d, struct gen_err *err)
{
	int rc = rom_make(&d->plan, &d->rom);

	if (!rc && (d->rom.count > TAB_ROM_BYTES || d->rom.manifest > TAB_ROM_TEXT))
		rc = gen_fail(
		    err, GEN_ERR_FIT,
		    "the manifest does not fit into a ROM: it takes %zu bytes there (%u at most), and %zu in its file (%u at most); use 'rom: no'",
		    d->rom.count, TAB_ROM_BYTES, d->rom.manifest, TAB_ROM_TEXT);
	return rc;
}

int description_plan(const char *path, int register_taps, struct description *d,
		     struct gen_err *err)
{
	int rc;

	arena_init(&d->arena);
	diags_init(&d->diags);
	d->rom = (struct rom){0};
	rc = source_read(path, &d->source, err);
	if (rc)
		return rc;
	rc = checks_run(&d->source, &d->arena, &d->model, &d->diags);
	diags_print(&d->diags, path, stderr);
	if (!rc && register_taps)
		model_register_taps(&d->model);
	if (!rc)
		rc = plan_make(&d->model, &d->source, &d->arena, &d->plan);
	if (!rc && d->plan.rom)
		rc = make_rom(d, err);
	return rc == GEN_ERR_NOMEM ? gen_fail(err, rc, "out of memory") : rc;
}

void description_free(struct description *d)
{
	rom_free(&d->rom);
	diags_free(&d->diags);
	arena_free(&d->arena);
	source_free(&d->source);
}
