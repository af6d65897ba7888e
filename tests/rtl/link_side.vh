// SPDX-License-Identifier: Apache-2.0
// The link's part towards a monitor, played by the bench; included in the body of a bench that has localparam ADDR_W. It drives the ports
// that gnomon_single and gnomon_center have on their link side.

	localparam READ_REGS = 0, READ_BUFFER = 1, WRITE = 2, START = 3, STOP = 4, SELECT = 5, LIMIT = 6, POST = 7;

	reg               op_valid = 1'b0, write_wanted = 1'b0, nonce_valid = 1'b0, rd_next = 1'b0, reg_lower = 1'b0, busy = 1'b0;
	reg  [2:0]        op = 0;
	reg  [ADDR_W-4:0] arg = 0;
	reg  [ADDR_W-1:0] addr = 0;
	reg  [7:0]        wr_data = 0;
	wire              wr_ready;
	wire              wr_valid = write_wanted && wr_ready;
	wire [7:0]        rd_data;
	wire [3:0]        reg_data;
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

	// START with its payload. A byte takes the link five clocks at least; its address moves on behind it.
	reg [63:0] nonce = 64'd0;
	task start_run(input [7:0] number);
		integer i;
		begin
			@(posedge clk);
			nonce = {$random(seed), $random(seed)};
			nonce[63:56] = number;
			op <= START;
			for (i = 0; i < 8; i = i + 1) begin
				addr <= {$random(seed), i[2:0]};
				repeat (4 + below(4)) @(posedge clk);
				wr_data     <= nonce[8*i +: 8];
				nonce_valid <= 1'b1;
				@(posedge clk);
				nonce_valid <= 1'b0;
				wr_data     <= $random(seed);
			end
			addr <= 0;
			repeat (2) @(posedge clk);
			operate(START, 0);
		end
	endtask

	task write_cell(input integer at, input [7:0] cell_value);
		begin
			op           <= WRITE;
			busy         <= 1'b1;
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
			addr[2:0]    <= 3'd0;
			busy         <= 1'b0;
		end
	endtask

	// A byte of the registers, half by half
	task read_byte(input integer at, output [7:0] value);
		begin
			op        <= READ_REGS;
			addr      <= at;
			reg_lower <= 1'b0;
			repeat (2) @(posedge clk);  // the link has shown the address for as long
			reg_lower <= 1'b1;
			#1 value[7:4] = reg_data;
			@(posedge clk);
			#1 value[3:0] = reg_data;
		end
	endtask

	task read_slot(input integer at, output [63:0] slot);
		integer i;
		begin
			op   <= READ_BUFFER;
			busy <= 1'b1;
			for (i = 0; i < 8; i = i + 1) begin
				addr <= at * 8 + i;
				repeat (3) @(posedge clk);
				equal(rd_data, 8'd0, "byte that is not asked for");
				rd_next <= 1'b1;
				@(posedge clk);
				rd_next <= 1'b0;
				#1 slot[8*i +: 8] = rd_data;
				equal(reg_data, 4'd0, "half of a register while the trace buffer is read");
			end
			addr[2:0] <= 3'd0;
			busy      <= 1'b0;
		end
	endtask

	reg [15:0] head, tail_reg;
	reg [7:0]  state, run;
	task read_status;
		reg [7:0] again;
		integer   i;
		begin
			repeat (6) @(posedge clk);
			op   <= READ_REGS;
			busy <= 1'b1;
			@(posedge clk);
			read_byte(32, head[7:0]);
			read_byte(33, head[15:8]);
			read_byte(34, tail_reg[7:0]);
			read_byte(35, tail_reg[15:8]);
			read_byte(48, state);
			read_byte(49, run);
			for (i = 0; i < 7 && run != 0; i = i + 1) begin
				read_byte(51 + 2*i, again);
				equal(again, nonce[8*i +: 8], "byte of the nonce");
			end
			repeat (below(20)) @(posedge clk);
			read_byte(32, again);
			equal(again, head[7:0], "head while registers are read");
			addr[2:0] <= 3'd0;
			busy      <= 1'b0;
			@(posedge clk);
		end
	endtask
