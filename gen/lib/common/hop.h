/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A hop of the ring between two chips: what gnomon_ring_wires_near and gnomon_ring_wires_far do, in
 * numbers. `wires` each way; `delay` cycles from one chip to the next.
 */
#ifndef GNO_GEN_HOP_H
#define GNO_GEN_HOP_H

/* Cycles of a frame with `words` words: 1 down, 2 up. */
unsigned hop_frame(unsigned wires, unsigned delay, unsigned words);

/* Bits of the number of a frame of records (NUMBER_W): the wires do not wait for acknowledgements,
 * except for a long delay of wide ones. */
unsigned hop_number_bits(unsigned wires, unsigned delay);

/* Cycles from a frame of records to the next one that has another payload. */
double hop_slot_cycles(unsigned wires, unsigned delay);

/* Cycles, at most and without errors, from a command until the center knows that it has passed all
 * of `nodes` nodes, over `hops` hops. */
unsigned hop_command_cycles(unsigned wires, unsigned delay, unsigned hops, unsigned nodes);

/* Cycles of the sync pulse from the center to all chips, without the 33 of its code. */
unsigned hop_sync_wait(unsigned delay, unsigned hops);

#endif
