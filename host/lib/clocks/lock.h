/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOCKS_LOCK_H
#define CLOCKS_LOCK_H

#include <stdint.h>

/* How much larger the error of a mean is than with independent counts, and what follows. */
#define CLOCKS_NEAR 1.1	  /* from here on: near a lock */
#define CLOCKS_LOCKED 3.0 /* from here on: locked */

/*
 * The standard deviation of the mean count of a constant duration, divided by that of independent
 * counts. A loop in which it is measured `n` times takes `loop` ticks each, with the standard
 * deviation `spread`, which is independent from loop to loop. The first begins anywhere in a tick.
 *
 * A count is a periodic function of where in a tick the duration begins. Its harmonic h has the
 * variance 2 (sin(pi h T) / (pi h))^2, T the duration in ticks. From one loop to the next it turns
 * by 2 pi h loop, and its correlation falls to exp(-2 (pi h spread)^2). T is not known so exactly
 * that a sine may be 0: a loop of 1.25 ticks makes 0.25 of every T near it. So the sine is taken as
 * min(1, pi h T).
 */
double clocks_lock(double duration, double loop, double spread, double n);

#endif
