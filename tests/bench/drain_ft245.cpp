// SPDX-License-Identifier: Apache-2.0
//
// A generated monitor behind an FT232H in its synchronous FIFO mode, at the pins, with USB between
// the chip and a client on tcp:127.0.0.1:PORT. The client is `gnomon`. PORT is the first line of
// the output; the last one is JSON: what the client got in simulated time.
//
// usage: drain_ft245 TRIP_US CYCLES EVERY
//
// The watched word of cycle t after sync is that of word_of(t), up to CYCLES: one of two points in
// one cycle of EVERY (a power of two). The end point follows.
//
//   clk 100 MHz, CLKOUT 60 MHz. FIFOs of 1024 bytes. A packet of 512 bytes to the host has 510 of
//   data; one leaves with 510 bytes, or with fewer when the latency timer of 1 ms ends. The bus
//   takes a packet in 11.36 us, 11 in a microframe of 125 us: 44.9 Mbytes a second. TXE# and RXF#
//   are 1 for 8 cycles behind a packet. Each direction takes half of TRIP_US.
//
// tests/rtl/link/README.md has the sources of these numbers.
//
// The client is taken as infinitely fast: the simulation waits 0.2 ms for what it has to say to a
// packet.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "Vdrain_ft245.h"
#include "verilated.h"

namespace
{

constexpr uint64_t CLK_PS = 10000, FT_PS = 16667, US_PS = 1000000, PACKET_PS = 11363636,
		   LATENCY_PS = 1000 * US_PS, LIMIT_PS = 2000000 * US_PS;
constexpr size_t FIFO = 1024, DATA = 510, HOLD = 8, OUT = 512;
constexpr long REAL_WAIT_NS = 200000;
constexpr int HANG_MS = 60000;

[[noreturn]] void fail(const char *what)
{
	std::fprintf(stderr, "drain_ft245: %s\n", what);
	std::exit(1);
}

struct Packet {
	uint64_t at; // when it is there, ps
	std::vector<uint8_t> bytes;
};

// The client's socket.
class Client
{
      public:
	Client()
	{
		sockaddr_in address = {};
		socklen_t len = sizeof(address);
		int one = 1;

		address.sin_family = AF_INET;
		address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		if (door < 0 || bind(door, reinterpret_cast<sockaddr *>(&address), len) ||
		    listen(door, 1) ||
		    getsockname(door, reinterpret_cast<sockaddr *>(&address), &len))
			fail("no socket");
		std::printf("%u\n", unsigned(ntohs(address.sin_port)));
		std::fflush(stdout);
		pollfd p = {door, POLLIN, 0};
		if (poll(&p, 1, HANG_MS) != 1 || (fd = accept(door, nullptr, nullptr)) < 0)
			fail("no client");
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	}

	~Client()
	{
		close(fd);
		close(door);
	}

	// What has come, up to `most` bytes, after a wait; gone: the client has left.
	std::vector<uint8_t> take(size_t most, long wait_ns)
	{
		std::vector<uint8_t> bytes(most);
		pollfd p = {fd, POLLIN, 0};
		ssize_t got = 0;

		timespec wait = {0, wait_ns};

		if (ppoll(&p, 1, &wait, nullptr) > 0) {
			got = recv(fd, bytes.data(), most, 0);
			gone = got <= 0;
		}
		bytes.resize(got > 0 ? size_t(got) : 0);
		return bytes;
	}

	void give(const std::vector<uint8_t> &bytes)
	{
		size_t done = 0;

		while (done < bytes.size()) {
			ssize_t n = send(fd, &bytes[done], bytes.size() - done, MSG_NOSIGNAL);
			if (n <= 0) {
				gone = true;
				return;
			}
			done += size_t(n);
		}
	}

	bool gone = false;

      private:
	int door, fd = -1;
};

class Chip
{
      public:
	Chip(Vdrain_ft245 &top, uint64_t trip) : top(top), trip(trip)
	{
		top.rxf_n_i = top.txe_n_i = 1;
	}

	// An edge of CLKOUT: what both sides agreed on; the flags of the next cycle are set later.
	void sample()
	{
		took = !top.rd_n_o && !top.rxf_n_i;
		if (!top.wr_n_o && !top.txe_n_i) {
			to_host.push_back(top.d_o);
			written++;
			if (written % DATA == 0)
				tx_hold = HOLD;
		}
		if (!top.oe_n_o && top.d_oe_o)
			fail("both drive the bus");
	}

	void drive()
	{
		if (took) {
			from_host.pop_front();
			if (++read % 512 == 0)
				rx_hold = HOLD;
		}
		rx_hold -= rx_hold > 0;
		tx_hold -= tx_hold > 0;
		top.rxf_n_i = from_host.empty() || rx_hold;
		top.txe_n_i = to_host.size() >= FIFO || tx_hold;
		top.d_i = from_host.empty() ? 0 : from_host.front();
	}

	// The USB side at a time.
	void usb(uint64_t now, Client &client)
	{
		bool due = to_host.size() >= DATA || (!to_host.empty() && now - left >= LATENCY_PS);

		if (now >= free && due) {
			size_t n = std::min(DATA, to_host.size());
			Packet packet = {now + trip / 2,
					 {to_host.begin(), to_host.begin() + long(n)}};

			to_host.erase(to_host.begin(), to_host.begin() + long(n));
			up.push_back(packet);
			free = now + PACKET_PS;
			left = now;
		} else if (to_host.empty()) {
			left = std::max(left, now - std::min(now, LATENCY_PS));
		}
		if (now >= look) {
			look = now + US_PS;
			std::vector<uint8_t> bytes = client.take(OUT, heard ? 0 : REAL_WAIT_NS);

			heard = true;
			if (!bytes.empty())
				down.push_back({now + trip / 2, bytes});
		}
		if (!down.empty() && down.front().at <= now &&
		    from_host.size() + down.front().bytes.size() <= FIFO) {
			from_host.insert(from_host.end(), down.front().bytes.begin(),
					 down.front().bytes.end());
			down.pop_front();
		}
		if (!up.empty() && up.front().at <= now) {
			client.give(up.front().bytes);
			bytes_up += up.front().bytes.size();
			arrived.push_back({now, bytes_up});
			up.pop_front();
			heard = false;
		}
	}

	std::vector<std::pair<uint64_t, uint64_t>> arrived; // when, bytes until then

      private:
	Vdrain_ft245 &top;
	uint64_t trip, free = 0, left = 0, look = 0, written = 0, read = 0, bytes_up = 0;
	std::deque<uint8_t> to_host, from_host;
	std::deque<Packet> up, down;
	size_t rx_hold = 0, tx_hold = 0;
	bool took = false, heard = true; // the client, since it got something
};

// What the target does in a cycle: a point in most of them, another word in the others.
uint32_t word_of(uint64_t t, uint64_t cycles, unsigned every)
{
	if (t >= cycles)
		return t % 4096 ? 0 : 0x400;
	uint32_t x = uint32_t(t) * 2654435761u;
	return x >> 8 & (every - 1) ? x | 1 : 0x100 * (1 + (x >> 28 & 1));
}

} // namespace

int main(int argc, char **argv)
{
	if (argc != 4)
		fail("usage: drain_ft245 TRIP_US CYCLES EVERY");
	uint64_t trip = uint64_t(std::atof(argv[1]) * double(US_PS)),
		 cycles = std::strtoull(argv[2], nullptr, 10);
	unsigned every = unsigned(std::atoi(argv[3]));
	Verilated::commandArgs(argc, argv);
	Vdrain_ft245 top;
	Chip chip(top, trip);
	Client client;
	uint64_t clk_at = CLK_PS, ft_at = FT_PS, now = 0, t = 0;
	bool synced = false;
	int reset = 8;

	while (!client.gone) {
		if (now > LIMIT_PS)
			fail("the client does not end");
		now = std::min(clk_at, ft_at);
		bool clk = clk_at == now, ft = ft_at == now;
		if (ft)
			chip.sample();
		if (clk) {
			// sync_o is 1 in the cycle before time 0
			if (synced)
				t++;
			if (top.sync_o) {
				synced = true;
				t = 0;
			}
			clk_at += CLK_PS;
		}
		ft_at += ft ? FT_PS : 0;
		top.clk = clk;
		top.ft_clk_i = ft;
		top.eval();
		if (clk) {
			top.rst = reset > 0;
			reset -= reset > 0;
			top.cpu_pc_i = synced ? word_of(t, cycles, every) : 0;
		}
		if (ft)
			chip.drive();
		top.clk = 0;
		top.ft_clk_i = 0;
		top.eval();
		if (ft)
			chip.usb(now, client);
	}
	std::printf("{\"arrived\": [");
	for (size_t i = 0; i < chip.arrived.size(); i++)
		std::printf("%s[%.6f, %llu]", i ? ", " : "", double(chip.arrived[i].first) / 1e12,
			    static_cast<unsigned long long>(chip.arrived[i].second));
	std::printf("], \"cycles\": %llu}\n", static_cast<unsigned long long>(t));
	return 0;
}
