/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "plan.h"

void output_list(const struct plan *plan, struct output files[OUTPUT_FILES])
{
	files[0] = (struct output){plan->verilog, emit_verilog};
	files[1] = (struct output){plan->filelist, emit_filelist};
	files[2] = (struct output){"manifest.json", emit_manifest};
	files[3] = (struct output){"metadata", emit_metadata};
	files[4] = (struct output){"gnomon_records.vh", emit_records_vh};
	files[5] = (struct output){"records.h", emit_records_h};
}

static int write_file(const struct plan *plan, emit_fn emit, const char *path, struct gen_err *err)
{
	FILE *out = fopen(path, "wb");
	int emitted;
	int bad;

	if (!out)
		return gen_fail(err, GEN_ERR_IO, "cannot write '%s': %s", path, strerror(errno));
	errno = 0;
	emitted = emit(plan, out);
	bad = fflush(out) || ferror(out);
	if (bad)
		gen_fail(err, GEN_ERR_IO, "cannot write '%s': %s", path, strerror(errno ? errno : EIO));
	if (fclose(out) && !bad) {
		bad = 1;
		gen_fail(err, GEN_ERR_IO, "cannot write '%s': %s", path, strerror(errno));
	}
	if (bad)
		return GEN_ERR_IO;
	return emitted ? gen_fail(err, GEN_ERR_NOMEM, "out of memory") : GEN_OK;
}

/* Makes the folder; `*made` tells whether it was not there. */
static int make_folder(const char *dir, int *made, struct gen_err *err)
{
	struct stat st;

	*made = mkdir(dir, 0777) == 0;
	if (*made)
		return GEN_OK;
	if (errno != EEXIST)
		return gen_fail(err, GEN_ERR_IO, "cannot make folder '%s': %s", dir, strerror(errno));
	if (stat(dir, &st) == 0 && !S_ISDIR(st.st_mode))
		return gen_fail(err, GEN_ERR_IO, "cannot write into '%s': not a folder", dir);
	return GEN_OK;
}

int output_write(const struct plan *plan, const struct output *files, size_t count, const char *dir,
		 struct gen_err *err)
{
	struct arena arena;
	const char **paths;
	size_t written = 0;
	int made = 0;
	int rc;

	arena_init(&arena);
	paths = arena_array(&arena, count, sizeof(*paths));
	for (size_t i = 0; paths && i < count; i++)
		paths[i] = arena_printf(&arena, "%s/.%s.new", dir, files[i].name);
	if (arena.failed) {
		rc = gen_fail(err, GEN_ERR_NOMEM, "out of memory");
		goto out;
	}
	rc = make_folder(dir, &made, err);
	for (; rc == GEN_OK && written < count; written++)
		rc = write_file(plan, files[written].emit, paths[written], err);
	for (size_t i = 0; rc == GEN_OK && i < count; i++) {
		const char *name = arena_printf(&arena, "%s/%s", dir, files[i].name);

		if (arena.failed)
			rc = gen_fail(err, GEN_ERR_NOMEM, "out of memory");
		else if (rename(paths[i], name))
			rc = gen_fail(err, GEN_ERR_IO, "cannot write '%s': %s", name, strerror(errno));
	}
	for (size_t i = 0; rc && i < written; i++)
		unlink(paths[i]);
	if (rc && made)
		rmdir(dir);
out:
	arena_free(&arena);
	return rc;
}
