/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_FILTER_ACCOUNT_H
#define GNO_FILTER_ACCOUNT_H

/* What a filter leaves out of each point, and between which cycles nothing of it is missing. */

#include <jansson.h>
#include "report/rows.h"

struct filter_accounts;

/* NULL: no memory. */
struct filter_accounts *filter_accounts_new(const struct gno_report *r);
void filter_accounts_free(struct filter_accounts *a);

/* Whether records of that kind may be left out: no other record is read by them. */
bool filter_accounts_may(const struct filter_accounts *a, const struct report_event *v);

/* Notes that such a record is kept, or left out. */
void filter_accounts_kept(struct filter_accounts *a, const struct report_event *v);
void filter_accounts_left_out(struct filter_accounts *a, const struct report_event *v);

/* The list of the journal. NULL: no memory. */
json_t *filter_accounts_json(const struct filter_accounts *a);

#endif
