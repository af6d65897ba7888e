/* SPDX-License-Identifier: Apache-2.0 */

/* The lines that interrupt the processors, the triggers of their rounds, and local stores. */

#include "monitor/manifest.h"
#include "gnomon/records.h"
#include "monitor/reader.h"
#include "base/number.h"
#include "common/util.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>

/* A manifest has the oldest of these formats that has all that its monitor has. */
#define FORMAT_VERSION 13
#define FORMAT_OLDEST 8
#define FORMAT_SINGLE 12 /* the oldest one whose "single" is of the slots of today, */
#define FORMAT_LINES 13	 /* and where these have captures and rounds of a line */
#define MAX_TICK_LOG2 16
#define MAX_SINGLE_WORD 56 /* bits of a word that an entry has room for */

static uint64_t get_hash(struct reader *r, json_t *obj, const char *key)
{
	char *text = reader_string(r, obj, key);
	uint64_t hash = 0;

	if (text && !base_number_hash(text, BASE_HASH_DIGITS, &hash))
		reader_fault(r, key, "is not a hash of 16 hexadecimal digits");
	free(text);
	return hash;
}

/* The file of the node's stream, and its class, which nodes that are alike may share. */
static void read_stream(struct reader *r, struct gno_node *n, json_t *obj)
{
	n->stream = reader_name(r, obj, "stream");
	if (n->stream && !strcmp(n->stream, "metadata"))
		reader_fault(r, "stream", "is the name of the trace's metadata");
	n->stream_id = n->index;
	if (json_object_get(obj, "stream_id"))
		n->stream_id = reader_unsigned(r, obj, "stream_id", 0, GNO_MAX_NODES);
}

/* A time that is coarser than a cycle. */
static void read_tick(struct reader *r, struct gno_node *n, json_t *obj, const char *place)
{
	unsigned cycles;
	json_t *tick;

	if (!json_object_get(obj, "time"))
		return;
	tick = reader_object(r, obj, "time");
	reader_under(r, place, "time");
	cycles = reader_unsigned(r, tick, "prescale", 2, 1u << MAX_TICK_LOG2);
	if (!r->rc && cycles & (cycles - 1))
		reader_fault(r, "prescale", "is not a power of two");
	while (cycles >> (n->tick_log2 + 1))
		n->tick_log2++;
	n->seed = (uint32_t)reader_number(r, tick, "seed", 0, UINT32_MAX);
	snprintf(r->path, sizeof(r->path), "%s", place);
}

static void read_node(struct reader *r, struct gno_node *n, json_t *obj)
{
	static const char *const stores[] = {"ring", "local"};
	unsigned number = n->index;
	char place[24];

	snprintf(place, sizeof(place), "nodes[%u].", number);
	strcpy(r->path, place);
	n->index = reader_unsigned(r, obj, "index", number, number);
	n->name = reader_name(r, obj, "name");
	n->depth = reader_unsigned(r, obj, "depth", 0, 255);
	n->fifo_slots = reader_unsigned(r, obj, "fifo_slots", 0, 1u << 16);
	n->local_store = reader_choice(r, obj, "store", stores, 2);
	read_stream(r, n, obj);
	read_tick(r, n, obj, place);
	reader_node_preprocessors(r, n, obj, place);
	reader_node_trigger(r, n, obj, place);
}

static void read_link(struct reader *r, struct gno_manifest *m, json_t *link)
{
	snprintf(r->path, sizeof(r->path), "link.");
	m->phy = reader_name(r, link, "phy");
	if (m->phy && !strcmp(m->phy, "uart"))
		m->baud = reader_unsigned(r, link, "baud", 1, 1000000000);
}

static void check_version(struct reader *r, json_t *root)
{
	uint64_t version = reader_number(r, root, "gnomon", 1, INT64_MAX);
	char what[112];

	if (r->rc || (version >= FORMAT_OLDEST && version <= FORMAT_VERSION))
		return;
	snprintf(what, sizeof(what), "is %" PRIu64 ", and this program reads formats %d to %d: %s",
		 version, FORMAT_OLDEST, FORMAT_VERSION,
		 version < FORMAT_OLDEST ? "generate the monitor again"
					 : "a newer program is needed");
	reader_fault(r, "gnomon", what);
}

/* Refuses a file that is the stream of a node before. */
static void check_stream(struct reader *r, const struct gno_manifest *m, unsigned node)
{
	char place[32];

	for (unsigned k = 0; k < node && !r->rc; k++)
		if (!strcmp(m->node[k].stream, m->node[node].stream)) {
			snprintf(place, sizeof(place), "is that of nodes[%u]", k);
			reader_fault(r, "stream", place);
		}
}

/* Whether the single form of this node has slots that are not records, wherever its trace buffer
 * is. (With a memory outside the monitor another one can have them, too.) */
static bool has_slots(const struct gno_node *n)
{
	const struct gno_preprocessors *p = &n->preprocessors;

	return n->triggers || gno_node_sampled(n) || p->buckets || p->counters || p->segments;
}

/* What slots have that are not records, once the node is read. */
static void read_single(struct reader *r, struct gno_manifest *m, json_t *root)
{
	json_t *single = json_object_get(root, "single");
	const struct gno_node *n = &m->node[0];
	const bool lines = n->capture || n->rounds[GNO_LINE_CAPTURE] || n->rounds[GNO_LINE_REPORT];
	const uint64_t oldest = lines ? FORMAT_LINES : FORMAT_SINGLE;

	r->path[0] = '\0';
	if (single && reader_number(r, root, "gnomon", 1, INT64_MAX) < oldest)
		reader_fault(r, "single",
			     "is of a monitor of an older gnomon, whose trace buffer this program "
			     "does not read: generate the monitor again");
	if (single && m->form != GNO_FORM_SINGLE)
		reader_fault(r, "single", "is not of the single form");
	if (!single && m->form == GNO_FORM_SINGLE && has_slots(n))
		reader_fault(r, "single",
			     "is missing: the single form has triggers, samples or blocks");
	if (!single || r->rc)
		return;
	single = reader_object(r, root, "single");
	snprintf(r->path, sizeof(r->path), "single.");
	m->single.present = true;
	m->single.triggers = reader_unsigned(r, single, "triggers", 0, GNO_SINGLE_WORD);
	m->single.word_bits = reader_unsigned(r, single, "word_bits", 0, MAX_SINGLE_WORD);
	if (!r->rc && m->single.triggers != n->triggers)
		reader_fault(r, "triggers", "is not how many triggers the node has");
	if (!r->rc && m->single.word_bits != (n->timer || n->capture ? n->word_bits : 0))
		reader_fault(r, "word_bits", "is not that of the words that the node records");
}

static void read_manifest(struct reader *r, struct gno_manifest *m, json_t *root)
{
	static const char *const forms[] = {"single", "alone", "ring"};
	json_t *nodes;
	char place[24];

	check_version(r, root);
	m->name = reader_name(r, root, "name");
	m->hash = get_hash(r, root, "hash");
	m->form = (enum gno_form)reader_choice(r, root, "form", forms, 3);
	m->clock_hz = reader_number(r, root, "clock_hz", 1, 1000000000000);
	m->wrap = !json_object_get(root, "wrap") || reader_bool(r, root, "wrap");
	m->sync = json_object_get(root, "sync") && reader_bool(r, root, "sync");
	m->time_bits = reader_unsigned(r, root, "time_bits", 8, 32);
	m->slots_log2 = reader_unsigned(r, root, "slots_log2", 4, GNO_MAX_SLOTS_LOG2);
	m->slots = reader_unsigned(r, root, "slots", 1u << m->slots_log2, 1u << m->slots_log2);
	m->granule =
	    reader_unsigned(r, root, "granule_slots", GNO_GRANULE_SLOTS, GNO_GRANULE_SLOTS);
	/* the slots' addresses have place in the link's */
	m->addr_bits = reader_unsigned(r, root, "addr_bits", m->slots_log2 + 3, 32);
	nodes = reader_array(r, root, "nodes");
	read_link(r, m, reader_object(r, root, "link"));
	r->path[0] = '\0';
	m->node = reader_list(r, nodes, "nodes", 1, GNO_MAX_NODES, sizeof(*m->node), &m->nodes);
	for (unsigned k = 0; k < m->nodes && !r->rc; k++) {
		m->node[k].index = k;
		read_node(r, &m->node[k], json_array_get(nodes, k));
		check_stream(r, m, k);
	}
	for (unsigned k = 0; k < m->nodes && !r->rc; k++) {
		snprintf(place, sizeof(place), "nodes[%u].", k);
		reader_check_owner(r, m, &m->node[k], place);
	}
	if (!r->rc)
		read_single(r, m, root);
}

bool gno_manifest_has_clocks(const struct gno_manifest *m)
{
	for (unsigned k = 1; k < m->nodes; k++)
		if (gno_manifest_hz(m, k) != gno_manifest_hz(m, 0))
			return true;
	return m->nodes && m->node[0].own_hz;
}

int gno_manifest_parse(const char *text, const char *name, struct gno_manifest **out,
		       struct gno_err *err)
{
	struct reader r = {.file = name, .err = err};
	struct gno_manifest *m = NULL;
	json_error_t why;
	json_t *root;

	root = json_loads(text, JSON_REJECT_DUPLICATES, &why);
	if (!root)
		return gno_fail(err, GNO_ERR_FORMAT, "manifest '%s' is not JSON: line %d: %s", name,
				why.line, why.text);
	m = reader_room(&r, 1, sizeof(*m));
	if (!m)
		goto out;
	m->text = strdup(text);
	if (!m->text)
		r.rc = gno_fail_nomem(err);
	if (!json_is_object(root))
		reader_fault(&r, "", "is not an object");
	read_manifest(&r, m, root);
	if (!r.rc) {
		*out = m;
		m = NULL;
	}
out:
	json_decref(root);
	gno_manifest_free(m);
	return r.rc;
}

int gno_manifest_load(const char *path, struct gno_manifest **out, struct gno_err *err)
{
	char *text;
	int rc;

	rc = gno_slurp(path, &text, NULL, err);
	if (rc)
		return rc;
	rc = gno_manifest_parse(text, path, out, err);
	free(text);
	return rc;
}

static void free_node(struct gno_node *n)
{
	free(n->name);
	reader_free_preprocessors(n);
	reader_free_trigger(n);
	free(n->stream);
}

void gno_manifest_free(struct gno_manifest *m)
{
	if (!m)
		return;
	for (unsigned k = 0; k < m->nodes && m->node; k++)
		free_node(&m->node[k]);
	free(m->node);
	free(m->name);
	free(m->phy);
	free(m->text);
	free(m);
}

const struct gno_node *gno_manifest_node(const struct gno_manifest *m, const char *name)
{
	for (unsigned k = 0; k < m->nodes; k++)
		if (!strcmp(m->node[k].name, name))
			return &m->node[k];
	return NULL;
}
