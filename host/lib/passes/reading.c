/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/reading.h"

#include <stdlib.h>

#include "common/util.h"

int reading_open(const struct gno_report *r, struct reader **out, struct gno_err *err)
{
	struct read_known *known = calloc(r->m->nodes, sizeof(*known));
	int rc;

	*out = NULL;
	if (!known)
		return gno_fail_nomem(err);
	for (unsigned k = 0; k < r->m->nodes; k++)
		known[k] = (struct read_known){.off = !r->points.load[0].file->collect,
					       .frozen_from = report_frozen_from(r, &r->node[k]),
					       .may = report_points_may,
					       .of = &r->points,
					       .node = k};
	rc = reader_open(r->trace, known, out, err);
	free(known);
	return rc;
}

void reading_begin_ports(const struct gno_report *r, struct reader *reader)
{
	for (unsigned k = 0; k < r->m->nodes; k++)
		if (r->m->node[k].port.bus != GNO_BUS_NONE)
			reader_begin(reader, k);
}

int reading_go(struct reader *reader, struct gno_err *err)
{
	int rc = reader_run(reader, err);

	return rc ? rc : reader_end(reader, err);
}

int reading_all(const struct gno_report *r, struct reader *reader, struct gno_err *err)
{
	for (unsigned k = 0; k < r->m->nodes; k++)
		reader_begin(reader, k);
	return reading_go(reader, err);
}

int reading_ports(const struct gno_report *r, struct reader *reader, struct gno_err *err)
{
	reading_begin_ports(r, reader);
	return reading_go(reader, err);
}

int reading_run(const struct gno_report *r, const struct pass *pass, void *self,
		struct gno_err *err)
{
	struct reader *reader = NULL;
	int rc = reading_open(r, &reader, err);

	if (!rc)
		rc = reader_add(reader, pass, self, err);
	if (!rc)
		rc = reading_ports(r, reader, err);
	reader_close(reader);
	return rc;
}
