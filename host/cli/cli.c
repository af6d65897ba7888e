/* SPDX-License-Identifier: Apache-2.0 */
#include "cli.h"
#include "base/show.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cli_error(const struct gno_err *err)
{
	fflush(stdout);
	fprintf(stderr, "gnomon: %s\n", err->text);
	return err->code;
}

/* Prints what is said to the user, with what comes from outside fit to be shown. */
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

int cli_print_json(json_t *root, size_t flags, struct gno_err *err)
{
	char *text = root ? json_dumps(root, flags) : NULL;
	char *shown = text ? base_show_json(text) : NULL;
	int ret = shown ? 0 : gno_fail_nomem(err);

	if (shown)
		puts(shown);
	free(text);
	free(shown);
	json_decref(root);
	return ret;
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
	const struct cli_option *o;
	char left[64];

	printf("usage: gnomon %s [options]%s%s\n\n%s\n", spec->name, *spec->args ? " " : "", spec->args,
	       spec->summary);
	if (spec->details)
		printf("\n%s", spec->details);
	printf("\noptions:\n");
	for (o = spec->options; o->name; o++) {
		snprintf(left, sizeof(left), "%c%c%s--%s%s%s", o->letter ? '-' : ' ',
			 o->letter ? o->letter : ' ', o->letter ? ", " : "  ", o->name,
			 o->value && *o->value != '[' ? " " : "", o->value ? o->value : "");
		printf("  %-26s %s\n", left, o->help);
	}
	printf("  %-26s %s\n", "-h, --help", "print this and end");
}

/* Place of a long option (given up to a '=') in the list, -1 where there is none. */
static int find_long(const struct cli_spec *spec, const char *text, size_t len)
{
	int i;

	for (i = 0; spec->options[i].name; i++)
		if (strlen(spec->options[i].name) == len && !strncmp(spec->options[i].name, text, len))
			return i;
	return -1;
}

static int find_short(const struct cli_spec *spec, char letter)
{
	int i;

	for (i = 0; spec->options[i].name; i++)
		if (letter && spec->options[i].letter == letter)
			return i;
	return -1;
}

/* Parses the option at argv[*at]; moves *at where the value is an argument of its own. */
static int parse_option(const struct cli_spec *spec, int argc, char **argv, int *at, struct cli_values *out)
{
	const char *text = argv[*at];
	const char *value = NULL;
	size_t len;
	int which;

	if (text[1] == '-') {
		len = strcspn(text + 2, "=");
		which = find_long(spec, text + 2, len);
		if (text[2 + len] == '=')
			value = text + 3 + len;
	} else {
		which = find_short(spec, text[1]);
		if (text[1] && text[2])
			value = text + 2;
	}
	if (which < 0)
		return cli_usage(spec, "unknown option '%s'", text);
	if (!spec->options[which].value) {
		if (value)
			return cli_usage(spec, "option '%s' takes no value", text);
		out->option[which] = "";
		return 0;
	}
	if (!value && *spec->options[which].value == '[') {
		value = "";
	} else if (!value) {
		if (*at + 1 >= argc)
			return cli_usage(spec, "option '%s' needs a value", text);
		value = argv[++*at];
	}
	out->option[which] = value;
	return 0;
}

int cli_parse(const struct cli_spec *spec, int argc, char **argv, struct cli_values *out)
{
	int only_args = 0;
	int i;

	for (i = 0; spec->options[i].name; i++)
		assert(i < CLI_MAX_OPTIONS);
	memset(out, 0, sizeof(*out));
	out->arg = argv + 1; /* positional arguments are moved to the front */
	for (i = 1; i < argc; i++) {
		if (only_args || argv[i][0] != '-' || !argv[i][1]) {
			out->arg[out->args++] = argv[i];
		} else if (!strcmp(argv[i], "--")) {
			only_args = 1;
		} else if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
			print_help(spec);
			return CLI_HELP;
		} else {
			int rc = parse_option(spec, argc, argv, &i, out);

			if (rc)
				return rc;
		}
	}
	if (out->args < spec->min_args)
		return cli_usage(spec, "argument missing: %s", spec->args);
	if (out->args > spec->max_args)
		return cli_usage(spec, "unexpected argument '%s'", out->arg[spec->max_args]);
	return 0;
}

int cli_number(const struct cli_spec *spec, const char *option, const char *text, unsigned long lo,
	       unsigned long hi, unsigned long *out)
{
	unsigned long value;
	char *end;

	errno = 0;
	value = strtoul(text, &end, 0);
	if (errno || end == text || *end || *text == '-' || value < lo || value > hi)
		return cli_usage(spec, "'%s' is no number from %lu to %lu (option '--%s')", text, lo, hi,
				 option);
	*out = value;
	return 0;
}
