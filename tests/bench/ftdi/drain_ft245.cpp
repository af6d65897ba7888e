// SPDX-License-Identifier: Apache-2.0
//
// A generated monitor behind an FT232H in its synchronous FIFO mode, at the pins, with USB between
// the chip and `gnomon` (drain_usb.h).
//
// usage: drain_ft245 TRIP_US LATENCY_US CYCLES EVERY
//
// The watched word of cycle t after sync is that of word_of(t), up to CYCLES: one of two points in
// one cycle of EVERY (a power of two). The end point follows.
//
//   clk 100 MHz, CLKOUT 60 MHz. FIFOs of 1024 bytes. TXE# and RXF# are 1 for 8 cycles behind a
//   packet.
#include "Vdrain_ft245.h"
#include "drain_usb.h"
#include "verilated.h"

namespace
{

using drain::fail;

constexpr uint64_t CLK_PS = 10000, FT_PS = 16667;
constexpr size_t FIFO = 1024, HOLD = 8;

class Chip
{
      public:
	Chip(Vdrain_ft245 &top, drain::Usb &usb) : top(top), usb(usb)
	{
		top.rxf_n_i = top.txe_n_i = 1;
	}

	// An edge of CLKOUT: what both sides agreed on; the flags of the next cycle are set later.
	void sample()
	{
		took = !top.rd_n_o && !top.rxf_n_i;
		if (!top.wr_n_o && !top.txe_n_i) {
			usb.to_host.push_back(top.d_o);
			written++;
			if (written % drain::DATA == 0)
				tx_hold = HOLD;
		}
		if (!top.oe_n_o && top.d_oe_o)
			fail("both drive the bus");
	}

	void drive()
	{
		if (took) {
			usb.from_host.pop_front();
			if (++read % drain::OUT == 0)
				rx_hold = HOLD;
		}
		rx_hold -= rx_hold > 0;
		tx_hold -= tx_hold > 0;
		top.rxf_n_i = usb.from_host.empty() || rx_hold;
		top.txe_n_i = usb.to_host.size() >= usb.fifo || tx_hold;
		top.d_i = usb.from_host.empty() ? 0 : usb.from_host.front();
	}

      private:
	Vdrain_ft245 &top;
	drain::Usb &usb;
	uint64_t written = 0, read = 0;
	size_t rx_hold = 0, tx_hold = 0;
	bool took = false;
};

} // namespace

int main(int argc, char **argv)
{
	if (argc != 5)
		fail("usage: drain_ft245 TRIP_US LATENCY_US CYCLES EVERY");
	uint64_t cycles = std::strtoull(argv[3], nullptr, 10);
	unsigned every = unsigned(std::atoi(argv[4]));
	Verilated::commandArgs(argc, argv);
	Vdrain_ft245 top;
	drain::Usb usb(FIFO, drain::picoseconds(argv[1]), drain::picoseconds(argv[2]));
	Chip chip(top, usb);
	drain::Client client;
	uint64_t clk_at = CLK_PS, ft_at = FT_PS, now = 0, t = 0;
	bool synced = false;
	int reset = 8;

	while (!client.gone) {
		if (now > drain::LIMIT_PS)
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
			top.cpu_pc_i = synced ? drain::word_of(t, cycles, every) : 0;
		}
		if (ft)
			chip.drive();
		top.clk = 0;
		top.ft_clk_i = 0;
		top.eval();
		if (ft)
			usb.turn(now, client);
	}
	usb.print(t);
	return 0;
}
