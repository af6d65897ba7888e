/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WINDOW_LINES_H
#define WINDOW_LINES_H

/* Random runs of a monitor whose CAPTURE and REPORT lines pause the time counters. */

#include "units_fixture.h"

/* Writes one of two nodes with so many rounds of the lines, and at each node so many events between
 * two of them, on the average. Records are missing, of a node or of both. */
void window_lines_write(struct tw *t, struct fix *f, unsigned rounds, unsigned events);

/* Writes a long one with few rounds, which gets an index, and one with many, which gets none, and
 * prints their names and folders. */
void window_lines_write_long(struct tw *t, struct fix *f, unsigned seed);

#endif
