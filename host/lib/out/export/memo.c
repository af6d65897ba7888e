/* SPDX-License-Identifier: Apache-2.0 */
#include "out/export/memo.h"

#include <stdlib.h>

_Static_assert(REPORT_MEMO_TEXT % REPORT_MEMO_PIECE == 0, "a part is copied by whole pieces");
_Static_assert(REPORT_MEMO_PLACES == 1u << (64 - 54), "a hash is shifted by 54 bits");

int report_memo_begin(struct report_memo *m, struct text_out *out, struct gno_err *err)
{
	*m = (struct report_memo){.out = out};
	m->place = calloc(REPORT_MEMO_PLACES, sizeof(*m->place));
	return m->place ? GNO_OK : gno_fail_nomem(err);
}

void report_memo_end(struct report_memo *m)
{
	free(m->place);
	m->place = NULL;
}

void report_memo_learn(struct report_memo *m)
{
	const uint64_t length = m->out->before + m->out->used - m->from;

	if (length > REPORT_MEMO_TEXT) /* else all of it still lies in the buffer */
		return;
	m->open->what = m->what;
	m->open->of = m->of;
	m->open->length = (size_t)length;
	memcpy(m->open->text, m->out->text + m->out->used - length, (size_t)length);
}
