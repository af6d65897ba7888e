/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Loading while running. One node after the other (those that share ranks which change: together)
 * takes the same steps: entered in the journal as off, turned off, those of its tables written that
 * differ, entered as on, live again. So the journal never states more than the monitor does, except
 * for one interrupted step.
 */

#include "run/drain.h"
#include "common/util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEEN_MS 10000 /* that a load record may take to come */

struct loading {
	struct gno_drain *drain;
	struct gno_run *run;
	struct gno_device *dev;
	struct gno_run_load *load;  /* the entry of the journal */
	bool member[GNO_MAX_NODES]; /* nodes that go off together */
	struct gno_load_result *result;
};

static bool is_rank(const struct gno_node *n, const char *table)
{
	for (unsigned r = 0; r < n->ranks; r++)
		if (!strcmp(n->rank[r].table, table))
			return true;
	return false;
}

/* Whether a node needs the tables of p: they differ from those it has, or it was left off. */
static bool needs(const struct gno_run *run, const struct gno_pattern_file *p, unsigned k,
		  bool ranks_only)
{
	const struct gno_pattern_node *a = &gno_run_patterns_now(run, k)->node[k], *b = &p->node[k];

	if (gno_run_node_off(run, k))
		return true;
	for (size_t i = 0; i < a->tables; i++)
		if ((!ranks_only || is_rank(&run->m->node[k], a->table[i].name)) &&
		    memcmp(a->table[i].cell, b->table[i].cell, a->table[i].cells) != 0)
			return true;
	return false;
}

/* Finds which of the nodes whose ranks `owner` holds must go off; false: none. */
static bool find_members(struct loading *l, const struct gno_pattern_file *p, unsigned owner)
{
	bool all = needs(l->run, p, owner, true), some = false;

	for (unsigned k = 0; k < l->run->m->nodes; k++) {
		l->member[k] =
		    l->run->m->node[k].owner == owner && (all || needs(l->run, p, k, false));
		some = some || l->member[k];
	}
	return some;
}

/*
 * Drains until the nodes of a group have sent that they went live, or off; or for a limited time. A
 * local store keeps that until the next round of the REPORT line: nothing waits for it.
 */
static int wait_for(struct loading *l, const uint64_t *lives, struct gno_err *err)
{
	const struct gno_link *link = gno_device_link(l->dev);
	uint64_t begun = gno_link_now_ms(link);
	unsigned k = 0;
	int rc;

	if (l->run->mode != GNO_BUFFER_STREAM)
		return 0;
	while (k < l->run->m->nodes && gno_link_now_ms(link) - begun < SEEN_MS) {
		rc = gno_drain_step(l->drain, err);
		if (rc)
			return rc;
		for (k = 0; k < l->run->m->nodes; k++) {
			const struct gno_run_node *n = gno_sink_node(l->drain->sink, k);

			if (l->member[k] && !l->run->m->node[k].local_store &&
			    (lives ? n->lives == lives[k] : !n->off))
				break;
		}
	}
	if (k < l->run->m->nodes) {
		l->result->unseen = true;
		gno_drain_note(
		    l->drain,
		    "the triggers of node '%s' are %s, but its record of that has not arrived yet",
		    l->run->m->node[k].name, lives ? "live" : "off");
	}
	return gno_drain_settle(l->drain, err);
}

/* Sets the flags of all nodes of a group. */
static int select_group(struct loading *l, struct gno_node_flags flags, struct gno_err *err)
{
	int rc = 0;

	for (unsigned k = 0; k < l->run->m->nodes && !rc; k++)
		if (l->member[k])
			rc = gno_device_select(l->dev, k, flags, err);
	return rc;
}

/* Enters the nodes of a group in the journal. */
static int enter(struct loading *l, bool on, struct gno_err *err)
{
	for (unsigned k = 0; k < l->run->m->nodes; k++) {
		if (!l->member[k])
			continue;
		l->load->on[k] = on;
		l->load->off[k] = !on;
	}
	return gno_journal_write(l->run, err);
}

static int load_group(struct loading *l, struct gno_err *err)
{
	struct gno_node_flags flags = {.collect = l->run->load[0].patterns->collect,
				       .wrap = l->run->mode == GNO_BUFFER_WRAP};
	const struct gno_pattern_node *now[GNO_MAX_NODES];
	uint64_t lives[GNO_MAX_NODES];
	int rc;

	for (unsigned k = 0; k < l->run->m->nodes; k++)
		now[k] =
		    gno_run_node_off(l->run, k) ? NULL : &gno_run_patterns_now(l->run, k)->node[k];
	rc = enter(l, false, err);
	if (!rc)
		rc = select_group(l, flags, err);
	if (!rc)
		rc = wait_for(l, NULL, err);
	for (unsigned k = 0; k < l->run->m->nodes; k++)
		lives[k] = gno_sink_node(l->drain->sink, k)->lives;
	for (unsigned k = 0; k < l->run->m->nodes && !rc; k++)
		if (l->member[k])
			rc =
			    gno_node_write_tables(l->load->patterns, k, now[k], flags, l->dev, err);
	flags.live = true;
	if (!rc)
		rc = enter(l, true, err);
	if (!rc)
		rc = select_group(l, flags, err);
	if (rc) { /* whether they went live is not known: a repeat turns them off first */
		struct gno_err other;

		enter(l, false, &other);
		return rc;
	}
	for (unsigned k = 0; k < l->run->m->nodes; k++)
		l->result->nodes += l->member[k];
	return wait_for(l, lives, err);
}

/* Whether the recorder of a run in wrap mode has frozen. */
static int ask_frozen(const struct gno_run *run, struct gno_device *dev, bool *frozen,
		      struct gno_err *err)
{
	struct gno_status status = {0};
	int rc = run->mode == GNO_BUFFER_WRAP ? gno_device_status(dev, &status, err) : 0;

	*frozen = status.frozen;
	return rc;
}

/* Adds what is loaded to the journal, with all nodes that will need it as not yet touched. */
static int add_load(struct loading *l, const struct gno_pattern_file *p, struct gno_err *err)
{
	struct gno_run *run = l->run;
	struct gno_run_load *more = realloc(run->load, (run->loads + 1) * sizeof(*more)), *load;
	int rc;

	if (!more)
		return gno_fail_nomem(err);
	run->load = more;
	load = &more[run->loads];
	memset(load, 0, sizeof(*load));
	load->file = gno_format("patterns.%zu.json", run->loads + 1);
	rc =
	    load->file ? gno_run_write_patterns(run->dir, load->file, p, err) : gno_fail_nomem(err);
	if (!rc)
		rc = gno_pattern_file_copy(p, &load->patterns, err);
	if (rc) {
		free(load->file);
		return rc;
	}
	for (unsigned k = 0; k < run->m->nodes; k++)
		load->size[k] = run->node[k].size;
	load->frozen = run->mode == GNO_BUFFER_WRAP; /* not known until it is over */
	run->loads++;
	l->load = load;
	return 0;
}

/* Whether two pattern files wait for the same end. */
static bool same_end(const struct gno_pattern_file *a, const struct gno_pattern_file *b)
{
	if (a->until < 0 || b->until < 0)
		return a->until == b->until;
	return !strcmp(a->point[a->until].name, b->point[b->until].name);
}

static int load(struct loading *l, const struct gno_pattern_file *p, struct gno_err *err)
{
	struct gno_run *run = l->run;
	bool again = !same_end(run->load[run->loads - 1].patterns, p);
	int rc;

	rc = add_load(l, p, err);
	if (!rc && again)
		gno_sink_begin_again(l->drain->sink);
	if (!rc)
		rc = gno_metadata_write(run, err);
	for (unsigned k = 0; k < run->m->nodes && !rc; k++)
		if (run->m->node[k].owner == k && find_members(l, p, k))
			rc = load_group(l, err);
	if (!rc)
		rc = ask_frozen(run, l->dev, &l->load->frozen, err);
	if (!rc && l->load->frozen)
		gno_drain_note(
		    l->drain,
		    "the recorder froze meanwhile: it is not known what it kept of the load");
	return rc ? rc : gno_journal_write(run, err);
}

/* Puts the nodes that are off at the end of a message. */
static void tell_off(const struct gno_run *run, struct gno_err *err)
{
	size_t len = strlen(err->text);
	unsigned k, count = 0;

	for (k = 0; k < run->m->nodes; k++) {
		if (!gno_run_node_off(run, k) || len >= sizeof(err->text))
			continue;
		len += (size_t)snprintf(
		    err->text + len, sizeof(err->text) - len, "%s'%s'",
		    count++ ? ", " : "; off until the load is repeated: ", run->m->node[k].name);
	}
}

static int check_load(const struct gno_run *run, const struct gno_pattern_file *p,
		      struct gno_err *err)
{
	const struct gno_pattern_file *first = run->load[0].patterns;

	if (run->state != GNO_RUN_RUNNING)
		return gno_fail(err, GNO_ERR_STATE, "'%s' is not running but %s", run->dir,
				gno_run_state_name(run->state));
	if (p->hash != run->m->hash || p->nodes != run->m->nodes)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"patterns '%s' are of monitor '%s' with plan hash %016" PRIx64
				", '%s' is of '%s' with %016" PRIx64,
				p->name, p->monitor, p->hash, run->dir, run->m->name, run->m->hash);
	if (p->build_id && first->build_id && strcmp(p->build_id, first->build_id) != 0)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "patterns '%s' are of another program than '%s': build-ids %s and %s", p->name,
		    run->dir, p->build_id, first->build_id);
	return 0;
}

int gno_run_load(struct gno_run *run, struct gno_device *dev, const struct gno_pattern_file *p,
		 const struct gno_drain_options *options, struct gno_load_result *result,
		 struct gno_err *err)
{
	struct loading l = {.run = run, .dev = dev, .result = result};
	struct gno_err own;
	bool frozen;
	int rc;

	memset(result, 0, sizeof(*result));
	rc = check_load(run, p, err);
	if (!rc)
		rc = ask_frozen(run, dev, &frozen, err);
	if (!rc && frozen)
		rc = gno_fail(err, GNO_ERR_STATE,
			      "the recorder of '%s' has frozen: it keeps nothing of a load",
			      run->dir);
	if (rc)
		return rc;
	l.drain = calloc(1, sizeof(*l.drain));
	if (!l.drain)
		return gno_fail_nomem(err);
	rc = gno_drain_open(l.drain, run, dev, options, &own);
	if (!rc)
		rc = load(&l, p, &own);
	if (!rc)
		rc = gno_run_sync(run, &own);
	gno_drain_close(l.drain);
	free(l.drain);
	if (rc) {
		tell_off(run, &own);
		return gno_fail(err, rc, "%s", own.text);
	}
	return 0;
}
