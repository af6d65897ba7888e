/* SPDX-License-Identifier: Apache-2.0 */
#include "output/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/arena.h"
#include "base/folder.h"
#include "plan/plan.h"

size_t output_list(const struct plan *plan, int model, struct arena *arena,
		   struct output files[OUTPUT_FILES])
{
	size_t count = 0;

	files[count++] = (struct output){plan->verilog, model ? emit_model_verilog : emit_verilog};
	files[count++] =
	    (struct output){plan->filelist, model ? emit_model_filelist : emit_filelist};
	files[count++] =
	    (struct output){"manifest.json", model ? emit_model_manifest : emit_manifest};
	files[count++] = (struct output){"gnomon_records.vh", emit_records_vh};
	files[count++] = (struct output){"records.h", emit_records_h};
	if (!model)
		return count;
	files[count++] =
	    (struct output){arena_printf(arena, "%s" MODEL_C_SUFFIX, plan->name), emit_model_c};
	return arena->failed ? 0 : count;
}

/* A file of the folder that is made; a message names the place where it will be. */
static FILE *open_file(const struct base_folder *folder, const char *name)
{
	int fd =
	    openat(folder->fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	FILE *out = fd < 0 ? NULL : fdopen(fd, "wb");

	if (!out && fd >= 0)
		close(fd);
	return out;
}

static int write_file(const struct plan *plan, const struct output *file,
		      const struct base_folder *folder, struct gen_err *err)
{
	FILE *out = open_file(folder, file->name);
	int emitted;
	int bad;

	if (!out)
		return gen_fail(err, GEN_ERR_IO, "cannot write '%s/%s': %s", folder->path,
				file->name, strerror(errno));
	errno = 0;
	emitted = file->emit(plan, out);
	bad = fflush(out) || ferror(out);
	if (bad)
		gen_fail(err, GEN_ERR_IO, "cannot write '%s/%s': %s", folder->path, file->name,
			 strerror(errno ? errno : EIO));
	if (fclose(out) && !bad) {
		bad = 1;
		gen_fail(err, GEN_ERR_IO, "cannot write '%s/%s': %s", folder->path, file->name,
			 strerror(errno));
	}
	if (bad)
		return GEN_ERR_IO;
	return emitted ? gen_fail(err, GEN_ERR_NOMEM, "out of memory") : GEN_OK;
}

int output_write(const struct plan *plan, const struct output *files, size_t count, const char *dir,
		 struct gen_err *err)
{
	struct base_folder folder;
	struct base_fault fault;
	struct arena arena;
	const char **names;
	int rc;

	arena_init(&arena);
	names = arena_array(&arena, count, sizeof(*names));
	for (size_t i = 0; names && i < count; i++)
		names[i] = files[i].name;
	if (arena.failed)
		return gen_fail(err, GEN_ERR_NOMEM, "out of memory");
	rc = base_folder_begin(&folder, dir, BASE_REPLACE | BASE_WAIT, names, count, &fault);
	rc = gen_take_fault(err, rc, &fault);
	if (rc == GEN_OK) {
		for (size_t i = 0; rc == GEN_OK && i < count; i++)
			rc = write_file(plan, &files[i], &folder, err);
		if (rc == GEN_OK)
			rc = gen_take_fault(err, base_folder_commit(&folder, &fault), &fault);
		else
			base_folder_drop(&folder);
	}
	arena_free(&arena);
	return rc;
}
