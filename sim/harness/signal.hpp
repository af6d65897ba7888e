// SPDX-License-Identifier: Apache-2.0
// signal: bits of a model's signals, whose types depend on the number of cores. A header, as
// observer.hpp.
#ifndef GNOMON_SIM_SIGNAL_HPP
#define GNOMON_SIM_SIGNAL_HPP

#include <cstddef>
#include <cstdint>

#include "verilated.h"

// cores of the target: a parameter of the build, as CORES of soc_sim.v
#ifdef SOC_CORES
enum { CORES = SOC_CORES };
#else
enum { CORES = 4 };
#endif

// `width` bits of a signal, up to 32, from bit `at` on
inline uint32_t signal_bits(uint64_t signal, int at, int width)
{
	return static_cast<uint32_t>(signal >> at & ((UINT64_C(1) << width) - 1));
}

template <std::size_t WORDS>
inline uint32_t signal_bits(const VlWide<WORDS> &signal, int at, int width)
{
	const std::size_t word = static_cast<std::size_t>(at) / 32;
	const uint64_t above = word + 1 < WORDS ? signal[word + 1] : 0;

	return signal_bits(above << 32 | signal[word], at % 32, width);
}

#endif
