/* SPDX-License-Identifier: Apache-2.0 */
#include "base/name.h"

#include <string.h>

/* In every locale. */
static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_word(char c)
{
	return is_letter(c) || (c >= '0' && c <= '9');
}

bool base_name_goes_on(char c)
{
	return is_word(c) || c == '-' || c == '.';
}

bool base_name_ok(const char *text, size_t most)
{
	size_t len = 0;

	while (len <= most && base_name_goes_on(text[len]))
		len++;
	return is_letter(*text) && !text[len] && len <= most;
}

bool base_name_is_word(const char *text)
{
	return base_name_ok(text, BASE_NAME_MAX) && !text[strcspn(text, "-.")];
}
