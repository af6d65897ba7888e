/* SPDX-License-Identifier: Apache-2.0 */
#include "truth.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	HEADER_BYTES = 16,
	RECORD_BYTES = 12,
	CHUNK_RECORDS = 8192,
	LEVELS = TRUTH_STALL | TRUTH_WAITING | TRUTH_GRANT,
};

static const char magic[8] = {'G', 'N', 'T', 'R', 'U', 'T', 'H', '1'};

struct truth_writer {
	FILE *file;
	uint32_t high;
	uint32_t used; /* bytes of chunk */
	bool failed;
	uint8_t chunk[CHUNK_RECORDS * RECORD_BYTES];
};

struct truth_reader {
	FILE *file;
	uint32_t cores;
	uint32_t high;
	bool ended;
	size_t used, filled; /* bytes of chunk */
	uint8_t chunk[CHUNK_RECORDS * RECORD_BYTES];
};

static void put32(uint8_t *to, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		to[i] = (uint8_t)(value >> (8 * i));
}

static uint32_t get32(const uint8_t *from)
{
	return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

int truth_writer_open(struct truth_writer **out, const char *path, uint32_t cores)
{
	struct truth_writer *writer = calloc(1, sizeof(*writer));
	uint8_t header[HEADER_BYTES];

	*out = NULL;
	if (!writer)
		return TRUTH_ERR_MEMORY;
	writer->file = fopen(path, "wb");
	if (!writer->file) {
		free(writer);
		return TRUTH_ERR_IO;
	}
	memcpy(header, magic, sizeof(magic));
	put32(header + 8, RECORD_BYTES);
	put32(header + 12, cores);
	writer->failed = fwrite(header, sizeof(header), 1, writer->file) != 1;
	*out = writer;
	return TRUTH_OK;
}

static void flush_chunk(struct truth_writer *writer)
{
	if (writer->used && fwrite(writer->chunk, writer->used, 1, writer->file) != 1)
		writer->failed = true;
	writer->used = 0;
}

static void put_record(struct truth_writer *writer, const struct truth_record *record)
{
	uint8_t *to = writer->chunk + writer->used;

	put32(to, (uint32_t)record->cycle);
	put32(to + 4, record->value);
	to[8] = record->kind;
	to[9] = record->core;
	to[10] = record->flags;
	to[11] = record->owner;
	writer->used += RECORD_BYTES;
	if (writer->used == sizeof(writer->chunk))
		flush_chunk(writer);
}

void truth_write(struct truth_writer *writer, const struct truth_record *record)
{
	uint32_t high = (uint32_t)(record->cycle >> 32);

	if (high != writer->high) {
		struct truth_record up = {
		    .cycle = record->cycle, .kind = TRUTH_HIGH, .value = high};

		writer->high = high;
		put_record(writer, &up);
	}
	put_record(writer, record);
}

int truth_writer_close(struct truth_writer *writer, uint64_t cycles)
{
	struct truth_record end = {.cycle = cycles, .kind = TRUTH_END};
	bool failed;

	if (!writer)
		return TRUTH_OK;
	truth_write(writer, &end);
	flush_chunk(writer);
	failed = fclose(writer->file) != 0 || writer->failed;
	free(writer);
	return failed ? TRUTH_ERR_IO : TRUTH_OK;
}

int truth_reader_open(struct truth_reader **out, const char *path)
{
	struct truth_reader *reader = calloc(1, sizeof(*reader));
	uint8_t header[HEADER_BYTES];
	int err;

	*out = NULL;
	if (!reader)
		return TRUTH_ERR_MEMORY;
	err = TRUTH_ERR_IO;
	reader->file = fopen(path, "rb");
	if (!reader->file)
		goto out;
	err = TRUTH_ERR_FORMAT;
	if (fread(header, sizeof(header), 1, reader->file) != 1 ||
	    memcmp(header, magic, sizeof(magic)) != 0 || get32(header + 8) != RECORD_BYTES)
		goto out;
	reader->cores = get32(header + 12);
	if (reader->cores > TRUTH_CORES_MAX)
		goto out;
	*out = reader;
	reader = NULL;
	err = TRUTH_OK;
out:
	truth_reader_close(reader);
	return err;
}

uint32_t truth_reader_cores(const struct truth_reader *reader)
{
	return reader->cores;
}

int truth_read(struct truth_reader *reader, struct truth_record *record)
{
	const uint8_t *from;

	if (reader->ended)
		return 0;
	do {
		if (reader->used == reader->filled) {
			reader->filled =
			    fread(reader->chunk, 1, sizeof(reader->chunk), reader->file);
			reader->used = 0;
			if (ferror(reader->file))
				return TRUTH_ERR_IO;
		}
		if (reader->filled - reader->used < RECORD_BYTES)
			return TRUTH_ERR_FORMAT;
		from = reader->chunk + reader->used;
		reader->used += RECORD_BYTES;
		if (from[8] == TRUTH_HIGH)
			reader->high = get32(from + 4);
	} while (from[8] == TRUTH_HIGH);
	*record = (struct truth_record){
	    .cycle = (uint64_t)reader->high << 32 | get32(from),
	    .value = get32(from + 4),
	    .kind = from[8],
	    .core = from[9],
	    .flags = from[10],
	    .owner = from[11],
	};
	if (record->core >= reader->cores)
		return TRUTH_ERR_FORMAT;
	reader->ended = record->kind == TRUTH_END;
	return 1;
}

void truth_reader_close(struct truth_reader *reader)
{
	if (!reader)
		return;
	if (reader->file)
		fclose(reader->file);
	free(reader);
}

/* cycles in which the flag was high from `since` up to and including `cycle` */
static uint64_t high_since(uint8_t flags, uint8_t flag, uint64_t since, uint64_t cycle)
{
	if (!(flags & flag) || cycle < since)
		return 0;
	return flag & LEVELS ? cycle - since + 1 : 1;
}

void truth_sums_add(struct truth_sums *sums, const struct truth_record *record)
{
	if (record->kind == TRUTH_BUS) {
		if (sums->bus.busy)
			sums->bus.count += record->cycle - sums->bus.since;
		sums->bus.busy = record->flags & 1;
		sums->bus.since = record->cycle;
	} else if (record->kind == TRUTH_CORE) {
		uint32_t core = record->core;

		for (int bit = 0; bit < TRUTH_FLAGS && record->cycle > 0; bit++)
			sums->core[core].count[bit] =
			    truth_sums_core(sums, core, 1 << bit, record->cycle - 1);
		sums->core[core].flags = record->flags;
		sums->core[core].since = record->cycle;
	}
}

uint64_t truth_sums_core(const struct truth_sums *sums, uint32_t core, enum truth_flag flag,
			 uint64_t cycle)
{
	int bit = __builtin_ctz((unsigned int)flag);

	return sums->core[core].count[bit] +
	       high_since(sums->core[core].flags, (uint8_t)flag, sums->core[core].since, cycle);
}

uint64_t truth_sums_bus(const struct truth_sums *sums, uint64_t cycle)
{
	return sums->bus.count +
	       (sums->bus.busy && cycle >= sums->bus.since ? cycle - sums->bus.since + 1 : 0);
}
