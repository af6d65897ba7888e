/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNOMON_CLI_BOARDS_H
#define GNOMON_CLI_BOARDS_H

/* What commands on several boards share: their options, and the text of what is known of them. */

#include "shared/cli.h"
#include "sync/entry.h"

/* clang-format off */
#define CLI_OPT_DEVICES {'d', "device", "URL[,...]", \
	"a monitor, such as tcp:127.0.0.1:7654 or ftdi:SERIAL; of each board, for several"}
#define CLI_OPT_DRIFT {0, "drift", "PPM", \
	"greatest drift of a board's clock, by its data sheet (default: 100)"}
#define CLI_OPT_HOST_DRIFT {0, "host-drift", "PPM", \
	"greatest drift of the host's clock (default: 100)"}
#define CLI_OPT_WANDER {0, "wander", "PPM", \
	"by how much the rate between both may change meanwhile (default: 1)"}
#define CLI_OPT_FLOOR {0, "floor", "OUT,BACK", \
	"proven least microseconds of a request, and of its answer (default: that of a UART)"}
#define CLI_OPT_MESSAGE_FLOOR {0, "message-floor", "US", \
	"proven least microseconds of a message between boards (default: none)"}
/* clang-format on */

/* Texts of these options, NULL where they are not given. */
struct cli_figures {
	const char *drift, *host_drift, *wander, *floor, *message_floor;
};

/* What the options declare of all boards. 0 or CLI_USAGE. */
int cli_figures(const struct cli_spec *spec, const struct cli_figures *text,
		struct sync_board *board, struct sync_plan *plan);

/*
 * Cuts the list of URLs: a comma before the scheme of a URL ends the one before. *url is the
 * caller's (free), with its texts in `text`, which is changed. NULL: no memory.
 */
const char **cli_devices(char *text, size_t *count);

/* Prints a table of boards. */
void cli_print_boards(const struct sync_set *set);

/* Notes which boards are lost, and which bounds were found broken. */
void cli_note_boards(const struct sync_set *set);

#endif
