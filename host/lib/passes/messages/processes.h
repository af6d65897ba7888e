/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_ANALYSIS_PROCESSES_H
#define GNO_ANALYSIS_PROCESSES_H

/*
 * The processes of a run by their numbers and nodes, and the names that the experiment gives them.
 * Processes of one name are a group; a process without a name is a group of its own, with the name
 * NODE:NUMBER. The list grows with the processes that are looked for.
 */

#include <stdbool.h>
#include <stddef.h>
#include "results/report.h"

#define PROCESS_GROUPS_MAX (1u << 21) /* more than any run has */

struct process {
	unsigned node, number;
	unsigned group;	     /* place in the list of groups */
	size_t next_on_node; /* place of the next process of its node plus one; 0: the last */
};

struct process_group {
	char *name;
	enum gno_process_role role; /* as the experiment says */
	bool named;		    /* by the experiment */
	unsigned node, number;	    /* of one that is not */
};

struct process_slot {
	uint64_t key; /* number and node, plus one; 0: free */
	size_t place;
};

struct processes {
	const struct gno_report *r;
	struct process *process; /* in the order in which they were looked for */
	size_t processes;
	/* those that are named first, in the order of the experiment */
	struct process_group *group;
	size_t groups;
	size_t *first; /* of each node: place of the process that came last, plus one; 0: none */
	struct process_slot *slot; /* `room` of them */
	size_t room;		   /* a power of two */
};

/* The names of a run (gno_report_look). *out is the caller's, also after a failure. GNO_ERR_NOMEM.
 */
int processes_open(const struct gno_report *r, struct processes **out, struct gno_err *err);
void processes_close(struct processes *p);

/* Place of a process, which is added where it is not there. GNO_ERR_NOMEM. */
int processes_find(struct processes *p, unsigned node, unsigned number, size_t *place);

/* Place of the group of that name; -1: there is none, among the processes found so far. */
long processes_group(const struct processes *p, const char *name);

#endif
