/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_all.h"

#include <check.h>
#include <string.h>

void read_all(const struct tw *w, struct all *out)
{
	struct gno_trace *t;
	struct gno_err err;
	int rc;

	rc = gno_trace_open(w->dir, &t, &err);
	ck_assert_msg(rc == GNO_OK, "%s", err.text);
	out->n = 0;
	while ((rc = gno_trace_next(t, &out->r[out->n], &err)) > 0) {
		out->n++;
		ck_assert_uint_lt(out->n, MAX_RECORDS);
	}
	ck_assert_msg(rc == 0, "%s", err.text);
	gno_trace_close(t);
}

bool same(const struct gno_record *a, const struct gno_record *b)
{
	return a->time == b->time && a->node == b->node && a->kind == b->kind &&
	       a->code == b->code && a->aux == b->aux && a->to == b->to && a->lost == b->lost &&
	       a->page == b->page && a->data == b->data && a->process == b->process &&
	       a->runnable == b->runnable && a->pc == b->pc && a->process_time == b->process_time &&
	       a->word == b->word;
}

void expect_fault(const struct tw *w, int code, const char *part)
{
	struct gno_trace *t;
	struct gno_err err = {0};

	ck_assert_int_eq(gno_trace_open(w->dir, &t, &err), code);
	ck_assert_ptr_null(t);
	ck_assert_msg(strstr(err.text, part) != NULL, "'%s' is not in '%s'", part, err.text);
}
