/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_MTBDD_H
#define GNO_MTBDD_H

/*
 * Multi-terminal binary decision diagrams (Fujita, McGeer and Yang, 1997; Bryant, 1986): functions
 * from bits to 0..255, each in its one reduced form, so that equal functions are the same
 * reference. Small on purpose: Debian's BuDDy keeps its state in globals and knows no terminals but
 * 0 and 1.
 *
 * Bits are named by their level: 0 is examined first. The caller defines what levels mean;
 * functions over different orders of bits may live side by side as long as they are not joined.
 * Nodes are never freed one by one.
 *
 * A failure is kept (mtbdd_error) and makes every later result the constant 0 until mtbdd_clear.
 */

#include <stddef.h>
#include <stdint.h>

#define MTBDD_TERMINALS 256u /* references below are the constants */
#define MTBDD_LEVELS 64u

enum mtbdd_op {
	MTBDD_THEN, /* g where f is not 0, else 0; f is 0 or 1 */
	MTBDD_ELSE, /* f where f is not 0, else g */
	MTBDD_NOT,  /* 1 where f is 0, else 0; g is 1 */
};

struct mtbdd;

#define MTBDD_NODES (1u << 20) /* that a manager may have at first; a node has 16 bytes */

/* NULL: no memory. */
struct mtbdd *mtbdd_new(void);
void mtbdd_free(struct mtbdd *b);

/* Forgets all nodes and the failure. */
void mtbdd_clear(struct mtbdd *b);

/* Allows so many nodes beyond those that are there. */
void mtbdd_allow(struct mtbdd *b, size_t nodes);

/* 0, GNO_ERR_NOMEM, or GNO_ERR_FIT where the limit was met. */
int mtbdd_error(const struct mtbdd *b);

/* References that exist: all are below this number. */
size_t mtbdd_refs(const struct mtbdd *b);

/* The function that is `lo` where the bit of that level is 0, else `hi`; both depend on later
 * levels only. */
uint32_t mtbdd_node(struct mtbdd *b, unsigned level, uint32_t lo, uint32_t hi);

uint32_t mtbdd_apply(struct mtbdd *b, enum mtbdd_op op, uint32_t f, uint32_t g);

/* The level that a function examines first; MTBDD_LEVELS for a constant. */
unsigned mtbdd_level(const struct mtbdd *b, uint32_t f);

/* What is left of a function that is no constant once its first bit is known. */
uint32_t mtbdd_child(const struct mtbdd *b, uint32_t f, int bit);

/*
 * Counts the different functions that are left once all bits of levels below `level` are known. The
 * first `room` of them go into `left` in the order of the bits' values, first bit highest.
 */
size_t mtbdd_cut(struct mtbdd *b, uint32_t f, unsigned level, uint32_t *left, size_t room);

#endif
