/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_LOCALE_H
#define GNO_LOCALE_H

/*
 * The locale of a program that uses the library must not change what is read and printed: "1.5" is
 * a number, and 1,5 is none. Each function of the public interface that reads or prints has
 * GNO_C_LOCALE as its first line; until it returns, its thread has the locale "C". The caller's own
 * functions run in the caller's locale (GNO_AS_CALLER).
 */

#include <locale.h>

struct gno_locale {
	locale_t callers, own;
};

struct gno_locale gno_locale_enter(void);
void gno_locale_leave(struct gno_locale *l);

#define GNO_C_LOCALE                                                                               \
	struct gno_locale gno_locale __attribute__((cleanup(gno_locale_leave))) = gno_locale_enter()

/* Does something in the caller's locale. */
#define GNO_AS_CALLER(callers, what)                                                               \
	do {                                                                                       \
		const locale_t ours = uselocale(callers);                                          \
		what;                                                                              \
		uselocale(ours);                                                                   \
	} while (0)

#endif
