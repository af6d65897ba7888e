/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of the text, and how times, shares and counts are written in them. */
#include "report_text.h"

#include <inttypes.h>
#include <string.h>

struct report_table *text_table(const char *align, const char *const *heads)
{
	struct report_table *t = report_table_new(align);

	for (size_t i = 0; align[i]; i++)
		report_table_cell(t, "%s", heads[i]);
	return t;
}

void text_end(struct text *x, struct report_table *t, const char *title)
{
	if (report_table_end(t, title, x->f))
		x->broken = true;
}

void text_more(struct text *x, uint64_t shown, uint64_t all)
{
	if (shown < all)
		fprintf(x->f, "  and %" PRIu64 " more\n", all - shown);
}

const char *text_time(const struct gno_report *r, double clocks, char *buf, size_t size)
{
	static const char *const units[] = {"s", "ms", "us", "ns"};
	double value = clocks / (double)r->m->clock_hz;
	unsigned unit = 0;

	while (unit < 3 && value > 0 && value < 0.99995) {
		value *= 1000;
		unit++;
	}
	snprintf(buf, size, "%.*f %s",
		 value <= 0	  ? 0
		 : value < 9.9995 ? 3
		 : value < 99.995 ? 2
				  : 1,
		 value, units[unit]);
	return buf;
}

/* Digits of per cent that bounds so far apart are worth. */
static int digits(const struct gno_quotient *q)
{
	double apart = q->max - q->min;

	return apart >= 0.005 ? 1 : apart >= 0.0005 ? 2 : 3;
}

const char *text_quotient(const struct gno_quotient *q, bool saturated, char *buf, size_t size)
{
	if (!q)
		snprintf(buf, size, "-");
	else if (q->max - q->min < 1e-9)
		snprintf(buf, size, "%.2f%%", 100 * q->value);
	else
		snprintf(buf, size, "%.*f%% (%.*f..%.*f)", digits(q), 100 * q->value, digits(q), 100 * q->min,
			 digits(q), 100 * q->max);
	if (saturated)
		strncat(buf, " saturated", size - strlen(buf) - 1);
	return buf;
}

const char *text_count(double middle, uint64_t min, uint64_t max, char *buf, size_t size)
{
	if (min == max)
		snprintf(buf, size, "%" PRIu64, min);
	else
		snprintf(buf, size, "%.0f (%" PRIu64 "..%" PRIu64 ")", middle, min, max);
	return buf;
}

const char *text_share(double part, double whole, char *buf, size_t size)
{
	if (whole > 0)
		snprintf(buf, size, "%.2f%%", 100 * part / whole);
	else
		snprintf(buf, size, "-");
	return buf;
}
