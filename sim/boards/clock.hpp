// SPDX-License-Identifier: Apache-2.0
// clock: when the edges of a board's clock, or the ticks of the host's, really are.
//
// 1. Real time is whole femtoseconds from the beginning of the simulation (2^63: 2.5 hours).
// 2. The clock's rate is nominal * (1 + drift + wander). The drift stays; the wander is a slow
//    sine, or a random walk between two bounds.
// 3. The rate is constant for a segment of ticks. Its length is a whole number of femtoseconds, so
//    the place of each tick is exact.
// 4. A jump makes one segment longer than the rate says.
#ifndef GNOMON_BOARDS_CLOCK_HPP
#define GNOMON_BOARDS_CLOCK_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "random.hpp"

using fs_t = int64_t;

constexpr fs_t FS_SECOND = 1000000000000000;
constexpr fs_t FS_NS = 1000000;
constexpr fs_t FS_US = 1000000000;

struct ClockForm {
	uint64_t hz = 1000000;	      // nominal
	int64_t drift_ppb = 0;	      // positive: fast
	int64_t wander_ppb = 0;	      // never further from the drift
	fs_t wander_time = FS_SECOND; // period of the sine; the walk's steps are 1/64 of it
	bool walk = false;
	fs_t jump_at = 0; // real time at or after which a jump is; 0: none
	fs_t jump = 0;	  // its length
};

class Clock
{
      public:
	Clock(const ClockForm &form, uint64_t ticks, Random random)
	    : form(form), ticks(static_cast<fs_t>(ticks)), random(random), begins{0}
	{
		phase = this->random.real();
	}

	// Real time of a tick; tick 0 is at 0.
	fs_t time_of(uint64_t tick)
	{
		const uint64_t at = tick / static_cast<uint64_t>(ticks);
		const fs_t within = static_cast<fs_t>(tick % static_cast<uint64_t>(ticks));

		while (begins.size() < at + 2)
			grow();
		return begins[at] + within * (begins[at + 1] - begins[at]) / ticks;
	}

	// The last tick that is not after a time.
	uint64_t tick_at(fs_t time)
	{
		while (begins.back() <= time)
			grow();
		const auto after = std::upper_bound(begins.begin(), begins.end(), time);
		const uint64_t at = static_cast<uint64_t>(after - begins.begin()) - 1;
		const uint64_t first = at * static_cast<uint64_t>(ticks);
		uint64_t tick =
		    first + static_cast<uint64_t>(static_cast<double>(time - begins[at]) *
						  static_cast<double>(ticks) /
						  static_cast<double>(begins[at + 1] - begins[at]));

		while (time_of(tick) > time)
			tick--;
		while (time_of(tick + 1) <= time)
			tick++;
		return tick;
	}

	// What the clock shows, in thousandths of a tick, rounded down.
	int64_t thousandths(fs_t time)
	{
		const uint64_t tick = tick_at(time);
		const fs_t begin = time_of(tick), end = time_of(tick + 1);

		return static_cast<int64_t>(tick) * 1000 + (time - begin) * 1000 / (end - begin);
	}

	// Where its segments begin, as far as it was asked.
	const std::vector<fs_t> &segments() const
	{
		return begins;
	}

      private:
	// The rate's distance from the nominal one, in units of 1e-12.
	int64_t rate(fs_t time)
	{
		const double bound = static_cast<double>(form.wander_ppb) * 1000;
		double wander;

		if (form.walk) {
			walked += random.gauss() * step_of(time) * bound / 8;
			walked = std::clamp(walked, -bound, bound);
			wander = walked;
		} else {
			wander =
			    bound * std::sin(2 * 3.14159265358979323846 *
					     (phase + static_cast<double>(time) /
							  static_cast<double>(form.wander_time)));
		}
		return form.drift_ppb * 1000 + std::lrint(wander);
	}

	// Root of the walk's steps that a segment is.
	double step_of(fs_t time) const
	{
		const fs_t length = begins.size() < 2 ? 0 : time - begins[begins.size() - 2];

		return std::sqrt(static_cast<double>(length) /
				 (static_cast<double>(form.wander_time) / 64));
	}

	void grow()
	{
		const fs_t time = begins.back();
		const __int128 parts = 1000000000000;
		const __int128 nominal = static_cast<__int128>(ticks) * FS_SECOND;
		fs_t length = static_cast<fs_t>(nominal * parts / (parts + rate(time)) /
						static_cast<__int128>(form.hz));

		if (form.jump_at && !jumped && time >= form.jump_at) {
			length += form.jump;
			jumped = true;
		}
		begins.push_back(time + length);
	}

	ClockForm form;
	fs_t ticks; // of a segment
	Random random;
	std::vector<fs_t> begins;
	double phase, walked = 0;
	bool jumped = false;
};

#endif
