/* SPDX-License-Identifier: Apache-2.0 */
#include "device/usb/pipe.h"
#include "common/util.h"
#include "device/usb/find.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define READS 32 /* 128 KB: 45 MB/s while the program does not take them for more than 2 ms */
#define WRITES 16
#define BYTES 4096 /* of a transfer; a multiple of the packets of all devices */
/* Of transfers in a row, after which the device has failed: a stall ends all that are in flight. */
#define MAX_FAULTS (2 * READS)
#define CLOSE_MS 1000 /* limit of the wait for transfers that are cancelled */

/* One transfer with its buffer. */
struct part {
	struct gno_pipe *pipe;
	struct libusb_transfer *transfer;
	bool flying;	/* submitted */
	size_t at, len; /* a read: what came and was not taken yet */
	uint64_t came_ns;
	uint8_t data[BYTES];
};

struct gno_pipe {
	struct gno_pipe_ends ends;
	struct part *ready[READS]; /* reads with data, the oldest first */
	unsigned readies;
	unsigned faults;  /* since a transfer was good */
	uint64_t came_ns; /* gno_pipe_came_ns */
	bool halted_in, halted_out;
	bool closing;
	int broken; /* why the pipe failed, as libusb has it; 0: it works */
	struct part read[READS], write[WRITES];
};

static void submit(struct part *part)
{
	int code = libusb_submit_transfer(part->transfer);

	part->flying = !code;
	if (code && !part->pipe->broken)
		part->pipe->broken = code;
}

/* Drops the status bytes of each packet: what is left. */
static size_t strip(const struct gno_pipe_ends *ends, uint8_t *data, size_t len)
{
	size_t from, to = 0;

	if (!ends->status)
		return len;
	for (from = 0; from < len; from += ends->packet) {
		size_t part = len - from < ends->packet ? len - from : ends->packet;

		if (part <= ends->status)
			continue;
		memmove(data + to, data + from + ends->status, part - ends->status);
		to += part - ends->status;
	}
	return to;
}

/* Notes how a transfer ended. */
static void note_end(struct gno_pipe *pipe, const struct libusb_transfer *t, bool *halted)
{
	switch (t->status) {
	case LIBUSB_TRANSFER_COMPLETED:
		pipe->faults = 0;
		break;
	case LIBUSB_TRANSFER_NO_DEVICE:
		pipe->broken = LIBUSB_ERROR_NO_DEVICE;
		break;
	case LIBUSB_TRANSFER_STALL:
		*halted = true;
		pipe->faults++;
		break;
	default:
		pipe->faults++;
	}
	if (pipe->faults > MAX_FAULTS && !pipe->broken)
		pipe->broken = *halted ? LIBUSB_ERROR_PIPE : LIBUSB_ERROR_IO;
}

static void LIBUSB_CALL read_ended(struct libusb_transfer *t)
{
	struct part *part = t->user_data;
	struct gno_pipe *pipe = part->pipe;

	part->came_ns = gno_raw_ns();
	part->flying = false;
	part->at = 0;
	part->len = strip(&pipe->ends, part->data, (size_t)t->actual_length);
	if (pipe->closing)
		return;
	note_end(pipe, t, &pipe->halted_in);
	if (part->len)
		pipe->ready[pipe->readies++] = part;
	else if (!pipe->broken && !pipe->halted_in)
		submit(part);
}

static void LIBUSB_CALL write_ended(struct libusb_transfer *t)
{
	struct part *part = t->user_data;

	part->flying = false;
	if (!part->pipe->closing)
		note_end(part->pipe, t, &part->pipe->halted_out);
}

static bool any_flying(const struct part *part, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (part[i].flying)
			return true;
	return false;
}

/* Lets an endpoint that is halted work again, once all its transfers have come back. */
static void revive(struct gno_pipe *pipe)
{
	int code = 0;

	if (pipe->broken)
		return;
	if (pipe->halted_out && !any_flying(pipe->write, WRITES)) {
		code = libusb_clear_halt(pipe->ends.handle, pipe->ends.out);
		pipe->halted_out = false;
	}
	if (!code && pipe->halted_in && !any_flying(pipe->read, READS)) {
		code = libusb_clear_halt(pipe->ends.handle, pipe->ends.in);
		pipe->halted_in = false;
		for (size_t i = 0; i < READS && !code; i++)
			if (!pipe->read[i].len)
				submit(&pipe->read[i]);
	}
	if (code && !pipe->broken)
		pipe->broken = code;
}

/* Lets libusb work until something happens, at most so long. */
static void turn(struct gno_pipe *pipe, uint64_t ms)
{
	struct timeval time = {.tv_sec = (time_t)(ms / 1000), .tv_usec = (long)(ms % 1000) * 1000};
	int code = libusb_handle_events_timeout_completed(pipe->ends.usb, &time, NULL);

	if (code && code != LIBUSB_ERROR_INTERRUPTED && !pipe->broken)
		pipe->broken = code;
	revive(pipe);
}

static int fail(const struct gno_pipe *pipe, struct gno_err *err)
{
	if (pipe->broken == LIBUSB_ERROR_NO_DEVICE)
		return gno_usb_refused(pipe->broken, pipe->ends.what, err);
	return gno_fail(err, GNO_ERR_LINK, "%s fails: %s; was it unplugged?", pipe->ends.what,
			libusb_strerror(pipe->broken));
}

/* Waits until there is data to take, or a write may begin (`room`), or the time is up. */
static bool wait(struct gno_pipe *pipe, bool room, unsigned timeout_ms, struct part **out)
{
	uint64_t now = gno_now_ms(), end = now + timeout_ms;

	for (bool first = true;; first = false) {
		*out = room || !pipe->readies ? NULL : pipe->ready[0];
		for (size_t i = 0; room && i < WRITES && !pipe->halted_out; i++)
			if (!pipe->write[i].flying)
				*out = &pipe->write[i];
		if (*out || pipe->broken || (!first && now >= end))
			return *out != NULL;
		turn(pipe, end - now);
		now = gno_now_ms();
		if (now > end)
			now = end;
	}
}

/* Takes the oldest read out of the queue and uses it again. */
static void reuse(struct gno_pipe *pipe)
{
	struct part *part = pipe->ready[0];

	pipe->readies--;
	memmove(pipe->ready, pipe->ready + 1, pipe->readies * sizeof(pipe->ready[0]));
	part->len = 0;
	if (!pipe->broken && !pipe->halted_in)
		submit(part);
}

int gno_pipe_read(struct gno_pipe *pipe, uint8_t *buf, size_t len, unsigned timeout_ms,
		  struct gno_err *err)
{
	struct part *part;
	size_t got = 0;

	if (!wait(pipe, false, timeout_ms, &part))
		return pipe->broken ? fail(pipe, err) : 0;
	while (pipe->readies && got < len) {
		size_t take;

		part = pipe->ready[0];
		take = part->len - part->at < len - got ? part->len - part->at : len - got;
		memcpy(buf + got, part->data + part->at, take);
		part->at += take;
		got += take;
		pipe->came_ns = part->came_ns;
		if (part->at == part->len)
			reuse(pipe);
	}
	return (int)got;
}

uint64_t gno_pipe_came_ns(const struct gno_pipe *pipe)
{
	return pipe->came_ns;
}

int gno_pipe_write(struct gno_pipe *pipe, const uint8_t *buf, size_t len, unsigned timeout_ms,
		   struct gno_err *err)
{
	struct part *part;
	size_t take = len < BYTES ? len : BYTES;

	if (pipe->broken || !wait(pipe, true, timeout_ms, &part))
		return pipe->broken ? fail(pipe, err) : 0;
	memcpy(part->data, buf, take);
	part->transfer->length = (int)take;
	submit(part);
	return part->flying ? (int)take : fail(pipe, err);
}

void gno_pipe_discard(struct gno_pipe *pipe)
{
	while (pipe->readies)
		reuse(pipe);
}

/* Makes the transfer of a part; false: no memory. */
static bool make_transfer(struct gno_pipe *pipe, struct part *part, uint8_t endpoint,
			  libusb_transfer_cb_fn ended)
{
	part->pipe = pipe;
	part->transfer = libusb_alloc_transfer(0);
	if (part->transfer)
		libusb_fill_bulk_transfer(part->transfer, pipe->ends.handle, endpoint, part->data,
					  BYTES, ended, part, 0);
	return part->transfer != NULL;
}

int gno_pipe_open(const struct gno_pipe_ends *ends, struct gno_pipe **out, struct gno_err *err)
{
	struct gno_pipe *pipe = calloc(1, sizeof(*pipe));
	bool made = pipe != NULL;

	if (pipe)
		pipe->ends = *ends;
	for (size_t i = 0; made && i < READS; i++)
		made = make_transfer(pipe, &pipe->read[i], ends->in, read_ended);
	for (size_t i = 0; made && i < WRITES; i++)
		made = make_transfer(pipe, &pipe->write[i], ends->out, write_ended);
	for (size_t i = 0; made && i < READS && !pipe->broken; i++)
		submit(&pipe->read[i]);
	if (!made || pipe->broken) {
		int rc = made ? fail(pipe, err) : gno_fail_nomem(err);

		gno_pipe_close(pipe);
		return rc;
	}
	*out = pipe;
	return 0;
}

static void end_transfers(const struct part *part, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (part[i].flying)
			libusb_cancel_transfer(part[i].transfer);
}

static void free_transfers(const struct part *part, size_t count)
{
	for (size_t i = 0; i < count; i++)
		libusb_free_transfer(part[i].transfer);
}

void gno_pipe_close(struct gno_pipe *pipe)
{
	uint64_t end = gno_now_ms() + CLOSE_MS;

	if (!pipe)
		return;
	pipe->closing = true;
	end_transfers(pipe->read, READS);
	end_transfers(pipe->write, WRITES);
	while (any_flying(pipe->read, READS) || any_flying(pipe->write, WRITES)) {
		struct timeval time = {.tv_usec = 100000};

		if (gno_now_ms() >= end)
			return; /* libusb still has the memory: it is not freed */
		libusb_handle_events_timeout_completed(pipe->ends.usb, &time, NULL);
	}
	free_transfers(pipe->read, READS);
	free_transfers(pipe->write, WRITES);
	free(pipe);
}
