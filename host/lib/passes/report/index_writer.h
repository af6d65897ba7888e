/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_INDEX_WRITER_H
#define GNO_REPORT_INDEX_WRITER_H

/* Writes the places of an index, and then its table, while a go over the run is made. */

#include "base/temp.h"
#include "passes/index/file.h"
#include "passes/report/waypoints.h"
#include "read/reader.h"

/* A file in the folder of the run that comes in the place of the index, or not at all. */
struct index_file {
	int fd, folder;
	bool cannot; /* it cannot be written */
	char temp[BASE_NAME_ROOM];
};

/* false: it cannot be made. */
bool index_file_open(const struct gno_report *r, struct index_file *f);
/* `drop`, or where it cannot be written: the run stays as it was. */
void index_file_close(struct index_file *f, bool drop);

struct found;
struct calls_reading;

struct index_writer {
	struct gno_report *r;
	struct reader *reader;
	struct found *found;
	struct calls_reading *calls;
	struct index x; /* with the caller's file */
	struct waypoints waypoints;
	struct message_match *match; /* NULL: no node has an event port */
	uint64_t matched;	     /* time of the latest write that it has */
};

/* Adds the passes to a reader, for a file that is empty and open; index_writer_free in any case,
 * before the reader is closed. Each node must have begun in the report. GNO_ERR_NOMEM. */
int index_writer_add(struct index_writer *m, struct gno_report *r,
		     const struct index_spacing *spacing, int fd, struct reader *reader,
		     struct gno_err *err);
/* All was read and looked at: m->x.key is set. GNO_ERR_NOMEM. */
int index_writer_end(struct index_writer *m, struct gno_err *err);
void index_writer_free(struct index_writer *m);

#endif
