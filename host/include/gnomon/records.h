/* SPDX-License-Identifier: Apache-2.0 */
/* Records, operations, registers and tables of gnomon. Emitted by gnomon-gen: do not edit. */
/* clang-format off */
#ifndef GNOMON_RECORDS_H
#define GNOMON_RECORDS_H

/* Kinds of records */
#define GNO_KIND_EVENT       1     /* a trigger fired */
#define GNO_KIND_RATIO       2     /* sample of the node's ratio counters */
#define GNO_KIND_GAP         3     /* records were lost; its time is that of the first one lost */
#define GNO_KIND_BEAT        4     /* the top bit of the time changed, or a gap ended */
#define GNO_KIND_SYNC        5     /* first record of a run: time 0, epoch 0 */
#define GNO_KIND_FLUSH       6     /* last record of a run, but for the sample that goes with it */

/* Operations of the link */
#define GNO_OP_READ_REGS     0     /* read registers */
#define GNO_OP_READ_BUFFER   1     /* read records */
#define GNO_OP_WRITE         2     /* write table cells */
#define GNO_OP_START         3     /* begin a run */
#define GNO_OP_STOP          4     /* end the run: every node flushes */
#define GNO_OP_SELECT        5     /* name the node(s) that are written next, and set their flags */
#define GNO_OP_LIMIT         6     /* free the buffer up to a granule */
#define GNO_OP_POST          7     /* records kept after the stop action (wrap mode) */

/* Registers (byte offsets) */
#define GNO_REG_MAGIC        0     /* 0x47 0x4E 0x4F ("GNO") and the link version */
#define GNO_REG_HASH         4     /* plan hash, least significant byte first */
#define GNO_REG_HEAD         16    /* low 16 bits of the slot position where the next record goes, mod slots */
#define GNO_REG_STATE        18    /* see the state bits */
#define GNO_REG_RUN          19    /* run number */
#define GNO_REG_TAIL         22    /* position of the oldest slot kept; wrap mode: of the oldest whole record (single form: 0) */
#define GNO_REG_FIFO_HIGH    128   /* high-water mark of the node's FIFO in slots since the start (ring form) */

/* Flags of an event (bit numbers) */
#define GNO_FLAG_UNSAMPLED   0     /* a sample was asked for and could not be taken */
#define GNO_FLAG_SAMPLED     1     /* a ratio record of the same time follows directly */
#define GNO_FLAG_STOP        2     /* the action of the event is stop */

/* Action bits of an event (bit numbers) */
#define GNO_ACT_RECORD       0     /* record the event */
#define GNO_ACT_SAMPLE       1     /* sample the ratio counters */
#define GNO_ACT_RESET        2     /* reset the ratio counters after the sample */
#define GNO_ACT_START        3     /* begin to collect with this event */
#define GNO_ACT_STOP         4     /* end collecting with this event */

/* Bits of the state register (bit numbers) */
#define GNO_STATE_ACTIVE     0     /* between start and stop */
#define GNO_STATE_FULL       1     /* the head stands before the limit */
#define GNO_STATE_WRAPPED    2     /* something was overwritten (wrap mode) */
#define GNO_STATE_FROZEN     3     /* stop action seen and the records after it kept (wrap mode) */
#define GNO_STATE_HIGH       4     /* four bits: high-water mark of the trace buffer, in sixteenths of it, rounded up, 15 at most */

/* Tables of a node */
#define GNO_TABLE_CHUNK0     0     /* class of bits 9..0 of the watched word */
#define GNO_TABLE_CHUNK1     1     /* class of bits 20..10 */
#define GNO_TABLE_CHUNK2     2     /* class of bits 31..21 */
#define GNO_TABLE_RANK2      3     /* class of {class of chunk 1, class of chunk 0} */
#define GNO_TABLE_RANK3      4     /* event of {class of chunk 2, class of rank 2} */
#define GNO_TABLE_ACTIONS    5     /* action bits of an event */

/* Flags in the address of select (bit numbers) */
#define GNO_SELECT_LIVE      8     /* triggers are live */
#define GNO_SELECT_COLLECT   9     /* collect from the start */
#define GNO_SELECT_WRAP      10    /* keep the last records; the same for all nodes */

/* Commands on the ring (bits 31..30 of the word) */
#define GNO_RING_WRITE       0     /* a table cell, where the node is selected: address in bits 29..8, data in bits 7..0 */
#define GNO_RING_SELECT      1     /* the address of select in bits 29..8 */
#define GNO_RING_STOP        2     /* end the run */

/* Node numbers in the address of select */
#define GNO_NODE_ALL         0xFF  /* every node */

/* Frames */
#define GNO_FRAME_MARK       0xA5  /* first byte of every frame */

/* First bytes of the registers */
#define GNO_MAGIC_0          0x47  /* byte 0 of the registers */
#define GNO_MAGIC_1          0x4E  /* byte 1 */
#define GNO_MAGIC_2          0x4F  /* byte 2 */

/* Link */
#define GNO_LINK_VERSION     1     /* byte 3 of the registers */

/* Grain of the limit */
#define GNO_GRANULE_SLOTS    16    /* slots of the trace buffer that are freed together */

/* Grain of the trace buffer */
#define GNO_SLOT_BYTES       8     /* bytes of a slot */

/* X(name, id, slots without ratio pairs, 1 if it bears epoch and run number) once a kind */
#define GNO_KINDS(X) \
	X(event, 1, 1, 0) \
	X(ratio, 2, 1, 0) \
	X(gap, 3, 2, 0) \
	X(beat, 4, 1, 1) \
	X(sync, 5, 1, 1) \
	X(flush, 6, 1, 1)

#endif
