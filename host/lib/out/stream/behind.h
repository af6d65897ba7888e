/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_STREAM_BEHIND_H
#define GNO_STREAM_BEHIND_H

/*
 * A stream whose bytes a thread of its own writes to a file, while the next ones are made: for
 * hundreds of megabytes, which the system takes as long to store as a program to make.
 */

#include <stdio.h>

/*
 * A stream that writes where `to` does, which is not used until it is closed. Once a write has
 * failed, it takes no more; errno is the thread's. fclose() waits until all is written, and fails
 * where a write did. NULL: this process has one processor only, or no memory or thread for it; then
 * `to` serves as well.
 */
FILE *export_behind(FILE *to);

#endif
