/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The list of the Verilog files that a simulator or a synthesis tool reads: the monitor's own file,
 * the modules of the library that it instantiates, and those that these may instantiate in turn.
 * And the whole library, as a core of FuseSoC.
 */
#include "emit/emit.h"

#include <stdlib.h>
#include <string.h>

#include "plan/plan.h"

static const struct {
	const char *module;
	const char *uses; /* what its file instantiates, with a space behind each */
} library[] = {
#include "library.inc"
};

#define MODULES (sizeof(library) / sizeof(library[0]))

/* The modules that are needed, in the order in which they were found. */
struct needed {
	size_t list[MODULES];
	size_t count;
};

/* Adds the module of that name, of `len` characters, if the library has it. */
static void need(struct needed *n, const char *name, size_t len)
{
	size_t i = 0;

	while (i < MODULES &&
	       (strlen(library[i].module) != len || strncmp(library[i].module, name, len) != 0))
		i++;
	for (size_t k = 0; k < n->count; k++)
		if (n->list[k] == i)
			return;
	if (i < MODULES)
		n->list[n->count++] = i;
}

/* Adds the modules that the emitted text instantiates: the name of one begins a line. */
static void need_instances(struct needed *n, const char *text)
{
	for (const char *line = text; line; line = strchr(line, '\n')) {
		const char *name = line + strspn(line, "\n\t");

		if (name != line)
			need(n, name, strcspn(name, " "));
		line = name;
	}
}

static void need_uses(struct needed *n, const char *uses)
{
	while (*uses) {
		size_t len = strcspn(uses, " ");

		need(n, uses, len);
		uses += len + 1;
	}
}

static int put_list(const struct plan *plan, emit_fn emit, FILE *out)
{
	struct needed n = {.count = 0};
	char *text = NULL;
	size_t size;
	FILE *verilog = open_memstream(&text, &size);
	int emitted;

	if (!verilog)
		return -1;
	emitted = emit(plan, verilog);
	if (fclose(verilog) != 0 || emitted != 0) {
		free(text);
		return -1;
	}
	need_instances(&n, text);
	free(text);
	for (size_t k = 0; k < n.count; k++)
		need_uses(&n, library[n.list[k]].uses);
	fprintf(out, "%s\n", plan->verilog);
	for (size_t k = 0; k < n.count; k++)
		fprintf(out, "%s.v\n", library[n.list[k]].module);
	return 0;
}

int emit_filelist(const struct plan *plan, FILE *out)
{
	return put_list(plan, emit_verilog, out);
}

int emit_model_filelist(const struct plan *plan, FILE *out)
{
	int rc = put_list(plan, emit_model_verilog, out);

	fprintf(out, "%s" MODEL_C_SUFFIX "\n", plan->name);
	return rc;
}

int emit_library_core(const struct plan *plan, FILE *out)
{
	(void)plan;
	fputs("CAPI=2:\n"
	      "# SPDX-License-Identifier: Apache-2.0\n"
	      "# Emitted by gnomon-gen: do not edit.\n"
	      "name: " EMIT_LIBRARY_CORE ":" GNOMON_VERSION "\n"
	      "description: Modules of gnomon's monitors\n\n"
	      "filesets:\n"
	      "  rtl:\n"
	      "    files:\n"
	      "      - gnomon_records.vh: {is_include_file: true}\n",
	      out);
	for (size_t i = 0; i < MODULES; i++)
		fprintf(out, "      - %s.v\n", library[i].module);
	fputs("    file_type: verilogSource\n\n"
	      "targets:\n"
	      "  default:\n"
	      "    filesets: [rtl]\n",
	      out);
	return 0;
}
