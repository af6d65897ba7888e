/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_LINK_REQUEST_H
#define GNO_LINK_REQUEST_H

/*
 * Requests as frames, and those that wait for their turn or are in flight. Nothing is sent or
 * received here, and no time passes.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "gnomon/records.h"

#define GNO_MAX_BLOCK 256 /* slots of one READ or WRITE at most */

#define GNO_REQUEST_HEADER 7	 /* bytes */
#define GNO_REQUEST_HEADER_FAR 9 /* with an address of four bytes */

enum gno_request_state {
	GNO_REQ_IDLE,	/* not given to the link */
	GNO_REQ_QUEUED, /* waits for its turn */
	GNO_REQ_SENT,	/* in flight */
	GNO_REQ_DONE,	/* answered, and the answer was good */
	GNO_REQ_LOST, /* `once` only: sent, and no good answer came; it may have been acted upon or
			 not */
};

/* A request, owned by the caller, who keeps it (and its buffers) alive until it is done or lost. */
struct gno_request {
	unsigned op; /* GNO_OP_... */
	uint32_t addr;
	bool far;	    /* the address has four bytes, else two */
	unsigned slots;	    /* READ, WRITE: 1..256 slots of 8 bytes; else 1 */
	const uint8_t *out; /* WRITE, START: 8 * slots bytes to send; else NULL */
	uint8_t *in;	    /* READ: room for 8 * slots bytes */
	bool once;	    /* never sent again by itself (START) */

	/* The link's own. */
	enum gno_request_state state;
	unsigned sends; /* of the current part */
	unsigned part;	/* slots that the header asks for; less than `slots`: the rest follows */
	unsigned done;	/* slots that came before that part */
	unsigned fails; /* sends of any part that brought no good answer */
	uint8_t header[GNO_REQUEST_HEADER_FAR];
	uint64_t sent_ns;     /* before the last sending's first byte went to the transport */
	uint64_t received_ns; /* after the transport gave the last byte of the good answer */
	struct gno_request *next;
};

struct gno_request_queue {
	struct gno_request *first, *last;
	unsigned count;
};

/* All 0: there are none. */
struct gno_requests {
	struct gno_request_queue waiting,
	    flight; /* in the order in which they are sent, were sent */
	size_t flight_bytes;
	unsigned reads;	 /* reads of the buffer in flight */
	unsigned seq[2]; /* of the next read of the buffer, and of what is none */
	bool held;	 /* the PHY loses no byte that it has no room for */
	/* A line may lose bytes of each answer that is longer than what some buffer of it holds. */
	/* slots of the buffer that are read at a time; 0: as many as were requested */
	unsigned most;
	unsigned good; /* answers since `most` changed */
	unsigned calm; /* good answers after which `most` grows */
	bool grown;    /* the last change */
};

/* Whether its answer brings what it has room for. */
bool gno_request_is_read(const struct gno_request *req);

/* Bytes of a request's header; of a request; of its answer, and of the payload in that. */
size_t gno_request_header(const struct gno_request *req);
size_t gno_request_len(const struct gno_request *req);
size_t gno_answer_len(const struct gno_request *req);
size_t gno_request_payload(const struct gno_request *req);

/* Puts a request behind those that wait. */
void gno_requests_add(struct gno_requests *r, struct gno_request *req);

/*
 * Takes out the next one that waits, if the window has room for it and no answer in flight could be
 * mistaken for its answer; else NULL.
 */
struct gno_request *gno_requests_next(struct gno_requests *r);

/* Makes the header of a request and puts it in flight. What is repeated has another header than
 * before. */
void gno_requests_send(struct gno_requests *r, struct gno_request *req);

/* The request in flight whose header this is, or may become, where fewer bytes are there than the
 * header has; or NULL. Its CRC was right when it was sent. */
struct gno_request *gno_requests_match(const struct gno_requests *r, const uint8_t *header,
				       size_t len);

/* Takes out one that was answered; a read of the buffer that was answered in part waits again. The
 * device answers in order: earlier ones that are still in flight will not be answered. */
void gno_requests_done(struct gno_requests *r, struct gno_request *req);

/* Takes requests out of flight, up to (and without) `end`; they are sent again, or are lost. A
 * read of the buffer that has failed twice asks for half as much. */
void gno_requests_repeat(struct gno_requests *r, const struct gno_request *end);

/* Bytes of the longest request in flight; a header's where there is none. */
size_t gno_requests_longest(const struct gno_requests *r);

/* Forgets all of them. */
void gno_requests_forget(struct gno_requests *r);

/* CRC-16/IBM-3740: polynomial 0x1021, start 0xFFFF, not reflected, no final xor. */
uint16_t gno_crc16(const uint8_t *data, size_t len);

#endif
