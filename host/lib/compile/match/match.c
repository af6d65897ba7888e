/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/match/tree.h"
#include "common/util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct gno_match *match_new(enum match_kind kind, const struct gno_field *field, uint64_t a,
			    uint64_t b)
{
	struct gno_match *m = calloc(1, sizeof(*m));

	if (m) {
		m->kind = kind;
		m->field = field;
		m->a = a;
		m->b = b;
	}
	return m;
}

int match_add(struct gno_match *m, struct gno_match *part)
{
	struct gno_match **parts = gno_room(m->part, m->parts, sizeof(*parts));

	if (!parts) {
		gno_match_free(part);
		return GNO_ERR_NOMEM;
	}
	m->part = parts;
	m->part[m->parts++] = part;
	return 0;
}

void gno_match_free(struct gno_match *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->parts; i++)
		gno_match_free(m->part[i]);
	free(m->part);
	free(m->value);
	free(m);
}

struct gno_match *match_qualify(const struct gno_node *node, const struct gno_field *field,
				struct gno_match *test)
{
	const struct gno_field *when = gno_field_qualifier(node, field);
	struct gno_match *both, *is;

	if (!when || !test)
		return test;
	both = match_new(MATCH_AND, NULL, 0, 0);
	is = match_new(MATCH_MASKED, when, 1, 1);
	if (!both || !is) {
		gno_match_free(is);
		gno_match_free(test);
	} else if (match_add(both, is)) {
		gno_match_free(test);
	} else if (!match_add(both, test)) {
		return both;
	}
	gno_match_free(both);
	return NULL;
}

static const struct gno_field *find_field(const struct gno_node *node, const char *name,
					  struct gno_err *err)
{
	const struct gno_field *f = gno_node_field(node, name);

	if (!f)
		gno_fail(err, GNO_ERR_ARG, "node '%s' has no field '%s'", node->name, name);
	return f;
}

static int check_width(const struct gno_field *f, uint64_t value, struct gno_err *err)
{
	if (f->bits < 64 && value >> f->bits)
		return gno_fail(err, GNO_ERR_ARG, "0x%" PRIx64 " is wider than the %u bits of '%s'",
				value, f->bits, f->name);
	return 0;
}

int gno_match_values(const struct gno_node *node, const char *field, const uint64_t *values,
		     size_t count, struct gno_match **out, struct gno_err *err)
{
	const struct gno_field *f = find_field(node, field, err);
	struct gno_match *m;
	uint64_t word;

	for (size_t i = 0; i < count && f; i++) {
		if (check_width(f, values[i], err))
			return GNO_ERR_ARG;
		if (!gno_field_word(f, values[i], &word))
			return gno_fail(
			    err, GNO_ERR_ARG,
			    "never matches: bits of '%s' are left out and read as 0, and 0x%" PRIx64
			    " has one of them",
			    field, values[i]);
	}
	if (!f)
		return GNO_ERR_ARG;
	m = match_new(MATCH_VALUES, f, 0, 0);
	if (m)
		m->value = malloc(count * sizeof(*values));
	if (!m || !m->value) {
		gno_match_free(m);
		return gno_fail_nomem(err);
	}
	memcpy(m->value, values, count * sizeof(*values));
	m->values = count;
	*out = match_qualify(node, f, m);
	return *out ? 0 : gno_fail_nomem(err);
}

int gno_match_range(const struct gno_node *node, const char *field, uint64_t lo, uint64_t hi,
		    struct gno_match **out, struct gno_err *err)
{
	const struct gno_field *f = find_field(node, field, err);
	struct gno_match *m;
	int rc;

	if (!f || check_width(f, lo, err) || check_width(f, hi, err))
		return GNO_ERR_ARG;
	m = match_qualify(node, f, match_new(MATCH_RANGE, f, lo, hi));
	if (!m)
		return gno_fail_nomem(err);
	rc = match_check(node, m, err);
	if (rc)
		gno_match_free(m);
	else
		*out = m;
	return rc;
}
