/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_JSON_H
#define GNO_REPORT_JSON_H

/*
 * What the parts of the JSON report share. Objects are built key by key. jansson passes a NULL value over as
 * a failure, so one missing part would go unseen: json_put keeps note of it.
 */

#include "report.h"

struct builder {
	const struct gno_report *r;
	bool broken; /* no memory */
};

void json_put(struct builder *b, json_t *object, const char *key, json_t *value);
void json_add(struct builder *b, json_t *array, json_t *value);
void json_put_number(struct builder *b, json_t *object, const char *key, uint64_t value);
void json_put_text(struct builder *b, json_t *object, const char *key, const char *value);
void json_put_seconds(struct builder *b, json_t *object, const char *key, double clocks);
/* A quotient; null where there is no whole. */
void json_put_share(struct builder *b, json_t *object, const char *key, double part, double whole);
/* A number; null where there is none. */
json_t *json_real_or_null(bool has, double value);

/* Ratio counters of a node, one a pair. */
json_t *json_pairs(struct builder *b, unsigned node, const struct gno_ratio *pair);

/* Parts of the report; null where there is nothing to say. */
json_t *json_run(struct builder *b);
json_t *json_port(struct builder *b, unsigned node);
json_t *json_messages(struct builder *b);
json_t *json_marks(struct builder *b);
json_t *json_system(struct builder *b, unsigned node);

/* What the node's pairs measure, by those counts; extremes; buckets; counters. */
json_t *json_measures(struct builder *b, unsigned node, const struct gno_ratio *pair);
json_t *json_extremes(struct builder *b, unsigned node, const struct report_extreme *e);
json_t *json_buckets(struct builder *b, unsigned node);
json_t *json_counters(struct builder *b, unsigned node);
json_t *json_stall(struct builder *b, const struct report_stall *s, unsigned groups);
json_t *json_sample(struct builder *b, const struct report_sample *s);

#endif
