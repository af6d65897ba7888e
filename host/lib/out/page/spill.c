/* SPDX-License-Identifier: Apache-2.0 */
#include "out/page/spill.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/new_file.h"
#include "common/util.h"

struct block {
	uint64_t offset;
	size_t size;
};

struct list {
	struct packed row; /* what is not in the file */
	struct block *block;
	size_t blocks;
	/* while it is read: */
	struct packed part; /* a block of the file */
	size_t next;	    /* block */
	struct spill_place place;
};

struct spill {
	struct list *list;
	unsigned lists;
	int fd; /* -1: there is none */
	uint64_t size;
	int failed; /* errno of the first write that failed; 0: none did */
	bool nomem;
	uint64_t needs;	    /* bytes of the file, at most, as far as is known */
	struct gno_err err; /* why there is no file; once it is needed: */
	int rc;
};

int spill_open(unsigned lists, uint64_t needs, struct spill **out, struct gno_err *err)
{
	struct spill *s = *out = calloc(1, sizeof(*s));

	if (!s)
		return gno_fail_nomem(err);
	s->needs = needs;
	gno_scratch_open(&s->fd, &s->err); /* it may not be needed */
	s->list = calloc(lists ? lists : 1, sizeof(*s->list));
	if (!s->list)
		return gno_fail_nomem(err);
	s->lists = lists;
	return GNO_OK;
}

void spill_close(struct spill *s)
{
	if (!s)
		return;
	for (unsigned i = 0; i < s->lists; i++) {
		packed_free(&s->list[i].row);
		packed_free(&s->list[i].part);
		free(s->list[i].block);
	}
	if (s->fd >= 0)
		close(s->fd);
	free(s->list);
	free(s);
}

struct packed *spill_rows(struct spill *s, unsigned list)
{
	return &s->list[list].row;
}

void spill_keep(struct spill *s, unsigned list)
{
	struct list *l = &s->list[list];
	struct block *more = gno_room(l->block, l->blocks, sizeof(*more));
	size_t done = 0;

	s->nomem |= !more;
	if (!more)
		return;
	l->block = more;
	if (s->fd < 0)
		s->rc = s->err.code;
	while (done < l->row.used && !s->failed && !s->rc) {
		ssize_t n =
		    pwrite(s->fd, l->row.byte + done, l->row.used - done, (off_t)(s->size + done));

		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			s->failed = errno;
	}
	more[l->blocks++] = (struct block){s->size, l->row.used};
	s->size += l->row.used;
	l->row.used = 0;
}

int spill_finish(struct spill *s, struct gno_err *err)
{
	for (unsigned i = 0; i < s->lists; i++) {
		struct list *l = &s->list[i];

		s->nomem |= l->row.nomem;
		l->next = 0;
		l->place.byte = l->place.end = NULL;
	}
	if (s->nomem)
		return gno_fail_nomem(err);
	if (s->rc) {
		*err = s->err;
		return s->rc;
	}
	return s->failed ? gno_scratch_needs(gno_scratch_fail(s->failed, err), s->needs, err)
			 : GNO_OK;
}

struct spill_place *spill_place(struct spill *s, unsigned list)
{
	return &s->list[list].place;
}

/* Reads a block of the file. */
static int read_block(const struct spill *s, struct list *l, const struct block *b,
		      struct gno_err *err)
{
	struct packed *p = &l->part;

	if (b->size > p->room) {
		unsigned char *more = realloc(p->byte, b->size);

		if (!more)
			return gno_fail_nomem(err);
		p->byte = more;
		p->room = b->size;
	}
	for (p->used = 0; p->used < b->size;) {
		ssize_t n = pread(s->fd, p->byte + p->used, b->size - p->used,
				  (off_t)(b->offset + p->used));

		if (n > 0)
			p->used += (size_t)n;
		else if (!n || errno != EINTR)
			return gno_scratch_fail(n ? errno : EIO, err);
	}
	l->place.byte = p->byte;
	l->place.end = p->byte + p->used;
	return GNO_OK;
}

int spill_more(struct spill *s, unsigned list, struct gno_err *err)
{
	struct list *l = &s->list[list];
	int rc = GNO_OK;

	while (l->place.byte == l->place.end && l->next <= l->blocks && !rc) {
		if (l->next < l->blocks) {
			rc = read_block(s, l, &l->block[l->next], err);
		} else {
			l->place.byte = l->row.byte;
			l->place.end = l->place.byte ? l->place.byte + l->row.used : NULL;
		}
		l->next++;
	}
	return rc ? rc : l->place.byte != l->place.end;
}
