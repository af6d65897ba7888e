/* SPDX-License-Identifier: Apache-2.0 */

/* The lines that interrupt the processors, the triggers of their rounds, and local stores. */

#include "monitor/manifest.h"

#include <stddef.h>

const struct gno_node *gno_manifest_local_store(const struct gno_manifest *m)
{
	for (unsigned k = 0; k < m->nodes; k++)
		if (m->node[k].local_store)
			return &m->node[k];
	return NULL;
}

const char *gno_line_name(enum gno_line line)
{
	static const char *const names[] = {"CAPTURE", "REPORT", NULL};

	return names[line];
}

enum gno_trigger_kind gno_round_trigger(enum gno_line line, bool began)
{
	return (enum gno_trigger_kind)(GNO_TRIGGER_CAPTURE_BEGAN + 2 * line + !began);
}

enum gno_line gno_trigger_line(enum gno_trigger_kind kind)
{
	if (kind < GNO_TRIGGER_CAPTURE_BEGAN)
		return GNO_LINES;
	return (enum gno_line)((kind - GNO_TRIGGER_CAPTURE_BEGAN) / 2);
}

bool gno_manifest_rounds(const struct gno_manifest *m, enum gno_line line)
{
	for (unsigned k = 0; k < m->nodes; k++)
		if (m->node[k].rounds[line])
			return true;
	return false;
}

enum gno_line gno_manifest_line(const struct gno_manifest *m)
{
	bool report = gno_manifest_rounds(m, GNO_LINE_REPORT);

	if (report == gno_manifest_rounds(m, GNO_LINE_CAPTURE))
		return GNO_LINES;
	return report ? GNO_LINE_REPORT : GNO_LINE_CAPTURE;
}
