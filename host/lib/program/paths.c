/* SPDX-License-Identifier: Apache-2.0 */

/* Paths of source files. A compiler may have run on Windows: \ ends a component, too. */
#include "program/parse.h"

#include <ctype.h>
#include <string.h>

static bool is_separator(char c)
{
	return c == '/' || c == '\\';
}

/* Whether an absolute path of Windows begins here: C:\ or \\HOST. */
static bool is_root(const char *c)
{
	return (isalpha((unsigned char)c[0]) && c[1] == ':' && is_separator(c[2])) ||
	       (c[0] == '\\' && c[1] == '\\');
}

void gno_path_simplify(char *path)
{
	char *start, *from, *to, *floor;

	for (size_t i = strlen(path);
	     i-- > 1;) /* libdw joins it with the folder of the compilation */
		if (path[i - 1] == '/' && is_root(path + i)) {
			memmove(path, path + i, strlen(path + i) + 1);
			break;
		}
	for (size_t i = 0; path[i]; i++)
		if (path[i] == '\\')
			path[i] = '/';
	start = from = to = floor = path + (*path == '/');
	for (bool more = *from; more;) {
		size_t len = strcspn(from, "/");
		bool up = len == 2 && !strncmp(from, "..", 2);

		more = from[len] == '/';
		if (up && to > floor) {
			for (to--; to > floor && to[-1] != '/'; to--)
				;
		} else if (len && !(len == 1 && *from == '.')) {
			memmove(to, from, len + more);
			to += len + more;
			if (up)
				floor = to;
		}
		from += len + more;
	}
	if (to > start && to[-1] == '/')
		to--;
	*to = '\0';
}

bool gno_path_ends(const char *path, const char *tail)
{
	size_t len = strlen(path), size = strlen(tail), i;

	if (!size || size > len)
		return false;
	path += len - size;
	for (i = 0; i < size; i++)
		if (path[i] != tail[i] && !(is_separator(path[i]) && is_separator(tail[i])))
			return false;
	return size == len || is_separator(path[-1]);
}

const char *gno_path_base(const char *path)
{
	const char *base = path;

	for (; *path; path++)
		if (is_separator(*path))
			base = path + 1;
	return base;
}
