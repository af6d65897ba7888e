/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_SYNC_POLLER_H
#define GNO_SYNC_POLLER_H

/* Polls of a monitor's time (device/device.h), which become pulses of a board. */

#include "device/device.h"
#include "sync/track.h"

struct sync_poller {
	struct sync_track track;
	uint64_t origin_ns; /* time 0, of the clock of the polls */
	bool known;	    /* of a run */
	unsigned run;
	uint64_t nonce;
};

/* Begins with an entry that has its declared figures. */
void sync_poller_begin(struct sync_poller *p, struct sync_entry *entry, uint64_t origin_ns);

/*
 * What is declared of a board, with the clock of a manifest, and with the floor that its UART
 * proves, where no other one is declared. GNO_ERR_ARG as sync_board_check.
 */
int sync_board_declare(struct sync_entry *entry, const struct sync_board *declared,
		       const struct gno_manifest *m, const struct gno_device *dev,
		       struct gno_err *err);

/*
 * A pulse: `rounds` polls, of which the best is taken. A board that does not answer, that was
 * restarted, or whose rate is not plausible is noted as lost, which is a failure, too: as
 * gno_device_time, GNO_ERR_MISMATCH.
 */
int sync_poller_pulse(struct sync_poller *p, struct gno_device *dev, unsigned rounds,
		      struct gno_err *err);

/*
 * The name of a board, which does not depend on how its URL names it: the serial number of a USB
 * device; where that has none, or the link is not where boards have it, its URL in a list of what
 * is plugged in; else the URL. Of a device that is not plugged in it is the serial number of the
 * URL. The caller's; NULL: no memory.
 */
char *sync_board_name(const char *url);

/* The name as that of a folder (base/name.h); the caller's. NULL: no memory. */
char *sync_board_folder(const char *name);

#endif
