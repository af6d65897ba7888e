/* SPDX-License-Identifier: Apache-2.0 */
#include "base/options.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/number.h"

/* What getopt_long returns for the long option at place i. */
#define CODE(i) (256 + (i))

const char base_option_gone[] = "[=GONE]";

static const struct base_option help = {'h', "help", NULL, "print this help"};

/* The table in getopt_long's form. */
struct getopt_table {
	struct option longs[BASE_OPTIONS_MAX + 1];
	char shorts[3 * BASE_OPTIONS_MAX + 2];
};

static int argument_of(const struct base_option *o)
{
	if (!o->value)
		return no_argument;
	return *o->value == '[' ? optional_argument : required_argument;
}

static char *add_getopt_option(struct getopt_table *t, char *s, int i, const struct base_option *o)
{
	static const char *const colons[] = {
	    [no_argument] = "", [required_argument] = ":", [optional_argument] = "::"};

	t->longs[i] = (struct option){o->name, argument_of(o), NULL, CODE(i)};
	return o->letter ? s + sprintf(s, "%c%s", o->letter, colons[argument_of(o)]) : s;
}

/* Fills the table; returns the place of --help, behind all others. */
static int fill_getopt(struct getopt_table *t, const struct base_option *options)
{
	char *s = t->shorts;
	int i;

	*s++ = ':'; /* faults are returned, not printed */
	for (i = 0; options[i].name; i++) {
		assert(i < BASE_OPTIONS_MAX - 1);
		s = add_getopt_option(t, s, i, &options[i]);
	}
	add_getopt_option(t, s, i, &help);
	return i;
}

/* Place of the option that getopt_long returned. */
static int place_of(const struct base_option *options, int code)
{
	int i;

	if (code >= CODE(0))
		return code - CODE(0);
	for (i = 0; options[i].name && options[i].letter != code; i++)
		;
	return i; /* that behind the last: --help */
}

__attribute__((format(printf, 2, 3))) static void set_fault(char **fault, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(fault, fmt, ap) < 0)
		*fault = NULL;
	va_end(ap);
}

/* What is wrong with the option that getopt_long refused; `text` is the argument that holds it.
 */
static void describe_fault(char **fault, int code, const char *text)
{
	const char *what = "unknown option '%s'";
	char letter[3] = {'-', (char)optopt, 0};

	if (code == ':')
		what = "option '%s' needs a value";
	else if (optopt >= CODE(0))
		what = "option '%s' takes no value";
	if (text[1] != '-' && optopt && optopt < CODE(0))
		text = letter;
	set_fault(fault, what, text);
}

static bool is_list(const struct base_option *o)
{
	const char *more = o->value ? strstr(o->value, "[,...]") : NULL;

	return more && !strcmp(more, "[,...]");
}

/* Appends a piece to a list that was given before: "a", then "b": "a,b". */
static bool join(struct base_values *out, const char **list, const char *piece)
{
	const size_t room = sizeof(out->joined) - out->used;
	const int length = snprintf(out->joined + out->used, room, "%s,%s", *list, piece);

	if (length < 0 || (size_t)length >= room)
		return false;
	*list = out->joined + out->used;
	out->used += (size_t)length + 1;
	return true;
}

/* Takes an option, which may have been given before; false: it must not. */
static bool take_option(struct base_values *out, const struct base_option *o, const char **value,
			const char *text)
{
	if (*value && is_list(o))
		return join(out, value, text);
	if (*value && o->value)
		return false;
	*value = text;
	return true;
}

int base_options_parse(const struct base_option *options, int argc, char **argv,
		       struct base_values *out, char **fault)
{
	struct getopt_table table = {0};
	int end = fill_getopt(&table, options);
	int code, at;

	memset(out, 0, sizeof(*out));
	*fault = NULL;
	optind = 0; /* a new command line */
	while ((code = getopt_long(argc, argv, table.shorts, table.longs, NULL)) != -1) {
		if (code == ':' || code == '?') {
			describe_fault(fault, code, argv[optind - 1]);
			return -1;
		}
		at = place_of(options, code);
		if (at == end)
			return BASE_OPTIONS_HELP;
		if (options[at].value == base_option_gone)
			set_fault(fault, "option '--%s' is gone: %s", options[at].name,
				  options[at].help);
		else if (take_option(out, &options[at], &out->option[at], optarg ? optarg : ""))
			continue;
		else
			set_fault(fault, "option '--%s' is given twice%s", options[at].name,
				  is_list(&options[at]) ? ", and its list is too long" : "");
		return -1;
	}
	out->arg = argv + optind;
	out->args = (unsigned)(argc - optind);
	return 0;
}

/* -- the help -- */

#define USUAL 80
#define LEAST 40

unsigned base_wrap_terminal(FILE *out)
{
	struct winsize size;

	return ioctl(fileno(out), TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

static size_t columns_of(FILE *out)
{
	const char *given = getenv("COLUMNS");
	uint64_t columns = base_wrap_terminal(out);

	if (!columns && !(given && base_number_parse(given, UINT32_MAX, &columns)))
		columns = USUAL;
	return columns < LEAST ? LEAST : columns;
}

/* Where the second column of a row begins, or where its first does. */
static size_t hang_of(const char *line, size_t length)
{
	const size_t indent = strspn(line, " ");
	const char *gap = indent ? strstr(line + indent, "  ") : NULL;

	if (!gap || (size_t)(gap - line) >= length)
		return indent;
	return (size_t)(gap - line) + strspn(gap, " ");
}

/* One paragraph; what does not fit goes below column `hang`. */
static void put_line(FILE *out, const char *line, size_t length, size_t hang, size_t columns)
{
	const char *end = line + length;
	size_t column = 0;

	while (line < end) {
		size_t blanks = strspn(line, " "), word = strcspn(line + blanks, " \n");

		if (column > hang && column + blanks + word > columns) {
			fprintf(out, "\n%*s", (int)hang, "");
			column = hang;
		} else {
			fprintf(out, "%*s", (int)blanks, "");
			column += blanks;
		}
		fprintf(out, "%.*s", (int)word, line + blanks);
		column += word;
		line += blanks + word;
	}
	fputc('\n', out);
}

void base_wrap(FILE *out, const char *text)
{
	const size_t columns = columns_of(out);

	while (*text) {
		const size_t length = strcspn(text, "\n");

		put_line(out, text, length, hang_of(text, length), columns);
		text += length + (text[length] != '\0');
	}
}

void base_wrap_row(FILE *out, const char *name, int width, const char *text)
{
	char *line = NULL;
	const int length = asprintf(&line, "  %-*s %s", width, name, text);

	if (length >= 0)
		put_line(out, line, (size_t)length, (size_t)width + 3, columns_of(out));
	free(line);
}

static void print(FILE *out, const struct base_option *o, int width)
{
	char left[80];

	snprintf(left, sizeof(left), "%c%c%s--%s%s%s", o->letter ? '-' : ' ',
		 o->letter ? o->letter : ' ', o->letter ? ", " : "  ", o->name,
		 o->value && *o->value != '[' ? " " : "", o->value ? o->value : "");
	base_wrap_row(out, left, width, o->help);
}

void base_options_print(FILE *out, const struct base_option *options, int width)
{
	for (; options->name; options++)
		if (options->value != base_option_gone)
			print(out, options, width);
	print(out, &help, width);
}

void base_options_hold_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			_exit(1);
}
