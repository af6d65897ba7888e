/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of a run in C: who releases what, and what is refused. What is in them is compared in
 * tests/python/. */
#include <check.h>
#include <string.h>

#include "gnomon/arrow.h"
#include "gnomon/gnomon.h"
#include "report_fixture.h"
#include "tests/suite.h"

#define EVENTS 5000
#define STEP 10

static struct fix fix;
static struct tw w;
static struct gno_tables *tables;

static void setup(void)
{
	fix_begin(&fix, 2);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_point(&fix, "b", GNO_PATTERN_EVENT, 2, RECORD);
	fix_interval(&fix, "work", "a", "b");
	tw_begin(&w, 2, 32, 0, 0);
	w.patterns[0] = &fix.file;
	for (unsigned k = 0; k < 2; k++) {
		for (unsigned i = 1; i <= EVENTS; i++)
			tw_event(&w, k, STEP * i, 2 - i % 2, 0);
		tw_flush(&w, k, STEP * EVENTS + STEP);
	}
	tw_write(&w);
	tables = gno_tables_new();
	ck_assert_ptr_nonnull(tables);
}

static void teardown(void)
{
	gno_tables_free(tables);
	tw_end(&w);
}

static void begin(const char *table, struct ArrowArrayStream *stream)
{
	ck_assert_msg(!gno_tables_open(tables, w.dir), "%s", gno_tables_error(tables));
	ck_assert_msg(!gno_tables_stream(tables, table, stream), "%s", gno_tables_error(tables));
}

static void next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
	ck_assert_int_eq(stream->get_next(stream, out), 0);
}

static const void *data_of(const struct ArrowArray *batch, unsigned column)
{
	return batch->children[column]->buffers[1];
}

/* Rows of a column, in order of time; batches may be released after the stream and the handle. */
START_TEST(test_tables_rows)
{
	struct ArrowArrayStream stream;
	struct ArrowArray batch[4];
	struct ArrowSchema schema;
	uint64_t row = 0;

	gno_tables_set_rows(tables, 3000);
	ck_assert_int_eq(gno_tables_set_columns(tables, "name,time"), 0);
	begin("events", &stream);
	ck_assert_int_eq(stream.get_schema(&stream, &schema), 0);
	ck_assert_str_eq(schema.format, "+s");
	ck_assert_int_eq(schema.n_children, 2);
	ck_assert_str_eq(schema.children[0]->name, "time");
	ck_assert_str_eq(schema.children[0]->format, "L");
	ck_assert_str_eq(schema.children[1]->dictionary->format, "u");
	for (unsigned i = 0; i < 4; i++)
		next(&stream, &batch[i]);
	stream.release(&stream);
	ck_assert_ptr_null(stream.release);
	schema.release(&schema);
	ck_assert_ptr_null(schema.release);
	gno_tables_free(tables);
	tables = NULL;
	for (unsigned i = 0; i < 4; i++) {
		const uint64_t *time = data_of(&batch[i], 0);
		const int32_t *name = data_of(&batch[i], 1);
		const struct ArrowArray *words = batch[i].children[1]->dictionary;

		ck_assert_int_eq(batch[i].length, i < 3 ? 3000 : 2 * EVENTS - 9000);
		ck_assert_int_eq(batch[i].children[0]->null_count, 0);
		ck_assert_int_eq(words->length, 2);
		ck_assert(!memcmp(words->buffers[2], "ab", 2));
		for (int64_t k = 0; k < batch[i].length; k++, row++) {
			ck_assert_uint_eq(time[k], STEP * (row / 2 + 1));
			ck_assert_int_eq(name[k], (int32_t)(row / 2 % 2));
		}
		batch[i].release(&batch[i]);
		ck_assert_ptr_null(batch[i].release);
	}
	ck_assert_uint_eq(row, 2 * EVENTS);
}
END_TEST

/* A reader may move the array of a column elsewhere, and release it after its batch. */
START_TEST(test_tables_moved_column)
{
	struct ArrowArrayStream stream;
	struct ArrowArray batch, column;

	begin("intervals", &stream);
	next(&stream, &batch);
	ck_assert_int_eq(batch.length, EVENTS);
	column = *batch.children[0];
	batch.children[0]->release = NULL;
	batch.release(&batch);
	ck_assert_uint_eq(((const uint64_t *)column.buffers[1])[EVENTS - 1], STEP * EVENTS);
	column.release(&column);
	next(&stream, &batch);
	ck_assert_ptr_null(batch.release); /* the end */
	next(&stream, &batch);
	ck_assert_ptr_null(batch.release);
	stream.release(&stream);
}
END_TEST

START_TEST(test_tables_refused)
{
	struct ArrowArrayStream stream = {.release = NULL};

	ck_assert_int_lt(gno_tables_stream(tables, "events", &stream), 0);
	ck_assert_str_eq(gno_tables_error(tables), "no run was opened");
	ck_assert_ptr_null(gno_tables_about(tables));
	begin("gaps", &stream);
	ck_assert_ptr_nonnull(strstr(gno_tables_about(tables), "\"intervals\":[\"work\"]"));
	/* no Python is in this process */
	ck_assert_ptr_null(gno_tables_capsule(&stream));
	ck_assert_ptr_nonnull(stream.release);
	stream.release(&stream);
	ck_assert_int_lt(gno_tables_stream(tables, "gap", &stream), 0);
	ck_assert_ptr_null(stream.release);
	ck_assert_str_eq(gno_tables_error(tables), "there is no table 'gap'");
	ck_assert_int_eq(gno_tables_set_nodes(tables, "core0,"), 0);
	ck_assert_int_lt(gno_tables_stream(tables, "gaps", &stream), 0);
	ck_assert_int_eq(gno_tables_set_nodes(tables, NULL), 0);
	ck_assert_int_eq(gno_tables_set_columns(tables, "from,,why"), 0);
	ck_assert_int_lt(gno_tables_stream(tables, "gaps", &stream), 0);
	ck_assert_str_eq(gno_tables_error(tables), "table 'gaps' has no column ''");
	ck_assert_int_lt(gno_tables_open(tables, "/nowhere"), 0);
	ck_assert_ptr_null(gno_tables_about(tables));
	ck_assert_int_lt(gno_tables_stream(tables, "gaps", &stream), 0);
}
END_TEST

int main(void)
{
	return run_tests(
	    "tables", setup, teardown,
	    TESTS({test_tables_rows}, {test_tables_moved_column}, {test_tables_refused}));
}
