/* SPDX-License-Identifier: Apache-2.0 */
#include "common/hop.h"

#define WORD_BITS 32u
#define CRC_BITS 16u
#define HEAD_BITS 3u	    /* start, tag, flag; and two numbers */
#define COMMAND_NUMBER_W 3u /* of the frames down */
#define NUMBER_W_MIN 3u
#define NUMBER_W_MAX 6u
#define END_CYCLES 8u	/* registers of both ends, on a way */
#define PASS_CYCLES 12u /* and of a chip with its stations, beside a cycle for each */

static unsigned flits(unsigned bits, unsigned wires)
{
	return (bits + wires - 1) / wires;
}

static unsigned frame(unsigned wires, unsigned number_bits, unsigned words)
{
	return flits(HEAD_BITS + COMMAND_NUMBER_W + number_bits, wires) +
	       flits(words * WORD_BITS, wires) + flits(CRC_BITS, wires);
}

/* Cycles until a frame is acknowledged: the frame itself, one that has just begun, and the one that
 * has the acknowledgement. */
static unsigned round_cycles(unsigned wires, unsigned delay, unsigned bits)
{
	return frame(wires, bits, 2) + 2 * frame(wires, bits, 1) + 2 * delay + 2 * END_CYCLES;
}

/* Frames that may be sent meanwhile; two fewer, since frames are chosen before. */
static unsigned window(unsigned bits)
{
	return (1u << bits) - 3;
}

unsigned hop_number_bits(unsigned wires, unsigned delay)
{
	unsigned bits = NUMBER_W_MIN;

	while (bits < NUMBER_W_MAX &&
	       window(bits) * frame(wires, bits, 2) < round_cycles(wires, delay, bits))
		bits++;
	return bits;
}

double hop_slot_cycles(unsigned wires, unsigned delay)
{
	unsigned bits = hop_number_bits(wires, delay);
	double waits = (double)round_cycles(wires, delay, bits) / window(bits);

	return waits > frame(wires, bits, 2) ? waits : frame(wires, bits, 2);
}

unsigned hop_frame(unsigned wires, unsigned delay, unsigned words)
{
	return frame(wires, hop_number_bits(wires, delay), words);
}

unsigned hop_command_cycles(unsigned wires, unsigned delay, unsigned hops, unsigned nodes)
{
	unsigned word = flits(WORD_BITS, wires);
	unsigned both = hop_frame(wires, delay, 1) + hop_frame(wires, delay, 2);

	return word + nodes + hops * (word + 2 * both + 2 * delay + 2 * END_CYCLES + PASS_CYCLES);
}

unsigned hop_sync_wait(unsigned delay, unsigned hops)
{
	return hops * delay + hops - 1;
}
