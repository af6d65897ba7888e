// SPDX-License-Identifier: Apache-2.0
// The compressed forms of a ratio counter by arithmetic, from docs/design/preprocessors.md;
// included in the body of a module.

	// the largest k with 2^k <= n; n is not 0
	function integer log2_of(input [31:0] n);
		integer k;
		begin
			log2_of = 0;
			for (k = 0; k < 32; k = k + 1)
				if (n / (32'd1 << k) != 0)
					log2_of = k;
		end
	endfunction

	function [15:0] short_form(input [31:0] a, input [31:0] b);
		integer    e;
		reg [63:0] a_part, b_part;
		begin
			if (a == 32'hFFFFFFFF || b == 32'hFFFFFFFF) begin
				a_part = 0;
				b_part = 0;
				e      = 31;
			end else if (a < 32 && b < 32) begin
				a_part = a;
				b_part = b;
				e      = 0;
			end else if (b >= 32 && (a == 0 || log2_of(a) <= log2_of(b))) begin
				e      = log2_of(b) - 5;
				b_part = b / (64'd1 << e);
				a_part = a / (64'd2 << e);
			end else begin
				e      = log2_of(a) - 5;
				b_part = b / (64'd1 << e);
				a_part = a / (64'd2 << e);
				e      = e + 1;
			end
			short_form = {a_part[4:0], b_part[5:0], e[4:0]};
		end
	endfunction

	function [31:0] long_form(input [31:0] a, input [31:0] b);
		integer    e;
		reg [63:0] a_part, b_part;
		reg [31:0] most;
		begin
			most   = a > b ? a : b;
			e      = most < 16384 ? 0 : log2_of(most) - 13;
			a_part = a / (64'd1 << e);
			b_part = b / (64'd1 << e);
			if (e > 15) begin
				a_part = 0;
				b_part = 0;
				e      = 15;
			end
			long_form = {a_part[13:0], b_part[13:0], e[3:0]};
		end
	endfunction
