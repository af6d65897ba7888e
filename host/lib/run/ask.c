/* SPDX-License-Identifier: Apache-2.0 */

/* Fires the host's trigger at the nodes of a run in progress, to read their counts so far. */

#include "run/run.h"
#include "run/open_run.h"
#include "compile/triggers.h"

/* Whether the trigger of the host does anything at a node. */
static bool answers(const struct gno_manifest *m, const struct gno_pattern_file *p, unsigned k)
{
	int number = gno_trigger_number(&m->node[k], GNO_TRIGGER_HOST, 0);
	int point = number < 0 ? -1 : gno_pattern_file_find(p, GNO_PATTERN_TRIGGER, k, number);

	return point >= 0 && p->point[point].actions;
}

static int nobody_answers(const struct gno_manifest *m, struct gno_err *err)
{
	return gno_fail(
	    err, GNO_ERR_ARG,
	    "cannot fire the host's trigger: no node of monitor '%s' has one with actions",
	    m->name);
}

int gno_patterns_may_ask(const struct gno_manifest *m, const struct gno_pattern_file *p,
			 struct gno_err *err)
{
	for (unsigned k = 0; k < m->nodes; k++)
		if (answers(m, p, k))
			return 0;
	return nobody_answers(m, err);
}

int gno_run_may_ask(const struct gno_run *run, unsigned node, struct gno_err *err)
{
	unsigned k, count = 0;

	if (run->state != GNO_RUN_RUNNING)
		return gno_fail(err, GNO_ERR_STATE,
				"cannot fire the host's trigger: '%s' is not running but %s",
				run->dir, gno_run_state_name(run->state));
	for (k = 0; k < run->m->nodes; k++)
		count += (node == GNO_NODE_ALL || node == k) &&
			 answers(run->m, gno_run_patterns_now(run, k), k);
	if (!count && node < run->m->nodes)
		return gno_fail(err, GNO_ERR_ARG, "cannot fire the host's trigger of node '%s': %s",
				run->m->node[node].name,
				gno_trigger_number(&run->m->node[node], GNO_TRIGGER_HOST, 0) < 0
				    ? "the node has none ('host: yes' in the description)"
				    : "its point 'host' has no actions");
	if (!count)
		return nobody_answers(run->m, err);
	if (node != GNO_NODE_ALL && gno_run_node_off(run, node))
		return gno_fail(
		    err, GNO_ERR_STATE,
		    "cannot fire the host's trigger of node '%s': the node is off, because a load was interrupted",
		    run->m->node[node].name);
	return 0;
}

static int check(const struct gno_run *run, struct gno_device *dev, unsigned node,
		 struct gno_err *err)
{
	struct gno_status st;
	int rc;

	rc = gno_run_may_ask(run, node, err);
	if (!rc)
		rc = gno_run_check_kind(run, dev, err);
	if (!rc)
		rc = gno_device_status(dev, &st, err);
	return rc ? rc : gno_run_check_monitor(run, &st, err);
}

int gno_run_ask(struct gno_run *run, struct gno_device *dev, unsigned node, struct gno_err *err)
{
	const struct gno_node_flags flags = {.live = true,
					     .collect = run->load[0].patterns->collect,
					     .wrap = run->mode == GNO_BUFFER_WRAP,
					     .ask = true};
	bool some_off = false;
	int rc;

	rc = check(run, dev, node, err);
	for (unsigned k = 0; k < run->m->nodes; k++)
		some_off = some_off || gno_run_node_off(run, k);
	if (rc || node != GNO_NODE_ALL || !some_off)
		return rc ? rc : gno_device_select(dev, node, flags, err);
	for (unsigned k = 0; k < run->m->nodes && !rc; k++)
		if (!gno_run_node_off(run, k) && answers(run->m, gno_run_patterns_now(run, k), k))
			rc = gno_device_select(dev, k, flags, err);
	return rc;
}
