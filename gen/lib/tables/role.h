/* SPDX-License-Identifier: Apache-2.0 */
/* What the ports of a monitor's modules are for. */
#ifndef GNO_GEN_ROLE_H
#define GNO_GEN_ROLE_H

#include "tables/tables.h"

/* X(NAME, name, what it means) once a role, in the order of the ports. */
#define TAB_ROLES(X)                                                                               \
	X(CLK, clk, "clock of the nodes and of the whole module")                                  \
	X(RST, rst, "reset, synchronous and active high")                                          \
	X(LINK, link, "the way to the host: pins, or a byte port")                                 \
	X(RING, ring, "wire to the chip before, or to the next one")                               \
	X(SYNC, sync, "the START pulse: the next cycle is time 0")                                 \
	X(MEMORY, memory, "the memory of the trace buffer outside the monitor")                    \
	X(WORD, word, "field of a watched word")                                                   \
	X(WHEN, when, "qualifier of a watched word, or of fields of it")                           \
	X(PAIR, pair, "signal that a ratio pair counts, or that gates one")                        \
	X(TAP, tap, "other signal, or value, of the preprocessors")                                \
	X(PORT, port, "event port: its bus, and the `pc` that is recorded with each write")        \
	X(LINE, line, "CAPTURE or REPORT line of a processor, and its time counters")

#define TAB_ROLE_ENUM(NAME, name, what) TAB_ROLE_##NAME,
enum tab_role { TAB_ROLES(TAB_ROLE_ENUM) };

/* By the enumeration. */
extern const struct tab_word tab_role_words[];

#endif
