/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/index/file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "common/util.h"
#include "passes/index/rounds.h"
#include "passes/index/state.h"
#include "passes/lines/pauses.h"

char *index_path(const struct gno_report *r)
{
	return gno_format("%s/" INDEX_FILE, gno_trace_dir(r->trace));
}

/* -- what it is of -- */

static void of_stat(XXH64_state_t *hash, const struct stat *st)
{
	const uint64_t said[] = {(uint64_t)st->st_size, (uint64_t)st->st_mtim.tv_sec,
				 (uint64_t)st->st_mtim.tv_nsec};

	XXH64_update(hash, said, sizeof(said));
}

/* Size and time of a file of a folder; of one that is not there nothing. False: no memory. */
static bool of_file(XXH64_state_t *hash, const char *dir, const char *name)
{
	char *path = gno_format("%s/%s", dir, name);
	struct stat st;

	if (path && !stat(path, &st))
		of_stat(hash, &st);
	free(path);
	return path;
}

/* Of the names that the walk knows by their places. */
static void of_points(XXH64_state_t *hash, const struct report_points *p)
{
	for (size_t i = 0; i < p->points; i++)
		XXH64_update(hash, p->point[i].name, strlen(p->point[i].name) + 1);
	for (size_t i = 0; i < p->intervals; i++)
		XXH64_update(hash, p->interval[i].name, strlen(p->interval[i].name) + 1);
}

int index_key(const struct gno_report *r, uint64_t *out, struct gno_err *err)
{
	static const char version[] = GNOMON_VERSION;
	XXH64_state_t *hash = XXH64_createState();
	bool good = hash;

	if (!good)
		return gno_fail_nomem(err);
	XXH64_reset(hash, INDEX_MAGIC);
	XXH64_update(hash, version, sizeof(version));
	of_points(hash, &r->points);
	good = of_file(hash, gno_trace_dir(r->trace), "boards.json");
	for (unsigned i = 0; i < gno_trace_parts(r->trace); i++) {
		unsigned first;
		const char *dir = gno_trace_dir(gno_trace_part(r->trace, i, &first));

		good =
		    good && of_file(hash, dir, "manifest.json") && of_file(hash, dir, "run.json");
		for (size_t l = 0; l < r->points.loads; l++)
			good = good && of_file(hash, dir, r->points.load[l].name);
	}
	for (unsigned k = 0; k < r->m->nodes; k++) {
		struct stat st = {.st_size = -1};

		if (!fstat(gno_trace_stream(r->trace, k)->in->fd, &st))
			of_stat(hash, &st);
	}
	*out = XXH64_digest(hash);
	XXH64_freeState(hash);
	return good ? GNO_OK : gno_fail_nomem(err);
}

uint64_t index_packet(const struct gno_stream *s, const struct stream_place *p)
{
	const uint64_t most = s->size - p->packet;
	const size_t bytes = most < GNO_PACKET_HEADER ? (size_t)most : GNO_PACKET_HEADER;

	return XXH64(stream_bytes(s, p->packet, bytes), bytes, p->pos);
}

bool index_is_place(const struct gno_stream *s, const struct stream_place *p, uint64_t packet)
{
	return p->pos <= s->size && p->packet <= p->pos && packet == index_packet(s, p);
}

/* -- the table -- */

static int table_of_node(struct archive *a, struct index_node *n)
{
	const uint64_t places = archive_number(a, n->places);
	uint64_t time = 0;

	for (size_t i = 0; i < places && !a->bad; i++) {
		struct index_place *p;

		if (a->reads) {
			p = gno_room(n->place, i, sizeof(*p));
			if (!p)
				return GNO_ERR_NOMEM;
			n->place = p;
			p[i] = (struct index_place){.time = 0};
		}
		p = &n->place[i];
		p->time = time += archive_number(a, p->time - time);
		p->at = archive_number(a, p->at);
		p->length = archive_number(a, p->length);
		p->hash = archive_number(a, p->hash);
		n->places = i + 1;
	}
	return GNO_OK;
}

static int table_of_rounds(struct archive *a, struct index *x)
{
	int rc;

	rounds_of_sum(a, &x->lines);
	x->stretches = archive_number(a, x->stretches);
	x->rounds_hash = archive_number(a, x->rounds_hash);
	rc = table_of_node(a, &x->rounds);
	a->bad |= x->rounds.places !=
		  x->stretches / REPORT_PAUSES_PIECE + (x->stretches % REPORT_PAUSES_PIECE != 0);
	return rc;
}

int index_table(struct archive *a, struct gno_report *r, struct index *x)
{
	int rc = GNO_OK;

	a->bad |= archive_number(a, x->key) != x->key;
	a->bad |= archive_number(a, r->m->nodes) != r->m->nodes;
	for (unsigned k = 0; k < r->m->nodes && !a->bad && !rc; k++) {
		struct report_node n = r->node[k];

		state_of_look(a, &n);
		r->node[k] = n;
		rc = table_of_node(a, &x->node[k]);
	}
	x->breaks = archive_number(a, x->breaks);
	rc = rc ? rc : table_of_node(a, &x->messages);
	if (!rc && pauses_any(r->m))
		rc = table_of_rounds(a, x);
	return rc || a->nomem ? GNO_ERR_NOMEM : GNO_OK;
}

/* -- reading -- */

/* The table of the open file: 1; 0: it has none. GNO_ERR_NOMEM. */
static int get_table(int fd, struct archive *out, struct gno_err *err)
{
	uint8_t foot[INDEX_FOOT];
	struct stat st;

	if (fstat(fd, &st) || st.st_size < INDEX_FOOT ||
	    !archive_bytes(fd, (uint64_t)st.st_size - INDEX_FOOT, foot, INDEX_FOOT) ||
	    gno_le64(foot) != INDEX_MAGIC)
		return 0;
	return archive_load(fd, gno_le64(foot + 8), gno_le64(foot + 16), gno_le64(foot + 24), out,
			    err);
}

void index_close(struct index *x)
{
	if (!x)
		return;
	if (x->fd >= 0)
		close(x->fd);
	for (unsigned k = 0; x->node && k < x->nodes; k++)
		free(x->node[k].place);
	free(x->node);
	free(x->messages.place);
	free(x->rounds.place);
	free(x);
}

void index_drop_places(struct index *x)
{
	for (unsigned k = 0; x && k < x->nodes; k++)
		x->node[k].places = 0;
}

/* The table, and the rounds of lines where they are not known yet. */
static int take_all(struct archive *a, struct gno_report *r, struct index *x, struct gno_err *err)
{
	int rc = index_table(a, r, x) ? gno_fail_nomem(err) : GNO_OK;

	if (rc || a->bad || !pauses_any(r->m) || r->pauses)
		return rc;
	rc = rounds_recall(r, x, err);
	a->bad |= !rc;
	return rc < 0 ? rc : GNO_OK;
}

/* What the look finds is in r->node only where all of it fits. */
static int take_table(struct archive *a, struct gno_report *r, struct index *x, struct gno_err *err)
{
	struct report_node *before = malloc(r->m->nodes * sizeof(*before));
	int rc;

	if (!before)
		return gno_fail_nomem(err);
	memcpy(before, r->node, r->m->nodes * sizeof(*before));
	rc = take_all(a, r, x, err);
	if (a->bad || rc)
		memcpy(r->node, before, r->m->nodes * sizeof(*before));
	free(before);
	return rc;
}

int index_open(struct gno_report *r, uint64_t key, struct index **out, struct gno_err *err)
{
	struct index *x = calloc(1, sizeof(*x));
	char *path = index_path(r);
	struct archive a = {.bad = true};
	int rc = GNO_OK, found;

	*out = NULL;
	if (x)
		x->node = calloc(r->m->nodes, sizeof(*x->node));
	if (!x || !path || !x->node) {
		free(path);
		free(x);
		return gno_fail_nomem(err);
	}
	x->key = key;
	x->calls = true;
	x->nodes = r->m->nodes;
	x->fd = open(path, O_RDONLY | O_CLOEXEC);
	free(path);
	found = x->fd < 0 ? 0 : get_table(x->fd, &a, err);
	if (found > 0)
		rc = take_table(&a, r, x, err);
	if (found > 0 && !rc && !a.bad)
		*out = x;
	else
		index_close(x);
	archive_free(&a);
	return found < 0 ? found : rc ? rc : *out != NULL;
}

/* The last of the places whose time is before `cycle`; NULL: there is none. */
static const struct index_place *last_before(const struct index_node *n, uint64_t cycle)
{
	size_t low = 0, high = n->places;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (n->place[middle].time < cycle)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &n->place[low - 1] : NULL;
}

/* The state of the last place before a cycle: 1; 0: there is none. GNO_ERR_NOMEM. */
static int find(const struct index *x, const struct index_node *n, uint64_t cycle,
		struct archive *state, struct gno_err *err)
{
	const struct index_place *p = last_before(n, cycle);

	return p ? archive_load(x->fd, p->at, p->length, p->hash, state, err) : 0;
}

int index_find_messages(const struct index *x, uint64_t time, struct archive *state,
			struct gno_err *err)
{
	return find(x, &x->messages, time, state, err);
}

int index_find(const struct index *x, const struct gno_report *r, unsigned node, uint64_t cycle,
	       struct stream_place *place, struct archive *state, struct gno_err *err)
{
	const struct gno_stream *s = gno_trace_stream(r->trace, node);
	int rc = x ? find(x, &x->node[node], cycle, state, err) : 0;

	if (rc <= 0)
		return rc;
	*place = (struct stream_place){.pos = 0};
	state_of_place(state, place);
	if (!state->bad && index_is_place(s, place, archive_number(state, 0)))
		return 1;
	archive_free(state);
	return 0;
}

int index_check(const struct gno_report *r, const struct archive *state, struct gno_err *err)
{
	return !state->bad
		   ? GNO_OK
		   : gno_fail(err, GNO_ERR_FORMAT, "'%s/" INDEX_FILE "' is damaged: remove it",
			      gno_trace_dir(r->trace));
}
