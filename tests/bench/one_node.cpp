// SPDX-License-Identifier: Apache-2.0
//
// The generated one-node monitor of the marks, whole, over its UART pins: loads patterns, feeds random words, drains the trace buffer as a host
// would and compares every record with what was fed. Prints, as JSON, how much of the line's rate the drained payload had.
//
// usage: one_node [SEED]; exit status 0 if all is as it must be.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <vector>

#include "Vone_node.h"
#include "verilated.h"

namespace
{

constexpr unsigned DIVISOR = 10, SLOTS = 1024, PATTERNS = 15, FRAME = 0xA5;
enum { READ_REGS, READ_BUFFER, WRITE, START, STOP, SELECT, LIMIT, POST };
enum { EVENT = 1, SYNC = 5, FLUSH = 6 };

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
	explicit Bench(unsigned seed) : random(seed)
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
	void request(unsigned op, unsigned address, unsigned n, const std::vector<uint8_t> &payload = {})
	{
		std::vector<uint8_t> head = {FRAME, uint8_t(op | seq++ << 3), uint8_t(address), uint8_t(address >> 8), uint8_t(n)};
		uint16_t crc = crc16(head);
		head.push_back(uint8_t(crc >> 8));
		head.push_back(uint8_t(crc));
		for (uint8_t byte : head)
			sent.push_back(byte);
		for (uint8_t byte : payload)
			sent.push_back(byte);
		bool has_payload = op <= WRITE;
		expected.push_back({head, has_payload ? (n + 1) * 8 : 0});
	}

	// The payload of the oldest request's answer.
	std::vector<uint8_t> answer()
	{
		size_t size = expected.front().head.size() + expected.front().payload + 2;
		for (uint64_t limit = cycles + (size + sent.size() + 64) * DIVISOR * 12; got.size() < size; clock())
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

	std::vector<uint8_t> ask(unsigned op, unsigned address, unsigned n = 0, const std::vector<uint8_t> &payload = {})
	{
		request(op, address, n, payload);
		return answer();
	}

	void load()
	{
		// Rank 1: the class of a chunk value is 1 + the first pattern that has it; ranks 2 and 3 join the classes.
		const unsigned low[3] = {0, 10, 21}, bits[3] = {10, 11, 11};
		std::vector<uint8_t> chunk[3], rank2(256), rank3(256), actions(16);
		auto part = [&](unsigned c, uint32_t word) { return word >> low[c] & ((1u << bits[c]) - 1); };
		for (unsigned c = 0; c < 3; c++) {
			chunk[c].assign(size_t(1) << bits[c], 0);
			for (unsigned p = PATTERNS; p-- > 0;)
				chunk[c][part(c, patterns[p])] = uint8_t(p + 1);
		}
		for (unsigned p = 0; p < PATTERNS; p++) {
			auto cls = [&](unsigned c) { return chunk[c][part(c, patterns[p])]; };
			unsigned at2 = unsigned(cls(1)) << 4 | cls(0);
			if (rank2[at2] == 0)
				rank2[at2] = uint8_t(p + 1);
			rank3[unsigned(cls(2)) << 4 | rank2[at2]] = uint8_t(p + 1);
			actions[p + 1] = 1;
		}
		ask(SELECT, 0xFF);
		write(0, chunk[0]);
		write(1, chunk[1]);
		write(2, chunk[2]);
		write(3, rank2);
		write(4, rank3);
		write(5, actions);
		ask(SELECT, 0xFF | 3 << 8);
	}

	void clock()
	{
		if (!top.rst)
			line();
		if (feeding) {
			pick = random();
			bool hit = pick % 8 == 0;
			top.cpu_pc_i = hit ? patterns[pick / 8 % PATTERNS] : pick % 8 == 1 ? patterns[pick / 8 % PATTERNS] ^ 1u << pick / 256 % 32 : uint32_t(pick >> 16);
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
		for (unsigned p = 0; top.cpu_valid_i && p < PATTERNS; p++)
			if (top.cpu_pc_i == patterns[p]) {
				truth.push_back(uint64_t(time) << 8 | (p + 1));
				break;
			}
		time++;
	}

	Vone_node top;
	std::mt19937_64 random;
	uint32_t patterns[PATTERNS];
	uint64_t pick = 0, cycles = 0;
	uint32_t time = 0;
	bool feeding = false, running = false;
	std::vector<uint64_t> truth;

      private:
	struct Expected {
		std::vector<uint8_t> head;
		size_t payload;
	};

	void write(unsigned table, const std::vector<uint8_t> &cells)
	{
		auto echo = ask(WRITE, (table << 11) / 8, unsigned(cells.size() / 8 - 1), cells);
		if (echo != cells)
			fail("a table came back changed");
	}

	// Both wires, a bit each DIVISOR clocks, apart from the monitor's own UART.
	void line()
	{
		if (out_left == 0 && !sent.empty()) {
			out = 1u << 9 | unsigned(sent.front()) << 1;
			sent.pop_front();
			out_left = 10 * DIVISOR;
		}
		if (out_left != 0) {
			top.rx_i = out >> (10 - (out_left + DIVISOR - 1) / DIVISOR) & 1;
			out_left--;
		}
		if (in_at == 0) {
			if (!top.tx_o)
				in_at = 1;
		} else {
			in_at++;
			if (in_at % DIVISOR == DIVISOR / 2)
				in = in >> 1 | unsigned(top.tx_o) << 9;
			if (in_at == 10 * DIVISOR - 1) {
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
	Bench bench(argc > 1 ? unsigned(std::strtoul(argv[1], nullptr, 0)) : 1);

	auto regs = bench.ask(READ_REGS, 0, 1);
	if (regs[0] != 'G' || regs[1] != 'N' || regs[2] != 'O' || regs[3] != 1)
		fail("the first registers are not the magic and version word");
	bench.load();
	bench.ask(START, 0);
	bench.feeding = true;
	while (bench.truth.size() < 900)
		bench.clock();
	bench.feeding = false;
	bench.ask(STOP, 0);
	auto status = bench.ask(READ_REGS, 2, 0);
	unsigned head = (status[0] | status[1] << 8) % SLOTS;
	if (head != bench.truth.size() + 2)
		fail("the head is not where it should be");

	// Drain as a host does: requests ahead of the answers, of sizes that differ.
	std::vector<uint8_t> bytes;
	const unsigned sizes[] = {256, 255, 254};
	unsigned asked = 0, ahead = 0;
	uint64_t begin = bench.cycles;
	while (bytes.size() < size_t(SLOTS) * 8) {
		while (asked < SLOTS && ahead < 3) {
			unsigned count = std::min(sizes[asked / 256 % 3], SLOTS - asked);
			bench.request(READ_BUFFER, asked, count - 1);
			asked += count;
			ahead++;
		}
		auto part = bench.answer();
		ahead--;
		bytes.insert(bytes.end(), part.begin(), part.end());
	}
	double share = double(bytes.size()) * 10 * DIVISOR / double(bench.cycles - begin);

	size_t slot = 0;
	auto next = [&](uint32_t *time, uint32_t *info) {
		*time = word(bytes, slot * 8);
		*info = word(bytes, slot * 8 + 4);
		slot++;
	};
	uint32_t time, info;
	next(&time, &info);
	if (time != 0 || info != (1u << 24 | SYNC))
		fail("the first record is not the sync of run 1");
	for (uint64_t event : bench.truth) {
		next(&time, &info);
		if (time != event >> 8 || info != ((event & 0xFF) << 16 | EVENT))
			fail("an event differs from what was fed");
	}
	next(&time, &info);
	if ((info & 0xFF) != FLUSH || info >> 24 != 1)
		fail("the last record is not the flush of run 1");
	std::printf("{\"events\": %zu, \"payload\": %zu, \"share\": %.4f}\n", bench.truth.size(), bytes.size(), share);
	return 0;
}
