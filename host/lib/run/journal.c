/* SPDX-License-Identifier: Apache-2.0 */

/* RUN/run.json as it is written: what the run is and how far it came. */

#include "run/journal.h"
#include "run/open_run.h"
#include "common/moment.h"
#include "common/util.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *nodes_json(const struct gno_run *run)
{
	json_t *list = json_array();

	for (unsigned k = 0; k < run->m->nodes; k++) {
		const struct gno_run_node *n = &run->node[k];

		json_array_append_new(
		    list,
		    json_pack("{s:s, s:s, s:I, s:{s:I, s:I, s:I}, s:b, s:b, s:b, s:b, s:I, s:b}",
			      "name", run->m->node[k].name, "stream", run->m->node[k].stream,
			      "size", (json_int_t)n->size, "packet", "offset",
			      (json_int_t)n->mark.at, "begin", (json_int_t)n->mark.begin,
			      "discarded", (json_int_t)n->mark.discarded, "sync", n->sync, "flush",
			      n->flush, "done", n->done, "reached", n->reached, "lives",
			      (json_int_t)n->lives, "off", n->off));
	}
	return list;
}

/* The indices of the nodes that are marked. */
static json_t *marked_json(const bool *on, unsigned nodes)
{
	json_t *list = json_array();

	for (unsigned k = 0; k < nodes; k++)
		if (on[k])
			json_array_append_new(list, json_integer(k));
	return list;
}

static json_t *loads_json(const struct gno_run *run)
{
	json_t *list = json_array();

	for (size_t i = 0; i < run->loads; i++) {
		const struct gno_run_load *load = &run->load[i];
		json_t *sizes = json_array(), *entry;

		for (unsigned k = 0; k < run->m->nodes; k++)
			json_array_append_new(sizes, json_integer((json_int_t)load->size[k]));
		entry = json_pack("{s:s, s:o, s:o, s:o}", "file", load->file, "nodes",
				  marked_json(load->on, run->m->nodes), "off",
				  marked_json(load->off, run->m->nodes), "sizes", sizes);
		if (load->frozen)
			json_object_set_new(entry, "frozen", json_true());
		json_array_append_new(list, entry);
	}
	return list;
}

static json_t *simulation_json(const struct gno_simulation *s)
{
	return json_pack("{s:I, s:I, s:i}", "time", (json_int_t)s->time, "period",
			 (json_int_t)s->period, "unit", s->unit);
}

static json_t *anchor_json(const struct gno_anchor *a)
{
	json_t *o = json_object();

	for (enum gno_clock c = 0; c < GNO_CLOCKS; c++)
		json_object_set_new(
		    o, gno_clock_name(c),
		    json_pack("[I, I]", (json_int_t)a->before.ns[c], (json_int_t)a->after.ns[c]));
	return o;
}

static json_t *anchors_json(const struct gno_anchors *a)
{
	json_t *o = json_object();

	if (a->start.known)
		json_object_set_new(o, "start", anchor_json(&a->start));
	if (a->stop.known)
		json_object_set_new(o, "stop", anchor_json(&a->stop));
	return o;
}

static json_t *nonce_json(uint64_t nonce)
{
	return json_sprintf("%0*" PRIx64, GNO_NONCE_DIGITS, nonce);
}

static json_t *pending_json(const struct gno_pending *p)
{
	json_t *list = json_array();

	for (size_t i = 0; i < p->slots; i++)
		json_array_append_new(
		    list, json_sprintf("%08" PRIx32 "%08" PRIx32, p->w[2 * i + 1], p->w[2 * i]));
	return list;
}

/* What a drain needs to cut the slots at the position (run/entry.h). */
static json_t *entries_json(const struct gno_entries_state *s)
{
	return json_pack("{s:I, s:I, s:b, s:b, s:b, s:b, s:b}", "ahead", (json_int_t)s->ahead,
			 "time", (json_int_t)s->time, "inside", s->inside, "word", s->word, "round",
			 s->round, "half", s->half, "doubt", s->doubt);
}

static json_t *journal_json(const struct gno_run *run)
{
	const struct gno_progress *p = &run->progress;
	json_t *root;

	root = json_pack(
	    "{s:i, s:s, s:s, s:s?, s:o, s:s, s:i, s:s?, s:i, s:I, s:I, s:{s:I, s:I, s:I, s:I}, s:o, s:I, s:o}",
	    "gnomon", GNO_RUN_FORMAT, "version", GNOMON_VERSION, "state",
	    gno_run_state_name(run->state), "device", run->device, "hash",
	    json_sprintf("%016" PRIx64, run->m->hash), "mode", gno_buffer_mode_name(run->mode),
	    "after", (int)run->after, "started", run->started, "limit_ms", (int)run->limit_ms,
	    "position", (json_int_t)p->position, "drained_at", (json_int_t)run->drained_at, "count",
	    "records", (json_int_t)p->records, "events", (json_int_t)p->events, "gaps",
	    (json_int_t)p->gaps, "lost", (json_int_t)p->lost, "nodes", nodes_json(run), "holes",
	    (json_int_t)p->holes, "loads", loads_json(run));
	if (root && run->nonce)
		json_object_set_new(root, "nonce", nonce_json(run->nonce));
	if (root && run->state == GNO_RUN_LOADED)
		json_object_set_new(root, "loaded",
				    json_pack("{s:i, s:o}", "run", (int)run->loaded_run, "nonce",
					      nonce_json(run->loaded_nonce)));
	if (root && run->number >= 0)
		json_object_set_new(root, "run", json_integer(run->number));
	if (root && run->frozen)
		json_object_set_new(root, "frozen", json_true());
	if (root && run->pending.slots)
		json_object_set_new(root, "pending", pending_json(&run->pending));
	if (root && gno_run_has_entries(run))
		json_object_set_new(root, "entries", entries_json(&run->entries));
	if (root && run->model)
		json_object_set_new(root, "model", json_true());
	if (root && run->simulation.known)
		json_object_set_new(root, "simulation", simulation_json(&run->simulation));
	if (root && run->anchors.start.known)
		json_object_set_new(root, "anchors", anchors_json(&run->anchors));
	return root;
}

int gno_journal_write(const struct gno_run *run, struct gno_err *err)
{
	json_t *root = journal_json(run);
	char *text = root ? json_dumps(root, JSON_INDENT(2)) : NULL;
	char *path = gno_format("%s/run.json", run->dir);
	int rc;

	if (text && path)
		rc = gno_replace_file(path, text, strlen(text), err);
	else
		rc = gno_fail_nomem(err);
	free(path);
	free(text);
	json_decref(root);
	return rc;
}
