/* SPDX-License-Identifier: Apache-2.0 */

/* Names of C++ as they are in the source. */
#include "program/parse.h"
#include "base/show.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST 4096 /* bytes of a name that is worth showing */
#define MOST_REFERENCES                                                                            \
	40 /* to parts of the same name: each may double it, and a hostile one never ends */

/* libstdc++'s, as the C++ ABI has it; <cxxabi.h> is for C++. */
char *__cxa_demangle(const char *symbol, char *buffer, size_t *length, int *status);

#define NO_MEMORY (-1) /* a status */

/* Whether it does not get out of hand. */
static bool is_bounded(const char *symbol)
{
	unsigned references = 0;

	for (; *symbol; symbol++)
		references += (*symbol == 'S' || *symbol == 'T') &&
			      (symbol[1] == '_' || (symbol[1] >= '0' && symbol[1] <= '9') ||
			       (symbol[1] >= 'A' && symbol[1] <= 'Z'));
	return references <= MOST_REFERENCES;
}

int gno_demangle(const char *symbol, size_t *budget, char **out, struct gno_err *err)
{
	char *name;
	int status = 0;
	size_t len;

	*out = NULL;
	if (strncmp(symbol, "_Z", 2) != 0 || !*budget || !is_bounded(symbol))
		return 0;
	name = __cxa_demangle(symbol, NULL, NULL, &status);
	if (!name)
		return status == NO_MEMORY ? gno_fail_nomem(err) : 0;
	len = strlen(name);
	*budget -= len < *budget ? len : *budget;
	if (len <= LONGEST)
		*out = base_show_new(name);
	free(name);
	return len > LONGEST || *out ? 0 : gno_fail_nomem(err);
}
