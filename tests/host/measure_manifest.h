/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MEASURE_MANIFEST_H
#define MEASURE_MANIFEST_H

/* The manifest of a monitor that measures, made of the model's with triggers and two nodes. */

#include <jansson.h>

/*
 * Adds to core0 a router, a gate, the host's trigger, quantities and all that hangs on them; to
 * core1 a pair with routed inputs and a threshold. `root` is a manifest with `triggers` and two
 * nodes of the model.
 */
void measure_manifest(json_t *root);

/* Puts pairs, an extreme, buckets and counters of core0 into groups `caches` and `wires`. */
void measure_groups(json_t *root);

#endif
