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

unsigned hop_number_bits(unsigned wires, unsigned delay)
{
	unsigned bits = NUMBER_W_MIN;

	/* until the acknowledgement is there: the frame itself, one that has just begun, and the
	 * one that has it; and two more, since frames are chosen before */
	while (bits < NUMBER_W_MAX &&
	       ((1u << bits) - 3) * frame(wires, bits, 2) <
		   frame(wires, bits, 2) + 2 * frame(wires, bits, 1) + 2 * delay + 2 * END_CYCLES)
		bits++;
	return bits;
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
