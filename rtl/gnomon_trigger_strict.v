// SPDX-License-Identifier: Apache-2.0
// Room: trigger
// gnomon_trigger_strict: strict sequences (Carpenter, Figure 7): the ranks find the first word;
// every following word must be the next one of the sequence.
//
// In each cycle with when_i word_i is the next word, and begin_i marks it as the first word of
// sequence index_i. fire_o has a bit for each sequence that was complete with this word.
// The later steps are full words in STEPS - 1 RAMs of COUNT words each: the paper's M * (N - 1)
// words. Stage k waits for word k of an attempt. A word begins at most one attempt, and each word
// moves each attempt on or ends it, so that no stage ever has two attempts. Attempts run side by
// side, also those of the same sequence, and the module misses none.
//
// Latency: last word at word_i to fire_o: 1 cycle.
//
// With COUNT 2, STEPS 3: sequence 1 is the word 11, which the ranks find, then 22, then 33
// (hexadecimal).
//
//   cycle     0  1  2  3  4  5
//   when_i    1  0  1  1  0  0
//   word_i   11  - 22 33  -  -
//   begin_i   1  0  0  0  0  0
//   index_i   1  -  -  -  -  -
//   fire_o    0  0  0  0  2  0
//
// Instance:
//   gnomon_trigger_strict #(.LUT_BITS(0), .WORD_W(32), .COUNT(8), .STEPS(4)) u_trigger_strict (
//     .clk(clk), .clear_i(clear), .when_i(when), .word_i(word), .begin_i(begin_i), .index_i(index),
//     .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data), .fire_o(fire)
//   );

module gnomon_trigger_strict #(
	parameter LUT_BITS = 0,   // as gnomon_cell_ram's
	parameter WORD_W  = 32,  // bits of the word; requires 8..64
	parameter COUNT   = 8,   // sequences; requires 1..16
	parameter STEPS   = 4,   // words of the longest; requires 2..8
	// not to be set
	parameter INDEX_W = COUNT <= 2 ? 1 : COUNT <= 4 ? 2 : COUNT <= 8 ? 3 : 4,
	// not to be set
	parameter STEP_W  = STEPS <= 3 ? 1 : STEPS <= 5 ? 2 : 3
) (
	input  wire                        clk,
	input  wire                        clear_i,
	input  wire                        when_i,
	input  wire [WORD_W-1:0]           word_i,
	input  wire                        begin_i,
	input  wire [INDEX_W-1:0]          index_i,
	// words: a byte at a time
	input  wire                        wr_valid_i,
	input  wire [STEP_W+INDEX_W+3:0]   wr_addr_i,  // {step - 1, sequence, byte}
	input  wire [7:0]                  wr_data_i,
	output reg  [COUNT-1:0]            fire_o
);
	generate
		if (WORD_W < 8 || WORD_W > 64 || COUNT < 1 || COUNT > 16 || STEPS < 2
			|| STEPS > 8) begin : gen_bad
			WORD_W_must_be_8_to_64_COUNT_1_to_16_STEPS_2_to_8 u_bad ();
		end
	endgenerate

	localparam WORD_BYTES = (WORD_W + 7) / 8;

	// Attempts: entry k of these is what stage k waits with; stage 0 is the word that comes.
	wire [STEPS-1:0]           valid;
	wire [STEPS*INDEX_W-1:0]   index;
	wire [STEPS-2:0]           ends;   // the attempt at stage k + 1 is complete
	assign valid[0]            = begin_i;
	assign index[INDEX_W-1:0]  = index_i;

	genvar k;
	generate
		for (k = 1; k < STEPS; k = k + 1) begin : gen_stage
			localparam [31:0] STEP = k - 1;
			wire [WORD_BYTES:0]       we;
			wire [8*WORD_BYTES+7:0]   cells;
			reg                       valid_q;
			reg  [INDEX_W-1:0]        index_q;
			wire [INDEX_W-1:0]        index_next = when_i
				? index[(k-1)*INDEX_W +: INDEX_W] : index_q;

			genvar b;
			for (b = 0; b < WORD_BYTES; b = b + 1) begin : gen_byte
				localparam [31:0] BYTE = b;
				assign we[b] = wr_valid_i
					&& wr_addr_i[STEP_W+INDEX_W+3 -: STEP_W] == STEP[STEP_W-1:0]
					&& wr_addr_i[3:0] == BYTE[3:0];
			end
			assign we[WORD_BYTES] = wr_valid_i
				&& wr_addr_i[STEP_W+INDEX_W+3 -: STEP_W] == STEP[STEP_W-1:0]
				&& wr_addr_i[3:0] == 4'd8;
			gnomon_cell_ram_bytes #(.LUT_BITS(LUT_BITS), .BYTES(WORD_BYTES + 1),
				.DEPTH_LOG2(INDEX_W)) u_words (
				.clk     (clk),
				.we_i    (we),
				.waddr_i (wr_addr_i[INDEX_W+3:4]),
				.wdata_i (wr_data_i),
				.raddr_i (index_next),
				.rdata_o (cells)
			);

			wire match = valid_q && cells[WORD_W-1:0] == word_i;
			wire last  = cells[8*WORD_BYTES];
			assign ends[k-1]                    = match && last;
			assign valid[k]                     = match && !last;
			assign index[k*INDEX_W +: INDEX_W]  = index_q;
			always @(posedge clk) begin
				if (clear_i)
					valid_q <= 1'b0;
				else if (when_i)
					valid_q <= valid[k-1];
				index_q <= index_next;
			end
			wire unused = &{1'b0, cells};
		end
	endgenerate
	wire unused = &{1'b0, valid[STEPS-1]};

	// Several may be complete with one word.
	reg [COUNT-1:0] fires;
	integer         n;
	always @* begin
		fires = {COUNT{1'b0}};
		for (n = 1; n < STEPS; n = n + 1)
			fires = fires | {{(COUNT-1){1'b0}},
				ends[n-1]} << index[n*INDEX_W +: INDEX_W];
	end
	always @(posedge clk)
		fire_o <= when_i && !clear_i ? fires : {COUNT{1'b0}};

endmodule
