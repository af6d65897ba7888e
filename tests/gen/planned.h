/* SPDX-License-Identifier: Apache-2.0 */
/* The plan of a description given as text or as a file, for tests of plans and of what is written
 * from them. */
#ifndef GNO_TESTS_PLANNED_H
#define GNO_TESTS_PLANNED_H

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "plan/plan.h"

#define ONE "gnomon: 1\nname: m\nclock: 5 MHz\nnodes:\n  - { name: cpu, watch: { field: pc } }\n"

static struct source source;
static struct arena arena;
static struct diags diags;
static struct model model;
static struct plan plan;

/* The plan of what is in `source`. */
static void plan_source(void)
{
	arena_init(&arena);
	diags_init(&diags);
	if (checks_run(&source, &arena, &model, &diags)) {
		diags_print(&diags, source.path, stderr);
		ck_abort_msg("the description has faults");
	}
	ck_assert_int_eq(plan_make(&model, &source, &arena, &plan), GEN_OK);
}

static void make_plan(const char *text)
{
	struct gen_err err;

	ck_assert_int_eq(source_from_text("some/where/m.yaml", text, strlen(text), &source, &err),
			 GEN_OK);
	plan_source();
}

/* The plan of tests/gen/cases/NAME.yaml. */
static inline void make_plan_of(const char *name)
{
	char path[64];
	struct gen_err err;

	snprintf(path, sizeof(path), "tests/gen/cases/%s.yaml", name);
	ck_assert_msg(source_read(path, &source, &err) == GEN_OK, "%s", err.text);
	plan_source();
}

static void drop_plan(void)
{
	diags_free(&diags);
	arena_free(&arena);
	source_free(&source);
}

static inline uint64_t hash_of(const char *text)
{
	uint64_t hash;

	make_plan(text);
	hash = plan.hash;
	drop_plan();
	return hash;
}

#endif
