/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_THREAD_H
#define GNO_THREAD_H

/* A thread beside the one that a command runs in. */

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread. It takes no signals: what their handlers read (base/private.h) changes only in
 * the first thread, so only that one may run them. false: the system has no thread left. */
bool gno_thread_start(pthread_t *thread, void *(*work)(void *ctx), void *ctx);

/* Whether a thread beside this one has a processor for itself. */
bool gno_thread_has_processor(void);

#endif
