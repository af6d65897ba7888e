/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_SIM_TREE_H
#define GNOMON_CLI_SIM_TREE_H

/* Where the files of simulations are, in an installed gnomon and in the tree of its sources. */

#include "common/errors.h"

/* Paths without links and without dots; the caller's strings (sim_tree_free). */
struct sim_tree {
	char *rtl;     /* folder of the library's Verilog */
	char *bridge;  /* folder of the bridge, and of its header */
	char *model;   /* folder of what models of monitors share */
	char *cells;   /* folder of a header of models, among others that are not for them */
	char *include; /* folder of the public headers */
	char *library; /* the shared library */
	char *library_folder;
};

/* GNO_ERR_IO: something is not there; GNO_ERR_NOMEM. Then nothing is to be freed. */
int sim_tree_find(struct sim_tree *tree, struct gno_err *err);
void sim_tree_free(struct sim_tree *tree);

#endif
