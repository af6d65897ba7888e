/* SPDX-License-Identifier: Apache-2.0 */
#include "uses_fixture.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "measure_manifest.h"

void uses_manifest(bool groups)
{
	json_t *root;
	char *text;

	ex.model.triggers = true;
	text = model_manifest(&ex.model);
	root = json_loads(text, 0, NULL);
	free(text);
	measure_manifest(root);
	if (groups)
		measure_groups(root);
	text = json_dumps(root, 0);
	folder_write(&ex.folder, "m.json", text);
	free(text);
	json_decref(root);
}

void uses_setup(void)
{
	ex_setup();
	uses_manifest(false);
}

int uses_load(const char *text, struct gno_err *err)
{
	char *whole = NULL;
	int ret;

	ck_assert_int_ge(asprintf(&whole, "%s%s", USES_HEAD, text), 0);
	ret = ex_load(whole, err);
	free(whole);
	return ret;
}

void uses_good(const char *text)
{
	struct gno_err err;

	ex_must(uses_load(text, &err), &err);
	ck_assert_msg(!ex.faults.count, "%s", ex.faults.count ? ex.faults.fault[0].text : "");
}
