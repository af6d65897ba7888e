/* SPDX-License-Identifier: Apache-2.0 */
#include "results/captured.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "common/new_file.h"
#include "common/util.h"

/* What is kept of a node. */
struct kept {
	uint64_t *block; /* where its blocks lie in the file, in blocks */
	size_t blocks;
	struct captured_row *last; /* those behind them; NULL: there never was one */
	size_t lasts;
};

struct captured {
	int fd; /* -1: no block was written */
	uint64_t written;
	int failed;
	struct gno_err why;
	unsigned nodes;
	struct kept node[];
};

int captured_new(unsigned nodes, struct captured **out, struct gno_err *err)
{
	struct captured *c = calloc(1, sizeof(*c) + nodes * sizeof(*c->node));

	*out = c;
	if (!c)
		return gno_fail_nomem(err);
	c->fd = -1;
	c->nodes = nodes;
	return GNO_OK;
}

void captured_free(struct captured *c)
{
	if (!c)
		return;
	for (unsigned k = 0; k < c->nodes; k++) {
		free(c->node[k].block);
		free(c->node[k].last);
	}
	if (c->fd >= 0)
		close(c->fd);
	free(c);
}

/* -- writing -- */

/* Moves the last rows of a node, a whole block, into the file. */
static int write_block(struct captured *c, struct kept *n, struct gno_err *err)
{
	const size_t size = CAPTURED_BLOCK * sizeof(*n->last);
	uint64_t *more = gno_room(n->block, n->blocks, sizeof(*more));
	int rc = more ? GNO_OK : gno_fail_nomem(err);

	if (rc)
		return rc;
	n->block = more;
	if (c->fd < 0)
		rc = gno_scratch_open(&c->fd, err);
	rc = rc ? rc : gno_scratch_put(c->fd, (off_t)(c->written * size), n->last, size, err);
	if (rc)
		return rc;
	n->block[n->blocks++] = c->written++;
	n->lasts = 0;
	return GNO_OK;
}

void captured_put(struct captured *c, unsigned node, const struct captured_row *row)
{
	struct kept *n = &c->node[node];

	if (c->failed)
		return;
	if (!n->last)
		n->last = calloc(CAPTURED_BLOCK, sizeof(*n->last));
	if (!n->last) {
		c->failed = gno_fail_nomem(&c->why);
		return;
	}
	n->last[n->lasts++] = *row;
	if (n->lasts == CAPTURED_BLOCK)
		c->failed = write_block(c, n, &c->why);
}

int captured_check(const struct captured *c, struct gno_err *err)
{
	if (c->failed)
		*err = c->why;
	return c->failed;
}

/* -- reading -- */

/* Reads the node's next block, or those that are in none; several cursors read the file. */
static int read_block(struct captured_cursor *c, struct gno_err *err)
{
	const struct kept *n = &c->of->node[c->node];
	const size_t size = sizeof(c->piece), block = c->block++;

	c->at = c->count = 0;
	if (block < n->blocks) {
		c->count = CAPTURED_BLOCK;
		return gno_scratch_get(c->of->fd, (off_t)(n->block[block] * size), c->piece, size,
				       err);
	}
	if (block > n->blocks || !n->lasts)
		return GNO_OK;
	c->count = n->lasts;
	memcpy(c->piece, n->last, n->lasts * sizeof(*n->last));
	return GNO_OK;
}

int captured_next(struct captured_cursor *c, const struct captured_row **row, struct gno_err *err)
{
	int rc = c->at < c->count ? GNO_OK : read_block(c, err);

	if (rc || c->at == c->count)
		return rc;
	*row = &c->piece[c->at++];
	return 1;
}
