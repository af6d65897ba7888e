// SPDX-License-Identifier: Apache-2.0
//
// A generated monitor behind a UART of an FT2232H, at the pins, with USB between the chip and
// `gnomon` (drain_usb.h).
//
// usage: drain_uart TRIP_US LATENCY_US CYCLES EVERY
//
// The words are those of drain_ft245.cpp. clk 120 MHz, 12 Mbaud. FIFOs of 4096 bytes; nothing holds
// the monitor back.
#include "Vdrain_uart.h"
#include "drain_usb.h"
#include "verilated.h"

namespace
{

using drain::fail;

constexpr uint64_t CLK_PS = 8333;
constexpr unsigned DIVISOR = 10, BITS = 10; // cycles of a bit, bits of a byte
constexpr size_t FIFO = 4096;

class Chip
{
      public:
	Chip(Vdrain_uart &top, drain::Usb &usb) : top(top), usb(usb)
	{
		top.rx_i = 1;
	}

	// Both wires in a cycle.
	void drive()
	{
		if (!out_left && !usb.from_host.empty()) {
			out = 1u << (BITS - 1) | unsigned(usb.from_host.front()) << 1;
			usb.from_host.pop_front();
			out_left = BITS * DIVISOR;
		}
		if (out_left) {
			top.rx_i = out >> (BITS - (out_left + DIVISOR - 1) / DIVISOR) & 1;
			out_left--;
		}
		if (!in_at && top.tx_o)
			return;
		in_at++;
		if (in_at % DIVISOR == DIVISOR / 2)
			in = in >> 1 | unsigned(top.tx_o) << (BITS - 1);
		if (in_at == BITS * DIVISOR - 1) {
			if (!(in >> (BITS - 1)) || (in & 1))
				fail("framing error on the monitor's line");
			if (usb.to_host.size() >= usb.fifo)
				fail("overrun of the chip's FIFO to the host");
			usb.to_host.push_back(uint8_t(in >> 1));
			in_at = 0;
		}
	}

      private:
	Vdrain_uart &top;
	drain::Usb &usb;
	unsigned out = 0, out_left = 0, in = 0, in_at = 0;
};

} // namespace

int main(int argc, char **argv)
{
	if (argc != 5)
		fail("usage: drain_uart TRIP_US LATENCY_US CYCLES EVERY");
	uint64_t cycles = std::strtoull(argv[3], nullptr, 10), now = 0, t = 0;
	unsigned every = unsigned(std::atoi(argv[4]));
	Verilated::commandArgs(argc, argv);
	Vdrain_uart top;
	drain::Usb usb(FIFO, drain::picoseconds(argv[1]), drain::picoseconds(argv[2]));
	Chip chip(top, usb);
	drain::Client client;
	bool synced = false;
	int reset = 8;

	for (; !client.gone; now += CLK_PS) {
		if (now > drain::LIMIT_PS)
			fail("the client does not end");
		// sync_o is 1 in the cycle before time 0
		t += synced;
		if (top.sync_o) {
			synced = true;
			t = 0;
		}
		top.clk = 1;
		top.eval();
		top.rst = reset > 0;
		reset -= reset > 0;
		top.cpu_pc_i = synced ? drain::word_of(t, cycles, every) : 0;
		top.cpu_valid_i = 1;
		if (!top.rst)
			chip.drive();
		top.clk = 0;
		top.eval();
		usb.turn(now, client);
	}
	usb.print(t);
	return 0;
}
