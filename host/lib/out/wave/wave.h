/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_WAVE_H
#define GNO_WAVE_H

/*
 * Events of a run as signals of a waveform (VCD, IEEE 1364-2005, 18; or FST), at the times
 * of the simulation that made the run. Scope `gnomon` has a scope for each node, with
 *
 *   events    a text: what fired in this cycle, joined by '+'; `-` where nothing did; `(lost)` and
 *             `(no_records)` for as long as that lasts
 *   NAME      of each interval: 1 from its begin to its end, x where that is not known
 *
 * and `capture_line` and `report_line`, where these lines pause the time counters: 1 where the line
 * is asserted.
 * With the waveform of the simulation, all of it is in the new one too.
 */

#include "results/report.h"
#include "results/rows.h"

struct wave;

/*
 * Begins the file `path`, which must not exist: FST if its name ends in .fst, else VCD. `waveform`:
 * that of the simulation (FST or VCD), NULL: none. *out is the caller's. GNO_ERR_ARG: the run is of
 * no simulation, its clock had no fixed period, or the waveform has another unit of time;
 * GNO_ERR_STATE: the file exists; GNO_ERR_FORMAT: no waveform; GNO_ERR_IO,
 * GNO_ERR_NOSPACE, GNO_ERR_NOMEM.
 */
int wave_open(const char *path, const char *waveform, const struct gno_report *r, struct wave **out,
	      struct gno_err *err);

/* The next event, in order of time; its name as report_event_name gives it. */
int wave_event(struct wave *w, const struct report_event *v, const char *name, struct gno_err *err);

/* Writes the rest and puts the file in its place. After a failure of any call: drops it. */
int wave_close(struct wave *w, bool failed, struct gno_err *err);

#endif
