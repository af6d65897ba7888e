/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/cli.h"
#include "base/number.h"
#include "base/show.h"
#include "common/util.h"
#include "out/json/list.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_MAX 1000000000 /* of a list */

int cli_error(const struct gno_err *err)
{
	fflush(stdout);
	fprintf(stderr, "gnomon: %s\n", err->text);
	return err->code;
}

/* Prints a message to the user; text from outside is made safe to print. */
static void print_shown(const char *fmt, va_list ap)
{
	char *raw = NULL, *shown = NULL;

	if (vasprintf(&raw, fmt, ap) >= 0)
		shown = base_show_new(raw);
	fputs(shown ? shown : "no memory", stderr);
	if (shown)
		free(raw);
	free(shown);
}

void cli_note(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fputs("gnomon: ", stderr);
	va_start(ap, fmt);
	print_shown(fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

/* A value as it is printed: a new one, or NULL where it stays. An integer that a reader could round
 * is a string, as in all JSON (common/json_out.h). */
static json_t *quoted(const json_t *v)
{
	if (!json_is_integer(v) || json_integer_value(v) < (json_int_t)JOUT_EXACT)
		return NULL;
	return json_sprintf("%" JSON_INTEGER_FORMAT, json_integer_value(v));
}

static void quote_large(json_t *v)
{
	json_t *one, *text;
	const char *key;
	size_t i;

	json_array_foreach(v, i, one)
	{
		quote_large(one);
		text = quoted(one);
		if (text)
			json_array_set_new(v, i, text);
	}
	json_object_foreach(v, key, one)
	{
		quote_large(one);
		text = quoted(one);
		if (text) /* in the place of a key that is there */
			json_object_set_new(v, key, text);
	}
}

/* Prints JSON with its last line end, and frees it; NULL: there was no memory for it. */
static int print_whole(char *text, const char *end, struct gno_err *err)
{
	char *shown = text ? base_show_json(text) : NULL;

	free(text);
	if (!shown)
		return gno_fail_nomem(err);
	printf("%s%s", shown, end);
	free(shown);
	return 0;
}

int cli_print_json(json_t *root, size_t flags, struct gno_err *err)
{
	char *text;

	quote_large(root);
	text = root ? json_dumps(root, flags) : NULL;
	json_decref(root);
	return print_whole(text, "\n", err);
}

int cli_print_document(const struct column_list *l, const void *row, struct gno_err *err)
{
	struct column_source s = {.of = row};
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	int rc =
	    f ? json_document(&(struct json_out){.f = f}, &s, l, row, err) : gno_fail_nomem(err);

	if (f && gno_close_written(f) && !rc)
		rc = gno_fail_nomem(err);
	if (!rc)
		return print_whole(text, "", err);
	free(text);
	return rc;
}

int cli_usage(const struct cli_spec *spec, const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fprintf(stderr, "gnomon %s: ", spec->name);
	va_start(ap, fmt);
	print_shown(fmt, ap);
	va_end(ap);
	fprintf(stderr, "\ntry 'gnomon %s --help'\n", spec->name);
	return CLI_USAGE;
}

static void print_help(const struct cli_spec *spec)
{
	printf("usage: gnomon %s [options]%s%s\n\n", spec->name, *spec->args ? " " : "",
	       spec->args);
	base_wrap(stdout, spec->summary);
	if (spec->details) {
		putchar('\n');
		base_wrap(stdout, spec->details);
	}
	printf("\noptions:\n");
	base_options_print(stdout, spec->options, 26);
	if (!spec->says_exit)
		fputs("\nExit status: 0 success, 1 failure, 2 a wrong command line.\n", stdout);
}

int cli_run(const struct cli_spec *spec, int argc, char **argv)
{
	struct base_values v;
	char *fault;
	int rc;

	if (spec->program)
		return spec->program(argc, argv);
	rc = base_options_parse(spec->options, argc, argv, &v, &fault);
	if (rc == BASE_OPTIONS_HELP) {
		print_help(spec);
		return 0;
	}
	if (rc) {
		rc = cli_usage(spec, "%s", fault ? fault : "no memory");
		free(fault);
		return rc;
	}
	if (v.args < spec->min_args)
		return cli_usage(spec, "argument missing: %s", spec->args);
	if (v.args > spec->max_args)
		return cli_usage(spec, "unexpected argument '%s'", v.arg[spec->max_args]);
	return spec->run(&v);
}

int cli_number(const struct cli_spec *spec, const char *option, const char *text, unsigned long lo,
	       unsigned long hi, unsigned long *out)
{
	uint64_t value;

	if (!base_number_parse(text, hi, &value) || value < lo)
		return cli_usage(spec, "'%s' is not a number from %lu to %lu (option '--%s')", text,
				 lo, hi, option);
	*out = (unsigned long)value;
	return 0;
}

int cli_cycle(const struct cli_spec *spec, const char *option, const char *text, uint64_t *out)
{
	if (text && !base_number_parse(text, UINT64_MAX, out))
		return cli_usage(spec, "'%s' is not a cycle (option '--%s')", text, option);
	return 0;
}

int cli_cycles(const struct cli_spec *spec, const struct base_values *v, unsigned at_from,
	       unsigned at_to, uint64_t *from, uint64_t *to)
{
	int rc = cli_cycle(spec, "from", v->option[at_from], from);

	if (!rc)
		rc = cli_cycle(spec, "to", v->option[at_to], to);
	if (!rc && v->option[at_to] && *from > *to)
		rc = cli_usage(spec, "--from is after --to");
	return rc;
}

int cli_rows(const struct cli_spec *spec, const char *text, unsigned long *rows)
{
	return text ? cli_number(spec, "limit", text, 1, ROWS_MAX, rows) : 0;
}

int cli_exclude(const struct cli_spec *spec, const struct base_values *v, const unsigned *at)
{
	const char *first = NULL;

	for (; *at != CLI_NONE; at++) {
		if (v->option[*at] && first)
			return cli_usage(spec, "--%s cannot be combined with --%s", first,
					 spec->options[*at].name);
		if (v->option[*at])
			first = spec->options[*at].name;
	}
	return 0;
}
