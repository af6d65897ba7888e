// SPDX-License-Identifier: Apache-2.0
// Two Ibex, each with a memory; the second one fetches in every other cycle. The bus is that of
// both, joined by exclusive or. Nothing in it knows gnomon.
module ibex_soc (
	input  logic        clk,
	input  logic        rst,
	output logic [31:0] bus_addr,
	output logic [31:0] bus_wdata,
	output logic [3:0]  bus_write,
	output logic        done,
	output logic [31:0] result
);
	logic             turn;
	wire  [1:0]       grant = {turn, 1'b1};
	logic [1:0]       ended;
	logic [1:0][31:0] addrs, wdatas, results;
	logic [1:0][3:0]  writes;

	assign bus_addr  = addrs[0] ^ addrs[1];
	assign bus_wdata = wdatas[0] ^ wdatas[1];
	assign bus_write = writes[0] ^ writes[1];
	assign done      = &ended;
	assign result    = ended == 2'b11 && results[0] == results[1] ? results[0] : '0;
	always_ff @(posedge clk)
		turn <= !rst && !turn;

	for (genvar i = 0; i < 2; i++) begin : core
		logic        code_valid, data_valid, we, code_ready, data_ready;
		logic [31:0] code_addr, code, rdata;
		logic [3:0]  sel;

		assign writes[i] = sel & {4{we}};
		always_ff @(posedge clk) begin
			code_ready <= !rst && code_valid && grant[i];
			data_ready <= !rst && data_valid;
		end

		ibex_top #(.RegFile(ibex_pkg::RegFileFF)) cpu (
			.clk_i(clk), .rst_ni(!rst), .test_en_i(1'b0), .ram_cfg_i('0), .hart_id_i(i),
			.boot_addr_i('0),
			.instr_req_o(code_valid), .instr_gnt_i(grant[i]),
			.instr_rvalid_i(code_ready), .instr_addr_o(code_addr),
			.instr_rdata_i(code), .instr_rdata_intg_i('0),
			.instr_err_i(1'b0),
			.data_req_o(data_valid), .data_gnt_i(1'b1), .data_rvalid_i(data_ready),
			.data_we_o(we), .data_be_o(sel), .data_addr_o(addrs[i]),
			.data_wdata_o(wdatas[i]), .data_wdata_intg_o(), .data_rdata_i(rdata),
			.data_rdata_intg_i('0), .data_err_i(1'b0),
			.irq_software_i(1'b0), .irq_timer_i(1'b0), .irq_external_i(1'b0),
			.irq_fast_i('0), .irq_nm_i(1'b0), .debug_req_i(1'b0), .crash_dump_o(),
			.double_fault_seen_o(), .scramble_key_valid_i(1'b0), .scramble_key_i('0),
			.scramble_nonce_i('0), .scramble_req_o(),
			.fetch_enable_i(ibex_pkg::IbexMuBiOn), .alert_minor_o(),
			.alert_major_internal_o(), .alert_major_bus_o(), .core_sleep_o(),
			.scan_rst_ni(1'b1)
		);
		example_memory memory (
			.clk, .code_addr, .code, .valid(data_valid), .write(writes[i]),
			.addr(addrs[i]), .wdata(wdatas[i]), .rdata, .done(ended[i]),
			.result(results[i])
		);
	end
endmodule

// What a technology library has in other systems with Ibex.
module prim_buf #(
	parameter int Width = 1
) (
	input  logic [Width-1:0] in_i,
	output logic [Width-1:0] out_o
);
	assign out_o = in_i;
endmodule

module prim_clock_gating (
	input  logic clk_i,
	input  logic en_i,
	input  logic test_en_i,
	output logic clk_o
);
	assign clk_o = clk_i;
endmodule
