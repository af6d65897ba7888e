/* SPDX-License-Identifier: Apache-2.0 */
#include "common/baud.h"

#include <stdlib.h>
#include <string.h>

#define DIGITS 9
#define PERCENT 3 /* that a rate may be missed by; a UART reads no more than that */

int gno_baud_cut(const char *text, size_t *len, unsigned *baud, struct gno_err *err)
{
	const char *at = strrchr(text, '@');
	size_t digits = at ? strspn(at + 1, "0123456789") : 0;

	*len = strlen(text);
	*baud = 0;
	if (!at || !digits || at[1 + digits])
		return 0;
	*len = (size_t)(at - text);
	*baud = digits <= DIGITS ? (unsigned)atoi(at + 1) : 0;
	return *baud ? 0
		     : gno_fail(err, GNO_ERR_ARG, "no rate '%s': rates are 1 to 999999999", at + 1);
}

bool gno_baud_near(unsigned made, unsigned asked)
{
	unsigned long long off = made > asked ? made - asked : asked - made;

	return off * 100 <= (unsigned long long)asked * PERCENT;
}
