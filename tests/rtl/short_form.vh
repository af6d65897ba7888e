// SPDX-License-Identifier: Apache-2.0
// The compressed form of a ratio counter by arithmetic, from docs/design/interfaces.md; included in the body of a module.

	function [15:0] short_form(input [31:0] a, input [31:0] b);
		integer    e;
		reg [63:0] a_part, b_part;
		begin
			e = 0;
			while ((64'd1 << (e + 6)) <= b)
				e = e + 1;
			b_part = b / (64'd1 << e);
			a_part = b < 32 ? a : a / (64'd2 << e);
			if (a_part > 31)
				a_part = 31;
			short_form = {a_part[4:0], b_part[5:0], e[4:0]};
		end
	endfunction
