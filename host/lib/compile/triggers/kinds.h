/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_TRIGGER_KINDS_H
#define GNO_TRIGGER_KINDS_H

/*
 * The kinds of triggers, in the order in which their sections are read: one file each, but for
 * those that have no section (kinds.c).
 */

#include "compile/trigger.h"

/* The table of kinds: `word` is defined as exp_trigger_word. */
#define EXP_TRIGGER_KINDS(X)                                                                       \
	X(code)                                                                                    \
	X(sequence)                                                                                \
	X(timer)                                                                                   \
	X(watchdog)                                                                                \
	X(threshold)                                                                               \
	X(host)                                                                                    \
	X(capture)                                                                                 \
	X(capture_began)                                                                           \
	X(capture_ended)                                                                           \
	X(report_began)                                                                            \
	X(report_ended)

#define EXP_TRIGGER_DECLARE(word) extern const struct exp_trigger exp_trigger_##word;
EXP_TRIGGER_KINDS(EXP_TRIGGER_DECLARE)

#define EXP_TRIGGER_COUNT(word) +1
enum { EXP_TRIGGERS = EXP_TRIGGER_KINDS(EXP_TRIGGER_COUNT) };

/* All of them, then NULL. */
extern const struct exp_trigger *const exp_triggers[EXP_TRIGGERS + 1];

#endif
