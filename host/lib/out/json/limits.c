/* SPDX-License-Identifier: Apache-2.0 */
/* The limits of a run, and whether it keeps them. */
#include "out/json/json.h"
#include "passes/limits/limits.h"

void json_limits(struct builder *b)
{
	const struct gno_report *r = b->r;
	struct json_out *o = &b->out;

	jout_list(o, "limits");
	for (size_t i = 0; r->limits && i < r->limits->limits; i++) {
		struct report_judged j;

		report_limits_judge(r, i, &j);
		jout_object(o, NULL);
		jout_text(o, "limit", r->limits->limit[i].limit.text);
		jout_text(o, "verdict", report_verdict_name(j.verdict));
		jout_text(o, "value", *j.value ? j.value : NULL);
		jout_text(o, "reason", *j.reason ? j.reason : NULL);
		jout_text(o, "node", j.has_node ? r->m->node[j.node].name : NULL);
		jout_number_if(o, "cycle", j.has_cycle, j.cycle);
		jout_object_end(o);
	}
	jout_list_end(o);
}
