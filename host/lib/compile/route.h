/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ROUTE_H
#define GNO_ROUTE_H

/*
 * Expressions of the router's lines (docs/reference/experiment.md, "What is counted"):
 *
 *   route  = ("rise" | "fall" | "edge") "(" any ")" | any
 *   any    = xor { "or" xor }
 *   xor    = all { "xor" all }
 *   all    = not { "and" not }
 *   not    = "not" not | "(" any ")" | "always" | SIGNAL
 */

#include <stddef.h>
#include <stdint.h>
#include "monitor/manifest.h"
#include "common/words.h"
#include "monitor/table.h"

/*
 * Parses an expression over the signals of a node. GNO_ERR_FORMAT: *fault states what is wrong; a
 * signal that the node does not have is named there with those that it has.
 */
int gno_route_parse(const char *text, const struct gno_node *n, struct gno_route *out,
		    struct gno_words_fault *fault);

#endif
