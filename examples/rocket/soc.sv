// SPDX-License-Identifier: Apache-2.0
// Rocket (LiteX's configuration without FPU, 64 bits) with a memory of 8 Kbytes behind its AXI4
// port for devices, at 0x10000000, and, above it, the port that ends the program. `program.hex` is
// in the folder in which the simulation runs. Nothing in it knows gnomon.
module rocket_soc (
	input  logic        clk,
	input  logic        rst,
	output logic [31:0] bus_addr,
	output logic [31:0] bus_wdata,
	output logic [3:0]  bus_write,
	output logic        done,
	output logic [31:0] result
);
	logic        ar_valid, r_ready, r_valid;
	logic        aw_valid, w_valid, w_last, b_ready, b_valid, writing;
	logic [3:0]  ar_id, r_id, aw_id, b_id;
	logic [30:0] ar_addr, aw_addr, read_at, write_at;
	logic [7:0]  ar_len, left, strobe;
	logic [63:0] wdata;
	logic [63:0] words [0:1023];

	initial $readmemh("program.hex", words);

	assign bus_addr  = {1'b0, write_at};
	assign bus_wdata = wdata[31:0];
	assign bus_write = w_valid && writing ? strobe[3:0] : 4'd0;

	ExampleRocketSystem cpu (
		.clock(clk), .reset(rst), .resetctrl_hartIsInReset_0(1'b0), .interrupts('0),
		.debug_clock(1'b0), .debug_reset(rst), .debug_clockeddmi_dmiClock(1'b0),
		.debug_clockeddmi_dmiReset(rst), .debug_dmactiveAck(1'b0),
		.mmio_axi4_0_ar_ready(!r_valid), .mmio_axi4_0_ar_valid(ar_valid),
		.mmio_axi4_0_ar_bits_id(ar_id), .mmio_axi4_0_ar_bits_addr(ar_addr),
		.mmio_axi4_0_ar_bits_len(ar_len),
		.mmio_axi4_0_r_ready(r_ready), .mmio_axi4_0_r_valid(r_valid),
		.mmio_axi4_0_r_bits_id(r_id), .mmio_axi4_0_r_bits_data(words[read_at[12:3]]),
		.mmio_axi4_0_r_bits_resp('0), .mmio_axi4_0_r_bits_last(left == 0),
		.mmio_axi4_0_aw_ready(!writing && !b_valid), .mmio_axi4_0_aw_valid(aw_valid),
		.mmio_axi4_0_aw_bits_id(aw_id), .mmio_axi4_0_aw_bits_addr(aw_addr),
		.mmio_axi4_0_w_ready(writing), .mmio_axi4_0_w_valid(w_valid),
		.mmio_axi4_0_w_bits_data(wdata), .mmio_axi4_0_w_bits_strb(strobe),
		.mmio_axi4_0_w_bits_last(w_last),
		.mmio_axi4_0_b_ready(b_ready), .mmio_axi4_0_b_valid(b_valid),
		.mmio_axi4_0_b_bits_id(b_id), .mmio_axi4_0_b_bits_resp('0)
	);

	always_ff @(posedge clk) begin
		if (ar_valid && !r_valid) begin
			r_id    <= ar_id;
			read_at <= ar_addr;
			left    <= ar_len;
		end else if (r_valid && r_ready) begin
			read_at <= read_at + 31'd8;
			left    <= left - 8'd1;
		end
		r_valid <= !rst && (r_valid ? !(r_ready && left == 0) : ar_valid);

		if (aw_valid && !writing && !b_valid) begin
			b_id     <= aw_id;
			write_at <= aw_addr;
		end else if (writing && w_valid)
			write_at <= write_at + 31'd8;
		writing <= !rst && (writing ? !(w_valid && w_last) : aw_valid && !b_valid);
		b_valid <= !rst && (b_valid ? !b_ready : writing && w_valid && w_last);

		if (writing && w_valid)
			for (int i = 0; i < 8; i++)
				if (strobe[i] && !write_at[16])
					words[write_at[12:3]][8*i+:8] <= wdata[8*i+:8];
		if (rst) begin
			done   <= 1'b0;
			result <= '0;
		end else if (writing && w_valid && write_at[16] && strobe[0]) begin
			done   <= 1'b1;
			result <= wdata[31:0];
		end
	end
endmodule
