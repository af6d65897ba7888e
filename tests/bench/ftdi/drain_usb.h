/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DRAIN_USB_H
#define DRAIN_USB_H

/*
 * USB between a chip of a monitor's byte stream and a client on tcp:127.0.0.1:PORT. The client is
 * `gnomon`. PORT is the first line of the output; the last one is JSON: what the client got in
 * simulated time.
 *
 * A packet of 512 bytes to the host has 510 of data; one leaves with 510 bytes, or with fewer when
 * the latency timer ends. The bus takes a packet in 11.36 us, 11 in a microframe of 125 us: 44.9
 * Mbytes a second. Each direction takes half of the round trip. tests/rtl/link/README.md has the
 * sources of these numbers.
 *
 * The client is taken as infinitely fast: the simulation waits 0.2 ms for what it has to say to a
 * packet.
 */

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

#include "records.h"

namespace drain
{

constexpr uint64_t US_PS = 1000000, PACKET_PS = 11363636, LIMIT_PS = 4000000 * US_PS;
constexpr size_t DATA = 510, OUT = 512;
constexpr long REAL_WAIT_NS = 200000;
constexpr int HANG_MS = 60000;

[[noreturn]] inline void fail(const char *what)
{
	std::fprintf(stderr, "drain: %s\n", what);
	std::exit(1);
}

inline uint64_t picoseconds(const char *us)
{
	return uint64_t(std::atof(us) * double(US_PS));
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

// The monitor's answers: how much of their bytes is of the trace buffer.
class Answers
{
      public:
	// What comes next of them.
	void pass(const std::vector<uint8_t> &bytes)
	{
		for (uint8_t byte : bytes) {
			if (at < HEADER) {
				header[at++] = byte;
				if (at == HEADER && !(header[1] & 4))
					left = (header[4] + 1u) * GNO_SLOT_BYTES;
				left += at == HEADER ? CRC : 0;
				if (header[0] != GNO_FRAME_MARK)
					fail("an answer has no start byte");
				continue;
			}
			read += left > CRC && (header[1] & 7) == GNO_OP_READ_BUFFER;
			if (!--left)
				at = 0;
		}
	}

	uint64_t read = 0; // bytes of the trace buffer so far

      private:
	static constexpr size_t HEADER = 7, CRC = 2;
	uint8_t header[HEADER];
	size_t at = 0, left = 0;
};

// A chip's two FIFOs, and the bus.
class Usb
{
      public:
	Usb(size_t fifo, uint64_t trip, uint64_t latency) : fifo(fifo), trip(trip), latency(latency)
	{
	}

	// What the bus does at a time.
	void turn(uint64_t now, Client &client)
	{
		bool due = to_host.size() >= DATA || (!to_host.empty() && now - left >= latency);

		if (now >= free && due) {
			size_t n = std::min(DATA, to_host.size());
			Packet packet = {now + trip / 2,
					 {to_host.begin(), to_host.begin() + long(n)}};

			to_host.erase(to_host.begin(), to_host.begin() + long(n));
			up.push_back(packet);
			free = now + PACKET_PS;
			left = now;
		} else if (to_host.empty()) {
			left = std::max(left, now - std::min(now, latency));
		}
		if (now >= look) {
			look = now + US_PS;
			std::vector<uint8_t> bytes = client.take(OUT, heard ? 0 : REAL_WAIT_NS);

			heard = true;
			if (!bytes.empty())
				down.push_back({now + trip / 2, bytes});
		}
		if (!down.empty() && down.front().at <= now &&
		    from_host.size() + down.front().bytes.size() <= fifo) {
			from_host.insert(from_host.end(), down.front().bytes.begin(),
					 down.front().bytes.end());
			down.pop_front();
		}
		if (!up.empty() && up.front().at <= now) {
			client.give(up.front().bytes);
			answers.pass(up.front().bytes);
			arrived.push_back({now, answers.read});
			up.pop_front();
			heard = false;
		}
	}

	// What the client got, and the cycles since sync.
	void print(uint64_t cycles) const
	{
		std::printf("{\"arrived\": [");
		for (size_t i = 0; i < arrived.size(); i++)
			std::printf("%s[%.6f, %llu]", i ? ", " : "",
				    double(arrived[i].first) / 1e12,
				    static_cast<unsigned long long>(arrived[i].second));
		std::printf("], \"cycles\": %llu}\n", static_cast<unsigned long long>(cycles));
	}

	const size_t fifo;
	std::deque<uint8_t> to_host, from_host;

      private:
	const uint64_t trip, latency;
	uint64_t free = 0, left = 0, look = 0;
	std::deque<Packet> up, down;
	Answers answers;
	bool heard = true;				    // the client, since it got something
	std::vector<std::pair<uint64_t, uint64_t>> arrived; // when, bytes of the buffer
};

// What the target does in a cycle: a point in most of them, another word in the others.
inline uint32_t word_of(uint64_t t, uint64_t cycles, unsigned every)
{
	if (t >= cycles)
		return t % 4096 ? 0 : 0x400;
	uint32_t x = uint32_t(t) * 2654435761u;
	return x >> 8 & (every - 1) ? x | 1 : 0x100 * (1 + (x >> 28 & 1));
}

} // namespace drain

#endif
