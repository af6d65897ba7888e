// SPDX-License-Identifier: Apache-2.0
// Records, operations, registers and constants of gnomon. Emitted by gnomon-gen: do not edit.
// Include it inside a module: its constants are local there.
/* verilator lint_off UNUSEDPARAM */

// Kinds of records
localparam GNO_KIND_EVENT          = 8'd1; // a trigger fired
localparam GNO_KIND_RATIO          = 8'd2; // sample of the node's ratio counters and extremes
localparam GNO_KIND_GAP            = 8'd3; // records were lost; its time is that of the first one lost
localparam GNO_KIND_BEAT           = 8'd4; // the top bit of the time changed, or a gap ended
localparam GNO_KIND_SYNC           = 8'd5; // first record of a run: time 0, epoch 0
localparam GNO_KIND_FLUSH          = 8'd6; // last record of a run, except the sample of the flush and, in the single form, blocks
localparam GNO_KIND_DATUM          = 8'd7; // a write to the event port
localparam GNO_KIND_CAPTURE        = 8'd8; // a global trigger at any node: what this node watched in that cycle
localparam GNO_KIND_BUCKET         = 8'd9; // a bank of buckets that ended, or a part of it; its time is that of the record before it
localparam GNO_KIND_LINE           = 8'd10; // a round of the CAPTURE or REPORT line began or ended; time counters pause meanwhile
localparam GNO_KIND_TRIGGER        = 8'd11; // a sequence, a strict sequence, the timer, the watchdog, a threshold or the host fired
localparam GNO_KIND_WORD           = 8'd12; // the first watched word at or after the timer fired (profile)
localparam GNO_KIND_LOAD           = 8'd13; // the triggers of the node went live or off during the run
localparam GNO_KIND_COUNTER        = 8'd14; // a snapshot of a bank of counters, or a part of it; its time is that of the record before it
localparam GNO_KIND_SEGMENT        = 8'h10; // the watched words around a trigger, or a part of them; its time is that of the record before it

// Operations of the link
localparam GNO_OP_READ_REGS        = 3'd0; // read registers
localparam GNO_OP_READ_BUFFER      = 3'd1; // read records
localparam GNO_OP_WRITE            = 3'd2; // write table cells
localparam GNO_OP_START            = 3'd3; // start a run; the payload is its nonce and run number
localparam GNO_OP_STOP             = 3'd4; // end the run: every node flushes
localparam GNO_OP_SELECT           = 3'd5; // name the node(s) that are written next, and set their flags
localparam GNO_OP_LIMIT            = 3'd6; // free the buffer up to a granule
localparam GNO_OP_POST             = 3'd7; // records kept after the stop action (wrap mode)

// Registers (byte offsets)
localparam GNO_REG_MAGIC           = 0; // 0x47 0x4E 0x4F ("GNO") and the link version
localparam GNO_REG_HASH            = 4; // plan hash, least significant byte first
localparam GNO_REG_MODEL           = 12; // 1: this is a simulated model of the monitor, not the hardware
localparam GNO_REG_HEAD            = 32; // low 16 bits of the slot position where the next record goes, mod slots
localparam GNO_REG_TAIL            = 34; // position of the oldest slot kept; wrap mode: of the oldest whole record (not in the single form)
localparam GNO_REG_HEAD_UPPER      = 36; // bits 31..16 of the head, where the trace buffer has more than 65536 slots
localparam GNO_REG_TAIL_UPPER      = 38; // bits 31..16 of the tail, in the same way
localparam GNO_REG_STATE           = 48; // see the state bits
localparam GNO_REG_RUN             = 49; // run number; 0: the monitor was reset, and no run was started since
localparam GNO_REG_NONCE           = 50; // bytes 51, 53, ..., 63: the payload of the last START without its last byte
localparam GNO_REG_TIME            = 64; // with `sync: yes`, in an answer that begins at byte 56 or before: cycles from START, or from the monitor's reset, to the last byte of the request
localparam GNO_REG_FIFO_HIGH       = 128; // high-water mark of the node's FIFO in slots since the start (not in the single form)
localparam GNO_REG_ROM             = 65536; // with `rom: yes`: the first bytes of the ROM, then four bytes of length; behind them so many bytes of zlib stream: the manifest

// State register (lowest bits of its fields)
localparam GNO_STATE_ACTIVE        = 0; // between start and stop
localparam GNO_STATE_FULL          = 1; // the head is at the limit
localparam GNO_STATE_WRAPPED       = 2; // something was overwritten (wrap mode)
localparam GNO_STATE_FROZEN        = 3; // stop action seen and the records after it kept (wrap mode)
localparam GNO_STATE_HIGH          = 4; // high-water mark of the trace buffer, in sixteenths of it, rounded up, 15 at most (not in the single form)

// Word address of a write to the event port, the number of a user's event (lowest bits of its fields)
localparam GNO_PORT_WRITE_SUB      = 0; // connection, or part of the event's number
localparam GNO_PORT_WRITE_PAGE     = 6; // page: what kind of event

// Data of send, receive and message_queued (lowest bits of its fields)
localparam GNO_MESSAGE_SIZE        = 0; // size of the message
localparam GNO_MESSAGE_SEQUENCE    = 16; // sequence number

// Flags of a record (bit numbers)
localparam GNO_FLAG_UNSAMPLED      = 0; // a sample was asked for and could not be taken; with sampled: counter banks alone could not
localparam GNO_FLAG_SAMPLED        = 1; // a ratio record of the same time follows directly
localparam GNO_FLAG_STOP           = 2; // the record's action is stop
localparam GNO_FLAG_MARK           = 3; // the record's action is mark

// Action bits of an event or trigger (bit numbers)
localparam GNO_ACT_RECORD          = 0; // record the event
localparam GNO_ACT_SAMPLE          = 1; // sample the ratio counters, extremes and counter banks
localparam GNO_ACT_RESET           = 2; // reset the ratio counters and extremes after the sample
localparam GNO_ACT_START           = 3; // start collecting with this event
localparam GNO_ACT_STOP            = 4; // stop collecting with this event
localparam GNO_ACT_GLOBAL          = 5; // drive the CAPTURE line: the global trigger
localparam GNO_ACT_MARK            = 6; // set the mark flag of the record
localparam GNO_ACT_BANK            = 7; // end the bank of the buckets

// Pages of the event port
localparam GNO_PAGE_CONTROL        = 4'd0; // process, collection, time: see the control writes
localparam GNO_PAGE_USER           = 4'd1; // first of the pages of user's events (1 to 3, 14 and 15): number: see the word address of a write
localparam GNO_PAGE_SEND           = 4'd4; // a message was sent; sub: the connection, data: see the data of send
localparam GNO_PAGE_RECEIVE_CALL   = 4'd5; // a process began to wait for a message
localparam GNO_PAGE_RECEIVE        = 4'd6; // a message was received; data as of send
localparam GNO_PAGE_MESSAGE_QUEUED = 4'd7; // a message was queued; data as of send
localparam GNO_PAGE_CREATE_PATH    = 4'd8; // a connection was made
localparam GNO_PAGE_DESTROY_PATH   = 4'd9; // a connection was removed
localparam GNO_PAGE_CREATE_PROCESS = 4'd10; // a process was made
localparam GNO_PAGE_START_PROCESS  = 4'd11; // a process began to run
localparam GNO_PAGE_STOP_PROCESS   = 4'd12; // a process was stopped
localparam GNO_PAGE_DESTROY_PROCESS = 4'd13; // a process ended
localparam GNO_PAGE_USER_HIGH      = 4'd14; // first of the two last pages of user's events

// Control writes of the event port (sub, page 0)
localparam GNO_PORT_PROCESS        = 6'd0; // process register (bits 15..0): the process that runs from now on
localparam GNO_PORT_RUNNABLE       = 6'd1; // number of runnable processes (bits 7..0)
localparam GNO_PORT_START          = 6'd2; // start collection, itself included
localparam GNO_PORT_STOP           = 6'd3; // stop collection, itself included
localparam GNO_PORT_TIME_STOP      = 6'd4; // stop the time counter
localparam GNO_PORT_TIME_START     = 6'd5; // start the time counter; the record has the cycles for which it was stopped
localparam GNO_PORT_MARK           = 6'd6; // mark; the data is its number

// Flags in the address of select (bit numbers)
localparam GNO_SELECT_LIVE         = 8; // triggers are live
localparam GNO_SELECT_COLLECT      = 9; // collect from the start
localparam GNO_SELECT_WRAP         = 10; // keep the last records; the same for all nodes
localparam GNO_SELECT_ASK          = 11; // fire the trigger that the host fires

// Flags of a block (bit numbers in word 4 of its records)
localparam GNO_BLOCK_LAST          = 16; // the last record of the block
localparam GNO_BLOCK_LATE          = 17; // buckets: the bank began late, as no bank was free; values before it were lost
localparam GNO_BLOCK_SATURATED     = 18; // some count is saturated
localparam GNO_BLOCK_FLUSH         = 19; // ended by the flush

// Counts in a record of a block
localparam GNO_BLOCK_MANY          = 64; // counts that a record of a block has at most

// Entries in a record of a segment
localparam GNO_ENTRY_MANY          = 32; // entries that a record of a segment has at most
localparam GNO_ENTRY_MANY_LONG     = 16; // the same where the watched word has more than 32 bits

// Modes of a line of the router (`mode` of its row)
localparam GNO_ROUTE_LEVEL         = 2'd0; // the line is the function f of its signals
localparam GNO_ROUTE_RISES         = 2'd1; // f(t) and not f(t-1)
localparam GNO_ROUTE_FALLS         = 2'd2; // f(t-1) and not f(t)
localparam GNO_ROUTE_EDGES         = 2'd3; // f(t) is not f(t-1)

// Bits of the gate (bit numbers in `flags` of its row)
localparam GNO_GATE_LINE           = 0; // closed where the gate's line is 0
localparam GNO_GATE_EVENTS         = 1; // opened and closed by events
localparam GNO_GATE_PROCESS        = 2; // closed where the process register differs in a bit of the mask
localparam GNO_GATE_OPEN           = 3; // with events: open at the start

// Bits of a threshold (bit numbers in `flags` of its row)
localparam GNO_THRESHOLD_ON        = 0; // the threshold fires at all
localparam GNO_THRESHOLD_DOWN      = 1; // fires at values <= `fire`, and a value > `rearm` arms it; else >= and <
localparam GNO_THRESHOLD_EACH      = 2; // always armed

// Commands on the ring (bits 31..30 of the word)
localparam GNO_RING_WRITE          = 2'd0; // a table cell, where the node is selected: address in bits 29..8, data in bits 7..0
localparam GNO_RING_SELECT         = 2'd1; // the address of select in bits 29..8
localparam GNO_RING_STOP           = 2'd2; // end the run
localparam GNO_RING_FULL           = 2'd3; // bit 29: whether the trace buffer is full

// Node numbers in the address of select
localparam GNO_NODE_ALL            = 8'hFF; // every node

// Frames
localparam GNO_FRAME_MARK          = 8'hA5; // first byte of every frame
localparam GNO_FRAME_FILL          = 8'hFF; // ends a frame that was cut off; no frame begins with it

// First bytes of the registers
localparam GNO_MAGIC_0             = 8'h47; // byte 0 of the registers
localparam GNO_MAGIC_1             = 8'h4E; // byte 1
localparam GNO_MAGIC_2             = 8'h4F; // byte 2

// Link
localparam GNO_LINK_VERSION        = 8'd3; // byte 3 of the registers

// First bytes of the ROM
localparam GNO_ROM_0               = 8'h47; // byte 0 of the ROM
localparam GNO_ROM_1               = 8'h4E; // byte 1
localparam GNO_ROM_2               = 8'h52; // byte 2
localparam GNO_ROM_VERSION         = 8'd1; // byte 3: format of the ROM

// Size of the ROM
localparam GNO_ROM_BYTES           = 65536; // bytes of the largest ROM, its head included
localparam GNO_ROM_TEXT            = 4194304; // bytes of the longest manifest in a ROM

// Kinds of slots of the single form
localparam GNO_SINGLE_REST         = 8'd15; // kind of the slot of an entry's word: its bits 55..32, then bits 31..0 in word 0
localparam GNO_SINGLE_HALF         = 8'h12; // kind of the slot before the second half of a gap; bit 31 of word 1 is 1, the others are 0
localparam GNO_SINGLE_SAMPLE       = 8'h13; // kind of the slot behind the last data slot of a sample
localparam GNO_SINGLE_MORE         = 8'h14; // kind of the slot behind data slots in the middle of a block
localparam GNO_SINGLE_BLOCK        = 8'h15; // kind of the slot behind the last data slot of a block

// Slots of the single form (bit numbers)
localparam GNO_SINGLE_WORD         = 7; // bit of byte 1 of an event's slot: the entry has a word record; bit k below: trigger k fired
localparam GNO_SINGLE_LOAD         = 4; // bit of byte 3: a load record belongs to the entry, too
localparam GNO_SINGLE_LIVE         = 5; // bit of byte 3: that record's code
localparam GNO_SINGLE_DATA         = 7; // bit of word 1 of a slot: it has two words of a sample or block
localparam GNO_SINGLE_ROUND        = 6; // bit of word 1 of another slot: it has the state of a line, of an entry before it
localparam GNO_SINGLE_OWN          = 4; // bit of byte 3 of an event's slot, where a line's trigger fired: its flag `own`
localparam GNO_SINGLE_LENGTH       = 6; // the lower of two bits of byte 3 there: the lowest ones of `length`
localparam GNO_SINGLE_CAUSE        = 29; // bit of word 1 of a slot of kind rest at a node with a CAPTURE line; current and known above

// Granule of the limit
localparam GNO_GRANULE_SLOTS       = 16; // slots of the trace buffer that are freed together

// Run number (bit number)
localparam GNO_RUN_TOP             = 7; // 1 in the number of every run; a gap leaves it out

// Table of steps
localparam GNO_LANE_COLUMNS        = 8; // columns of a lane

// Unit of the trace buffer
localparam GNO_SLOT_BYTES          = 8; // bytes of a slot

/* verilator lint_on UNUSEDPARAM */
