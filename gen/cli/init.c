/* SPDX-License-Identifier: Apache-2.0 */
/* `gnomon sim --init`: a folder with a testbench that runs at once. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/show.h"
#include "cli.h"
#include "description.h"
#include "emit/emit.h"
#include "output/output.h"

#define FILES 4

static const struct base_option options[] = {
    {'o', "output", "DIR", "the new folder"},
    {0},
};

/* Whether such a testbench can have the monitor; if not, what is in the way. */
static int check_plan(const struct plan *plan, struct gen_err *err)
{
	if (plan->phy->kind != PLAN_BYTES && plan->phy->kind != PLAN_UART)
		return gen_fail(err, GEN_ERR_FIT,
				"the bridge does not speak '%s': a testbench needs 'phy: bytes' or "
				"'phy: uart'",
				plan->phy->name);
	if (plan->chips_count)
		return gen_fail(err, GEN_ERR_FIT, "a testbench has one chip, and '%s' has %u",
				plan->name, plan->chips_count + 1);
	if (plan->port)
		return gen_fail(
		    err, GEN_ERR_FIT,
		    "'%s' keeps its trace buffer in a memory outside, which a testbench "
		    "does not have",
		    plan->name);
	return GEN_OK;
}

/* The path of gnomon, if make and a shell take it as one word; else its name. */
static const char *find_gnomon(char path[PATH_MAX + 8])
{
	char own[PATH_MAX] = "", shown[BASE_SHOWN];
	char *slash;

	if (readlink("/proc/self/exe", own, sizeof(own) - 1) < 0)
		return "gnomon";
	slash = strrchr(own, '/');
	if (!slash)
		return "gnomon";
	*slash = '\0';
	snprintf(path, PATH_MAX + 8, "%s/gnomon", own);
	if (path[strcspn(path, " \t\n\"\'\\$#%&;|<>()[]{}*?!`^:=")] || strlen(path) >= BASE_SHOWN ||
	    strcmp(base_show(path, shown, sizeof(shown)), path) != 0)
		return "gnomon";
	return path;
}

static const char *makefile(struct arena *arena, const struct plan *plan)
{
	char path[PATH_MAX + 8];

	return arena_printf(
	    arena,
	    "# `make` simulates %s_tb.v with the monitor of monitor.yaml by Verilator, and prints the\n"
	    "# report of experiment.yaml. SOURCES are the testbench and the files of your design.\n"
	    "GNOMON    ?= $(or $(shell command -v gnomon),%s)\n"
	    "VERILATOR ?= verilator\n"
	    "SOURCES   := %s_tb.v\n"
	    "\n"
	    "run: obj_dir/simulation experiment.yaml\n"
	    "\tobj_dir/simulation +gnomon_experiment=experiment.yaml +gnomon_run=run \\\n"
	    "\t\t+gnomon_force +gnomon_report\n"
	    "\n"
	    "obj_dir/simulation: $(SOURCES) out/manifest.json\n"
	    "\tmkdir -p obj_dir\n"
	    "\t$(VERILATOR) $$($(GNOMON) sim --binary out) $(SOURCES) -o simulation \\\n"
	    "\t\t> obj_dir/make.log 2>&1 || { cat obj_dir/make.log; exit 1; }\n"
	    "\n"
	    "out/manifest.json: monitor.yaml\n"
	    "\t$(GNOMON) gen monitor.yaml -o out\n"
	    "\n"
	    ".PHONY: run\n",
	    plan->name, find_gnomon(path), plan->name);
}

static int write_all(struct description *d, const char *folder, struct gen_err *err)
{
	const struct output files[FILES] = {
	    {"Makefile", NULL, makefile(&d->arena, &d->plan)},
	    {"experiment.yaml", emit_experiment, NULL},
	    {"monitor.yaml", NULL, d->source.text},
	    {arena_printf(&d->arena, "%s_tb.v", d->plan.name), emit_testbench, NULL},
	};
	int rc = check_plan(&d->plan, err);

	if (!rc && d->arena.failed)
		rc = gen_fail(err, GEN_ERR_NOMEM, "out of memory");
	return rc ? rc : output_write_new(&d->plan, files, FILES, folder, err);
}

int init_main(int argc, char **argv)
{
	struct base_values v;
	struct description d;
	struct gen_err err;
	char shown[BASE_SHOWN];
	int rc;

	if (gen_parse("sim", options, argc, argv, &v) || !v.args || !v.option[0])
		return gen_usage("sim", "--init takes a folder and a description");
	rc = description_plan(v.arg[0], 0, &d, &err);
	if (!rc)
		rc = write_all(&d, v.option[0], &err);
	if (!rc)
		printf("%s: 4 files in %s; 'make' in it runs them\n", d.plan.name,
		       base_show(v.option[0], shown, sizeof(shown)));
	else if (rc != GEN_ERR_INPUT)
		fprintf(stderr, "gnomon sim: %s\n", err.text);
	description_free(&d);
	return rc ? EXIT_BAD : EXIT_GOOD;
}
