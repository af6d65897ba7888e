/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_FIXTURE_H
#define REPORT_FIXTURE_H

/* What the tests of the report share: an experiment, and a report of what was written. */

#include <jansson.h>
#include "report/report.h"
#include "trace_writer.h"

#define FIX_POINTS 24
#define FIX_INTERVALS 8

/* A pattern file that grows. */
struct fix {
	struct gno_pattern_file file;
	struct gno_pattern_point point[FIX_POINTS];
	struct gno_pattern_interval interval[FIX_INTERVALS];
	struct gno_pattern_node node[TW_NODES];
	struct gno_pattern_function function[8];
	struct gno_pattern_line line[8];
	int code[FIX_POINTS][TW_NODES];
	bool until_on[TW_NODES];
	char names[FIX_POINTS + FIX_INTERVALS + 8][32];
	unsigned used;
};

/* Begins an experiment that collects from the start and has no points. */
void fix_begin(struct fix *f, unsigned nodes);
/* A point of all nodes; kinds: GNO_PATTERN_EVENT, GNO_PATTERN_TRIGGER. */
struct gno_pattern_point *fix_point(struct fix *f, const char *name, enum gno_pattern_kind kind,
				    int code, unsigned actions);
/* An interval between points by their names. */
void fix_interval(struct fix *f, const char *name, const char *from, const char *to);
void fix_function(struct fix *f, const char *name, uint32_t address, uint32_t size,
		  const char *file, unsigned line);
void fix_line(struct fix *f, uint32_t address, const char *file, unsigned line);

#define RECORD (1u << GNO_ACT_RECORD)
#define SAMPLE (1u << GNO_ACT_SAMPLE)
#define RESET (1u << GNO_ACT_RESET)
#define MARKED (1u << GNO_ACT_MARK)

/* The report of what was written, which must be readable. */
struct gno_report *report_of(const struct tw *w, const char *interval);
struct gno_report *profile_of(const struct tw *w, bool by_line);

void expect_measure(const struct report_measure *m, uint64_t count, uint64_t total, uint64_t min,
		    uint64_t max, uint64_t unfinished, uint64_t unmatched, uint64_t cut);
void expect_stats(const struct gno_stats *s, uint64_t count, uint64_t total, uint64_t min,
		  uint64_t max);

/* The text, the caller's, with three rows of each list; and whether a line is in it. */
char *text_of(const struct gno_report *r, bool utf8);
char *print_all_of(const struct gno_report *r);	 /* with all rows */
char *units_text_of(const struct gno_report *r); /* with each bank and snapshot */
char *profile_text_of(const struct gno_report *r);
void expect_line(const char *text, const char *line);

/* A stream into memory; what was written to it must be JSON without a key twice. The caller's. */
FILE *json_begin(void);
json_t *json_end(FILE *f);
/* The report, a part of it, and the profile. */
json_t *json_of(const struct gno_report *r);
json_t *json_part_of(const struct gno_report *r, const char *node, enum report_part part);
json_t *json_profile_of(const struct gno_report *r, size_t rows);

#endif
