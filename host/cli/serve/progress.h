/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_PROGRESS_H
#define GNOMON_CLI_PROGRESS_H

/* How far a process has come with a run, by what it has read. */

#include <stdint.h>
#include <sys/types.h>

/* Bytes that a process of this user has read so far, as far as is known. */
uint64_t progress_read(pid_t process);

/* Bytes of the trace of a run of one board; 0: not known. */
uint64_t progress_trace(const char *dir);

#endif
