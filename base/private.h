/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_PRIVATE_H
#define BASE_PRIVATE_H

/*
 * What is private to this process until it is renamed (base/temp.h), so that a program that a
 * signal ends leaves none of it behind. A program asks for that with base_private_guard(); in a
 * process that does not, as one that uses the library, the other functions do nothing. Threads may
 * call them side by side.
 */

#include <signal.h>
#include <stddef.h>

/*
 * From now on SIGINT, SIGTERM, SIGHUP and SIGPIPE remove what is private before they end the
 * process, unless they are ignored or handled; a file that grows beyond its limit is a failure of
 * the write. For main(), and for who gives a signal its usual effect back. It does nothing in a
 * child of a process that has called it.
 */
void base_private_guard(void);

/* Removes what is private and ends the process as the signal does: for handlers. */
void base_private_end(int signal);

/* Holds these signals and other threads back, so that nothing comes between making a file and
 * adding it. A thread may do so within itself. */
void base_private_hold(sigset_t *before);
void base_private_let(const sigset_t *before);

/* Adds the file or folder `name` in the open folder `dir`. More than there is room for are left
 * out. */
void base_private_add(int dir, const char *name);

/* What will be in that folder, as in a list of base/made.h; also the list itself. */
void base_private_inside(const char *name, const char *const *inside, size_t count);

/* It is renamed, or gone. */
void base_private_drop(const char *name);

#endif
