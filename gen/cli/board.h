/* SPDX-License-Identifier: Apache-2.0 */
/* The FPGA of a board, by the board's file. */
#ifndef GNO_GEN_CLI_BOARD_H
#define GNO_GEN_CLI_BOARD_H

#include "common/status.h"
#include "cost/devices.h"

/* Finds the device of NAME/board.yaml in a folder; NULL is the folder of the boards that come with
 * this program. The family must be that of the monitor, or have the same blocks and cells. Fails
 * with GEN_ERR_IO, GEN_ERR_NOMEM and GEN_ERR_FIT, which `err` reports. */
int board_device(const char *folder, const char *name, const char *family,
		 const struct device **device, struct gen_err *err);

#endif
