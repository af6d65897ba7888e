/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of the manifest. NULL goes up to the caller as a failure. */
#ifndef GNO_GEN_MANIFEST_H
#define GNO_GEN_MANIFEST_H

#include <jansson.h>

#include "plan/plan.h"

/* Appends to an array and takes over the item; where something failed the array is dropped and NULL
 * given. */
json_t *json_append(json_t *array, json_t *item);

/* Puts the ports of a module behind those in `array`. */
json_t *ports_json(json_t *array, const struct plan_top *top);

/* A node's preprocessors; null where there are none. */
json_t *preprocessors_json(const struct plan_preprocessors *m);

#endif
