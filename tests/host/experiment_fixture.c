/* SPDX-License-Identifier: Apache-2.0 */
#include "experiment_fixture.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct experiment_fixture ex;

void ex_setup(void)
{
	model_init(&ex.model, 2, 1, 1024);
	folder_make(&ex.folder);
	ex.m = NULL;
	ex.p = NULL;
	memset(&ex.faults, 0, sizeof(ex.faults));
	memset(&ex.options, 0, sizeof(ex.options));
}

void ex_drop(void)
{
	gno_manifest_free(ex.m);
	gno_pattern_file_free(ex.p);
	gno_faults_free(&ex.faults);
	ex.m = NULL;
	ex.p = NULL;
}

void ex_setup_all(void)
{
	ex_setup();
	ex_write_manifest("m.json");
	ex.model.triggers = true;
	ex_write_manifest("t.json");
	ex.model.fields = true;
	ex_write_manifest("f.json");
}

void ex_teardown(void)
{
	ex_drop();
	folder_remove(&ex.folder);
	model_free(&ex.model);
}

void ex_write_manifest(const char *name)
{
	char *text = model_manifest(&ex.model);

	folder_write(&ex.folder, name, text);
	free(text);
}

int ex_load_file(const char *name, struct gno_err *err)
{
	ex_drop();
	return gno_experiment_load(folder_path(&ex.folder, name), &ex.options, &ex.m, &ex.p,
				   &ex.faults, err);
}

int ex_load(const char *text, struct gno_err *err)
{
	folder_write(&ex.folder, "e.yaml", text);
	return ex_load_file("e.yaml", err);
}

void ex_must(int ret, const struct gno_err *err)
{
	ck_assert_msg(!ret, "%s: %s", err->text, ex.faults.count ? ex.faults.fault[0].text : "");
}

void ex_expect_fault(unsigned line, unsigned column, const char *fault, bool warning)
{
	size_t i;

	for (i = 0; i < ex.faults.count; i++) {
		const struct gno_fault *f = &ex.faults.fault[i];

		if (!strncmp(f->text, fault, strlen(fault)) && f->line == line &&
		    f->column == column && f->warning == warning)
			return;
	}
	for (i = 0; i < ex.faults.count; i++)
		printf("%u:%u: %s\n", ex.faults.fault[i].line, ex.faults.fault[i].column,
		       ex.faults.fault[i].text);
	ck_abort_msg("not told: %u:%u: %s", line, column, fault);
}

const struct gno_pattern_table *ex_table(unsigned node, const char *name)
{
	const struct gno_pattern_table *t = gno_pattern_table(&ex.p->node[node], name);

	ck_assert_msg(t != NULL, "no table '%s'", name);
	return t;
}
