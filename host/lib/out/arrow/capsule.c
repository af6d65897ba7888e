/* SPDX-License-Identifier: Apache-2.0 */
#include "out/arrow/capsule.h"

#include <dlfcn.h>
#include <stdlib.h>

#define NAME "arrow_array_stream" /* as the specification of Arrow's capsules has it */

/* Python destroys objects while an exception passes, and at its own end: no code of Python may run
 * here. */
static void destroy(void *capsule)
{
	void *(*pointer)(void *, const char *) = NULL;
	struct ArrowArrayStream *stream;

	*(void **)&pointer = dlsym(RTLD_DEFAULT, "PyCapsule_GetPointer");
	stream = pointer ? pointer(capsule, NAME) : NULL;
	if (stream && stream->release)
		stream->release(stream);
	free(stream);
}

void *arrow_capsule(struct ArrowArrayStream *stream)
{
	void *(*new)(void *, const char *, void (*)(void *)) = NULL;
	struct ArrowArrayStream *kept = malloc(sizeof(*kept));
	void *capsule = NULL;

	*(void **)&new = dlsym(RTLD_DEFAULT, "PyCapsule_New");
	if (new &&kept) {
		*kept = *stream;
		capsule = new (kept, NAME, destroy);
	}
	if (capsule)
		stream->release = NULL;
	else
		free(kept);
	return capsule;
}
