/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_WAVE_FST_STREAMS_H
#define GNO_WAVE_FST_STREAMS_H

/*
 * The files of libfst, which reports no write that fails and takes nothing along that a failure
 * could be noted in: the compiler puts this header before its source, so that it calls what is
 * below. It writes files that are there already; all others (the names, tables, times) are in
 * memory: it leaves none behind. A file whose writes failed may be mapped beyond its end: it is
 * made as long as the mapping.
 */

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

FILE *fst_stream_open(const char *path, const char *mode);
FILE *fst_stream_temporary(void);
size_t fst_stream_write(const void *data, size_t size, size_t count, FILE *f);
int fst_stream_seek(FILE *f, off_t to, int from);
int fst_stream_flush(FILE *f);
int fst_stream_close(FILE *f);
void *fst_stream_map(void *at, size_t length, int access, int flags, int fd, off_t from);

/* errno of the first write of this thread that failed since the last call; 0: none did. */
int fst_stream_failed(void);

#ifdef FST_STREAMS /* in libfst */
#define fopen fst_stream_open
#define tmpfile fst_stream_temporary
#define fwrite fst_stream_write
#define fseeko fst_stream_seek
#define fflush fst_stream_flush
#define fclose fst_stream_close
#define mmap fst_stream_map
#define unlink(path) ((void)0)
#endif

#endif
