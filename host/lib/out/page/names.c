/* SPDX-License-Identifier: Apache-2.0 */
#include "out/page/names.h"

#include <stdlib.h>
#include <string.h>

#include "common/util.h"
#include "passes/periods.h"
#include "records/record.h"

static int add(struct page_names *n, const char *text, const char *kind)
{
	char **texts = gno_room(n->text, n->names, sizeof(*texts));
	const char **kinds;

	if (!texts)
		return GNO_ERR_NOMEM;
	n->text = texts;
	kinds = gno_room(n->kind, n->names, sizeof(*kinds));
	if (!kinds)
		return GNO_ERR_NOMEM;
	n->kind = kinds;
	n->kind[n->names] = kind;
	n->text[n->names] = strdup(text);
	return n->text[n->names] ? (n->names++, GNO_OK) : GNO_ERR_NOMEM;
}

int page_names_begin(struct page_names *n, const struct gno_report *r)
{
	static const unsigned kinds[] = {[GNO_PATTERN_EVENT] = GNO_KIND_EVENT,
					 [GNO_PATTERN_TRIGGER] = GNO_KIND_TRIGGER,
					 [GNO_PATTERN_CODE] = GNO_KIND_DATUM};
	int rc = GNO_OK;

	*n = (struct page_names){.names = 0};
	for (size_t i = 0; i < r->points.points && !rc; i++)
		rc = add(n, r->points.point[i].name,
			 report_event_kind_name(kinds[r->points.point[i].kind]));
	return rc;
}

size_t page_name_of(struct page_names *n, const struct gno_report *r, const struct report_event *v)
{
	uint32_t **place = &n->place[v->kind];
	const unsigned code = report_event_code(v);
	char buf[64];

	if (v->fired.point >= 0)
		return (size_t)v->fired.point;
	if (!*place)
		*place = calloc(REPORT_EVENT_CODES, sizeof(**place));
	if (!*place)
		return SIZE_MAX;
	if (!(*place)[code]) {
		if (add(n, report_event_name(r, v, buf, sizeof(buf)),
			report_event_kind_name(v->kind)))
			return SIZE_MAX;
		(*place)[code] = (uint32_t)n->names;
	}
	return (*place)[code] - 1;
}

uint64_t page_name_number(const struct gno_report *r, const struct report_event *v)
{
	if (v->fired.point >= 0)
		return (uint64_t)v->fired.point;
	return r->points.points + v->kind * REPORT_EVENT_CODES + report_event_code(v);
}

size_t page_name_at(const struct page_names *n, const struct gno_report *r, uint64_t number)
{
	const uint32_t *place;

	if (number < r->points.points)
		return (size_t)number;
	number -= r->points.points;
	place = n->place[number / REPORT_EVENT_CODES];
	return place ? (size_t)place[number % REPORT_EVENT_CODES] - 1 : SIZE_MAX;
}

void page_names_free(struct page_names *n)
{
	for (size_t i = 0; i < n->names; i++)
		free(n->text[i]);
	for (unsigned k = 0; k < REPORT_EVENT_KINDS; k++)
		free(n->place[k]);
	free(n->text);
	free(n->kind);
}
