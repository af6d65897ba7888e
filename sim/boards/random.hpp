// SPDX-License-Identifier: Apache-2.0
// random: random numbers that follow from a seed alone (SplitMix64), of several shapes.
#ifndef GNOMON_BOARDS_RANDOM_HPP
#define GNOMON_BOARDS_RANDOM_HPP

#include <cmath>
#include <cstdint>

class Random
{
      public:
	// `stream`: numbers of one seed that are independent of each other
	Random(uint64_t seed, uint64_t stream) : state(seed * 0x9E3779B97F4A7C15u)
	{
		state = next() ^ stream * 0xD1342543DE82EF95u;
		next();
	}

	uint64_t next()
	{
		uint64_t z = state += 0x9E3779B97F4A7C15u;

		z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
		z = (z ^ z >> 27) * 0x94D049BB133111EBu;
		return z ^ z >> 31;
	}

	// 0 to below 1
	double real()
	{
		return static_cast<double>(next() >> 11) * 0x1p-53;
	}

	// `least` to `most`
	int64_t between(int64_t least, int64_t most)
	{
		const uint64_t count = static_cast<uint64_t>(most - least) + 1;

		return least + static_cast<int64_t>(count ? next() % count : next());
	}

	// whether something happens that does so `ppm` times in a million
	bool chance(uint64_t ppm)
	{
		return next() % 1000000 < ppm;
	}

	// 0 or more, with this mean
	double exponential(double mean)
	{
		return -mean * std::log(1 - real());
	}

	// mean 0, variance 1
	double gauss()
	{
		const double radius = std::sqrt(exponential(2));

		return radius * std::cos(2 * 3.14159265358979323846 * real());
	}

      private:
	uint64_t state;
};

#endif
