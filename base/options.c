/* SPDX-License-Identifier: Apache-2.0 */
#include "base/options.h"

#include <assert.h>
#include <getopt.h>
#include <string.h>

/* What getopt_long returns for the long option at place i. */
#define CODE(i) (256 + (i))

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

static char *add(struct getopt_table *t, char *s, int i, const struct base_option *o)
{
	static const char *const colons[] = {
	    [no_argument] = "", [required_argument] = ":", [optional_argument] = "::"};

	t->longs[i] = (struct option){o->name, argument_of(o), NULL, CODE(i)};
	return o->letter ? s + sprintf(s, "%c%s", o->letter, colons[argument_of(o)]) : s;
}

/* Fills the table; returns the place of --help, behind all others. */
static int fill(struct getopt_table *t, const struct base_option *options)
{
	char *s = t->shorts;
	int i;

	*s++ = ':'; /* faults are returned, not printed */
	for (i = 0; options[i].name; i++) {
		assert(i < BASE_OPTIONS_MAX - 1);
		s = add(t, s, i, &options[i]);
	}
	add(t, s, i, &help);
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

/* What is wrong with the option that getopt_long refused; `text` is the argument that holds it.
 */
static void describe(char **fault, int code, const char *text)
{
	const char *what = "unknown option '%s'";
	char letter[3] = {'-', (char)optopt, 0};

	if (code == ':')
		what = "option '%s' needs a value";
	else if (optopt >= CODE(0))
		what = "option '%s' takes no value";
	if (text[1] != '-' && optopt && optopt < CODE(0))
		text = letter;
	if (asprintf(fault, what, text) < 0)
		*fault = NULL;
}

int base_options_parse(const struct base_option *options, int argc, char **argv,
		       struct base_values *out, char **fault)
{
	struct getopt_table table = {0};
	int end = fill(&table, options);
	int code;

	memset(out, 0, sizeof(*out));
	*fault = NULL;
	optind = 0; /* a new command line */
	while ((code = getopt_long(argc, argv, table.shorts, table.longs, NULL)) != -1) {
		if (code == ':' || code == '?') {
			describe(fault, code, argv[optind - 1]);
			return -1;
		}
		if (place_of(options, code) == end)
			return BASE_OPTIONS_HELP;
		out->option[place_of(options, code)] = optarg ? optarg : "";
	}
	out->arg = argv + optind;
	out->args = (unsigned)(argc - optind);
	return 0;
}

static void print(FILE *out, const struct base_option *o, int width)
{
	char left[80];

	snprintf(left, sizeof(left), "%c%c%s--%s%s%s", o->letter ? '-' : ' ',
		 o->letter ? o->letter : ' ', o->letter ? ", " : "  ", o->name,
		 o->value && *o->value != '[' ? " " : "", o->value ? o->value : "");
	fprintf(out, "  %-*s %s\n", width, left, o->help);
}

void base_options_print(FILE *out, const struct base_option *options, int width)
{
	for (; options->name; options++)
		print(out, options, width);
	print(out, &help, width);
}
