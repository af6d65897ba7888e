/* SPDX-License-Identifier: Apache-2.0 */
#include "common/locale.h"

struct gno_locale gno_locale_enter(void)
{
	struct gno_locale l = {.own = newlocale(LC_ALL_MASK, "C", (locale_t)0)};

	l.callers = uselocale(l.own); /* without memory, only asks */
	return l;
}

void gno_locale_leave(struct gno_locale *l)
{
	uselocale(l->callers);
	if (l->own)
		freelocale(l->own);
}
