/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_RESOLVE_H
#define GNO_RESOLVE_H

#include "yaml_reader.h"

/* Finds the addresses of all points in the program; what is not there is a fault. */
void gno_resolve_addresses(struct gno_yaml *y, struct gno_experiment *e);

/* Compiles the tables of all nodes into e->tables; what does not fit is a fault that names the points. */
void gno_resolve_tables(struct gno_yaml *y, struct gno_experiment *e);

#endif
