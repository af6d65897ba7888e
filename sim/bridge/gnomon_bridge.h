/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gnomon_bridge: what a testbench may call (gnomon_bridge_finish), and what gnomon_bridge.v calls.
 */
#ifndef GNOMON_BRIDGE_H
#define GNOMON_BRIDGE_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Asks all runs of the simulation to end (+gnomon_experiment): each monitor is stopped and drained.
 * Returns how many still need clocks for that. A main program that ends the simulation by itself
 * calls it before `final`:
 *
 *	while (gnomon_bridge_finish() && !context.gotFinish())
 *		clock();
 */
int gnomon_bridge_finish(void);

/*
 * What gnomon_bridge.v calls, in this order. `monitor` is the name by which plusargs can select the
 * bridge, `prefix` that of its plusargs. Returns the number of the bridge, or -1
 * after a message on stderr, which is then to end the simulation with a fault.
 */
int gnomon_bridge_new(const char *monitor, const char *prefix);

/*
 * A plusarg: its name without the prefix, and its value. named: it begins with the monitor's name,
 * which is taken off. Returns 0, or -1 after a message.
 */
int gnomon_bridge_set(int bridge, const char *key, const char *value, int named);

/*
 * The bridge has its plusargs. byte_clocks: clocks that a byte takes on its way to the monitor at
 * least. Returns whether the target is to be held until a run starts. All bridges begin to serve at
 * the first clock of one of them: then it is known which monitors there are.
 */
int gnomon_bridge_open(int bridge, int byte_clocks);

/* Exchanges words of gnomon_bridge_parts.h. */
int gnomon_bridge_clock(int bridge, int in);

/* The simulation ends. Returns 0, or -1 after a message: a run is not whole. */
int gnomon_bridge_close(int bridge);

#ifdef __cplusplus
}
#endif

#endif
