/* SPDX-License-Identifier: Apache-2.0 */
/*
 * truth: the log of what the target really did, written by the harness from the target's own
 * signals, and its reader.
 *
 * A file is a header of 16 bytes (magic "GNTRUTH1", u32 bytes a record = 12, u32 number of cores),
 * then records of 12 bytes, all little-endian, in the order of cycles, the last one of kind end:
 *
 *   u32 cycle   low 32 bits of the harness cycle (cycle 0: the first clock without reset of the
 *               monitor)
 *   u32 value   by kind
 *   u8  kind    enum truth_kind
 *   u8  core
 *   u8  flags   by kind
 *   u8  owner   bus: the core that owns it; port: the page
 *
 * A core record is there for each clock in which the core retired or looked up a cache or in which
 * one of its levels changed. Retired and the cache flags are true of that one clock; stall, waiting
 * and grant hold from this clock on until the core's next record. A bus record is there whenever
 * busy or owner change, and holds likewise. Before the first records all levels are 0. So every
 * count of every signal up to any cycle can be had exactly.
 *
 * An access record is there for each load and store of a core that is complete in this clock, those
 * of devices and of the event port too; the address is that of its lowest byte. A write of a core's
 * event port is two records of one cycle, the clock in which it is taken: store_pc, then port.
 *
 * An activity record (harness option --activity) is there whenever one of a core's signals of enum
 * truth_activity, or the number of bytes, changes, and holds from this clock on until the core's
 * next one; before the first all are 0. With the same option a word record is there for each clock
 * in which a word is done on the bus.
 *
 * The record of kind sync is the only one that comes from the monitor: its sync_o was high in this
 * cycle; a record of the monitor with time t is about cycle sync + 1 + t.
 */
#ifndef GNOMON_SIM_TRUTH_H
#define GNOMON_SIM_TRUTH_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum truth_kind {
	TRUTH_CORE = 1,	   /* value: pc, if retired; flags: TRUTH_RETIRED and so on */
	TRUTH_BUS = 2,	   /* flags: 1 busy */
	TRUTH_SYNC = 3,	   /* sync_o of the monitor */
	TRUTH_HOLD = 4,	   /* flags: 1 the target is in reset from this cycle on, 0 it runs */
	TRUTH_CONSOLE = 5, /* value: byte */
	TRUTH_EXIT = 6,	   /* core exited, value: its code */
	TRUTH_HIGH = 7, /* value: upper 32 bits of the cycle from here on; before the first of these
			   they are 0 */
	TRUTH_END = 8,	/* the log ends; cycle: the number of cycles */
	TRUTH_ACCESS = 9, /* core made an access; value: address; flags: 1 it wrote */
	TRUTH_STORE_PC =
	    10, /* value: address of the instruction that makes the write that follows */
	TRUTH_PORT =
	    11, /* core wrote to its event port; value: data, 0 where a narrow store selects no
		   byte; flags: sub, bits 7..2 of the address; owner: page, bits 11..8 */
	TRUTH_ACTIVITY =
	    12, /* value: TRUTH_WRITING and so on, and the bytes from bit TRUTH_BYTES on */
	TRUTH_WORD =
	    13, /* the bus has done a word; value: address; flags: its strobes, 0: read; owner */
};

enum truth_flag {
	TRUTH_RETIRED = 1 << 0,
	TRUTH_ICACHE_ACCESS = 1 << 1,
	TRUTH_ICACHE_HIT = 1 << 2,
	TRUTH_DCACHE_ACCESS = 1 << 3,
	TRUTH_DCACHE_HIT = 1 << 4,
	TRUTH_STALL = 1 << 5,
	TRUTH_WAITING = 1 << 6,
	TRUTH_GRANT = 1 << 7,
};

/* soc_core.v explains the names */
enum truth_activity {
	TRUTH_WRITING = 1 << 0,
	TRUTH_WRITING_DATA = 1 << 1,
	TRUTH_REQUEST = 1 << 2,
	TRUTH_GRANTED = 1 << 3,
	TRUTH_BUS_WAIT = 1 << 4,
	TRUTH_TRANSACTION = 1 << 5,
	TRUTH_BEAT = 1 << 6,
	TRUTH_TLB_ACCESS = 1 << 7,
	TRUTH_TLB_MISS = 1 << 8,
	TRUTH_BYTES = 9, /* place of the lowest of 4 bits */
};

enum {
	TRUTH_FLAGS = 8,
	TRUTH_CORES_MAX = 16,
};

enum truth_error {
	TRUTH_OK = 0,
	TRUTH_ERR_IO = -1,     /* see errno */
	TRUTH_ERR_FORMAT = -2, /* not such a file, or cut off */
	TRUTH_ERR_MEMORY = -3,
};

struct truth_record {
	uint64_t cycle;
	uint32_t value;
	uint8_t kind;
	uint8_t core;
	uint8_t flags;
	uint8_t owner;
};

struct truth_writer;
struct truth_reader;

/* Create the file at path. The writer is closed by truth_writer_close. TRUTH_ERR_IO,
 * TRUTH_ERR_MEMORY. */
int truth_writer_open(struct truth_writer **writer, const char *path, uint32_t cores);

/* Append one record; cycles must not decrease. Errors stick and come back from truth_writer_close.
 */
void truth_write(struct truth_writer *writer, const struct truth_record *record);

/* Append the end record and close; NULL is allowed. TRUTH_ERR_IO if anything could not be written.
 */
int truth_writer_close(struct truth_writer *writer, uint64_t cycles);

/* Open the file at path. The reader is closed by truth_reader_close. */
int truth_reader_open(struct truth_reader **reader, const char *path);

/* Number of cores of the target. */
uint32_t truth_reader_cores(const struct truth_reader *reader);

/*
 * The next record; TRUTH_HIGH is taken care of and not given out. Returns 1 with a record (the end
 * record too), 0 after the end record, TRUTH_ERR_FORMAT or TRUTH_ERR_IO if the file ends without
 * one.
 */
int truth_read(struct truth_reader *reader, struct truth_record *record);

/* NULL is allowed. */
void truth_reader_close(struct truth_reader *reader);

/* Running counts of all signals of a log, in cycles in which the signal was high. Begin with all
 * zero. */
struct truth_sums {
	struct {
		uint64_t count[TRUTH_FLAGS]; /* by bit of enum truth_flag, before `since` */
		uint64_t since;
		uint8_t flags; /* in cycle `since`; later only the levels of it hold */
	} core[TRUTH_CORES_MAX];
	struct {
		uint64_t count;
		uint64_t since;
		bool busy;
	} bus;
};

/* Take one record, in the order of the log. */
void truth_sums_add(struct truth_sums *sums, const struct truth_record *record);

/*
 * Cycles in which the flag of the core was high, up to and including `cycle`, which is not before
 * the cycle of the last record taken of that core and not after its next one (exclusive).
 */
uint64_t truth_sums_core(const struct truth_sums *sums, uint32_t core, enum truth_flag flag,
			 uint64_t cycle);

/* The same of the busy bus. */
uint64_t truth_sums_bus(const struct truth_sums *sums, uint64_t cycle);

#ifdef __cplusplus
}
#endif

#endif
