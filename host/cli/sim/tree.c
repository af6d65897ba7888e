/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tree.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/places.h"

#define LIBRARY "libgnomon.so.0"

/* Folders from that of the program on, of an installed gnomon and of the tree. */
static const struct layout {
	const char *rtl, *bridge, *model, *cells, *include;
} layouts[] = {
    {"../share/gnomon/rtl", "../share/gnomon/sim", "../share/gnomon/sim", "../share/gnomon/sim",
     "../include"},
    {"../../rtl", "../../sim/bridge", "../../sim/model", "../../host/lib/common",
     "../../host/include"},
};

/* Where the library can be: some distributions have another folder for each kind of processor. */
static const char *const library_folders[] = {
    "../lib",
    "../lib64",
#if defined(__x86_64__)
    "../lib/x86_64-linux-gnu",
#elif defined(__aarch64__)
    "../lib/aarch64-linux-gnu",
#elif defined(__riscv) && __riscv_xlen == 64
    "../lib/riscv64-linux-gnu",
#endif
};

/* The path `from`/`name` without links, in new memory; NULL: it is not there. */
static char *resolve(const char *from, const char *name)
{
	char path[2 * PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", from, name);
	return realpath(path, NULL);
}

/* One that must be there; *rc keeps the first failure. */
static char *must(const char *from, const char *name, int *rc, struct gno_err *err)
{
	char *path = *rc ? NULL : resolve(from, name);

	if (!path && !*rc)
		*rc = gno_fail_errno(err, errno, "no '%s/%s', which belongs to gnomon", from, name);
	return path;
}

static int find_library(const char *from, struct sim_tree *tree, struct gno_err *err)
{
	for (size_t i = 0; i < sizeof(library_folders) / sizeof(library_folders[0]); i++) {
		char file[PATH_MAX];

		snprintf(file, sizeof(file), "%s/" LIBRARY, library_folders[i]);
		tree->library = resolve(from, file);
		if (!tree->library)
			continue;
		/* by the name that programs look for, which may be a link */
		free(tree->library);
		tree->library = NULL;
		tree->library_folder = resolve(from, library_folders[i]);
		if (!tree->library_folder ||
		    asprintf(&tree->library, "%s/" LIBRARY, tree->library_folder) < 0)
			return gno_fail_nomem(err);
		return 0;
	}
	return gno_fail(err, GNO_ERR_IO,
			"no '" LIBRARY "' in '%s/%s': make it, or install it below the same prefix",
			from, library_folders[0]);
}

int sim_tree_find(struct sim_tree *tree, struct gno_err *err)
{
	const struct layout *layout = layouts;
	char from[PATH_MAX], *there;
	int rc = 0;

	*tree = (struct sim_tree){.rtl = NULL};
	if (cli_program_folder(from, sizeof(from)))
		return gno_fail(err, GNO_ERR_IO, "cannot find the files of gnomon");
	there = resolve(from, layout->rtl);
	layout += !there;
	free(there);
	tree->rtl = must(from, layout->rtl, &rc, err);
	tree->bridge = must(from, layout->bridge, &rc, err);
	tree->model = must(from, layout->model, &rc, err);
	tree->cells = must(from, layout->cells, &rc, err);
	tree->include = must(from, layout->include, &rc, err);
	if (!rc)
		rc = find_library(from, tree, err);
	if (rc)
		sim_tree_free(tree);
	return rc;
}

void sim_tree_free(struct sim_tree *tree)
{
	free(tree->rtl);
	free(tree->bridge);
	free(tree->model);
	free(tree->cells);
	free(tree->include);
	free(tree->library);
	free(tree->library_folder);
	*tree = (struct sim_tree){.rtl = NULL};
}
