/* SPDX-License-Identifier: Apache-2.0 */
#include "common/baud.h"
#include "base/number.h"

#include <string.h>

#define MOST 999999999u
#define PERCENT 3 /* that a rate may be missed by; a UART reads no more than that */

int gno_baud_cut(const char *text, size_t *len, unsigned *baud, struct gno_err *err)
{
	const char *at = strrchr(text, '@');
	uint64_t rate;

	*len = strlen(text);
	*baud = 0;
	if (!at || !at[1] || at[1 + strspn(at + 1, "0123456789")])
		return 0;
	*len = (size_t)(at - text);
	if (!base_number_parse(at + 1, MOST, &rate) || !rate)
		return gno_fail(err, GNO_ERR_ARG, "'%s' is not a rate: rates are 1 to %u", at + 1,
				MOST);
	*baud = (unsigned)rate;
	return 0;
}

bool gno_baud_near(unsigned made, unsigned asked)
{
	unsigned long long off = made > asked ? made - asked : asked - made;

	return off * 100 <= (unsigned long long)asked * PERCENT;
}
