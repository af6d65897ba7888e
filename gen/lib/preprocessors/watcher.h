/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kinds of watchers: what watches a quantity, or counts inputs of its own. A kind is a row of
 * watcher.c, which holds its keys, its words and its modules; what it does is its role.
 */
#ifndef GNO_GEN_WATCHER_H
#define GNO_GEN_WATCHER_H

#include <stddef.h>

#include "tables/key.h"

/*
 * The table of kinds, by role: `word` is WATCHER_word, its place; `list` is the key of a node that
 * lists `most` of them at most.
 */
#define WATCHER_KINDS(X)                                                                           \
	X(threshold, thresholds, 8, "triggers that a quantity fires")                              \
	X(extreme, extremes, 4, "largest and smallest values of quantities")                       \
	X(bucket, buckets, 4, "distributions of quantities; 8192 buckets in all at most")          \
	X(counters, counters, 2, "banks of counters")                                              \
	X(segments, segments, 2, "windows of the watched word around triggers")

enum watcher_role {
	WATCHER_FIRES,	 /* it is a trigger, with a row of a table; D is later for it */
	WATCHER_SAMPLED, /* its words are in the record of a sample, behind those of the pairs */
	WATCHER_BANKED,	 /* its banks of counts are sent as blocks; it has a table of ranges */
	WATCHER_COUNTED, /* it is of no quantity, but has a list of inputs; its counts are sent as
			    blocks behind those of WATCHER_BANKED */
	WATCHER_KEPT,	 /* nor this: it keeps the watched word around an event line; its segments
			    are sent as blocks, the last */
	WATCHER_ROLES,
};

/* The word of the key `keep` for entries of runs. */
#define WATCHER_CHANGES "changes"

struct watcher_kind {
	const char *list; /* as the table has it */
	enum watcher_role role;
	struct key_section section;
	const char *one; /* as messages call it */
	const char *a;	 /* the same with its article */
	const char *many;
	const char *taken; /* names that it cannot have, with a space between; or NULL */

	const char *module;   /* of the library; its ports are those of its role */
	const char *title;    /* in front of its instance */
	const char *instance; /* with its number behind it */
};

#define WATCHER_PLACE(word, list, most, what) WATCHER_##word,
enum { WATCHER_KINDS(WATCHER_PLACE) WATCHERS };

extern const struct watcher_kind watcher_kinds[WATCHERS];

/* Kind `i` of the table; NULL behind the last. */
const struct watcher_kind *watcher_at(size_t i);

#endif
