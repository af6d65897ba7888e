// SPDX-License-Identifier: Apache-2.0
// The link's part towards a monitor, played by the bench; included in the body of a bench that has localparam ADDR_W. It drives the ports
// that gnomon_single and gnomon_center have on their link side.

	localparam READ_REGS = 0, WRITE = 2, START = 3, STOP = 4, SELECT = 5, LIMIT = 6, POST = 7;

	reg               op_valid = 1'b0, write_wanted = 1'b0, rd_regs = 1'b0, rd_next = 1'b0, busy = 1'b0;
	reg  [2:0]        op = 0;
	reg  [ADDR_W-4:0] arg = 0;
	reg  [ADDR_W-1:0] addr = 0;
	reg  [7:0]        wr_data = 0;
	wire              wr_ready;
	wire              wr_valid = write_wanted && wr_ready;
	wire [7:0]        rd_data;
	integer           n_held = 0;

	// The link answers when the monitor is ready for more, and a frame takes some time at least.
	task operate(input integer which, input integer argument);
		begin
			@(posedge clk);
			op_valid <= 1'b1;
			op       <= which;
			arg      <= argument;
			@(posedge clk);
			op_valid <= 1'b0;
			repeat (30) @(posedge clk);
			while (!wr_ready) begin
				n_held = n_held + 1;
				@(posedge clk);
			end
		end
	endtask

	task write_cell(input integer at, input [7:0] cell_value);
		begin
			write_wanted <= 1'b1;
			addr         <= at;
			wr_data      <= cell_value;
			@(posedge clk);
			#1 while (!wr_ready) begin
				n_held = n_held + 1;
				@(posedge clk);
				#1 ;
			end
			@(posedge clk);
			write_wanted <= 1'b0;
		end
	endtask

	// The byte is there two clocks after its address, where it was asked for in the clock between; else there is 0.
	task read_byte(input regs, input integer at, output [7:0] value);
		begin
			rd_regs <= regs;
			addr    <= at;
			@(posedge clk);
			rd_next <= 1'b1;
			@(posedge clk);
			rd_next <= 1'b0;
			@(posedge clk);
			value = rd_data;
			@(posedge clk);
			equal(rd_data, 8'd0, "byte that is not asked for");
		end
	endtask

	task read_slot(input integer at, output [63:0] slot);
		integer i;
		begin
			rd_regs <= 1'b0;
			for (i = 0; i < 8; i = i + 1) begin
				rd_next <= 1'b0;
				addr    <= at * 8 + i;
				@(posedge clk);
				rd_next <= 1'b1;
				@(posedge clk);
				#1 slot[8*i +: 8] = rd_data;
			end
			rd_next <= 1'b0;
		end
	endtask

	reg [15:0] head, tail_reg;
	reg [7:0]  state, run;
	task read_status;
		reg [7:0] again;
		begin
			repeat (6) @(posedge clk);
			busy <= 1'b1;
			@(posedge clk);
			read_byte(1'b1, 16, head[7:0]);
			read_byte(1'b1, 17, head[15:8]);
			read_byte(1'b1, 18, state);
			read_byte(1'b1, 19, run);
			read_byte(1'b1, 22, tail_reg[7:0]);
			read_byte(1'b1, 23, tail_reg[15:8]);
			repeat (below(20)) @(posedge clk);
			read_byte(1'b1, 16, again);
			equal(again, head[7:0], "head while registers are read");
			busy <= 1'b0;
			@(posedge clk);
		end
	endtask
