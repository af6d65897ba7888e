/* SPDX-License-Identifier: Apache-2.0 */
/* Records, operations, registers and constants of gnomon, in one header: a program outside of the library needs no other. Emitted by gnomon-gen: do not edit. */
/* clang-format off */
#ifndef GNOMON_RECORDS_H
#define GNOMON_RECORDS_H

#include <stdint.h>

/* Kinds of records */
#define GNO_KIND_EVENT          1     /* a trigger fired */
#define GNO_KIND_RATIO          2     /* sample of the node's ratio counters and extremes */
#define GNO_KIND_GAP            3     /* records were lost; its time is that of the first one lost */
#define GNO_KIND_BEAT           4     /* the top bit of the time changed, or a gap ended */
#define GNO_KIND_SYNC           5     /* first record of a run: time 0, epoch 0 */
#define GNO_KIND_FLUSH          6     /* last record of a run, except the sample of the flush and, in the single form, blocks */
#define GNO_KIND_DATUM          7     /* a write to the event port */
#define GNO_KIND_CAPTURE        8     /* a global trigger at any node: what this node watched in that cycle */
#define GNO_KIND_BUCKET         9     /* a bank of buckets that ended, or a part of it; its time is that of the record before it */
#define GNO_KIND_LINE           10    /* a round of the CAPTURE or REPORT line began or ended; time counters pause meanwhile */
#define GNO_KIND_TRIGGER        11    /* a sequence, a strict sequence, the timer, the watchdog, a threshold or the host fired */
#define GNO_KIND_WORD           12    /* the first watched word at or after the timer fired (profile) */
#define GNO_KIND_LOAD           13    /* the triggers of the node went live or off during the run */
#define GNO_KIND_COUNTER        14    /* a snapshot of a bank of counters, or a part of it; its time is that of the record before it */
#define GNO_KIND_SEGMENT        0x10  /* the watched words around a trigger, or a part of them; its time is that of the record before it */

/* Operations of the link */
#define GNO_OP_READ_REGS        0     /* read registers */
#define GNO_OP_READ_BUFFER      1     /* read records */
#define GNO_OP_WRITE            2     /* write table cells */
#define GNO_OP_START            3     /* start a run; the payload is its nonce and run number */
#define GNO_OP_STOP             4     /* end the run: every node flushes */
#define GNO_OP_SELECT           5     /* name the node(s) that are written next, and set their flags */
#define GNO_OP_LIMIT            6     /* free the buffer up to a granule */
#define GNO_OP_POST             7     /* records kept after the stop action (wrap mode) */

/* Registers (byte offsets) */
#define GNO_REG_MAGIC           0     /* 0x47 0x4E 0x4F ("GNO") and the link version */
#define GNO_REG_HASH            4     /* plan hash, least significant byte first */
#define GNO_REG_MODEL           12    /* 1: this is a simulated model of the monitor, not the hardware */
#define GNO_REG_HEAD            32    /* low 16 bits of the slot position where the next record goes, mod slots */
#define GNO_REG_TAIL            34    /* position of the oldest slot kept; wrap mode: of the oldest whole record (not in the single form) */
#define GNO_REG_HEAD_UPPER      36    /* bits 31..16 of the head, where the trace buffer has more than 65536 slots */
#define GNO_REG_TAIL_UPPER      38    /* bits 31..16 of the tail, in the same way */
#define GNO_REG_STATE           48    /* see the state bits */
#define GNO_REG_RUN             49    /* run number; 0: the monitor was reset, and no run was started since */
#define GNO_REG_NONCE           50    /* bytes 51, 53, ..., 63: the payload of the last START without its last byte */
#define GNO_REG_TIME            64    /* with `sync: yes`, in an answer that begins at byte 56 or before: cycles from START, or from the monitor's reset, to the last byte of the request */
#define GNO_REG_FIFO_HIGH       128   /* high-water mark of the node's FIFO in slots since the start (not in the single form) */
#define GNO_REG_ROM             65536 /* with `rom: yes`: the first bytes of the ROM, then four bytes of length; behind them so many bytes of zlib stream: the manifest */

/* State register (lowest bits of its fields) */
#define GNO_STATE_ACTIVE        0     /* between start and stop */
#define GNO_STATE_FULL          1     /* the head is at the limit */
#define GNO_STATE_WRAPPED       2     /* something was overwritten (wrap mode) */
#define GNO_STATE_FROZEN        3     /* stop action seen and the records after it kept (wrap mode) */
#define GNO_STATE_HIGH          4     /* high-water mark of the trace buffer, in sixteenths of it, rounded up, 15 at most (not in the single form) */

/* Word address of a write to the event port, the number of a user's event (lowest bits of its fields) */
#define GNO_PORT_WRITE_SUB      0     /* connection, or part of the event's number */
#define GNO_PORT_WRITE_PAGE     6     /* page: what kind of event */

/* Data of send, receive and message_queued (lowest bits of its fields) */
#define GNO_MESSAGE_SIZE        0     /* size of the message */
#define GNO_MESSAGE_SEQUENCE    16    /* sequence number */

/* Flags of a record (bit numbers) */
#define GNO_FLAG_UNSAMPLED      0     /* a sample was asked for and could not be taken; with sampled: counter banks alone could not */
#define GNO_FLAG_SAMPLED        1     /* a ratio record of the same time follows directly */
#define GNO_FLAG_STOP           2     /* the record's action is stop */
#define GNO_FLAG_MARK           3     /* the record's action is mark */

/* Action bits of an event or trigger (bit numbers) */
#define GNO_ACT_RECORD          0     /* record the event */
#define GNO_ACT_SAMPLE          1     /* sample the ratio counters, extremes and counter banks */
#define GNO_ACT_RESET           2     /* reset the ratio counters and extremes after the sample */
#define GNO_ACT_START           3     /* start collecting with this event */
#define GNO_ACT_STOP            4     /* stop collecting with this event */
#define GNO_ACT_GLOBAL          5     /* drive the CAPTURE line: the global trigger */
#define GNO_ACT_MARK            6     /* set the mark flag of the record */
#define GNO_ACT_BANK            7     /* end the bank of the buckets */

/* Pages of the event port */
#define GNO_PAGE_CONTROL        0     /* process, collection, time: see the control writes */
#define GNO_PAGE_USER           1     /* first of the pages of user's events (1 to 3, 14 and 15): number: see the word address of a write */
#define GNO_PAGE_SEND           4     /* a message was sent; sub: the connection, data: see the data of send */
#define GNO_PAGE_RECEIVE_CALL   5     /* a process began to wait for a message */
#define GNO_PAGE_RECEIVE        6     /* a message was received; data as of send */
#define GNO_PAGE_MESSAGE_QUEUED 7     /* a message was queued; data as of send */
#define GNO_PAGE_CREATE_PATH    8     /* a connection was made */
#define GNO_PAGE_DESTROY_PATH   9     /* a connection was removed */
#define GNO_PAGE_CREATE_PROCESS 10    /* a process was made */
#define GNO_PAGE_START_PROCESS  11    /* a process began to run */
#define GNO_PAGE_STOP_PROCESS   12    /* a process was stopped */
#define GNO_PAGE_DESTROY_PROCESS 13    /* a process ended */
#define GNO_PAGE_USER_HIGH      14    /* first of the two last pages of user's events */

/* Control writes of the event port (sub, page 0) */
#define GNO_PORT_PROCESS        0     /* process register (bits 15..0): the process that runs from now on */
#define GNO_PORT_RUNNABLE       1     /* number of runnable processes (bits 7..0) */
#define GNO_PORT_START          2     /* start collection, itself included */
#define GNO_PORT_STOP           3     /* stop collection, itself included */
#define GNO_PORT_TIME_STOP      4     /* stop the time counter */
#define GNO_PORT_TIME_START     5     /* start the time counter; the record has the cycles for which it was stopped */
#define GNO_PORT_MARK           6     /* mark; the data is its number */

/* Flags in the address of select (bit numbers) */
#define GNO_SELECT_LIVE         8     /* triggers are live */
#define GNO_SELECT_COLLECT      9     /* collect from the start */
#define GNO_SELECT_WRAP         10    /* keep the last records; the same for all nodes */
#define GNO_SELECT_ASK          11    /* fire the trigger that the host fires */

/* Flags of a block (bit numbers in word 4 of its records) */
#define GNO_BLOCK_LAST          16    /* the last record of the block */
#define GNO_BLOCK_LATE          17    /* buckets: the bank began late, as no bank was free; values before it were lost */
#define GNO_BLOCK_SATURATED     18    /* some count is saturated */
#define GNO_BLOCK_FLUSH         19    /* ended by the flush */

/* Counts in a record of a block */
#define GNO_BLOCK_MANY          64    /* counts that a record of a block has at most */

/* Entries in a record of a segment */
#define GNO_ENTRY_MANY          32    /* entries that a record of a segment has at most */
#define GNO_ENTRY_MANY_LONG     16    /* the same where the watched word has more than 32 bits */

/* Modes of a line of the router (`mode` of its row) */
#define GNO_ROUTE_LEVEL         0     /* the line is the function f of its signals */
#define GNO_ROUTE_RISES         1     /* f(t) and not f(t-1) */
#define GNO_ROUTE_FALLS         2     /* f(t-1) and not f(t) */
#define GNO_ROUTE_EDGES         3     /* f(t) is not f(t-1) */

/* Bits of the gate (bit numbers in `flags` of its row) */
#define GNO_GATE_LINE           0     /* closed where the gate's line is 0 */
#define GNO_GATE_EVENTS         1     /* opened and closed by events */
#define GNO_GATE_PROCESS        2     /* closed where the process register differs in a bit of the mask */
#define GNO_GATE_OPEN           3     /* with events: open at the start */

/* Bits of a threshold (bit numbers in `flags` of its row) */
#define GNO_THRESHOLD_ON        0     /* the threshold fires at all */
#define GNO_THRESHOLD_DOWN      1     /* fires at values <= `fire`, and a value > `rearm` arms it; else >= and < */
#define GNO_THRESHOLD_EACH      2     /* always armed */

/* Commands on the ring (bits 31..30 of the word) */
#define GNO_RING_WRITE          0     /* a table cell, where the node is selected: address in bits 29..8, data in bits 7..0 */
#define GNO_RING_SELECT         1     /* the address of select in bits 29..8 */
#define GNO_RING_STOP           2     /* end the run */
#define GNO_RING_FULL           3     /* bit 29: whether the trace buffer is full */

/* Node numbers in the address of select */
#define GNO_NODE_ALL            0xFF  /* every node */

/* Frames */
#define GNO_FRAME_MARK          0xA5  /* first byte of every frame */
#define GNO_FRAME_FILL          0xFF  /* ends a frame that was cut off; no frame begins with it */

/* First bytes of the registers */
#define GNO_MAGIC_0             0x47  /* byte 0 of the registers */
#define GNO_MAGIC_1             0x4E  /* byte 1 */
#define GNO_MAGIC_2             0x4F  /* byte 2 */

/* Link */
#define GNO_LINK_VERSION        3     /* byte 3 of the registers */

/* First bytes of the ROM */
#define GNO_ROM_0               0x47  /* byte 0 of the ROM */
#define GNO_ROM_1               0x4E  /* byte 1 */
#define GNO_ROM_2               0x52  /* byte 2 */
#define GNO_ROM_VERSION         1     /* byte 3: format of the ROM */

/* Size of the ROM */
#define GNO_ROM_BYTES           65536 /* bytes of the largest ROM, its head included */
#define GNO_ROM_TEXT            4194304 /* bytes of the longest manifest in a ROM */

/* Kinds of slots of the single form */
#define GNO_SINGLE_REST         15    /* kind of the slot of an entry's word: its bits 55..32, then bits 31..0 in word 0 */
#define GNO_SINGLE_HALF         0x12  /* kind of the slot before the second half of a gap; bit 31 of word 1 is 1, the others are 0 */
#define GNO_SINGLE_SAMPLE       0x13  /* kind of the slot behind the last data slot of a sample */
#define GNO_SINGLE_MORE         0x14  /* kind of the slot behind data slots in the middle of a block */
#define GNO_SINGLE_BLOCK        0x15  /* kind of the slot behind the last data slot of a block */

/* Slots of the single form (bit numbers) */
#define GNO_SINGLE_WORD         7     /* bit of byte 1 of an event's slot: the entry has a word record; bit k below: trigger k fired */
#define GNO_SINGLE_LOAD         4     /* bit of byte 3: a load record belongs to the entry, too */
#define GNO_SINGLE_LIVE         5     /* bit of byte 3: that record's code */
#define GNO_SINGLE_DATA         7     /* bit of word 1 of a slot: it has two words of a sample or block */
#define GNO_SINGLE_ROUND        6     /* bit of word 1 of another slot: it has the state of a line, of an entry before it */
#define GNO_SINGLE_OWN          4     /* bit of byte 3 of an event's slot, where a line's trigger fired: its flag `own` */
#define GNO_SINGLE_LENGTH       6     /* the lower of two bits of byte 3 there: the lowest ones of `length` */
#define GNO_SINGLE_CAUSE        29    /* bit of word 1 of a slot of kind rest at a node with a CAPTURE line; current and known above */

/* Granule of the limit */
#define GNO_GRANULE_SLOTS       16    /* slots of the trace buffer that are freed together */

/* Run number (bit number) */
#define GNO_RUN_TOP             7     /* 1 in the number of every run; a gap leaves it out */

/* Table of steps */
#define GNO_LANE_COLUMNS        8     /* columns of a lane */

/* Unit of the trace buffer */
#define GNO_SLOT_BYTES          8     /* bytes of a slot */

/* Bytes of each register */
#define GNO_REG_MAGIC_BYTES     4     /* 0x47 0x4E 0x4F ("GNO") and the link version */
#define GNO_REG_HASH_BYTES      8     /* plan hash, least significant byte first */
#define GNO_REG_MODEL_BYTES     1     /* 1: this is a simulated model of the monitor, not the hardware */
#define GNO_REG_HEAD_BYTES      2     /* low 16 bits of the slot position where the next record goes, mod slots */
#define GNO_REG_TAIL_BYTES      2     /* position of the oldest slot kept; wrap mode: of the oldest whole record (not in the single form) */
#define GNO_REG_HEAD_UPPER_BYTES 2     /* bits 31..16 of the head, where the trace buffer has more than 65536 slots */
#define GNO_REG_TAIL_UPPER_BYTES 2     /* bits 31..16 of the tail, in the same way */
#define GNO_REG_STATE_BYTES     1     /* see the state bits */
#define GNO_REG_RUN_BYTES       1     /* run number; 0: the monitor was reset, and no run was started since */
#define GNO_REG_NONCE_BYTES     14    /* bytes 51, 53, ..., 63: the payload of the last START without its last byte */
#define GNO_REG_TIME_BYTES      8     /* with `sync: yes`, in an answer that begins at byte 56 or before: cycles from START, or from the monitor's reset, to the last byte of the request */
#define GNO_REG_FIFO_HIGH_BYTES 2     /* of each node */
#define GNO_REG_ROM_BYTES       8     /* with `rom: yes`: the first bytes of the ROM, then four bytes of length; behind them so many bytes of zlib stream: the manifest */

/* All kinds are below */
#define GNO_KIND_MAX 17

/* Words of 32 bits of a record, the least */
#define GNO_EVENT_WORDS         2     /* a trigger fired */
#define GNO_RATIO_WORDS         2     /* sample of the node's ratio counters and extremes */
#define GNO_GAP_WORDS           4     /* records were lost; its time is that of the first one lost */
#define GNO_BEAT_WORDS          2     /* the top bit of the time changed, or a gap ended */
#define GNO_SYNC_WORDS          2     /* first record of a run: time 0, epoch 0 */
#define GNO_FLUSH_WORDS         2     /* last record of a run, except the sample of the flush and, in the single form, blocks */
#define GNO_DATUM_WORDS         4     /* a write to the event port */
#define GNO_CAPTURE_WORDS       4     /* a global trigger at any node: what this node watched in that cycle */
#define GNO_BUCKET_WORDS        8     /* a bank of buckets that ended, or a part of it; its time is that of the record before it */
#define GNO_LINE_WORDS          4     /* a round of the CAPTURE or REPORT line began or ended; time counters pause meanwhile */
#define GNO_TRIGGER_WORDS       2     /* a sequence, a strict sequence, the timer, the watchdog, a threshold or the host fired */
#define GNO_WORD_WORDS          4     /* the first watched word at or after the timer fired (profile) */
#define GNO_LOAD_WORDS          2     /* the triggers of the node went live or off during the run */
#define GNO_COUNTER_WORDS       8     /* a snapshot of a bank of counters, or a part of it; its time is that of the record before it */
#define GNO_SEGMENT_WORDS       8     /* the watched words around a trigger, or a part of them; its time is that of the record before it */

/*
 * X(name, id, slots (the least), code, aux, length, payload, sender) once a kind.
 * code, bits 23..16 of word 1:
 *   event     an event code of the node, from 1 on
 *   trigger   a trigger number of the node
 *   buckets   a unit of buckets of the node
 *   counters  a bank of counters of the node
 *   segments  a unit of segments of the node
 *   request   the code of the record that requested a sample; 0: a flush did
 *   epoch     an epoch; its lowest bit is the top bit of the time
 *   zero      0
 *   bit       0 or 1
 *   port      `sub` and `wide` of a write to the node's event port
 * aux, bits 31..24 of word 1:
 *   flags     the flags of a record, below four zeros
 *   page      the flags of a record, below the page of the event port
 *   state     the flags of a record, below the state of the capture
 *   round     the flags of a record, below the state of the line
 *   sample    the words of payload, as many as a sample of the node has
 *   block     the words of payload, even: the fields and 1 to 64 counts
 *   entries   the words of payload, even: the fields and 0 to 32 entries
 *   run       the run number; the record has an epoch, too
 *   zero      0
 * length:
 *   fixed     its slots
 *   aux       word 0, word 1 and the words of payload that the aux byte states
 *   datum     its slots, and one more at a node whose port has `pc` or `process_time`
 * payload, the words behind word 1:
 *   any       the fields hold any number
 *   sample    the node's ratio pairs, then its extremes
 *   buckets   the fields, then counts: a part of a bank of buckets
 *   counters  the fields, then counts: a part of a snapshot of counters
 *   segments  the fields, then entries: a part of a segment
 *   port      `pc` and `process_time` are 0 where the node's port lacks them
 *   word      a watched word, no wider than the node's
 *   gap       the end of the gap is no wider than its time with its epoch
 *   round     the code is that of a round's begin or end; begin: `length`, `late` and `kept` are 0; CAPTURE line, or no local store: `full` and `kept` are 0
 * sender, what a node must have to send it:
 *   any       nothing: every node sends them
 *   sample    pairs or extremes
 *   port      an event port
 *   triggers  triggers beside its events
 *   timer     a timer
 *   capture   a CAPTURE line
 *   line      a REPORT line, or a CAPTURE line in its interrupt form
 *   buckets   units of buckets
 *   counters  banks of counters
 *   segments  units of segments
 */
#define GNO_KINDS(X) \
	X(event, 1, 1, event, flags, fixed, any, any) \
	X(ratio, 2, 1, request, sample, aux, sample, sample) \
	X(gap, 3, 2, epoch, run, fixed, gap, any) \
	X(beat, 4, 1, epoch, run, fixed, any, any) \
	X(sync, 5, 1, zero, run, fixed, any, any) \
	X(flush, 6, 1, epoch, run, fixed, any, any) \
	X(datum, 7, 2, port, page, datum, port, port) \
	X(capture, 8, 2, trigger, state, fixed, word, capture) \
	X(bucket, 9, 4, buckets, block, aux, buckets, buckets) \
	X(line, 10, 2, trigger, round, fixed, round, line) \
	X(trigger, 11, 1, trigger, flags, fixed, any, triggers) \
	X(word, 12, 2, zero, flags, fixed, word, timer) \
	X(load, 13, 1, bit, zero, fixed, any, any) \
	X(counter, 14, 4, counters, block, aux, counters, counters) \
	X(segment, 16, 4, segments, entries, aux, segments, segments)

/* X(kind, field, word, lowest bit, bits) once a field, but for time and kind. */
#define GNO_FIELDS(X) \
	X(event, node, 1, 8, 8) \
	X(event, code, 1, 16, 8) \
	X(event, flags, 1, 24, 8) \
	X(ratio, node, 1, 8, 8) \
	X(ratio, code, 1, 16, 8) \
	X(ratio, words, 1, 24, 8) \
	X(gap, node, 1, 8, 8) \
	X(gap, epoch, 1, 16, 8) \
	X(gap, run, 1, 24, 7) \
	X(gap, ring, 1, 31, 1) \
	X(gap, resumed, 2, 0, 32) \
	X(gap, lost, 3, 0, 32) \
	X(beat, node, 1, 8, 8) \
	X(beat, epoch, 1, 16, 8) \
	X(beat, run, 1, 24, 8) \
	X(sync, node, 1, 8, 8) \
	X(sync, epoch, 1, 16, 8) \
	X(sync, run, 1, 24, 8) \
	X(flush, node, 1, 8, 8) \
	X(flush, epoch, 1, 16, 8) \
	X(flush, run, 1, 24, 8) \
	X(datum, node, 1, 8, 8) \
	X(datum, sub, 1, 16, 6) \
	X(datum, wide, 1, 22, 1) \
	X(datum, zero, 1, 23, 1) \
	X(datum, flags, 1, 24, 4) \
	X(datum, page, 1, 28, 4) \
	X(datum, data, 2, 0, 32) \
	X(datum, process, 3, 0, 16) \
	X(datum, runnable, 3, 16, 8) \
	X(datum, rest, 3, 24, 8) \
	X(datum, pc, 4, 0, 32) \
	X(datum, process_time, 5, 0, 32) \
	X(capture, node, 1, 8, 8) \
	X(capture, code, 1, 16, 8) \
	X(capture, flags, 1, 24, 4) \
	X(capture, cause, 1, 28, 1) \
	X(capture, current, 1, 29, 1) \
	X(capture, known, 1, 30, 1) \
	X(capture, zero, 1, 31, 1) \
	X(capture, word, 2, 0, 64) \
	X(bucket, node, 1, 8, 8) \
	X(bucket, unit, 1, 16, 8) \
	X(bucket, words, 1, 24, 8) \
	X(bucket, ended, 2, 0, 32) \
	X(bucket, began, 3, 0, 32) \
	X(bucket, ended_epoch, 4, 0, 8) \
	X(bucket, began_epoch, 4, 8, 8) \
	X(bucket, flags, 4, 16, 16) \
	X(bucket, first, 5, 0, 16) \
	X(bucket, many, 5, 16, 16) \
	X(bucket, lost, 6, 0, 32) \
	X(bucket, counted, 7, 0, 32) \
	X(line, node, 1, 8, 8) \
	X(line, code, 1, 16, 8) \
	X(line, flags, 1, 24, 4) \
	X(line, own, 1, 28, 1) \
	X(line, late, 1, 29, 1) \
	X(line, full, 1, 30, 1) \
	X(line, kept, 1, 31, 1) \
	X(line, paused, 2, 0, 32) \
	X(line, length, 3, 0, 32) \
	X(trigger, node, 1, 8, 8) \
	X(trigger, code, 1, 16, 8) \
	X(trigger, flags, 1, 24, 8) \
	X(word, node, 1, 8, 8) \
	X(word, code, 1, 16, 8) \
	X(word, flags, 1, 24, 8) \
	X(word, word, 2, 0, 64) \
	X(load, node, 1, 8, 8) \
	X(load, code, 1, 16, 8) \
	X(load, flags, 1, 24, 8) \
	X(counter, node, 1, 8, 8) \
	X(counter, unit, 1, 16, 8) \
	X(counter, words, 1, 24, 8) \
	X(counter, asked, 2, 0, 32) \
	X(counter, turn, 3, 0, 32) \
	X(counter, asked_epoch, 4, 0, 8) \
	X(counter, turn_epoch, 4, 8, 8) \
	X(counter, flags, 4, 16, 16) \
	X(counter, first, 5, 0, 16) \
	X(counter, many, 5, 16, 16) \
	X(counter, zero, 6, 0, 64) \
	X(segment, node, 1, 8, 8) \
	X(segment, unit, 1, 16, 8) \
	X(segment, words, 1, 24, 8) \
	X(segment, at, 2, 0, 32) \
	X(segment, ended, 3, 0, 32) \
	X(segment, at_epoch, 4, 0, 8) \
	X(segment, ended_epoch, 4, 8, 8) \
	X(segment, flags, 4, 16, 16) \
	X(segment, first, 5, 0, 16) \
	X(segment, many, 5, 16, 16) \
	X(segment, missed, 6, 0, 32) \
	X(segment, total, 7, 0, 32)

/* Kinds of records that have a field of this name, a bit each */
#define GNO_WITH_NODE           0x17FFE /* node */
#define GNO_WITH_CODE           0x3D06 /* code */
#define GNO_WITH_FLAGS          0x17F82 /* flags */
#define GNO_WITH_WORDS          0x14204 /* words */
#define GNO_WITH_EPOCH          0x78  /* epoch */
#define GNO_WITH_RUN            0x78  /* run */
#define GNO_WITH_RING           8     /* ring */
#define GNO_WITH_RESUMED        8     /* resumed */
#define GNO_WITH_LOST           0x208 /* lost */
#define GNO_WITH_SUB            0x80  /* sub */
#define GNO_WITH_WIDE           0x80  /* wide */
#define GNO_WITH_ZERO           0x4180 /* zero */
#define GNO_WITH_PAGE           0x80  /* page */
#define GNO_WITH_DATA           0x80  /* data */
#define GNO_WITH_PROCESS        0x80  /* process */
#define GNO_WITH_RUNNABLE       0x80  /* runnable */
#define GNO_WITH_REST           0x80  /* rest */
#define GNO_WITH_PC             0x80  /* pc */
#define GNO_WITH_PROCESS_TIME   0x80  /* process_time */
#define GNO_WITH_CAUSE          0x100 /* cause */
#define GNO_WITH_CURRENT        0x100 /* current */
#define GNO_WITH_KNOWN          0x100 /* known */
#define GNO_WITH_WORD           0x1100 /* word */
#define GNO_WITH_UNIT           0x14200 /* unit */
#define GNO_WITH_ENDED          0x10200 /* ended */
#define GNO_WITH_BEGAN          0x200 /* began */
#define GNO_WITH_ENDED_EPOCH    0x10200 /* ended_epoch */
#define GNO_WITH_BEGAN_EPOCH    0x200 /* began_epoch */
#define GNO_WITH_FIRST          0x14200 /* first */
#define GNO_WITH_MANY           0x14200 /* many */
#define GNO_WITH_COUNTED        0x200 /* counted */
#define GNO_WITH_OWN            0x400 /* own */
#define GNO_WITH_LATE           0x400 /* late */
#define GNO_WITH_FULL           0x400 /* full */
#define GNO_WITH_KEPT           0x400 /* kept */
#define GNO_WITH_PAUSED         0x400 /* paused */
#define GNO_WITH_LENGTH         0x400 /* length */
#define GNO_WITH_ASKED          0x4000 /* asked */
#define GNO_WITH_TURN           0x4000 /* turn */
#define GNO_WITH_ASKED_EPOCH    0x4000 /* asked_epoch */
#define GNO_WITH_TURN_EPOCH     0x4000 /* turn_epoch */
#define GNO_WITH_AT             0x10000 /* at */
#define GNO_WITH_AT_EPOCH       0x10000 /* at_epoch */
#define GNO_WITH_MISSED         0x10000 /* missed */
#define GNO_WITH_TOTAL          0x10000 /* total */

/* Words of an extreme in a sample */
#define GNO_EXTREME_WORDS 6

/* X(field, word, lowest bit, bits) once a field of an extreme */
#define GNO_EXTREME_FIELDS(X) \
	X(largest, 0, 0, 32) \
	X(largest_time, 1, 0, 32) \
	X(smallest, 2, 0, 32) \
	X(smallest_time, 3, 0, 32) \
	X(largest_code, 4, 0, 8) \
	X(smallest_code, 4, 8, 8) \
	X(any, 4, 16, 16) \
	X(zero, 5, 0, 32)

/* Words of an entry of a segment; one more where a watched word has more than 32 bits */
#define GNO_ENTRY_WORDS 2

/* Fields of word 1 at their places */
#define GNO_RECORD_KIND(x) (((uint32_t)(x) & 0xff) << 0)
#define GNO_RECORD_NODE(x) (((uint32_t)(x) & 0xff) << 8)
#define GNO_RECORD_CODE(x) (((uint32_t)(x) & 0xff) << 16)
#define GNO_RECORD_AUX(x) (((uint32_t)(x) & 0xff) << 24)
#define GNO_RECORD_EPOCH(x) (((uint32_t)(x) & 0xff) << 16)
#define GNO_RECORD_FLAGS(x) (((uint32_t)(x) & 0xf) << 24)

/*
 * The fields. A field of word 1 is taken from that word: w1. Others are taken from
 * the words of the record, word 0 first, or of the extreme or the entry: w. Fields that
 * records of several kinds have at the same place are named after `record`.
 */
/* low bits of the time in cycles */
static inline uint32_t gno_record_time(const uint32_t *w) { return w[0]; }
/* kind of the record */
static inline unsigned gno_record_kind(uint32_t w1) { return w1 & 0xff; }
/* node that sent it */
static inline unsigned gno_record_node(uint32_t w1) { return w1 >> 8 & 0xff; }
/* what the record is about, by its kind */
static inline unsigned gno_record_code(uint32_t w1) { return w1 >> 16 & 0xff; }
/* flags, length or run number, by its kind */
static inline unsigned gno_record_aux(uint32_t w1) { return w1 >> 24; }
/* changes of the top bit of the time since the start */
static inline unsigned gno_record_epoch(uint32_t w1) { return w1 >> 16 & 0xff; }
/* see the flags of a record */
static inline unsigned gno_record_flags(uint32_t w1) { return w1 >> 24 & 0xf; }
/* see the flags of a record */
static inline unsigned gno_event_flags(uint32_t w1) { return w1 >> 24; }
/* words of payload, even */
static inline unsigned gno_ratio_words(uint32_t w1) { return w1 >> 24; }
/* run number without its highest bit, which is 1 in a run */
static inline unsigned gno_gap_run(uint32_t w1) { return w1 >> 24 & 0x7f; }
/* 1: only the FIFO was full when the gap began, 0: the trace buffer was (single form: 1, the trace buffer) */
static inline unsigned gno_gap_ring(uint32_t w1) { return w1 >> 31; }
/* time at which recording resumed, with its epoch above: low bits of the cycles since the start */
static inline uint32_t gno_gap_resumed(const uint32_t *w) { return w[2]; }
/* number of records lost */
static inline uint32_t gno_gap_lost(const uint32_t *w) { return w[3]; }
/* run number */
static inline unsigned gno_beat_run(uint32_t w1) { return w1 >> 24; }
/* run number */
static inline unsigned gno_sync_run(uint32_t w1) { return w1 >> 24; }
/* run number */
static inline unsigned gno_flush_run(uint32_t w1) { return w1 >> 24; }
/* connection, or part of the event's number */
static inline unsigned gno_datum_sub(uint32_t w1) { return w1 >> 16 & 0x3f; }
/* 1: the record has 3 slots, with the words 4 and 5 */
static inline unsigned gno_datum_wide(uint32_t w1) { return w1 >> 22 & 0x1; }
/* 0 */
static inline unsigned gno_datum_zero(uint32_t w1) { return w1 >> 23 & 0x1; }
/* page: what kind of event */
static inline unsigned gno_datum_page(uint32_t w1) { return w1 >> 28; }
/* what was written; page 0, time_start: cycles for which time was stopped */
static inline uint32_t gno_datum_data(const uint32_t *w) { return w[2]; }
/* process register */
static inline unsigned gno_datum_process(const uint32_t *w) { return w[3] & 0xffff; }
/* number of runnable processes */
static inline unsigned gno_datum_runnable(const uint32_t *w) { return w[3] >> 16 & 0xff; }
/* 0 */
static inline unsigned gno_datum_rest(const uint32_t *w) { return w[3] >> 24; }
/* PC of the store, or 0 */
static inline uint32_t gno_datum_pc(const uint32_t *w) { return w[4]; }
/* cycles of the process since the start, or 0 */
static inline uint32_t gno_datum_process_time(const uint32_t *w) { return w[5]; }
/* 1: the global trigger is this node's */
static inline unsigned gno_capture_cause(uint32_t w1) { return w1 >> 28 & 0x1; }
/* 1: the word counted in this cycle */
static inline unsigned gno_capture_current(uint32_t w1) { return w1 >> 29 & 0x1; }
/* 1: a word counted since the start; else it is 0 */
static inline unsigned gno_capture_known(uint32_t w1) { return w1 >> 30 & 0x1; }
/* 0 */
static inline unsigned gno_capture_zero(uint32_t w1) { return w1 >> 31; }
/* the watched word, its low half first */
static inline uint64_t gno_capture_word(const uint32_t *w) { return w[2] | (uint64_t)w[3] << 32; }
/* number of the unit: its place in `buckets` */
static inline unsigned gno_bucket_unit(uint32_t w1) { return w1 >> 16 & 0xff; }
/* words of payload, even */
static inline unsigned gno_bucket_words(uint32_t w1) { return w1 >> 24; }
/* last cycle of the bank, low bits of the time */
static inline uint32_t gno_bucket_ended(const uint32_t *w) { return w[2]; }
/* first cycle of the bank, low bits of the time */
static inline uint32_t gno_bucket_began(const uint32_t *w) { return w[3]; }
/* epoch of `ended` */
static inline unsigned gno_bucket_ended_epoch(const uint32_t *w) { return w[4] & 0xff; }
/* epoch of `began` */
static inline unsigned gno_bucket_began_epoch(const uint32_t *w) { return w[4] >> 8 & 0xff; }
/* see the flags of a block */
static inline unsigned gno_bucket_flags(const uint32_t *w) { return w[4] >> 16; }
/* the first bucket of this record */
static inline unsigned gno_bucket_first(const uint32_t *w) { return w[5] & 0xffff; }
/* how many buckets this record has, 64 at most */
static inline unsigned gno_bucket_many(const uint32_t *w) { return w[5] >> 16; }
/* values lost before the bank began, modulo 2^32 */
static inline uint32_t gno_bucket_lost(const uint32_t *w) { return w[6]; }
/* values counted in the bank, modulo 2^32 */
static inline uint32_t gno_bucket_counted(const uint32_t *w) { return w[7]; }
/* 1: this node asserted the line for this round */
static inline unsigned gno_line_own(uint32_t w1) { return w1 >> 28 & 0x1; }
/* ended, 1: the limit came before its routine */
static inline unsigned gno_line_late(uint32_t w1) { return w1 >> 29 & 0x1; }
/* 1: so did its local store, at its almost-full mark */
static inline unsigned gno_line_full(uint32_t w1) { return w1 >> 30 & 0x1; }
/* ended, 1: the limit came before its local store was sent */
static inline unsigned gno_line_kept(uint32_t w1) { return w1 >> 31; }
/* cycles before it with a line asserted, modulo 2^32 */
static inline uint32_t gno_line_paused(const uint32_t *w) { return w[2]; }
/* ended: those of this round, modulo 2^32; began: 0 */
static inline uint32_t gno_line_length(const uint32_t *w) { return w[3]; }
/* see the flags of a record */
static inline unsigned gno_trigger_flags(uint32_t w1) { return w1 >> 24; }
/* see the flags of a record */
static inline unsigned gno_word_flags(uint32_t w1) { return w1 >> 24; }
/* the watched word, its low half first */
static inline uint64_t gno_word_word(const uint32_t *w) { return w[2] | (uint64_t)w[3] << 32; }
/* 0 */
static inline unsigned gno_load_flags(uint32_t w1) { return w1 >> 24; }
/* number of the bank: its place in `counters` */
static inline unsigned gno_counter_unit(uint32_t w1) { return w1 >> 16 & 0xff; }
/* words of payload, even */
static inline unsigned gno_counter_words(uint32_t w1) { return w1 >> 24; }
/* t: the time of the request, low bits */
static inline uint32_t gno_counter_asked(const uint32_t *w) { return w[2]; }
/* F: counter i holds the cycles up to and including F + (i mod 16) - 1; at the flush t + 1, and all hold those up to t */
static inline uint32_t gno_counter_turn(const uint32_t *w) { return w[3]; }
/* epoch of `asked` */
static inline unsigned gno_counter_asked_epoch(const uint32_t *w) { return w[4] & 0xff; }
/* epoch of `turn` */
static inline unsigned gno_counter_turn_epoch(const uint32_t *w) { return w[4] >> 8 & 0xff; }
/* see the flags of a block */
static inline unsigned gno_counter_flags(const uint32_t *w) { return w[4] >> 16; }
/* the first counter of this record */
static inline unsigned gno_counter_first(const uint32_t *w) { return w[5] & 0xffff; }
/* how many counters this record has, 64 at most */
static inline unsigned gno_counter_many(const uint32_t *w) { return w[5] >> 16; }
/* 0 */
static inline uint64_t gno_counter_zero(const uint32_t *w) { return w[6] | (uint64_t)w[7] << 32; }
/* number of the unit: its place in `segments` */
static inline unsigned gno_segment_unit(uint32_t w1) { return w1 >> 16 & 0xff; }
/* words of payload, even */
static inline unsigned gno_segment_words(uint32_t w1) { return w1 >> 24; }
/* cycle of the trigger, low bits of the time */
static inline uint32_t gno_segment_at(const uint32_t *w) { return w[2]; }
/* last cycle of the segment, low bits of the time */
static inline uint32_t gno_segment_ended(const uint32_t *w) { return w[3]; }
/* epoch of `at` */
static inline unsigned gno_segment_at_epoch(const uint32_t *w) { return w[4] & 0xff; }
/* epoch of `ended` */
static inline unsigned gno_segment_ended_epoch(const uint32_t *w) { return w[4] >> 8 & 0xff; }
/* see the flags of a block */
static inline unsigned gno_segment_flags(const uint32_t *w) { return w[4] >> 16; }
/* the first entry of this record */
static inline unsigned gno_segment_first(const uint32_t *w) { return w[5] & 0xffff; }
/* how many entries this record has */
static inline unsigned gno_segment_many(const uint32_t *w) { return w[5] >> 16; }
/* triggers missed since the end of the last segment, modulo 2^32 */
static inline uint32_t gno_segment_missed(const uint32_t *w) { return w[6]; }
/* entries of the segment; 0: all that the flush reports */
static inline uint32_t gno_segment_total(const uint32_t *w) { return w[7]; }
/* the largest value */
static inline uint32_t gno_extreme_largest(const uint32_t *w) { return w[0]; }
/* its time, low bits */
static inline uint32_t gno_extreme_largest_time(const uint32_t *w) { return w[1]; }
/* the smallest value */
static inline uint32_t gno_extreme_smallest(const uint32_t *w) { return w[2]; }
/* its time, low bits */
static inline uint32_t gno_extreme_smallest_time(const uint32_t *w) { return w[3]; }
/* event code at the largest */
static inline unsigned gno_extreme_largest_code(const uint32_t *w) { return w[4] & 0xff; }
/* event code at the smallest */
static inline unsigned gno_extreme_smallest_code(const uint32_t *w) { return w[4] >> 8 & 0xff; }
/* 1: there was a value; else all fields are 0 */
static inline unsigned gno_extreme_any(const uint32_t *w) { return w[4] >> 16; }
/* 0 */
static inline uint32_t gno_extreme_zero(const uint32_t *w) { return w[5]; }
/* cycles with the same word, from 1 on */
static inline unsigned gno_entry_length(const uint32_t *w) { return w[0] & 0xffff; }
/* 1: a word counted since the start; else `word` is 0 */
static inline unsigned gno_entry_known(const uint32_t *w) { return w[0] >> 16 & 0x1; }
/* 1: the word counted in the first of these cycles */
static inline unsigned gno_entry_current(const uint32_t *w) { return w[0] >> 17 & 0x1; }
/* 0 */
static inline unsigned gno_entry_zero(const uint32_t *w) { return w[0] >> 18; }
/* the watched word, the low half */
static inline uint32_t gno_entry_word(const uint32_t *w) { return w[1]; }
/* Flags of a block (bit numbers in word 4 of its records): one of them */
static inline int gno_block_bit(const uint32_t *w, unsigned bit) { return w[4] >> bit & 1; }

/* Numbers with fields: bits, functions */

#define GNO_STATE_BITS          8     /* State register */
#define GNO_STATE_ACTIVE_BITS   1     /* between start and stop */
#define GNO_STATE_FULL_BITS     1     /* the head is at the limit */
#define GNO_STATE_WRAPPED_BITS  1     /* something was overwritten (wrap mode) */
#define GNO_STATE_FROZEN_BITS   1     /* stop action seen and the records after it kept (wrap mode) */
#define GNO_STATE_HIGH_BITS     4     /* high-water mark of the trace buffer, in sixteenths of it, rounded up, 15 at most (not in the single form) */
/* between start and stop */
static inline unsigned gno_state_active(uint32_t x) { return x & 0x1; }
/* the head is at the limit */
static inline unsigned gno_state_full(uint32_t x) { return x >> 1 & 0x1; }
/* something was overwritten (wrap mode) */
static inline unsigned gno_state_wrapped(uint32_t x) { return x >> 2 & 0x1; }
/* stop action seen and the records after it kept (wrap mode) */
static inline unsigned gno_state_frozen(uint32_t x) { return x >> 3 & 0x1; }
/* high-water mark of the trace buffer, in sixteenths of it, rounded up, 15 at most (not in the single form) */
static inline unsigned gno_state_high(uint32_t x) { return x >> 4 & 0xf; }
/* made of its fields */
static inline uint32_t gno_state_pack(unsigned active, unsigned full, unsigned wrapped, unsigned frozen, unsigned high)
{
	return ((uint32_t)active & 0x1) | ((uint32_t)full & 0x1) << 1 | ((uint32_t)wrapped & 0x1) << 2 | ((uint32_t)frozen & 0x1) << 3 | ((uint32_t)high & 0xf) << 4;
}

#define GNO_PORT_WRITE_BITS     10    /* Word address of a write to the event port, the number of a user's event */
#define GNO_PORT_WRITE_SUB_BITS 6     /* connection, or part of the event's number */
#define GNO_PORT_WRITE_PAGE_BITS 4     /* page: what kind of event */
/* connection, or part of the event's number */
static inline unsigned gno_port_write_sub(uint32_t x) { return x & 0x3f; }
/* page: what kind of event */
static inline unsigned gno_port_write_page(uint32_t x) { return x >> 6 & 0xf; }
/* made of its fields */
static inline uint32_t gno_port_write_pack(unsigned sub, unsigned page)
{
	return ((uint32_t)sub & 0x3f) | ((uint32_t)page & 0xf) << 6;
}

#define GNO_MESSAGE_BITS        32    /* Data of send, receive and message_queued */
#define GNO_MESSAGE_SIZE_BITS   16    /* size of the message */
#define GNO_MESSAGE_SEQUENCE_BITS 16    /* sequence number */
/* size of the message */
static inline unsigned gno_message_size(uint32_t x) { return x & 0xffff; }
/* sequence number */
static inline unsigned gno_message_sequence(uint32_t x) { return x >> 16 & 0xffff; }
/* made of its fields */
static inline uint32_t gno_message_pack(unsigned size, unsigned sequence)
{
	return ((uint32_t)size & 0xffff) | ((uint32_t)sequence & 0xffff) << 16;
}

#define GNO_FULL_BITS           64    /* Pair in the full form */
#define GNO_FULL_A_BITS         32    /* count A */
#define GNO_FULL_B_BITS         32    /* count B */

#define GNO_COMPRESSED_BITS     16    /* Pair in the compressed form of 16 bits */
#define GNO_COMPRESSED_E_BITS   5     /* exponent */
#define GNO_COMPRESSED_B_BITS   6     /* count B by the exponent */
#define GNO_COMPRESSED_A_BITS   5     /* count A by the exponent */
/* exponent */
static inline unsigned gno_compressed_e(uint32_t x) { return x & 0x1f; }
/* count B by the exponent */
static inline unsigned gno_compressed_b(uint32_t x) { return x >> 5 & 0x3f; }
/* count A by the exponent */
static inline unsigned gno_compressed_a(uint32_t x) { return x >> 11 & 0x1f; }
/* made of its fields */
static inline uint32_t gno_compressed_pack(unsigned e, unsigned b, unsigned a)
{
	return ((uint32_t)e & 0x1f) | ((uint32_t)b & 0x3f) << 5 | ((uint32_t)a & 0x1f) << 11;
}

#define GNO_COMPRESSED32_BITS   32    /* Pair in the compressed form of 32 bits */
#define GNO_COMPRESSED32_E_BITS 4     /* exponent */
#define GNO_COMPRESSED32_B_BITS 14    /* count B by the exponent */
#define GNO_COMPRESSED32_A_BITS 14    /* count A by the exponent */
/* exponent */
static inline unsigned gno_compressed32_e(uint32_t x) { return x & 0xf; }
/* count B by the exponent */
static inline unsigned gno_compressed32_b(uint32_t x) { return x >> 4 & 0x3fff; }
/* count A by the exponent */
static inline unsigned gno_compressed32_a(uint32_t x) { return x >> 18 & 0x3fff; }
/* made of its fields */
static inline uint32_t gno_compressed32_pack(unsigned e, unsigned b, unsigned a)
{
	return ((uint32_t)e & 0xf) | ((uint32_t)b & 0x3fff) << 4 | ((uint32_t)a & 0x3fff) << 18;
}

/* X(field, lowest bit, bits) once a field of a form, the lowest first */
#define GNO_FULL_FIELDS(X) X(a, 0, 32) X(b, 32, 32)
#define GNO_COMPRESSED_FIELDS(X) X(e, 0, 5) X(b, 5, 6) X(a, 11, 5)
#define GNO_COMPRESSED32_FIELDS(X) X(e, 0, 4) X(b, 4, 14) X(a, 18, 14)

/* X(form, bits of a pair) once a form, in the order of their numbers */
#define GNO_FORMS(X) X(full, 64) X(compressed, 16) X(compressed32, 32)

#endif
