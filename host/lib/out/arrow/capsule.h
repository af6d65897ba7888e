/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ARROW_CAPSULE_H
#define GNO_ARROW_CAPSULE_H

#include "gnomon/arrow.h"

/*
 * Moves a stream into a PyCapsule of the Python that this process runs, which finds it by its
 * names: a new reference. The caller holds Python's lock. NULL: there is no Python, or no memory;
 * the stream is still the caller's.
 */
void *arrow_capsule(struct ArrowArrayStream *stream);

#endif
