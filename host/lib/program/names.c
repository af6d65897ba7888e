/* SPDX-License-Identifier: Apache-2.0 */
/* How names of functions, symbols and source files fit what somebody writes. */
#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "program/parse.h"
#include "base/number.h"
#include "base/show.h"

const char *gno_name_colon(const char *text)
{
	const char *colon = NULL, *c;

	for (c = text; *c && *c != '('; c++) {
		if (*c != ':')
			continue;
		if (c[1] == ':')
			c++;
		else if (c > text && c[1])
			colon = c;
	}
	return colon;
}

/* Whether the text begins with the word, and ends or goes on with digits and what a suffix may
 * follow: then the rest, else NULL. */
static const char *after(const char *text, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(text, word, len) != 0)
		return NULL;
	text += len;
	if (*text == '.' && text[1] >= '0' && text[1] <= '9')
		text += 1 + strspn(text + 1, "0123456789");
	return *text && *text != '.' ? NULL : text;
}

/* Whether what follows a name says only that it is a whole copy: no part of it (.part.0, .cold). */
static bool is_copy(const char *suffix)
{
	static const char *const words[] = {".constprop", ".isra",	 ".lto_priv", ".llvm",
					    ".__uniq",	  ".localalias", NULL};
	const char *rest;

	if (*suffix == '.' && suffix[1] >= '0' && suffix[1] <= '9') /* a static variable's */
		return !suffix[1 + strspn(suffix + 1, "0123456789")];
	while (*suffix) {
		rest = NULL;
		for (size_t i = 0; words[i] && !rest; i++)
			rest = after(suffix, words[i]);
		if (!rest)
			return false;
		suffix = rest;
	}
	return true;
}

/* A name without what stands around it. */
struct plain {
	const char *at;
	size_t len;
};

/* Where the bracket that ends before `end` begins; NULL: there is none. */
static const char *bracket(const char *name, const char *end, char open, char close)
{
	unsigned depth = 0;

	while (end-- > name) {
		depth += *end == close;
		if (*end == open && depth && !--depth)
			return end;
	}
	return NULL;
}

static bool ends(const char *name, const char *end, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(end - name) >= len && !memcmp(end - len, word, len);
}

/* "int net::max<int>(int, int) const", up to `end`, is net::max<int>. */
static struct plain plain_of(const char *name, const char *end)
{
	static const char *const after_arguments[] = {" const", " volatile", " &&", " &", NULL};
	const char *at = name, *open;
	unsigned depth = 0;

	for (size_t i = 0; after_arguments[i]; i++)
		if (ends(name, end, after_arguments[i]))
			end -= strlen(after_arguments[i]);
	open = ends(name, end, ")") ? bracket(name, end, '(', ')') : NULL;
	if (open && open > name)
		end = open;
	if (!ends(name, end, ">") || strstr(name, "operator"))
		return (struct plain){name, (size_t)(end - name)};
	for (const char *c = end; c-- > name && at == name;) { /* templates have their type first */
		depth += *c == '>' || *c == ')';
		depth -= (*c == '<' || *c == '(') && depth;
		if (*c == ' ' && !depth)
			at = c + 1;
	}
	return (struct plain){at, (size_t)(end - at)};
}

static enum gno_fit fit_source(const char *text, const char *symbol, const char *name)
{
	const char *suffix = strchr(symbol, '.'), *clone = strstr(name, " [clone "), *open;
	const char *end = clone ? clone : name + strlen(name);
	const size_t len = strlen(text);
	enum gno_fit fit = GNO_FIT_NONE;
	struct plain plain;

	if (!strcmp(text, name))
		return GNO_FIT_NAME;
	if (suffix && !is_copy(suffix))
		return GNO_FIT_NONE;
	plain = plain_of(name, end);
	if (len == (size_t)(end - name) && !strncmp(name, text, len)) {
		fit = GNO_FIT_NAME;
	} else if (len == plain.len && !strncmp(plain.at, text, len)) {
		fit = GNO_FIT_PLAIN;
	} else if (len < plain.len && !strncmp(plain.at, text, len)) {
		const char *rest = plain.at + len;

		rest += strncmp(rest, "::<", 3) ? 0 : 2; /* as Rust writes it */
		open = bracket(plain.at, plain.at + plain.len, '<', '>');
		fit = *rest == '<' && open == rest ? GNO_FIT_TEMPLATE : GNO_FIT_NONE;
	}
	return clone && fit ? GNO_FIT_COPY : fit;
}

enum gno_fit gno_name_fit(const char *text, const char *symbol, const char *name)
{
	const size_t len = strlen(text);

	if (!strcmp(text, symbol))
		return GNO_FIT_SYMBOL;
	if (strcmp(name, symbol) != 0 && strstr(name, text))
		return fit_source(text, symbol, name);
	if (!strncmp(text, symbol, len) && symbol[len] == '.' && is_copy(symbol + len))
		return GNO_FIT_COPY;
	return GNO_FIT_NONE;
}

/* Whether the name, or its only copy's, is meant; a pattern as in a shell fits all of a name. */
static bool is_meant(const char *text, const struct gno_function *f)
{
	return gno_name_fit(text, f->symbol, f->name) || !fnmatch(text, f->symbol, 0) ||
	       !fnmatch(text, f->name, 0);
}

bool gno_program_is_named(const struct gno_function *f, const char *pattern)
{
	const char *colon = gno_name_colon(pattern);
	uint64_t address;

	if (gno_name_address(pattern, &address))
		return address == f->entry;
	return is_meant(pattern, f) ||
	       (colon && gno_name_is_in(pattern, colon, f->file, f->scope) &&
		is_meant(colon + 1, f));
}

bool gno_name_is_in(const char *text, const char *colon, const char *file, const char *scope)
{
	char tail[GNO_LONGEST_NAME];
	size_t len = (size_t)(colon - text);

	if (len >= sizeof(tail))
		return false;
	memcpy(tail, text, len);
	tail[len] = '\0';
	return (file && gno_path_ends(file, tail)) || (scope && gno_path_ends(scope, tail));
}

bool gno_name_address(const char *text, uint64_t *out)
{
	return base_number_parse(text, UINT64_MAX, out);
}

const struct gno_inlined *gno_program_inlined(const struct gno_program *p, const char *name)
{
	const char *colon = gno_name_colon(name);

	for (size_t i = 0; i < p->inlines; i++) {
		const struct gno_inlined *one = &p->inlined[i];

		if (gno_name_fit(name, one->symbol, one->name) ||
		    (colon && gno_name_fit(colon + 1, one->symbol, one->name) &&
		     gno_name_is_in(name, colon, one->file, NULL)))
			return one;
	}
	return NULL;
}

size_t gno_symbol_from(const struct gno_program *p, const char *name)
{
	size_t lo = 0, hi = p->symbols;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (strcmp(p->symbol[mid].symbol, name) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

const struct gno_symbol *gno_program_copy(const struct gno_program *p, const struct gno_function *f)
{
	const size_t len = strlen(f->symbol);

	for (size_t i = gno_symbol_from(p, f->symbol); i < p->symbols; i++) {
		const struct gno_symbol *s = &p->symbol[i];

		if (strncmp(s->symbol, f->symbol, len) != 0 || s->symbol[len] > '.')
			break;
		if (s->kind == GNO_SYMBOL_FUNCTION && s->address != f->entry &&
		    s->symbol[len] == '.' && is_copy(s->symbol + len))
			return s;
	}
	return NULL;
}

#define LONGEST 4096 /* bytes of a name that is worth showing */
#define MOST_REFERENCES                                                                            \
	40 /* to parts of the same name: each may double it, and a hostile one never ends */

#define MOST_RUST_REFERENCES 16 /* likewise */

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

/* libiberty's, which knows both forms that Rust has had; its header declares basename otherwise. */
char *rust_demangle(const char *symbol, int options);

/* The name of a Rust symbol without the hashes of crates, from malloc; NULL: it is none, or it
 * might get out of hand. */
static char *rust_name(const char *symbol)
{
	unsigned references = 0;

	if (strncmp(symbol, "_R", 2) != 0 && strncmp(symbol, "_ZN", 3) != 0)
		return NULL;
	for (const char *c = symbol; *c; c++)
		references += *c == 'B'; /* to parts of the same name */
	return references <= MOST_RUST_REFERENCES ? rust_demangle(symbol, 0) : NULL;
}

int gno_demangle(const char *symbol, size_t *budget, char **out, struct gno_err *err)
{
	char *name;
	int status = 0;
	size_t len;

	*out = NULL;
	if (!*budget)
		return 0;
	name = rust_name(symbol);
	if (!name && !strncmp(symbol, "_Z", 2) && is_bounded(symbol))
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

/* -- paths of source files. A compiler may have run on Windows: \ ends a component, too -- */

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
