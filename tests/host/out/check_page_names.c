/* SPDX-License-Identifier: Apache-2.0 */
/* What the page calls events, by the names of what made them. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "out/page/page.h"
#include "tests/suite.h"
#include "units_fixture.h"

/* The name of what the page counts first of a kind at a node; borrowed from `root`. */
static const char *name_at(const json_t *root, unsigned node, const char *kind)
{
	const json_t *rates = json_object_get(json_object_get(root, "rates"), "of"), *rate;
	size_t i;

	json_array_foreach(rates, i, rate)
	{
		const json_int_t name = json_integer_value(json_object_get(rate, "name"));
		const json_t *of = json_array_get(json_object_get(root, "names"), (size_t)name);

		if (json_integer_value(json_object_get(rate, "node")) == node &&
		    !strcmp(json_string_value(json_object_get(of, "kind")), kind))
			return json_string_value(json_object_get(of, "name"));
	}
	return "none";
}

/* Units of segments of two nodes, which have the same number and different names. */
START_TEST(test_segments)
{
	static const struct units_entry entry[8] = {{1, 1, 1, 1}, {2, 1, 1, 1}, {3, 1, 1, 1},
						    {4, 1, 1, 1}, {5, 1, 1, 1}, {6, 1, 1, 1},
						    {7, 1, 1, 1}, {8, 1, 1, 1}};
	const struct gno_report_options o = {
	    .columns = PAGE_COLUMNS, .samples = PAGE_ROWS, .periods = PAGE_PERIODS};
	const struct page_options page = {.over = true};
	struct gno_report *r;
	struct gno_err err;
	char other[1024], *name;
	json_t *root;
	struct tw w;
	FILE *f;

	units_begin_segments(&w, 2, 32, 0);
	snprintf(other, sizeof(other), "%s", w.preprocessors);
	name = strstr(other, "around");
	ck_assert_ptr_nonnull(name);
	memcpy(name, "behind", strlen("behind"));
	w.node_preprocessors[1] = other;
	for (unsigned k = 0; k < 2; k++) {
		tw_event(&w, k, 200, 9, 0);
		units_segment(&w, &(struct units_segment){.node = k,
							  .time = 200,
							  .at = 103,
							  .ended = 107,
							  .entries = 8,
							  .entry = entry});
		tw_flush(&w, k, 300);
	}
	tw_write(&w);
	ck_assert_msg(!gno_report_build(w.dir, &o, &r, &err), "%s", err.text);
	f = json_begin();
	ck_assert_msg(!page_write_data(r, &page, f, &err), "%s", err.text);
	root = json_end(f);
	ck_assert_str_eq(name_at(root, 0, "segment"), "around");
	ck_assert_str_eq(name_at(root, 1, "segment"), "behind");
	json_decref(root);
	gno_report_free(r);
	tw_end(&w);
}
END_TEST

int main(void)
{
	return run_tests("page_names", NULL, NULL, TESTS({test_segments}));
}
