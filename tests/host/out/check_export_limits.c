/* SPDX-License-Identifier: Apache-2.0 */
/* The note on a file that its viewer refuses: a format of small limits, and the files that just fit
 * and do not. */
#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "out/export/formats.h"
#include "report_fixture.h"
#include "tests/suite.h"
#include "units_fixture.h"

#define EVENTS 5

static struct fix fix;
static struct tw w;
static char said[GNO_ERR_TEXT];
static unsigned notes;
static unsigned files; /* beside the run, when the last note came */
static uint64_t last_cycle = UINT64_MAX;

static unsigned entries(void)
{
	DIR *d = opendir(w.dir);
	unsigned n = 0;

	ck_assert_ptr_nonnull(d);
	while (readdir(d))
		n++;
	ck_assert(!closedir(d));
	return n;
}

static void note(void *ctx, const char *text)
{
	ck_assert_ptr_eq(ctx, &fix);
	snprintf(said, sizeof(said), "%s", text);
	files = entries();
	notes++;
}

static void setup(void)
{
	fix_begin(&fix, 1);
	fix_point(&fix, "a", GNO_PATTERN_EVENT, 1, RECORD);
	fix_called(&fix, "f", 2, 3);
	fix_interval(&fix, "again", "a", "a");
	tw_begin(&w, 1, 32, 0, 0);
	for (unsigned i = 0; i < EVENTS - 2; i++)
		tw_event(&w, 0, 10 + i, 1, 0);
	tw_event(&w, 0, 20, 2, 0);
	tw_event(&w, 0, 30, 3, 0);
	tw_flush(&w, 0, 100);
	w.patterns[0] = &fix.file;
	tw_write(&w);
	notes = 0;
	last_cycle = UINT64_MAX;
}

static void teardown(void)
{
	tw_end(&w);
}

/* Bytes of a file, once it is unpacked. */
static uint64_t unpacked(const char *path)
{
	gzFile f = gzopen(path, "r");
	char buf[4096];
	uint64_t size = 0;
	int n;

	ck_assert_ptr_nonnull(f);
	while ((n = gzread(f, buf, sizeof(buf))) > 0)
		size += (uint64_t)n;
	ck_assert(!n && gzclose(f) == Z_OK);
	return size;
}

/* Exports with that limit; bytes of the file, unpacked. */
static uint64_t export_as(const char *name, struct export_limit limit)
{
	struct export_format format = *export_format(name, NULL);
	const struct export_options o = {
	    .path = tw_path(&w, "out.csv"), .to = last_cycle, .note = note, .ctx = &fix};
	struct gno_err err;
	uint64_t size;

	notes = 0;
	format.limit = limit;
	ck_assert_msg(!export_run(w.dir, &format, &o, &err), "%s", err.text);
	size = unpacked(o.path);
	ck_assert(!unlink(o.path));
	return size;
}

static uint64_t export_within(struct export_limit limit)
{
	return export_as("csv", limit);
}

START_TEST(test_rows)
{
	export_within((struct export_limit){"the viewer", .rows = EVENTS});
	ck_assert_uint_eq(notes, 0);
	export_within((struct export_limit){"the viewer", .rows = EVENTS - 1});
	ck_assert_uint_eq(notes, 1);
	ck_assert_str_eq(said,
			 "5 rows: the viewer takes 4 at most; export a part by --from and --to");
}
END_TEST

START_TEST(test_bytes)
{
	uint64_t bytes = export_within((struct export_limit){NULL});

	ck_assert_uint_eq(notes, 0);
	export_within((struct export_limit){"the viewer", .bytes = bytes});
	ck_assert_uint_eq(notes, 0);
	export_within((struct export_limit){"the viewer", .bytes = bytes - 1});
	ck_assert_uint_eq(notes, 1);
	ck_assert_ptr_nonnull(strstr(said, "MB: the viewer takes 0 MB at most"));
}
END_TEST

/* Rows of the largest table count, not those of all: there are intervals, too. */
START_TEST(test_tables)
{
	export_as("sqlite", (struct export_limit){"it", .rows = EVENTS, .of = "rows of a table"});
	ck_assert_uint_eq(notes, 0);
	export_as("sqlite",
		  (struct export_limit){"it", .rows = EVENTS - 1, .of = "rows of a table"});
	ck_assert_uint_eq(notes, 1);
	ck_assert_str_eq(said,
			 "5 rows of a table: it takes 4 at most; export a part by --from and --to");
}
END_TEST

/* Of a compressed file the bytes before count. It has two stacks: in f, and outside. */
START_TEST(test_unpacked)
{
	uint64_t bytes = export_as("pprof", (struct export_limit){NULL});

	export_as("pprof", (struct export_limit){"it", .bytes = bytes, .rows = 2});
	ck_assert_uint_eq(notes, 0);
	export_as("pprof", (struct export_limit){"it", .bytes = bytes - 1});
	ck_assert_uint_eq(notes, 1);
	ck_assert_ptr_nonnull(strstr(said, " MB uncompressed: it takes 0 MB at most"));
	export_as("pprof", (struct export_limit){"it", .rows = 1, .of = "stacks"});
	ck_assert_uint_eq(notes, 1);
	ck_assert_ptr_nonnull(strstr(said, "2 stacks: it takes 1 at most"));
}
END_TEST

/* By the bytes of the trace, before a file is made, from half of the limit on; of a part by its
 * share of the run, which has the cycles 0 to 100. */
START_TEST(test_foreseen)
{
	const unsigned before = entries();
	struct export_limit limit = {"it", .times = 20};
	struct stat st;

	ck_assert(!stat(tw_path(&w, "trace/node_0"), &st));
	limit.bytes = 40 * (uint64_t)st.st_size;
	export_as("perfetto", limit);
	ck_assert_uint_eq(notes, 0);
	limit.times = 21;
	export_as("perfetto", limit);
	ck_assert_uint_eq(notes, 1);
	ck_assert_uint_eq(files, before);
	ck_assert_ptr_nonnull(strstr(said, "the file will have some 0 MB: it takes 0 MB at most"));
	last_cycle = 49;
	limit.times = 40;
	export_as("perfetto", limit);
	ck_assert_uint_eq(notes, 0);
	limit.times = 41;
	export_as("perfetto", limit);
	ck_assert_uint_eq(notes, 1);
	last_cycle = UINT64_MAX;
	limit.times = 0;
	export_as("perfetto", limit);
	ck_assert_uint_eq(notes, 0);
}
END_TEST

/* Waveforms make their files themselves. */
START_TEST(test_waveform)
{
	static struct units_entry eight[8];
	const struct units_segment full = {
	    .time = 2000, .at = 6, .ended = 10, .entries = 8, .entry = eight};
	const struct units_segment last = {.time = 2000, .at = 1999, .ended = 1999, .flush = 1};
	uint64_t bytes;

	tw_end(&w);
	units_begin_segments(&w, 1, 16, 0);
	for (unsigned i = 0; i < 8; i++)
		eight[i] = (struct units_entry){i, 1, 1, 1};
	tw_event(&w, 0, 2000, 1, 0);
	units_segment(&w, &full);
	units_segment(&w, &last);
	tw_flush(&w, 0, 2000);
	tw_write(&w);
	bytes = export_as("vcd", (struct export_limit){NULL});
	export_as("vcd", (struct export_limit){.viewer = "it", .bytes = bytes});
	ck_assert_uint_eq(notes, 0);
	export_as("vcd", (struct export_limit){.viewer = "it", .bytes = bytes - 1});
	ck_assert_uint_eq(notes, 1);
}
END_TEST

/* Those of docs/answers/export.md: each format has its row here. */
START_TEST(test_of_the_viewers)
{
	static const struct {
		const char *name;
		uint64_t bytes, rows; /* 0: no limit is known */
	} limits[] = {
	    {"csv", 0, 1048575},
	    {"jsonl", 0, 0},
	    {"folded", 2147483647, 0},
	    {"speedscope", 2147483647, 0},
	    {"pprof", 4194304, 16000},
	    {"perfetto", 500000000, 0},
	    {"sqlite", 0, 10000000},
	    {"vcd", 256 * 1048576, 0},
	    {"fst", 0, 0},
	    {"stimulus", 0, 0},
	};
	const size_t known = sizeof(limits) / sizeof(*limits);
	size_t formats = 0;

	for (const struct export_format *f = export_formats; f->name; f++) {
		size_t i = 0;

		while (i < known && strcmp(limits[i].name, f->name) != 0)
			i++;
		ck_assert_msg(i < known, "%s has no row", f->name);
		ck_assert_uint_eq(f->limit.bytes, limits[i].bytes);
		ck_assert_uint_eq(f->limit.rows, limits[i].rows);
		ck_assert((f->limit.viewer != NULL) == (limits[i].bytes || limits[i].rows));
		formats++;
	}
	ck_assert_uint_eq(formats, known);
}
END_TEST

int main(void)
{
	return run_tests("export_limits", setup, teardown,
			 TESTS({test_rows}, {test_waveform}, {test_bytes}, {test_tables},
			       {test_unpacked}, {test_foreseen}, {test_of_the_viewers}));
}
