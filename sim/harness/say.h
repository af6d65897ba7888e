/* SPDX-License-Identifier: Apache-2.0 */
/* say: prints a simulator's messages; text from outside is made safe to print.
 */
#ifndef GNOMON_SIM_SAY_H
#define GNOMON_SIM_SAY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Print one message on stderr, and end its line. */
void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* A byte of the target's console, for stdout: whole lines, as base/show.h shows them. */
void console_put(uint8_t byte);

/* End a line that the target left open, if there is one. */
void console_end(void);

#ifdef __cplusplus
}
#endif

#endif
