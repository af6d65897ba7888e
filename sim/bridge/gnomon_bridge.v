// SPDX-License-Identifier: Apache-2.0
// gnomon_bridge: the bridge from a monitor's byte port to the host, for SystemVerilog simulators
// with DPI-C and for Icarus Verilog (VPI).
//
// 1. With +gnomon_experiment=FILE and +gnomon_run=DIR it performs the whole run by itself: it loads
//    the tables, starts the run, and writes the records into DIR. See docs/guide/testbench.md
//    for the other plusargs. The run is complete when done_o is 1.
// 2. $finish, finish_i, SIGINT, SIGTERM and +gnomon_cycles=N end the run: the monitor is stopped
//    and drained, which takes clocks. Then the simulation ends; after finish_i it does not.
// 3. Where no experiment is named, it listens on the port that the plusarg +gnomon_port=N or else
//    the parameter PORT names (0: any free one), and prints `listening on tcp:127.0.0.1:N`. With
//    +gnomon_port_file=F it writes N into F. One client at a time. When it is gone, what it had
//    sent is still delivered, and the next client is accepted. What the device sends while there
//    is no client is dropped, as on an unplugged cable.
// 4. Bytes to the device come out of rx_*, in order; while rx_ready_i is low they wait. Bytes taken
//    from tx_* go to the host, in order; while it does not read, tx_ready_o goes low.
// 5. hold_o is for the target's reset. It is 1 until the sync_o pulse of the monitor that starts
//    the run, so that the cycle after that pulse, time 0, is the target's first. For a client each
//    pulse of sync_o counts, and resets the target again for that one cycle.
// 6. A fault ends the simulation by $fatal, after a message.
//
// Both sides are valid/ready: valid does not wait for ready. rst empties nothing. C is called only
// when there is something to do. Several bridges in one simulation: give each the name of its
// monitor as MONITOR, and plusargs +gnomon_experiment=MONITOR:FILE; or its own PREFIX (the plusargs
// are then +PREFIX_experiment, ...).

`ifdef __ICARUS__
`define GNOMON_BRIDGE_NEW   $gnomon_bridge_new
`define GNOMON_BRIDGE_SET   $gnomon_bridge_set
`define GNOMON_BRIDGE_OPEN  $gnomon_bridge_open
`define GNOMON_BRIDGE_CLOCK $gnomon_bridge_clock
`define GNOMON_BRIDGE_CLOSE $gnomon_bridge_close
`else
`define GNOMON_BRIDGE_NEW   gnomon_bridge_new
`define GNOMON_BRIDGE_SET   gnomon_bridge_set
`define GNOMON_BRIDGE_OPEN  gnomon_bridge_open
`define GNOMON_BRIDGE_CLOCK gnomon_bridge_clock
`define GNOMON_BRIDGE_CLOSE gnomon_bridge_close
`endif

// one plusarg, for this monitor by name or for the only one
`define GNOMON_BRIDGE_PLUSARG(key) \
	if ($value$plusargs({PREFIX, "_", key, "=", MONITOR, ":%s"}, text)) \
		result = `GNOMON_BRIDGE_SET(bridge, key, text, 1); \
	else if ($value$plusargs({PREFIX, "_", key, "=%s"}, text)) \
		result = `GNOMON_BRIDGE_SET(bridge, key, text, 0);

module gnomon_bridge #(
	parameter integer PORT = 0,        // TCP port, 0 to 65535; 0: any free one
	parameter PREFIX = "gnomon",       // of the plusargs
	parameter MONITOR = "monitor",     // name by which plusargs select it among several
	parameter integer BYTE_CLOCKS = 1  // clocks that a byte takes to the monitor
) (
	input  wire       clk,
	input  wire       rst,
	// to the device
	output reg        rx_valid_o,
	input  wire       rx_ready_i,
	output reg  [7:0] rx_data_o,
	// from the device
	input  wire       tx_valid_i,
	output reg        tx_ready_o,
	input  wire [7:0] tx_data_i,
	// the run
	input  wire       sync_i,      // sync_o of the monitor
	input  wire       finish_i,    // ends the run; 1'b0 where nothing does
	output wire       hold_o,      // for the target's reset: 1 until the run starts
	output reg        done_o,      // the run is complete; may be left open
	output reg        connected_o  // there is a client or a run; may be left open
);
`ifndef __ICARUS__
	// see gnomon_bridge.h
	import "DPI-C" function int gnomon_bridge_new(input string monitor, input string prefix);
	import "DPI-C" function int gnomon_bridge_set(input int bridge, input string key,
		input string value, input int named);
	import "DPI-C" function int gnomon_bridge_open(input int bridge, input int byte_clocks);
	import "DPI-C" function int gnomon_bridge_clock(input int bridge, input int in);
	import "DPI-C" function int gnomon_bridge_close(input int bridge);
`endif

	integer bridge, result;
	string  text;
`ifdef __ICARUS__
	reg [63:0] cycle = {64{1'b1}};  // since sync_i, for messages; all ones before
	always @(posedge clk)
		if (sync_i === 1'b1)
			cycle <= 64'd0;
		else if (cycle != {64{1'b1}})
			cycle <= cycle + 64'd1;
`endif
	reg     holds, hold_q, counts_q;

	initial begin
		rx_valid_o = 1'b0;
		tx_ready_o = 1'b0;
		connected_o = 1'b0;
		done_o = 1'b0;
		counts_q = 1'b0;
		bridge = `GNOMON_BRIDGE_NEW(MONITOR, PREFIX);
		if (bridge >= 0) begin
			$sformat(text, "%0d", PORT);
			result = `GNOMON_BRIDGE_SET(bridge, "port", text, 1);
			`GNOMON_BRIDGE_PLUSARG("port")
			`GNOMON_BRIDGE_PLUSARG("port_file")
			`GNOMON_BRIDGE_PLUSARG("experiment")
			`GNOMON_BRIDGE_PLUSARG("run")
			`GNOMON_BRIDGE_PLUSARG("program")
			`GNOMON_BRIDGE_PLUSARG("cycles")
			if ($test$plusargs({PREFIX, "_report"}))
				result = `GNOMON_BRIDGE_SET(bridge, "report", "", 1);
			if ($test$plusargs({PREFIX, "_force"}))
				result = `GNOMON_BRIDGE_SET(bridge, "force", "", 1);
			if ($test$plusargs({PREFIX, "_progress"}))
				result = `GNOMON_BRIDGE_SET(bridge, "progress", "", 1);
			`GNOMON_BRIDGE_PLUSARG("progress")
			`GNOMON_BRIDGE_PLUSARG("report")
			result = `GNOMON_BRIDGE_OPEN(bridge, BYTE_CLOCKS);
		end
		holds = result == 1;
		hold_q = holds;
		if (bridge < 0 || result < 0)
			$fatal(1, "the bridge of monitor '%s' cannot work", MONITOR);
	end

	final begin
		result = 0;
		if (bridge >= 0)
			result = `GNOMON_BRIDGE_CLOSE(bridge);
		if (result < 0)
			$fatal(1, "the run of monitor '%s' is not whole", MONITOR);
	end

	assign hold_o = hold_q || (counts_q && sync_i);

	wire want = !rx_valid_o || rx_ready_i;

	reg [31:0] answer;    // see gnomon_bridge_parts.h
	integer    nap, left; // clocks between calls where nothing happens; until the next one
	reg        more;      // a byte for the device waits
	reg        put;       // one from the device is taken
	reg        busy;      // there is something to do in the next clock, too
	reg        rst_q, finish_q;
	initial begin
		nap      = 1;
		left     = 1;
		more     = 1'b0;
		busy     = 1'b1;
		rst_q    = 1'b1;
		finish_q = 1'b0;
	end

	always @(posedge clk) begin
		left = left - 1;
		// in any other clock only `left` changes
		if (left == 0 || (busy | rst | tx_valid_i | sync_i | (finish_i ^ finish_q))) begin
			put  = tx_valid_i && tx_ready_o;
			busy = 1'b0;
			if (want)
				rx_valid_o <= 1'b0;
			else
				busy = 1'b1;
			if (counts_q && sync_i)
				hold_q <= 1'b0;
			if (left == 0 || rst != rst_q || (!rst && (put || (want && more)))
				|| sync_i || finish_i != finish_q) begin
				left = nap - left;
				answer = `GNOMON_BRIDGE_CLOCK(bridge, {left[15:0], 3'd0, finish_i,
					rst, sync_i, want && !rst, put && !rst,
					put ? tx_data_i : 8'd0});
				nap = answer[31:16] == 16'd0 ? 1 : {16'd0, answer[31:16]};
				left = nap;
				more = answer[11];
				if (want) begin
					rx_valid_o <= answer[8];
					rx_data_o <= answer[7:0];
					busy = answer[8];
				end
				tx_ready_o <= answer[9];
				connected_o <= answer[10];
				counts_q <= answer[12];
				done_o <= answer[13];
				if (answer[15])
					$fatal(1, "the bridge of monitor '%s' cannot go on",
						MONITOR);
				else if (answer[14])
					$finish;
			end
			if (rst) begin
				hold_q <= holds;
				rx_valid_o <= 1'b0;
				tx_ready_o <= 1'b0;
				connected_o <= 1'b0;
			end
			busy = busy || more || rst;
			rst_q <= rst;
			finish_q <= finish_i;
		end
	end
endmodule

`undef GNOMON_BRIDGE_CLOCK
`undef GNOMON_BRIDGE_CLOSE
`undef GNOMON_BRIDGE_NEW
`undef GNOMON_BRIDGE_OPEN
`undef GNOMON_BRIDGE_PLUSARG
`undef GNOMON_BRIDGE_SET
