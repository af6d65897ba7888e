/* SPDX-License-Identifier: Apache-2.0 */
/* A run that another program changes while it is filtered, at each moment: the filter fails, or
 * makes what it makes of the whole run before or after the change. */
#include <check.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "filter_fixture.h"
#include "tests/suite.h"

#define EVENTS 40000 /* of core0: more than are read at once */
#define FILES 4

static const char *const file[FILES] = {"run.json", "manifest.json", "trace/node_0",
					"trace/node_1"};

/*
 * Folders within one: two runs, copies of them, of which the first one is changed while it is
 * filtered to `out`, and what a filter makes of it before and after the change.
 */
static char within[32], before[2][48], run[48], other[48], out[48], whole[2][48];

static void name_all(void)
{
	snprintf(within, sizeof(within), "/tmp/gnomon-changed-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(within));
	snprintf(run, sizeof(run), "%s/run", within);
	snprintf(other, sizeof(other), "%s/other", within);
	snprintf(out, sizeof(out), "%s/out", within);
	for (unsigned i = 0; i < 2; i++) {
		snprintf(before[i], sizeof(before[i]), "%s/before%u", within, i);
		snprintf(whole[i], sizeof(whole[i]), "%s/whole%u", within, i);
	}
}

__attribute__((format(printf, 1, 2))) static void shell(const char *format, ...)
{
	char command[256];
	va_list args;

	va_start(args, format);
	vsnprintf(command, sizeof(command), format, args);
	va_end(args);
	ck_assert_msg(!system(command), "%s", command);
}

/* -- changes -- */

static void exchange(void)
{
	ck_assert_int_eq(renameat2(AT_FDCWD, run, AT_FDCWD, other, RENAME_EXCHANGE), 0);
}

/* Puts the other run's file there. */
static void replace(const char *name)
{
	char from[128], to[128];

	snprintf(from, sizeof(from), "%s/%s", other, name);
	snprintf(to, sizeof(to), "%s/%s", run, name);
	ck_assert_int_eq(rename(from, to), 0);
}

static void replace_journal(void)
{
	replace("run.json");
}

static void replace_stream(void)
{
	replace("trace/node_0");
}

/* Cuts a stream at a record, about in its middle. */
static void cut(void)
{
	char path[128];
	struct stat st;

	snprintf(path, sizeof(path), "%s/trace/node_0", run);
	ck_assert_int_eq(stat(path, &st), 0);
	ck_assert_int_eq(truncate(path, (st.st_size / 2 & ~7) | (TW_HEADER & 7)), 0);
}

/* The end of a stream once more. */
static void grow(void)
{
	uint8_t data[800];
	char path[128];
	int fd;

	snprintf(path, sizeof(path), "%s/trace/node_0", run);
	fd = open(path, O_RDWR);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_ge((int)lseek(fd, -(off_t)sizeof(data) - 16, SEEK_END), 0);
	ck_assert_int_eq((int)read(fd, data, sizeof(data)), (int)sizeof(data));
	ck_assert_int_ge((int)lseek(fd, 0, SEEK_END), 0);
	ck_assert_int_eq((int)write(fd, data, sizeof(data)), (int)sizeof(data));
	close(fd);
}

static void (*const changes[])(void) = {exchange, replace_journal, replace_stream, cut, grow};

/* -- moments: the calls that open a file or read of a stream, which the library shares -- */

static size_t calls, moment = SIZE_MAX;
static void (*change)(void);

static void call(void)
{
	if (calls++ != moment)
		return;
	moment = SIZE_MAX;
	change();
}

int open(const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
	va_end(args);
	call();
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

ssize_t pread(int fd, void *data, size_t len, off_t at)
{
	call();
	return syscall(SYS_pread64, fd, data, len, at);
}

/* -- the runs -- */

/* `sizes`: the journal states those of the streams. */
static void write_runs(bool sizes)
{
	const struct filter_options all = {.keep = "any"}, most = {.drop = "time < 400000"};
	struct filter_result done;
	struct gno_err err;

	ff_begin(32);
	for (unsigned i = 0; i < EVENTS; i++)
		tw_event(&ff.w, 0, 100 + (uint64_t)i * 10, FILTER_A + i % 2, 0);
	for (unsigned i = 0; i < 50; i++)
		tw_event(&ff.w, 1, 100 + (uint64_t)i * 10, FILTER_A + i % 2, 0);
	for (unsigned k = 0; k < 2; k++)
		tw_flush(&ff.w, k, 100 + (uint64_t)EVENTS * 10);
	tw_write(&ff.w);
	ck_assert_msg(!filter_run(ff.w.dir, before[1], &most, &done, &err), "%s", err.text);
	if (sizes)
		ck_assert_int_eq(filter_run(ff.w.dir, before[0], &all, &done, &err), 0);
	else
		shell("cp -r '%s' '%s'", ff.w.dir, before[0]);
	ff_end();
}

static char *slurp(const char *dir, const char *name, size_t *len)
{
	char path[128], *text;
	struct stat st;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "r");
	ck_assert_msg(f != NULL, "no %s", path);
	ck_assert_int_eq(fstat(fileno(f), &st), 0);
	*len = (size_t)st.st_size;
	text = malloc(*len + 1);
	ck_assert_ptr_nonnull(text);
	ck_assert_uint_eq(fread(text, 1, *len, f), *len);
	fclose(f);
	return text;
}

static bool is_same(const char *a, const char *b)
{
	bool same = true;

	for (unsigned i = 0; i < FILES && same; i++) {
		size_t in_a, in_b;
		char *text_a = slurp(a, file[i], &in_a), *text_b = slurp(b, file[i], &in_b);

		same = in_a == in_b && !memcmp(text_a, text_b, in_a);
		free(text_a);
		free(text_b);
	}
	return same;
}

static void copy_runs(void)
{
	shell("cd '%s' && rm -rf run other && cp -r before0 run && cp -r before1 other", within);
}

static int filter(const char *to, struct gno_err *err)
{
	const struct filter_options o = {.drop = "event == a and time > 200", .force = true};
	struct filter_result done;

	return filter_run(run, to, &o, &done, err);
}

static struct gno_report *report_at(const char *dir)
{
	struct gno_report *r = NULL;
	struct gno_err err;

	ck_assert_msg(!gno_report_build(dir, &(struct gno_report_options){.columns = 20}, &r, &err),
		      "%s", err.text);
	return r;
}

START_TEST(test_changed)
{
	const size_t kinds = sizeof(changes) / sizeof(*changes);
	size_t most, failed = 0;
	struct gno_err err;
	struct stat st;

	name_all();
	write_runs((size_t)_i >= kinds);
	change = changes[(size_t)_i % kinds];
	copy_runs();
	calls = 0;
	ck_assert_msg(!filter(whole[0], &err), "%s", err.text);
	most = calls;
	ck_assert_uint_gt(most, 15);
	change();
	if (filter(whole[1], &err)) /* it is damaged */
		shell("cp -r '%s' '%s'", whole[0], whole[1]);
	for (size_t n = 0; n < most; n++) {
		copy_runs();
		calls = 0;
		moment = n;
		if (filter(out, &err)) {
			ck_assert_int_ne(stat(out, &st), 0);
			failed++;
			continue;
		}
		ck_assert_msg(is_same(out, whole[0]) || is_same(out, whole[1]),
			      "change %d at moment %zu of %zu", _i, n, most);
		shell("rm -rf '%s'", out);
	}
	ck_assert_uint_gt(failed, 3);
	shell("rm -rf '%s'", within);
}
END_TEST

/* A report that is begun while the run is exchanged with a filtered one: it is of one of them. */
START_TEST(test_report_of_exchanged)
{
	json_t *root, *of[2];
	struct gno_report *r;
	struct gno_err err;
	size_t most = 0;

	name_all();
	write_runs(true);
	for (unsigned i = 0; i < 2; i++) {
		copy_runs();
		if (i)
			exchange();
		calls = 0;
		r = report_at(run);
		most = calls > most ? calls : most;
		of[i] = json_of(r);
		gno_report_free(r);
	}
	ck_assert(!json_equal(of[0], of[1]));
	change = exchange;
	for (size_t n = 0; n < most; n++) {
		copy_runs();
		calls = 0;
		moment = n;
		if (gno_report_build(run, &(struct gno_report_options){.columns = 20}, &r, &err))
			continue;
		root = json_of(r);
		ck_assert_msg(json_equal(root, of[0]) || json_equal(root, of[1]),
			      "moment %zu of %zu", n, most);
		json_decref(root);
		gno_report_free(r);
	}
	json_decref(of[0]);
	json_decref(of[1]);
	shell("rm -rf '%s'", within);
}
END_TEST

int main(void)
{
	return run_tests("filter_changed", NULL, NULL,
			 TESTS({test_changed, 2 * sizeof(changes) / sizeof(*changes)},
			       {test_report_of_exchanged}));
}
