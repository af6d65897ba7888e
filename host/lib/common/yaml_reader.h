/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_YAML_READER_H
#define GNO_YAML_READER_H

/* Reading of a YAML document with faults that state their position; reading continues after a
 * fault. */

#include <stdbool.h>
#include <stdint.h>
#include <yaml.h>
#include "common/errors.h"

struct gno_yaml {
	yaml_document_t doc;
	struct gno_faults *faults;
	size_t misfits; /* errors among the faults that are patterns that do not fit */
	bool nomem;	/* memory ran out; all else is void then */
};

/* A position in the file, from 1. */
struct gno_yaml_position {
	unsigned line, column;
};

/* An entry of a mapping whose names the user chose. */
struct gno_entry {
	const char *name;
	yaml_node_t *key, *value;
};

/*
 * Parses a text, of which `what` is one ("an experiment"). 0: y->doc is the caller's
 * (yaml_document_delete), of an empty text without a root; a second document is a fault.
 * GNO_ERR_FORMAT: the text is not YAML, which is noted as a fault. GNO_ERR_NOMEM.
 */
int gno_yaml_load(struct gno_yaml *y, const char *text, const char *what, struct gno_err *err);

/* Notes an error at a node (NULL: the file as a whole). */
void gno_yaml_fault(struct gno_yaml *y, const yaml_node_t *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Notes something that is probably not intended. */
void gno_yaml_warn(struct gno_yaml *y, struct gno_yaml_position at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* As gno_yaml_fault, at a line and column. */
void gno_yaml_fault_at(struct gno_yaml *y, struct gno_yaml_position at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether there are as many errors as are kept, so that the message of a further one need not be
 * composed. */
bool gno_yaml_is_full(const struct gno_yaml *y);

/* Whether an error was noted at just this line and column. */
bool gno_yaml_has_fault_at(const struct gno_yaml *y, struct gno_yaml_position at);

/*
 * Finds the values of the known keys in a mapping: value[i] belongs to keys[i] (NULL-terminated
 * list), NULL where it is not there. Unknown keys (with the nearest one) and duplicate ones are
 * faults. false: no mapping.
 */
bool gno_yaml_keys(struct gno_yaml *y, yaml_node_t *map, const char *what, const char *const *keys,
		   yaml_node_t **value);

/* Entry `at` of a mapping whose names the user chose; false: its key is no word (that was noted
 * already). */
bool gno_yaml_entry(struct gno_yaml *y, yaml_node_t *map, size_t at, struct gno_entry *entry);

/* Entries of a mapping; not a mapping is a fault and has none. Duplicate and ill-formed names are
 * faults. */
size_t gno_yaml_entries(struct gno_yaml *y, yaml_node_t *map, const char *what);

/* Text of a scalar, NULL (and a fault) if it is none. */
const char *gno_yaml_text(struct gno_yaml *y, yaml_node_t *node, const char *what);

/* A number in [lo, hi], decimal or 0x...; false: a fault was noted. */
bool gno_yaml_number(struct gno_yaml *y, yaml_node_t *node, const char *what, uint64_t lo,
		     uint64_t hi, uint64_t *out);

/* A number in [-most, most], decimal. */
bool gno_yaml_signed(struct gno_yaml *y, yaml_node_t *node, const char *what, int64_t most,
		     int64_t *out);

/* A yes or no; false (and a fault) where it is neither. */
bool gno_yaml_bool(struct gno_yaml *y, yaml_node_t *node, const char *what);

/* Where a node begins. */
struct gno_yaml_position gno_yaml_position(const yaml_node_t *node);

/* Position of character `offset` of a scalar; of one with escapes or of several lines: of its
 * beginning. */
struct gno_yaml_position gno_yaml_position_in(const yaml_node_t *node, size_t offset);

/* Item `at` of a list; a single scalar counts as a list of one. NULL after the last. */
yaml_node_t *gno_yaml_item(struct gno_yaml *y, yaml_node_t *node, size_t at);

/* A copy of a text; NULL only with y->nomem. */
char *gno_yaml_copy(struct gno_yaml *y, const char *text);

#endif
