/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_STREAM_FILE_H
#define GNO_STREAM_FILE_H

/* The file of one node's stream while it is drained. What is written counts once it is committed.
 */

#include "records/packet.h"
#include "run/open_run.h"

struct gno_stream_file {
	char *path;
	int fd;
	struct gno_packer packer;
	uint64_t size;	  /* of the file, as committed */
	uint64_t page_at; /* its last page, as committed */
	uint8_t page[GNO_PACKET_PAGE];
};

/*
 * Opens a file of which the journal states the size; makes one that is not there. The caller closes
 * `fd`, also where this fails. GNO_ERR_IO; GNO_ERR_FORMAT: it is shorter, or no plain file.
 */
int gno_stated_open(const char *path, uint64_t size, int *fd, struct gno_err *err);

/*
 * Opens the stream of a node and restores the file to the journal's state. `path` becomes the
 * file's, also where this fails. GNO_ERR_IO, GNO_ERR_NOMEM; GNO_ERR_FORMAT: the file is shorter or
 * differs.
 */
int gno_stream_file_open(struct gno_stream_file *f, char *path, const struct gno_run *run,
			 unsigned node, struct gno_err *err);
void gno_stream_file_close(struct gno_stream_file *f);

/* Drops what was added since the last commit. */
int gno_stream_file_restart(struct gno_stream_file *f, const struct gno_run *run, unsigned node,
			    struct gno_err *err);

/* Writes all pages that changed. GNO_ERR_IO, GNO_ERR_NOSPACE. */
int gno_stream_file_write(struct gno_stream_file *f, struct gno_err *err);

/* What was written counts; or it does not. */
void gno_stream_file_commit(struct gno_stream_file *f);
void gno_stream_file_roll_back(struct gno_stream_file *f);

#endif
