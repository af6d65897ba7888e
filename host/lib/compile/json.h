/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PATTERN_FILE_JSON_H
#define GNO_PATTERN_FILE_JSON_H

/* What reading and writing of pattern files share. */

#include <jansson.h>
#include "compile/pattern_file.h"

#define GNO_PATTERNS_VERSION 2
#define GNO_PATTERNS_MARK "gnomon_patterns" /* key that makes it a pattern file */

/* Words for the values of enums, in their order; NULL behind the last. */
extern const char *const gno_pattern_kinds[];
extern const char *const gno_pattern_oses[];
extern const char *const gno_measure_prints[];
extern const char *const gno_pattern_modes[];
extern const char *const gno_pattern_actions[]; /* by bit */
extern const char *const gno_pattern_choices[]; /* by enum gno_choose: keys under "groups" */
extern const char *const gno_pattern_roles[];

/*
 * Frees the names of choices; copies them, false: memory ran out (what was copied is to be freed).
 */
void gno_pattern_free_choice(struct gno_group_choice *choice);
bool gno_pattern_copy_choice(const struct gno_group_choice *from, struct gno_group_choice *to);

/* Frees a list of names of processes. */
void gno_pattern_free_processes(struct gno_pattern_process *process, size_t count);

/* The first whole number after which a double lacks some. */
#define GNO_PATTERNS_EXACT (UINT64_C(1) << 53)

/* XXH64 of the contents of a pattern file without the hash itself, as 16 digits; NULL: no
 * memory. */
char *gno_pattern_file_hash(const json_t *root);

/*
 * The contents as JSON, the caller's; `manifest` is the path to write into it. GNO_ERR_ARG: JSON
 * cannot hold that path; GNO_ERR_NOMEM.
 */
int gno_pattern_file_json(const struct gno_pattern_file *p, const char *manifest, json_t **out,
			  struct gno_err *err);

#endif
