/* SPDX-License-Identifier: Apache-2.0 */
#include "output/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/arena.h"
#include "base/folder.h"
#include "base/made.h"
#include "emit/constraints.h"
#include "plan/plan.h"

const struct output_template output_templates[] = {
    {"verilog", ".veo", emit_verilog_instance, emit_model_verilog_instance},
    {"vhdl", "_component.vhd", emit_vhdl, emit_model_vhdl},
    {"amaranth", "_amaranth.py", emit_amaranth, emit_model_amaranth},
    {"chisel", "_chisel.scala", emit_chisel, emit_model_chisel},
    {0},
};

/* The bit of a name of so many characters; 0: it is none. */
static unsigned bit_of(const char *name, size_t length)
{
	for (unsigned i = 0; output_templates[i].name; i++)
		if (strlen(output_templates[i].name) == length &&
		    strncmp(output_templates[i].name, name, length) == 0)
			return 1u << i;
	return 0;
}

int output_choose(const char *names, unsigned *templates)
{
	*templates = strcmp(names, "all") == 0 ? ~0u : 0;
	if (*templates || strcmp(names, "none") == 0)
		return 0;
	for (;; names++) {
		const size_t length = strcspn(names, ",");
		const unsigned bit = bit_of(names, length);

		if (!bit || *templates & bit)
			return -1;
		*templates |= bit;
		names += length;
		if (!*names)
			return 0;
	}
}

size_t output_list(const struct plan *plan, int model, unsigned templates, struct arena *arena,
		   struct output files[OUTPUT_FILES])
{
	size_t count = 0;

	files[count++] = (struct output){.name = plan->verilog,
					 .emit = model ? emit_model_verilog : emit_verilog};
	files[count++] = (struct output){.name = plan->filelist,
					 .emit = model ? emit_model_filelist : emit_filelist};
	files[count++] = (struct output){.name = "manifest.json",
					 .emit = model ? emit_model_manifest : emit_manifest};
	files[count++] = (struct output){.name = "gnomon_records.vh", .emit = emit_records_vh};
	files[count++] = (struct output){.name = "records.h", .emit = emit_records_h};
	files[count++] =
	    model ? (struct output){.name = arena_printf(arena, "%s" MODEL_C_SUFFIX, plan->name),
				    .emit = emit_model_c}
		  : (struct output){.name = arena_printf(arena, "%s.core", plan->name),
				    .emit = emit_core};
	if (!model && constraints_needed(plan))
		for (const struct constraints_flow *flow = constraints_flows; flow->end; flow++)
			files[count++] = (struct output){
			    .name = arena_printf(arena, "%s%s", plan->name, flow->end),
			    .emit = flow->emit};
	for (unsigned i = 0; output_templates[i].name; i++)
		if (templates >> i & 1)
			files[count++] =
			    (struct output){.name = arena_printf(arena, "%s%s", plan->name,
								 output_templates[i].end),
					    .emit = model ? output_templates[i].emit_model
							  : output_templates[i].emit};
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
	if (!file->emit)
		fputs(file->text, out);
	emitted = file->emit ? file->emit(plan, out) : 0;
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

static int write_folder(const struct plan *plan, const struct output *files, size_t count,
			const char *dir, unsigned how, struct gen_err *err)
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
	rc = base_folder_begin(&folder, dir, how, names, count, &fault);
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

int output_write(const struct plan *plan, const struct output *files, size_t count, const char *dir,
		 struct gen_err *err)
{
	return write_folder(plan, files, count, dir, BASE_REPLACE | BASE_WAIT, err);
}

int output_write_new(const struct plan *plan, const struct output *files, size_t count,
		     const char *dir, struct gen_err *err)
{
	char list[PATH_MAX];
	int rc = write_folder(plan, files, count, dir, 0, err);

	/* gnomon would replace what the list names, and the user may change it from now on */
	snprintf(list, sizeof(list), "%s/" BASE_MADE_LIST, dir);
	if (rc == GEN_OK && unlink(list))
		return gen_fail(err, GEN_ERR_IO, "cannot remove '%s': %s", list, strerror(errno));
	return rc;
}
