/* SPDX-License-Identifier: Apache-2.0 */
/* The report, its parts, and what is known of a cycle, as one document of JSON each. */
#include "passes/limits/limits.h"
#include "out/json/list.h"
#include "results/at.h"
#include "results/columns/documents.h"

int gno_report_json(const struct gno_report *r, uint64_t rows, FILE *f, struct gno_err *err)
{
	struct column_source s = {.r = r, .rows = rows, .losses = UINT64_MAX};

	return json_document(&(struct json_out){.f = f}, &s, &columns_report, r, err);
}

int gno_report_profile_json(const struct gno_report *r, size_t rows, FILE *f, struct gno_err *err)
{
	struct column_source s = {.r = r, .rows = rows};

	return json_document(&(struct json_out){.f = f}, &s, &columns_profile, r, err);
}

int gno_report_part_json(const struct gno_report *r, const char *node, unsigned parts, bool compact,
			 FILE *f, struct gno_err *err)
{
	const struct columns_parts of = {node, parts};
	struct column_source s = {.r = r, .of = &of, .rows = UINT64_MAX};

	return json_document(&(struct json_out){.f = f, .compact = compact}, &s,
			     &columns_report_parts, &of, err);
}

int report_at_json(const struct report_at *a, FILE *f, struct gno_err *err)
{
	struct column_source s = {.r = a->r, .of = a};

	return json_document(&(struct json_out){.f = f}, &s, &columns_at, a, err);
}

void report_check_json(const struct gno_report *r, FILE *f)
{
	struct column_source s = {.r = r};
	struct gno_err err;

	/* limits are in memory: nothing can fail */
	json_document(&(struct json_out){.f = f}, &s, &columns_check, r, &err);
}
