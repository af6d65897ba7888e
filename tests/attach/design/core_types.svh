// SPDX-License-Identifier: Apache-2.0
// Included by the package, from a folder that only the list of files names.
typedef enum logic [1:0] {IDLE, WALK, JUMP, REST} mode_t;
typedef struct packed {
	logic        valid;
	logic [7:0]  tag;
	logic [15:0] pc;
} retired_t;
