/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/triggers/kinds.h"

#define ENTRY(word) &exp_trigger_##word,

const struct exp_trigger *const exp_triggers[] = {EXP_TRIGGER_KINDS(ENTRY) NULL};
