/* SPDX-License-Identifier: Apache-2.0 */
#ifndef USES_FIXTURE_H
#define USES_FIXTURE_H

/* What the tests of experiments that measure share: a monitor that measures, and three points. */

#include <stdbool.h>

#include "experiment_fixture.h"

#define USES_HEAD                                                                                  \
	"gnomon: 1\nmanifest: m.json\n"                                                            \
	"points: { a: { address: 4 }, b: { address: 8 }, c: { address: 12, nodes: core0 } }\n"

/* A monitor without groups; ex_teardown ends it. */
void uses_setup(void);

/* The manifest of the monitor, with groups or without. */
void uses_manifest(bool groups);

/* Loads USES_HEAD and a text; as ex_load. */
int uses_load(const char *text, struct gno_err *err);

/* Loads what must be good, without a warning. */
void uses_good(const char *text);

#endif
