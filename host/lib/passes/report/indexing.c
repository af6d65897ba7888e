/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/report/indexing.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/made.h"
#include "base/private.h"
#include "base/temp.h"
#include "common/util.h"
#include "passes/index/file.h"
#include "passes/reading.h"
#include "passes/report/index_writer.h"
#include "results/until.h"

#define LEAST (UINT64_C(1) << 20) /* bytes of a trace that gets an index */

bool index_is_for(const struct gno_report *r)
{
	return report_is_complete(r) && !gno_trace_grows(r->trace);
}

bool index_is_worth(const struct gno_report *r)
{
	return gno_trace_bytes(r->trace) >= LEAST;
}

bool index_file_open(const struct gno_report *r, struct index_file *f)
{
	const char *dir = gno_trace_dir(r->trace);
	struct base_fault fault;

	*f = (struct index_file){.fd = -1};
	f->folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (f->folder < 0)
		return false;
	if (!base_made_add(dir, INDEX_FILE, &fault))
		f->fd = base_temp_file(f->folder, INDEX_FILE, f->temp);
	if (f->fd < 0)
		close(f->folder);
	return f->fd >= 0;
}

void index_file_close(struct index_file *f, bool drop)
{
	f->cannot |= close(f->fd) != 0;
	if (drop || f->cannot || renameat(f->folder, f->temp, f->folder, INDEX_FILE))
		unlinkat(f->folder, f->temp, 0);
	base_private_drop(f->temp);
	close(f->folder);
}

/* Writes the rounds of lines, where there are any, and the places. */
static int write_all(struct index_writer *w, struct gno_report *r, struct gno_err *err)
{
	int rc = r->pauses ? waypoints_put_rounds(&w->waypoints, r, err) : GNO_OK;

	return rc || w->waypoints.large ? rc : reading_all(r, w->reader, err);
}

/* Fills the file, which is open. */
static int fill(struct index_writer *w, struct gno_report *r, uint64_t key,
		const struct index_spacing *spacing, int fd, struct gno_err *err)
{
	struct reader *reader = NULL;
	int rc = reading_open(r, &reader, err);

	rc = rc ? rc : index_writer_add(w, r, spacing, fd, reader, err);
	rc = rc ? rc : write_all(w, r, err);
	if (w->waypoints.large) {
		w->waypoints.cannot = true;
		rc = GNO_OK;
	} else if (!rc) {
		w->x.key = key;
		rc = index_writer_end(w, err);
	}
	index_writer_free(w);
	reader_close(reader);
	return rc;
}

int index_make(struct gno_report *r, uint64_t key, const struct index_spacing *spacing,
	       struct gno_err *err)
{
	struct index_writer w = {.reader = NULL};
	struct index_file f;
	int rc;

	if (!index_file_open(r, &f))
		return GNO_OK;
	rc = fill(&w, r, key, spacing, f.fd, err);
	index_file_close(&f, rc || w.waypoints.cannot);
	return rc;
}
