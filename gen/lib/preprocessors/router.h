/* SPDX-License-Identifier: Apache-2.0 */
/* The router of a node's signals: all that the generator knows of it but its lines. */
#ifndef GNO_GEN_ROUTER_H
#define GNO_GEN_ROUTER_H

struct router_kind {
	unsigned clocks; /* from a signal to the lines */

	const char *module; /* of the library; it has a table bus, too */
	const char *title;
	const char *instance;
	const char *signals; /* nets: what it chooses from, a bit each */
	const char *line;    /* its lines, */
	const char *restart; /* and that what counts by them restarts */
};

extern const struct router_kind router;

#endif
