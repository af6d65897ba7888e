// SPDX-License-Identifier: Apache-2.0
// bench_memory: demo_memory and LiteDRAM's controller in front of the SDRAM with its rules: random
// bursts of writes and reads at 16 places of the memory, the first and the last among them. What is
// read must be what was written last. Verilator builds it; +verilator+seed+N chooses the accesses.
`default_nettype none

module bench_memory;
`include "bench.vh"
	localparam CLOCKS = 2000000;
`include "bench_end.vh"
	localparam SLOTS_LOG2 = 22;
	localparam PLACES = 16;
	localparam PLACE_LOG2 = 9;  // slots of a place: four rows
	localparam BURSTS = 4000;

	reg                   rst = 1'b1;
	reg                   valid = 1'b0, write = 1'b0;
	reg  [SLOTS_LOG2-1:0] addr;
	reg  [63:0]           wdata;
	wire                  ready, rvalid;
	wire [63:0]           rdata;

	wire                  init_done, cmd_valid, cmd_ready, cmd_we, wdata_valid, wdata_ready;
	wire                  rdata_valid;
	wire [SLOTS_LOG2-1:0] cmd_addr;
	wire [63:0]           wdata_sent, rdata_come;
	wire                  cke, cs_n, ras_n, cas_n, we_n;
	wire [1:0]            ba, dm;
	wire [12:0]           a;
	wire [15:0]           dq;

	demo_memory #(.SLOTS_LOG2(SLOTS_LOG2)) u_memory (
		.clk(clk), .rst(rst), .mem_valid_i(valid), .mem_ready_o(ready), .mem_write_i(write),
		.mem_addr_i(addr), .mem_wdata_i(wdata), .mem_rvalid_o(rvalid), .mem_rdata_o(rdata),
		.init_done_i(init_done), .cmd_valid_o(cmd_valid), .cmd_ready_i(cmd_ready),
		.cmd_we_o(cmd_we), .cmd_addr_o(cmd_addr), .wdata_valid_o(wdata_valid),
		.wdata_ready_i(wdata_ready), .wdata_o(wdata_sent), .rdata_valid_i(rdata_valid),
		.rdata_i(rdata_come)
	);
	sdram u_sdram (
		.clk(clk), .rst(rst), .sdram_a(a), .sdram_ba(ba), .sdram_dq(dq), .sdram_dm(dm),
		.sdram_cke(cke), .sdram_cs_n(cs_n), .sdram_ras_n(ras_n), .sdram_cas_n(cas_n),
		.sdram_we_n(we_n), .init_done_o(init_done), .cmd_valid_i(cmd_valid),
		.cmd_ready_o(cmd_ready), .cmd_we_i(cmd_we), .cmd_addr_i(cmd_addr),
		.wdata_valid_i(wdata_valid), .wdata_ready_o(wdata_ready), .wdata_i(wdata_sent),
		.rdata_valid_o(rdata_valid), .rdata_o(rdata_come)
	);
	sdram_model u_model (
		.clk_i(!clk), .cke_i(cke), .cs_n_i(cs_n), .ras_n_i(ras_n), .cas_n_i(cas_n),
		.we_n_i(we_n), .ba_i(ba), .a_i(a), .dm_i(dm), .dq_io(dq)
	);

	// what was written, and what each read must give
	reg [63:0]           slots [0:(PLACES << PLACE_LOG2) - 1];
	reg                  known [0:(PLACES << PLACE_LOG2) - 1];
	reg [SLOTS_LOG2-1:0] base [0:PLACES - 1];
	reg [64:0]           wanted [0:1023];
	integer              asked = 0, came = 0, writes = 0, compared = 0, waits = 0, full = 0;
	integer              bursts = 0, left = 0, idle = 100, slot = 0, place = 0, k;
	reg                  kind = 1'b0;

	function integer any(input integer n);
		any = $unsigned($urandom) % n;
	endfunction

	initial begin
		for (k = 0; k < PLACES << PLACE_LOG2; k = k + 1)
			known[k] = 1'b0;
		for (k = 0; k < PLACES; k = k + 1)
			base[k] = ((k << 9) + (k == 0 ? 0 : k == 15 ? 511 : any(511)))
				<< PLACE_LOG2;
	end

	always @(posedge clk) begin
		rst <= $time < 100;
		if (rvalid) begin
			check(came != asked, "data that nobody asked for");
			if (wanted[came % 1024][64]) begin
				equal(rdata, wanted[came % 1024][63:0], "a slot");
				compared = compared + 1;
			end
			came = came + 1;
		end
		if (valid && !ready && init_done)
			waits = waits + 1;
		if (valid && write && u_memory.full)
			full = full + 1;
		if (valid && ready && write) begin
			slots[slot] = wdata;
			known[slot] = 1'b1;
			writes = writes + 1;
		end else if (valid && ready) begin
			wanted[asked % 1024] = {known[slot], slots[slot]};
			asked = asked + 1;
		end
		// the next request
		if (!valid || ready) begin
			valid <= 1'b0;
			if (idle != 0)
				idle = idle - 1;
			else if (left == 0) begin
				bursts = bursts + 1;
				kind   = any(2) == 0;
				left   = 1 + any(32);
				place  = any(PLACES);
				slot   = (place << PLACE_LOG2) + any((1 << PLACE_LOG2) - left) - 1;
				idle   = any(50) == 0 ? any(3000) : any(4) == 0 ? any(20) : 0;
			end else begin
				left  = left - 1;
				slot  = slot + 1;
				valid <= 1'b1;
				write <= kind;
				addr  <= base[place] + (slot & (1 << PLACE_LOG2) - 1);
				wdata <= {$urandom, $urandom};
				idle  = any(20) == 0 ? any(20) : 0;
			end
		end
		if (bursts > BURSTS) begin
			valid <= 1'b0;
			if (came == asked) begin
				covered(compared, "a read of a slot that was written");
				covered(waits, "a request that waits");
				covered(writes, "a write");
				covered(full, "a full queue of writes");
				finish(0, 0);
			end
		end
	end
endmodule
