/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_MATCH_STATE_H
#define GNO_ANALYSIS_MATCH_STATE_H

/* What the matching knows between two events, so that another one can go on from there. Of
 * message_match_pass, whose tags are 0; counts are not in it, nor which of a send and a receive
 * that wait with one number was first. */

#include "passes/index/archive.h"
#include "passes/messages/messages.h"

/* Written, or read into one that has taken no event. What is bad is in `a`. GNO_ERR_NOMEM. */
int match_state(struct archive *a, struct message_match *m);

/* Sequence numbers that match_state goes over. */
uint64_t match_numbers(const struct message_match *m);

#endif
