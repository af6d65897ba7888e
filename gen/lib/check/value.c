/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of single values against their row of the key table. */
#include <stdio.h>

#include "base/name.h"
#include "check/walk.h"

static int is_number(const struct visit *v)
{
	if (!v->spec || v->item)
		return 0;
	return v->spec->type == KEY_INT || v->spec->type == KEY_OFFSET ||
	       v->spec->type == KEY_FREQ || v->spec->type == KEY_RATE;
}

static int is_name(const struct visit *v)
{
	if (!v->spec || v->item)
		return 0;
	return v->spec->type == KEY_NAME || v->spec->type == KEY_LABEL ||
	       v->spec->type == KEY_INPUT;
}

/* Text of a number that is one, as `value`; 0 otherwise. */
static int read_number(const struct visit *v, uint64_t *value)
{
	return is_number(v) &&
	       key_parse_number(v->spec->type, source_text(v->value), value) == KEY_NUMBER_OK;
}

static void number_is_one(struct checker *c, const struct visit *v)
{
	const char *text;
	uint64_t value;

	if (!is_number(v))
		return;
	text = source_text(v->value);
	if ((v->spec->type == KEY_INT || v->spec->type == KEY_OFFSET) &&
	    v->value->data.scalar.style != YAML_PLAIN_SCALAR_STYLE) {
		check_report(c, v->value, "'%s' must be a number, '%s' is a quoted text",
			     v->spec->name, text);
		return;
	}
	switch (key_parse_number(v->spec->type, text, &value)) {
	case KEY_NUMBER_BAD:
		check_report(c, v->value, "'%s' must be a number, not '%s'", v->spec->name, text);
		break;
	case KEY_NUMBER_BIG:
		check_report(c, v->value, "'%s' is too big: '%s'", v->spec->name, text);
		break;
	case KEY_NUMBER_FRACTION:
		check_report(c, v->value, "'%s' must be a whole number of Hz, not '%s'",
			     v->spec->name, text);
		break;
	case KEY_NUMBER_UNIT:
	case KEY_NUMBER_OK:
		break;
	}
}

void check_bad_number(struct checker *c)
{
	walk_values(c, number_is_one);
}

static void number_has_unit(struct checker *c, const struct visit *v)
{
	uint64_t value;

	if (!is_number(v) ||
	    key_parse_number(v->spec->type, source_text(v->value), &value) != KEY_NUMBER_UNIT)
		return;
	check_report(c, v->value, "'%s' must be in Hz, kHz, MHz or GHz, as in '50 MHz', not '%s'",
		     v->spec->name, source_text(v->value));
}

void check_bad_unit(struct checker *c)
{
	walk_values(c, number_has_unit);
}

static void offset_is_in_range(struct checker *c, const struct visit *v, int64_t value)
{
	int64_t min = (int64_t)v->spec->min;
	int64_t max = (int64_t)v->spec->max;

	if (value < min || value > max)
		check_report(c, v->value, "'%s' must be %lld to %lld, not %s", v->spec->name,
			     (long long)min, (long long)max, source_text(v->value));
}

static void number_is_in_range(struct checker *c, const struct visit *v)
{
	const char *unit = v->spec && v->spec->type != KEY_INT ? " Hz" : "";
	uint64_t value;

	if (!read_number(v, &value))
		return;
	if (v->spec->type == KEY_OFFSET) {
		offset_is_in_range(c, v, (int64_t)value);
		return;
	}
	if (value >= v->spec->min && value <= v->spec->max)
		return;
	if (v->spec->min == v->spec->max)
		check_report(c, v->value, "'%s' must be %llu%s, not %s", v->spec->name,
			     (unsigned long long)v->spec->min, unit, source_text(v->value));
	else
		check_report(c, v->value, "'%s' must be %llu to %llu%s, not %s", v->spec->name,
			     (unsigned long long)v->spec->min, (unsigned long long)v->spec->max,
			     unit, source_text(v->value));
}

void check_out_of_range(struct checker *c)
{
	walk_values(c, number_is_in_range);
}

static void number_is_power(struct checker *c, const struct visit *v)
{
	uint64_t value;

	if (read_number(v, &value) && v->spec->power_of_two && (value & (value - 1)))
		check_report(c, v->value, "'%s' must be a power of two, not %s", v->spec->name,
			     source_text(v->value));
}

void check_power_of_two(struct checker *c)
{
	walk_values(c, number_is_power);
}

static void bits_are_ranges(struct checker *c, const struct visit *v)
{
	const char *text;
	uint64_t mask;
	unsigned bit;

	if (!v->spec || v->spec->type != KEY_BITS)
		return;
	text = source_text(v->value);
	switch (key_parse_bits(text, &mask, &bit)) {
	case KEY_BITS_BAD:
		check_report(c, v->value, "'%s' must be bit ranges as in '31..28, 1..0', not '%s'",
			     v->spec->name, text);
		break;
	case KEY_BITS_BIG:
		check_report(c, v->value, "'%s' names a bit above 63: '%s'", v->spec->name, text);
		break;
	case KEY_BITS_TWICE:
		check_report(c, v->value, "'%s' names bit %u twice: '%s'", v->spec->name, bit,
			     text);
		break;
	case KEY_BITS_OK:
		break;
	}
}

void check_bad_bits(struct checker *c)
{
	walk_values(c, bits_are_ranges);
}

static void word_is_choice(struct checker *c, const struct visit *v)
{
	if (v->spec && v->spec->type == KEY_CHOICE &&
	    !key_is_choice(v->spec->choices, source_text(v->value)))
		check_report(c, v->value, "'%s' cannot be '%s', known are: %s", v->spec->name,
			     source_text(v->value), v->spec->choices);
}

void check_bad_choice(struct checker *c)
{
	walk_values(c, word_is_choice);
}

static void name_is_identifier(struct checker *c, const struct visit *v)
{
	if (is_name(v) && !base_name_is_word(source_text(v->value)))
		check_report(c, v->value,
			     "'%s' is not a Verilog identifier (letters, digits and _, 63 at most)",
			     source_text(v->value));
}

void check_bad_identifier(struct checker *c)
{
	walk_values(c, name_is_identifier);
}

static void name_is_free(struct checker *c, const struct visit *v)
{
	const char *text;

	if (!is_name(v) || v->spec->type == KEY_LABEL)
		return;
	text = source_text(v->value);
	if (v->spec->type == KEY_INPUT && strcmp(text, KEY_ALWAYS) == 0)
		return;
	if (key_is_keyword(text))
		check_report(c, v->value, "'%s' is a keyword of Verilog", text);
}

void check_verilog_keyword(struct checker *c)
{
	walk_values(c, name_is_free);
}
