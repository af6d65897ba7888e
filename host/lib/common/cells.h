/* SPDX-License-Identifier: Apache-2.0 */
/* Table cells of a node. Emitted by gnomon-gen: do not edit. */
/* clang-format off */
#ifndef GNO_CELLS_H
#define GNO_CELLS_H

#include <stdint.h>

/* Bytes of a row of each table, by what indexes the rows */
#define GNO_ROW_ACTIONS         1     /* event code */
#define GNO_ROW_RANK_ACTIONS    1     /* index of the last rank */
#define GNO_ROW_STEPS           1     /* lane, event code */
#define GNO_ROW_LIMITS          8     /* sequence, step */
#define GNO_ROW_WORDS           16    /* step less one (from 0), strict sequence */
#define GNO_ROW_TRIGGERS        1     /* trigger number, then one row for the event port */
#define GNO_ROW_TIMER           8     /* one row */
#define GNO_ROW_WATCHDOG        8     /* one row */
#define GNO_ROW_EVENTS          1     /* trigger number, with lines of groups then one row for the event port */
#define GNO_ROW_CODES           1     /* word address of a write to the event port */
#define GNO_ROW_CODE_DATA       1     /* class, lowest bits of the data */
#define GNO_ROW_CODE_ACTIONS    1     /* lane, code */
#define GNO_ROW_ROUTER          8     /* line */
#define GNO_ROW_GATE            8     /* one row */
#define GNO_ROW_QUANTITIES      8     /* quantity */
#define GNO_ROW_THRESHOLDS      16    /* threshold */
#define GNO_ROW_RANGES          4     /* bucket */

/* Numbers of the tables, in the plans of models */
#define GNO_TABLE_ACTIONS       0     /* actions of the events */
#define GNO_TABLE_RANK_ACTIONS  1     /* actions of the events, in place of table actions */
#define GNO_TABLE_STEPS         2     /* what an event does besides its actions; column c is bit c modulo 8 of lane c / 8 */
#define GNO_TABLE_LIMITS        3     /* the steps of the sequences */
#define GNO_TABLE_WORDS         4     /* the words of the strict sequences behind the first */
#define GNO_TABLE_TRIGGERS      5     /* actions of the triggers */
#define GNO_TABLE_TIMER         6     /* the timer */
#define GNO_TABLE_WATCHDOG      7     /* the watchdog */
#define GNO_TABLE_EVENTS        8     /* event lines and lines of groups that a trigger drives */
#define GNO_TABLE_CODES         9     /* the classes of the writes */
#define GNO_TABLE_CODE_DATA     10    /* the codes of the writes */
#define GNO_TABLE_CODE_ACTIONS  11    /* what the codes of the event port do */
#define GNO_TABLE_ROUTER        12    /* the functions of the lines */
#define GNO_TABLE_GATE          13    /* what the gate depends on */
#define GNO_TABLE_QUANTITIES    14    /* the numbers of the quantities */
#define GNO_TABLE_THRESHOLDS    15    /* the limits of the thresholds */
#define GNO_TABLE_RANGES        16    /* the bounds of the buckets */

/*
 * The fields of a row: `cell` is its first byte. A field that is written leaves the others
 * as they are.
 */
static inline uint64_t gno_cell_get(const uint8_t *cell, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value |= (uint64_t)cell[i] << 8 * i;
	return value;
}
static inline void gno_cell_put(uint8_t *cell, unsigned bytes, uint64_t value)
{
	for (unsigned i = 0; i < bytes; i++)
		cell[i] = (uint8_t)(value >> 8 * i);
}
/* see the action bits */
static inline unsigned gno_actions_get_act(const uint8_t *cell) { return cell[0]; }
static inline void gno_actions_put_act(uint8_t *cell, unsigned value) { cell[0] = (uint8_t)value; }
/* see the action bits */
static inline unsigned gno_rank_actions_get_act(const uint8_t *cell) { return cell[0]; }
static inline void gno_rank_actions_put_act(uint8_t *cell, unsigned value) { cell[0] = (uint8_t)value; }
/* columns of the lane, the first lowest */
static inline unsigned gno_steps_get_columns(const uint8_t *cell) { return cell[0]; }
static inline void gno_steps_put_columns(uint8_t *cell, unsigned value) { cell[0] = (uint8_t)value; }
/* occurrences that the step needs, less one */
static inline unsigned gno_limits_get_count(const uint8_t *cell) { return (unsigned)gno_cell_get(cell + 0, 2); }
static inline void gno_limits_put_count(uint8_t *cell, unsigned value) { gno_cell_put(cell + 0, 2, value); }
/* the last step */
static inline unsigned gno_limits_get_last(const uint8_t *cell) { return cell[2] & 0x1; }
static inline void gno_limits_put_last(uint8_t *cell, unsigned value) { cell[2] = (uint8_t)((cell[2] & 0xfe) | (value & 0x1)); }
/* the step has a time-out */
static inline unsigned gno_limits_get_timed(const uint8_t *cell) { return cell[2] >> 1 & 0x1; }
static inline void gno_limits_put_timed(uint8_t *cell, unsigned value) { cell[2] = (uint8_t)((cell[2] & 0xfd) | (value & 0x1) << 1); }
/* one occurrence is needed */
static inline unsigned gno_limits_get_once(const uint8_t *cell) { return cell[2] >> 2 & 0x1; }
static inline void gno_limits_put_once(uint8_t *cell, unsigned value) { cell[2] = (uint8_t)((cell[2] & 0xfb) | (value & 0x1) << 2); }
/* two occurrences are needed */
static inline unsigned gno_limits_get_twice(const uint8_t *cell) { return cell[2] >> 3 & 0x1; }
static inline void gno_limits_put_twice(uint8_t *cell, unsigned value) { cell[2] = (uint8_t)((cell[2] & 0xf7) | (value & 0x1) << 3); }
/* the time-out is 1 */
static inline unsigned gno_limits_get_next(const uint8_t *cell) { return cell[2] >> 4 & 0x1; }
static inline void gno_limits_put_next(uint8_t *cell, unsigned value) { cell[2] = (uint8_t)((cell[2] & 0xef) | (value & 0x1) << 4); }
/* the sequence is the next one of a row */
static inline unsigned gno_limits_get_follows(const uint8_t *cell) { return cell[2] >> 5 & 0x1; }
static inline void gno_limits_put_follows(uint8_t *cell, unsigned value) { cell[2] = (uint8_t)((cell[2] & 0xdf) | (value & 0x1) << 5); }
/* time-out in cycles, less one */
static inline uint32_t gno_limits_get_timeout(const uint8_t *cell) { return (uint32_t)gno_cell_get(cell + 4, 4); }
static inline void gno_limits_put_timeout(uint8_t *cell, uint32_t value) { gno_cell_put(cell + 4, 4, value); }
/* the watched word */
static inline uint64_t gno_words_get_word(const uint8_t *cell) { return (uint64_t)gno_cell_get(cell + 0, 8); }
static inline void gno_words_put_word(uint8_t *cell, uint64_t value) { gno_cell_put(cell + 0, 8, value); }
/* the last step */
static inline unsigned gno_words_get_last(const uint8_t *cell) { return cell[8] & 0x1; }
static inline void gno_words_put_last(uint8_t *cell, unsigned value) { cell[8] = (uint8_t)((cell[8] & 0xfe) | (value & 0x1)); }
/* see the action bits */
static inline unsigned gno_triggers_get_act(const uint8_t *cell) { return cell[0]; }
static inline void gno_triggers_put_act(uint8_t *cell, unsigned value) { cell[0] = (uint8_t)value; }
/* period in cycles, less one */
static inline uint32_t gno_timer_get_period(const uint8_t *cell) { return (uint32_t)gno_cell_get(cell + 0, 4); }
static inline void gno_timer_put_period(uint8_t *cell, uint32_t value) { gno_cell_put(cell + 0, 4, value); }
/* the timer runs */
static inline unsigned gno_timer_get_on(const uint8_t *cell) { return cell[4] & 0x1; }
static inline void gno_timer_put_on(uint8_t *cell, unsigned value) { cell[4] = (uint8_t)((cell[4] & 0xfe) | (value & 0x1)); }
/* the next watched word is recorded */
static inline unsigned gno_timer_get_profile(const uint8_t *cell) { return cell[4] >> 1 & 0x1; }
static inline void gno_timer_put_profile(uint8_t *cell, unsigned value) { cell[4] = (uint8_t)((cell[4] & 0xfd) | (value & 0x1) << 1); }
/* cycles without the feeding event, less one */
static inline uint32_t gno_watchdog_get_after(const uint8_t *cell) { return (uint32_t)gno_cell_get(cell + 0, 4); }
static inline void gno_watchdog_put_after(uint8_t *cell, uint32_t value) { gno_cell_put(cell + 0, 4, value); }
/* the watchdog runs */
static inline unsigned gno_watchdog_get_on(const uint8_t *cell) { return cell[4] & 0x1; }
static inline void gno_watchdog_put_on(uint8_t *cell, unsigned value) { cell[4] = (uint8_t)((cell[4] & 0xfe) | (value & 0x1)); }
/* a bit for each line, the event lines lowest */
static inline unsigned gno_events_get_lines(const uint8_t *cell) { return cell[0]; }
static inline void gno_events_put_lines(uint8_t *cell, unsigned value) { cell[0] = (uint8_t)value; }
/* class; without `code_data` the code; 0: none */
static inline unsigned gno_codes_get_class(const uint8_t *cell) { return cell[0]; }
static inline void gno_codes_put_class(uint8_t *cell, unsigned value) { cell[0] = (uint8_t)value; }
/* code; 0: none */
static inline unsigned gno_code_data_get_code(const uint8_t *cell) { return cell[0]; }
static inline void gno_code_data_put_code(uint8_t *cell, unsigned value) { cell[0] = (uint8_t)value; }
/* first lane: see the action bits */
static inline unsigned gno_code_actions_get_act(const uint8_t *cell) { return cell[0]; }
static inline void gno_code_actions_put_act(uint8_t *cell, unsigned value) { cell[0] = (uint8_t)value; }
/* second lane, with a gate: the code opens the gate */
static inline unsigned gno_code_actions_get_opens(const uint8_t *cell) { return cell[0] & 0x1; }
static inline void gno_code_actions_put_opens(uint8_t *cell, unsigned value) { cell[0] = (uint8_t)((cell[0] & 0xfe) | (value & 0x1)); }
/* second lane, with a gate: the code closes the gate */
static inline unsigned gno_code_actions_get_closes(const uint8_t *cell) { return cell[0] >> 1 & 0x1; }
static inline void gno_code_actions_put_closes(uint8_t *cell, unsigned value) { cell[0] = (uint8_t)((cell[0] & 0xfd) | (value & 0x1) << 1); }
/* last lane, with event lines or lines of groups: those that the code drives */
static inline unsigned gno_code_actions_get_lines(const uint8_t *cell) { return cell[0]; }
static inline void gno_code_actions_put_lines(uint8_t *cell, unsigned value) { cell[0] = (uint8_t)value; }
/* number of signal s0; a number that is not there reads 0 */
static inline unsigned gno_router_get_s0(const uint8_t *cell) { return cell[0]; }
static inline void gno_router_put_s0(uint8_t *cell, unsigned value) { cell[0] = (uint8_t)value; }
/* of signal s1 */
static inline unsigned gno_router_get_s1(const uint8_t *cell) { return cell[1]; }
static inline void gno_router_put_s1(uint8_t *cell, unsigned value) { cell[1] = (uint8_t)value; }
/* of signal s2 */
static inline unsigned gno_router_get_s2(const uint8_t *cell) { return cell[2]; }
static inline void gno_router_put_s2(uint8_t *cell, unsigned value) { cell[2] = (uint8_t)value; }
/* of signal s3 */
static inline unsigned gno_router_get_s3(const uint8_t *cell) { return cell[3]; }
static inline void gno_router_put_s3(uint8_t *cell, unsigned value) { cell[3] = (uint8_t)value; }
/* the function f: bit {s3, s2, s1, s0} */
static inline unsigned gno_router_get_table(const uint8_t *cell) { return (unsigned)gno_cell_get(cell + 4, 2); }
static inline void gno_router_put_table(uint8_t *cell, unsigned value) { gno_cell_put(cell + 4, 2, value); }
/* see the modes of a line */
static inline unsigned gno_router_get_mode(const uint8_t *cell) { return cell[6] & 0x3; }
static inline void gno_router_put_mode(uint8_t *cell, unsigned value) { cell[6] = (uint8_t)((cell[6] & 0xfc) | (value & 0x3)); }
/* see the bits of the gate */
static inline unsigned gno_gate_get_flags(const uint8_t *cell) { return cell[0] & 0xf; }
static inline void gno_gate_put_flags(uint8_t *cell, unsigned value) { cell[0] = (uint8_t)((cell[0] & 0xf0) | (value & 0xf)); }
/* the process register that opens the gate */
static inline unsigned gno_gate_get_process(const uint8_t *cell) { return (unsigned)gno_cell_get(cell + 2, 2); }
static inline void gno_gate_put_process(uint8_t *cell, unsigned value) { gno_cell_put(cell + 2, 2, value); }
/* bits of the process register that are compared */
static inline unsigned gno_gate_get_mask(const uint8_t *cell) { return (unsigned)gno_cell_get(cell + 4, 2); }
static inline void gno_gate_put_mask(uint8_t *cell, unsigned value) { gno_cell_put(cell + 4, 2, value); }
/* of a window: its cycles, less one */
static inline uint32_t gno_quantities_get_window(const uint8_t *cell) { return (uint32_t)gno_cell_get(cell + 0, 4); }
static inline void gno_quantities_put_window(uint8_t *cell, uint32_t value) { gno_cell_put(cell + 0, 4, value); }
/* the limit at which it fires */
static inline uint32_t gno_thresholds_get_fire(const uint8_t *cell) { return (uint32_t)gno_cell_get(cell + 0, 4); }
static inline void gno_thresholds_put_fire(uint8_t *cell, uint32_t value) { gno_cell_put(cell + 0, 4, value); }
/* the limit behind which it is armed */
static inline uint32_t gno_thresholds_get_rearm(const uint8_t *cell) { return (uint32_t)gno_cell_get(cell + 4, 4); }
static inline void gno_thresholds_put_rearm(uint8_t *cell, uint32_t value) { gno_cell_put(cell + 4, 4, value); }
/* see the bits of a threshold */
static inline unsigned gno_thresholds_get_flags(const uint8_t *cell) { return cell[8] & 0x7; }
static inline void gno_thresholds_put_flags(uint8_t *cell, unsigned value) { cell[8] = (uint8_t)((cell[8] & 0xf8) | (value & 0x7)); }
/* least value in the bucket, 2^32 - 1 where no value reaches it; of bucket 0 it is ignored */
static inline uint32_t gno_ranges_get_bound(const uint8_t *cell) { return (uint32_t)gno_cell_get(cell + 0, 4); }
static inline void gno_ranges_put_bound(uint8_t *cell, uint32_t value) { gno_cell_put(cell + 0, 4, value); }

#endif
