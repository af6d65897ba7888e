/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each part of a monitor takes beside what its plan states exactly (cost.h): RAM blocks and
 * logic cells as they were measured on small monitors that differ in one part (`make cost-table`).
 */
#ifndef GNO_GEN_UNITS_H
#define GNO_GEN_UNITS_H

#include <stddef.h>

#include "common/arena.h"
#include "plan/plan.h"

/* The parts, and what `gnomon cost` calls them; the size of one is the number of what it has. */
#define UNITS(X)                                                                                   \
	X(SINGLE, "one node, with link and records")                                               \
	X(ALONE, "one node with its FIFO, with link and records")                                  \
	X(RING, "center of the ring, with link and records")                                       \
	X(NODE, "nodes at the ring")                                                               \
	X(UART, "UART")                                                                            \
	X(FT245, "FT245")                                                                          \
	X(FT245_SYNC, "FT245, synchronous")                                                        \
	X(SINGLE_WRAP, "flight recorder")                                                          \
	X(WRAP, "flight recorder")                                                                 \
	X(RING_WRAP, "flight recorder of a ring")                                                  \
	X(MEMORY, "port of the outside memory")                                                    \
	X(SINGLE_MEMORY, "port of the outside memory")                                             \
	X(SYNC, "register of the time")                                                            \
	X(ROM, "reader of the ROM")                                                                \
	X(TAPS, "registers on the taps")                                                           \
	X(CAPTURE, "CAPTURE line")                                                                 \
	X(INTERRUPT, "CAPTURE line, interrupt form")                                               \
	X(STORE, "local store with its REPORT line")                                               \
	X(SINGLE_DATA, "slots of samples, words and blocks")                                       \
	X(BLOCKS, "records of blocks")                                                             \
	X(SINGLE_JOINED, "events of several sources")                                              \
	X(SINGLE_TIMER, "timer")                                                                   \
	X(SINGLE_CAPTURE, "CAPTURE line")                                                          \
	X(SINGLE_INTERRUPT, "CAPTURE line, interrupt form")                                        \
	X(JOINED, "events of several sources")                                                     \
	X(TIMER, "timer")                                                                          \
	X(WATCHDOG, "watchdog")                                                                    \
	X(STEPS, "steps of sequences")                                                             \
	X(STRICT, "steps of strict sequences")                                                     \
	X(PORT, "event port")                                                                      \
	X(BUS, "event port on a bus")                                                              \
	X(PAIRS, "ratio pairs")                                                                    \
	X(COMPRESSED, "their compressed form")                                                     \
	X(GROUPS, "further groups")                                                                \
	X(GATE, "gate")                                                                            \
	X(ROUTER, "lines of the router, times signals")                                            \
	X(PULSE, "quantities: pulses")                                                             \
	X(LATENCY, "quantities: latencies")                                                        \
	X(OCCUPANCY, "quantities: occupancies")                                                    \
	X(TOTAL, "quantities: totals")                                                             \
	X(WINDOW, "quantities: windows")                                                           \
	X(VALUE, "quantities: values")                                                             \
	X(CLASS, "quantities: classes")                                                            \
	X(COUNTERS, "counters")                                                                    \
	X(BUCKETS, "buckets of pulses, of all banks")                                              \
	X(BUCKETS_CLOSE, "buckets of other quantities, of all banks")                              \
	X(THRESHOLDS, "thresholds")                                                                \
	X(EXTREMES, "extremes")                                                                    \
	X(SEGMENTS, "entries of segments")                                                         \
	X(CHANGES, "entries of segments of changes")

/* A part of a monitor. */
struct cost_unit {
	const char *what;
	unsigned size; /* of all such parts */
	int blocks;
	int blocks_least; /* the same, unless the size lies between two that differ in blocks */
	int cells;
};

/* Finds the parts of a plan, in the order of the list; the blocks of the lists that the plan itself
 * gives are not in them. NULL and no parts where the family was not measured. Returns GEN_OK or
 * GEN_ERR_NOMEM. */
int units_find(const struct plan *plan, unsigned tap_bits, struct arena *arena,
	       const struct cost_unit **units, size_t *count);

#endif
