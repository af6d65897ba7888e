/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/board.h"

#include <inttypes.h>

#include "sync/wide.h"

uint64_t sync_tick(uint64_t hz, uint64_t prescale, uint64_t host_tick)
{
	const uint64_t board = sync_up((sync_uwide)prescale * SYNC_SECOND, hz);

	return board > host_tick ? board : host_tick;
}

uint32_t sync_greatest_drift(const struct sync_board *b)
{
	return b->drift > b->host_drift ? b->drift : b->host_drift;
}

/* A part of `dt` by a relative rate. Rates are declared against true time, and dt is in time of one
 * of the two clocks: the divisor covers the difference, of second order. */
static uint64_t part(const struct sync_board *b, uint64_t dt, uint64_t ppb)
{
	return sync_up((sync_uwide)dt * ppb, SYNC_PPB - 2 * ((uint64_t)b->drift + b->host_drift));
}

uint64_t sync_growth(const struct sync_board *b, uint64_t dt)
{
	return part(b, dt, (uint64_t)b->drift + b->host_drift + b->wander);
}

uint64_t sync_wandered(const struct sync_board *b, uint64_t along)
{
	return part(b, along, 2 * (uint64_t)b->wander);
}

int64_t sync_nominal(const struct sync_board *b, uint64_t cycles)
{
	return sync_time((sync_wide)((sync_uwide)cycles * SYNC_SECOND / b->hz));
}

int sync_board_check(const struct sync_board *b, const char *name, struct gno_err *err)
{
	const uint32_t most = SYNC_LIE_PPM * 1000;

	if (!b->hz || b->hz > SYNC_SECOND)
		return gno_fail(err, GNO_ERR_ARG, "board '%s' has no clock between 1 Hz and 1 THz",
				name);
	if (b->drift > most || b->host_drift > most || b->wander > most)
		return gno_fail(err, GNO_ERR_ARG,
				"drift or wander of board '%s' is above %d ppm, more than any "
				"clock may be wrong",
				name, SYNC_LIE_PPM);
	if (b->floor == SYNC_FLOOR_MEASURED)
		return gno_fail(err, GNO_ERR_ARG,
				"floor of board '%s' was measured as half of a round trip, which "
				"does not prove that each way takes so long; name a proven one, or "
				"none",
				name);
	if (b->floor == SYNC_FLOOR_NONE && (b->out || b->back))
		return gno_fail(err, GNO_ERR_ARG, "floor of board '%s' has no proof", name);
	return 0;
}
