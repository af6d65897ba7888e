// SPDX-License-Identifier: Apache-2.0
//
// Bench of gnomon_count_ranges: values as close as they may come, and others, against the
// definition of a bucket; bounds that rise, are equal, or are out of reach.
`timescale 1ns/1ns

module bench_ranges;
	parameter WIDTH      = 16;
	parameter COUNT_LOG2 = 6;
	parameter APART      = 1;
	parameter CELL_W     = 14;
	parameter BASE       = 512;
	parameter TABLES     = 30;
	parameter LENGTH     = 2000;  // clocks with each table

	localparam COUNT   = 1 << COUNT_LOG2;
	localparam LATENCY = COUNT_LOG2 + 1;
	localparam CLOCKS  = TABLES * (LENGTH + 16 * COUNT + 100) + 1000;
	localparam [63:0] TOP = (64'd1 << WIDTH) - 1;
	`include "bench.vh"
	`include "bench_end.vh"

	reg                   wr_valid = 1'b0;
	reg  [CELL_W-1:0]     wr_addr = 0;
	reg  [7:0]            wr_data = 0;
	reg  [WIDTH-1:0]      value = 0;
	reg                   valid = 1'b0;
	wire [COUNT_LOG2-1:0] index;
	wire                  valid_out;

	gnomon_count_ranges #(.WIDTH(WIDTH), .COUNT_LOG2(COUNT_LOG2), .APART(APART),
		.CELL_W(CELL_W), .BASE(BASE)) dut (
		.clk (clk), .rst (1'b0), .wr_valid_i (wr_valid), .wr_addr_i (wr_addr),
			.wr_data_i (wr_data), .valid_i (valid), .value_i (value),
		.valid_o (valid_out), .index_o (index)
	);

	reg [63:0] bounds [0:COUNT];  // of bucket i: from bounds[i] to below bounds[i+1]
	reg [63:0] v_was [0:63];
	reg        valid_was [0:63];
	integer    table_no, n, i, kind, wanted, got_at;
	integer    n_equal = 0, n_beyond = 0, n_top = 0, n_edge = 0, n_first = 0, n_last = 0,
	           n_close = 0, last_was = 9;
	reg [63:0] pick;

	task make_bounds;
		begin
			kind = below(4);
			bounds[0] = 0;
			for (i = 1; i < COUNT; i = i + 1) begin
				case (kind)
				0:       pick = bounds[i-1] + below(3);
				1:       pick = bounds[i-1] + 1
					+ below((TOP >> COUNT_LOG2) > 1
					? (TOP >> COUNT_LOG2) & 32'h3fffffff : 1);
				2:       pick = bounds[i-1]
					+ (chance(300) ? below(((TOP >> 3) & 32'h3fffffff) + 1)
					: 0);
				default: pick = i < COUNT / 2 ? bounds[i-1] + 1
					: TOP - (COUNT - 1 - i) / 2;
				endcase
				if (pick > TOP || (i > COUNT / 2 && kind == 0 && table_no % 2 == 0))
					pick = 64'hffffffff;
				if (pick < bounds[i-1])
					pick = bounds[i-1];
				bounds[i] = pick;
				n_equal   = n_equal + (pick == bounds[i-1] && pick != 64'hffffffff);
				n_beyond  = n_beyond + (pick == 64'hffffffff);
			end
			bounds[COUNT] = 64'h1_0000_0000;
		end
	endtask

	task write_cell(input integer address, input [7:0] data);
		begin
			wr_valid <= 1'b1;
			wr_addr  <= address;
			wr_data  <= data;
			@(posedge clk);
			wr_valid <= 1'b0;
		end
	endtask

	initial begin
		repeat (5) @(posedge clk);
		for (table_no = 0; table_no < TABLES; table_no = table_no + 1) begin
			make_bounds;
			for (i = 0; i < 4 * COUNT; i = i + 1) begin
				write_cell(BASE + i, i < 4 ? $random(seed)
					: bounds[i/4] >> 8 * (i % 4));
				if (4 * COUNT << 1 <= 1 << CELL_W && chance(100))
					// not this table
					write_cell((BASE ^ 4 * COUNT) + i, $random(seed));
			end
			for (n = 0; n < LENGTH; n = n + 1) begin
				case (below(4))
				0:       pick = {$random(seed)};
				1:       pick = bounds[below(COUNT)];
				2:       pick = bounds[below(COUNT)] - 1;
				default: pick = TOP - below(2) * below(4);
				endcase
				value <= pick;
				valid <= chance(800) && (APART == 1 || !valid);
				@(posedge clk);
				v_was[n % 64]     = value;
				valid_was[n % 64] = valid;
				n_close           = n_close + (valid && last_was == APART);
				last_was          = valid ? 1 : last_was + 1;
				if (n >= LATENCY) begin
					got_at = (n - LATENCY) % 64;
					pick   = v_was[got_at];
					wanted = -1;
					for (i = 0; i < COUNT; i = i + 1)
						if (bounds[i] <= pick && (pick < bounds[i+1]
							|| i == COUNT - 1))
							wanted = i;
					equal(valid_out, valid_was[got_at], "valid");
					if (valid_out) begin
						equal(index, wanted, "bucket");
						n_top   = n_top + (pick == TOP
							&& wanted != COUNT - 1);
						n_edge  = n_edge + (wanted > 0
							&& pick == bounds[wanted]);
						n_first = n_first + (wanted == 0);
						n_last  = n_last + (wanted == COUNT - 1);
					end
				end
			end
		end
		covered(n_equal, "equal bounds");
		covered(n_beyond, "a bound out of reach");
		covered(n_top || WIDTH == 32, "the largest value below a bound out of reach");
		covered(n_edge, "a value at a bound");
		covered(n_first, "the first bucket");
		covered(n_last, "the last bucket");
		covered(n_close, "values as close as they may come");
		finish(0, 0);
	end
endmodule
