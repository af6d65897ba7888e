/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_BENCH_H
#define MODEL_BENCH_H

/* a node of the model on a bench: an experiment from a text, and as text what the node makes of it
 */

#include "model.h"

struct bench {
	struct model_experiment experiment; /* the caller's: model_experiment_free() */
	struct model_node node;
	struct model_inputs inputs; /* of the next clock */
	bool captured;		    /* another node drives the CAPTURE line in it */
	char text[4096];
	size_t used;
};

/* takes an experiment, which must be good; no input but that which is always 1, and nothing was
 * printed yet */
void bench_take(struct bench *bench, const char *experiment);

void bench_say(struct bench *bench, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* a clock from time 0 on; prints " time:kind.code/aux=words" of each record */
void bench_clock(struct bench *bench);

#endif
