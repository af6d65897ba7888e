/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/fields.h"

#include "sync/entry.h"
#include "sync/wide.h"

#define FIELD(key, type, member, least, most)                                                      \
	{                                                                                          \
		key, offsetof(type, member), sizeof(((type *)0)->member), least, most              \
	}

#define TIME INT64_MAX
#define PPB (SYNC_LIE_PPM * 1000)

const struct sync_field sync_set_fields[] = {
    FIELD("raw_ns", struct sync_set, raw_ns, 0, UINT64_MAX),
    {0},
};

const struct sync_field sync_plan_fields[] = {
    FIELD("message_floor_ps", struct sync_plan, floor, 0, TIME),
    FIELD("rounds", struct sync_plan, rounds, 0, UINT32_MAX),
    FIELD("first_pulses", struct sync_plan, first, 0, UINT32_MAX),
    FIELD("apart_ps", struct sync_plan, apart, 0, TIME),
    FIELD("interval_ps", struct sync_plan, interval, 0, TIME),
    FIELD("refreshes", struct sync_plan, refreshes, 0, UINT64_MAX),
    {0},
};

const struct sync_field sync_entry_fields[] = {
    FIELD("clock_hz", struct sync_entry, mapping.board.hz, 1, SYNC_SECOND),
    FIELD("drift_ppb", struct sync_entry, mapping.board.drift, 0, PPB),
    FIELD("host_drift_ppb", struct sync_entry, mapping.board.host_drift, 0, PPB),
    FIELD("wander_ppb", struct sync_entry, mapping.board.wander, 0, PPB),
    FIELD("floor_out_ps", struct sync_entry, mapping.board.out, 0, TIME),
    FIELD("floor_back_ps", struct sync_entry, mapping.board.back, 0, TIME),
    FIELD("tick_ps", struct sync_entry, mapping.board.tick, 0, TIME),
    FIELD("since_ps", struct sync_entry, since, 0, TIME),
    FIELD("polls", struct sync_entry, polls, 0, UINT64_MAX),
    FIELD("failed", struct sync_entry, failed, 0, UINT64_MAX),
    FIELD("rejected", struct sync_entry, rejected, 0, UINT64_MAX),
    FIELD("floorless", struct sync_entry, floorless, 0, UINT64_MAX),
    {0},
};

const struct sync_field sync_broken_fields[] = {
    FIELD("times", struct sync_broken, times, 1, UINT64_MAX),
    FIELD("at_ps", struct sync_broken, at, 0, TIME),
    FIELD("by", struct sync_broken, by, 0, UINT64_MAX),
    {0},
};

const struct sync_field sync_point_fields[] = {
    FIELD("cycle", struct sync_point, cycle, 0, UINT64_MAX),
    FIELD("time_ps", struct sync_point, time, 0, TIME),
    FIELD("bound_ps", struct sync_point, bound, 0, UINT64_MAX),
    {0},
};
