// SPDX-License-Identifier: Apache-2.0
//
// The generated one-node monitor of the marks, whole, over its UART pins: loads patterns into the
// ranks of the manifest, feeds random words, drains the trace buffer as a host would and compares
// every record with what was fed. Prints, as JSON, how much of the line's rate the drained payload
// had.
//
// usage: one_node MANIFEST [SEED]; exit status 0 if all is as it must be.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "Vone_node.h"
#include "layout.h"
#include "records.h"
#include "verilated.h"

namespace
{

constexpr unsigned LIVE_AND_COLLECT = 1 << GNO_SELECT_LIVE | 1 << GNO_SELECT_COLLECT,
		   SLOT = GNO_SLOT_BYTES, RUN = 0x81, FRAME_BYTES = 256 * SLOT;

[[noreturn]] void fail(const char *what)
{
	std::fprintf(stderr, "one_node: %s\n", what);
	std::exit(1);
}

uint16_t crc16(const std::vector<uint8_t> &bytes)
{
	uint16_t crc = 0xFFFF;
	for (uint8_t byte : bytes)
		for (int bit = 7; bit >= 0; bit--) {
			bool out = (crc >> 15 & 1) != (byte >> bit & 1);
			crc = uint16_t(crc << 1) ^ (out ? 0x1021 : 0);
		}
	return crc;
}

class Bench
{
      public:
	Bench(const char *manifest, unsigned seed)
	    : layout(manifest), random(seed), patterns(layout.node->capacity)
	{
		top.rst = 1;
		top.rx_i = 1;
		for (int i = 0; i < 8; i++)
			clock();
		top.rst = 0;
		for (auto &pattern : patterns)
			pattern = uint32_t(random());
	}

	// A frame as requested; the answer as bytes, once `wait` has it.
	void request(unsigned op, unsigned address, unsigned n,
		     const std::vector<uint8_t> &payload = {})
	{
		std::vector<uint8_t> head = {GNO_FRAME_MARK, uint8_t(op | seq++ << 3),
					     uint8_t(address), uint8_t(address >> 8), uint8_t(n)};
		uint16_t crc = crc16(head);
		head.push_back(uint8_t(crc >> 8));
		head.push_back(uint8_t(crc));
		for (uint8_t byte : head)
			sent.push_back(byte);
		for (uint8_t byte : payload)
			sent.push_back(byte);
		bool has_payload = op <= GNO_OP_START;
		expected.push_back({head, has_payload ? (n + 1) * SLOT : 0});
	}

	// The payload of the oldest request's answer.
	std::vector<uint8_t> answer()
	{
		size_t size = expected.front().head.size() + expected.front().payload + 2;
		for (uint64_t limit = cycles + (size + sent.size() + 64) * layout.divisor * 12;
		     got.size() < size; clock())
			if (cycles > limit)
				fail("no answer");
		std::vector<uint8_t> frame(got.begin(), got.begin() + long(size));
		got.erase(got.begin(), got.begin() + long(size));
		const auto &head = expected.front().head;
		if (!std::equal(head.begin(), head.end(), frame.begin()))
			fail("the header came back changed");
		std::vector<uint8_t> payload(frame.begin() + long(head.size()), frame.end() - 2);
		if (crc16(payload) != (frame[size - 2] << 8 | frame[size - 1]))
			fail("the payload's CRC is wrong");
		expected.pop_front();
		return payload;
	}

	std::vector<uint8_t> ask(unsigned op, unsigned address, unsigned n = 0,
				 const std::vector<uint8_t> &payload = {})
	{
		request(op, address, n, payload);
		return answer();
	}

	// Ranks that know each pattern: the table cell of a pattern's index holds the class 1 + the
	// first pattern with that index, which in the last rank is the pattern's event; all other
	// cells are 0. A class is passed on to the ranks that it addresses.
	void load()
	{
		const unsigned ranks = layout.node->ranks;
		std::vector<std::vector<unsigned>> code(ranks,
							std::vector<unsigned>(patterns.size()));
		std::vector<uint8_t> events; // the cells of the last rank
		ask(GNO_OP_SELECT, GNO_NODE_ALL);
		for (unsigned r = 0; r < ranks; r++) {
			const gno_rank &rank = layout.node->rank[r];
			std::vector<uint8_t> cells(layout.table(rank.table).cells, 0);
			for (size_t p = 0; p < patterns.size(); p++) {
				unsigned index = 0, at = 0;
				for (unsigned i = 0; i < rank.inputs; i++) {
					const gno_input &input = rank.input[i];
					uint32_t value =
					    input.is_rank ? code[input.rank][p]
							  : patterns[p] >> input.lo &
								((UINT64_C(1) << input.bits) - 1);
					index |= value << at;
					at += input.bits;
				}
				if (index >= cells.size())
					fail("the inputs of a rank are wider than its table");
				if (cells[index] == 0)
					cells[index] = uint8_t(p + 1);
				code[r][p] = cells[index];
				if (code[r][p] >> rank.code_bits)
					fail("a class has more bits than the codes of its rank");
			}
			write(rank.table, cells);
			events = cells;
		}
		for (size_t p = 0; p < patterns.size(); p++)
			if (code.back()[p] != p + 1)
				fail("two patterns are the same to the ranks");
		// one node of iCE40: the actions are beside the codes of the last rank
		std::vector<uint8_t> actions(layout.table("rank_actions").cells, 0);
		for (size_t i = 0; i < actions.size(); i++)
			actions[i] = events[i] ? 1 << GNO_ACT_RECORD : 0;
		write("rank_actions", actions);
		ask(GNO_OP_SELECT, GNO_NODE_ALL | LIVE_AND_COLLECT);
	}

	void clock()
	{
		if (!top.rst)
			line();
		if (feeding) {
			pick = random();
			uint32_t pattern = patterns[pick / 8 % patterns.size()];
			top.cpu_pc_i = pick % 8 == 0   ? pattern
				       : pick % 8 == 1 ? pattern ^ 1u << (pick >> 16) % 32
						       : uint32_t(pick >> 16);
			top.cpu_valid_i = pick >> 40 & 1;
		} else {
			top.cpu_valid_i = 0;
		}
		top.clk = 0;
		top.eval();
		if (running)
			observe();
		if (top.sync_o) {
			running = true;
			time = 0;
		}
		top.clk = 1;
		top.eval();
		cycles++;
	}

	// The truth: which word was on the wires, by comparison with each pattern.
	void observe()
	{
		for (size_t p = 0; top.cpu_valid_i && p < patterns.size(); p++)
			if (top.cpu_pc_i == patterns[p]) {
				truth.push_back(uint64_t(time) << 8 | (p + 1));
				break;
			}
		time++;
	}

	const Layout layout;
	Vone_node top;
	std::mt19937_64 random;
	std::vector<uint32_t> patterns;
	uint64_t pick = 0, cycles = 0;
	uint32_t time = 0;
	bool feeding = false, running = false;
	std::vector<uint64_t> truth;

      private:
	struct Expected {
		std::vector<uint8_t> head;
		size_t payload;
	};

	void write(const std::string &table, const std::vector<uint8_t> &cells)
	{
		unsigned base = layout.table(table).base;
		for (size_t at = 0; at < cells.size(); at += FRAME_BYTES) {
			std::vector<uint8_t> part(
			    cells.begin() + long(at),
			    cells.begin() + long(std::min(at + FRAME_BYTES, cells.size())));
			if (ask(GNO_OP_WRITE, unsigned(base + at) / SLOT,
				unsigned(part.size() / SLOT - 1), part) != part)
				fail("a table came back changed");
		}
	}

	// Both wires, a bit each layout.divisor clocks, apart from the monitor's own UART.
	void line()
	{
		if (out_left == 0 && !sent.empty()) {
			out = 1u << 9 | unsigned(sent.front()) << 1;
			sent.pop_front();
			out_left = 10 * layout.divisor;
		}
		if (out_left != 0) {
			top.rx_i =
			    out >> (10 - (out_left + layout.divisor - 1) / layout.divisor) & 1;
			out_left--;
		}
		if (in_at == 0) {
			if (!top.tx_o)
				in_at = 1;
		} else {
			in_at++;
			if (in_at % layout.divisor == layout.divisor / 2)
				in = in >> 1 | unsigned(top.tx_o) << 9;
			if (in_at == 10 * layout.divisor - 1) {
				if (!(in >> 9 & 1) || (in & 1))
					fail("framing error on the monitor's line");
				got.push_back(uint8_t(in >> 1));
				in_at = 0;
			}
		}
	}

	unsigned seq = 0, out = 0, out_left = 0, in = 0, in_at = 0;
	std::deque<uint8_t> sent, got;
	std::deque<Expected> expected;
};

uint32_t word(const std::vector<uint8_t> &bytes, size_t at)
{
	return bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 | uint32_t(bytes[at + 3]) << 24;
}

} // namespace

int main(int argc, char **argv)
{
	if (argc < 2)
		fail("usage: one_node MANIFEST [SEED]");
	Bench bench(argv[1], argc > 2 ? unsigned(std::strtoul(argv[2], nullptr, 0)) : 1);
	const unsigned slots = bench.layout.slots;

	auto regs = bench.ask(GNO_OP_READ_REGS, 0, 1);
	if (regs[0] != 'G' || regs[1] != 'N' || regs[2] != 'O' || regs[3] != GNO_LINK_VERSION)
		fail("the first registers are not the magic and version word");
	bench.load();
	bench.ask(GNO_OP_START, 0, 0, {1, 2, 3, 4, 5, 6, 7, RUN});
	bench.feeding = true;
	while (bench.truth.size() < slots - 124)
		bench.clock();
	bench.feeding = false;
	bench.ask(GNO_OP_STOP, 0);
	const unsigned place = GNO_REG_HEAD;
	auto status = bench.ask(GNO_OP_READ_REGS, place / SLOT);
	unsigned head = status[place % SLOT] | status[place % SLOT + 1] << 8;
	if ((head & (slots - 1)) != bench.truth.size() + 2)
		fail("the head is not where it should be");

	// Drain as a host does: requests ahead of the answers, of sizes that differ.
	std::vector<uint8_t> bytes;
	const unsigned sizes[] = {256, 255, 254};
	unsigned asked = 0, ahead = 0;
	uint64_t begin = bench.cycles;
	while (bytes.size() < size_t(slots) * SLOT) {
		while (asked < slots && ahead < 3) {
			unsigned count = std::min(sizes[asked / 256 % 3], slots - asked);
			bench.request(GNO_OP_READ_BUFFER, asked, count - 1);
			asked += count;
			ahead++;
		}
		auto part = bench.answer();
		ahead--;
		bytes.insert(bytes.end(), part.begin(), part.end());
	}
	double share =
	    double(bytes.size()) * 10 * bench.layout.divisor / double(bench.cycles - begin);

	size_t slot = 0;
	auto next = [&](uint32_t *time, uint32_t *info) {
		*time = word(bytes, slot * SLOT);
		*info = word(bytes, slot * SLOT + 4);
		slot++;
	};
	uint32_t time, info;
	next(&time, &info);
	if (time != 0 || info != (RUN << 24 | GNO_KIND_SYNC))
		fail("the first record is not the sync of the run");
	for (uint64_t event : bench.truth) {
		next(&time, &info);
		if (time != event >> 8 || info != ((event & 0xFF) << 16 | GNO_KIND_EVENT))
			fail("an event differs from what was fed");
	}
	next(&time, &info);
	if ((info & 0xFF) != GNO_KIND_FLUSH || info >> 24 != RUN)
		fail("the last record is not the flush of the run");
	std::printf("{\"events\": %zu, \"payload\": %zu, \"share\": %.4f}\n", bench.truth.size(),
		    bytes.size(), share);
	return 0;
}
