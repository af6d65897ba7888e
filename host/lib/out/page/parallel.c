/* SPDX-License-Identifier: Apache-2.0 */
/* How parallel the program was, and its critical path. */
#include "out/page/data.h"

#include "out/json/list.h"
#include "passes/parallel/parallel.h"
#include "results/columns/documents.h"

/* The document of `gnomon parallel --json`, of whose path the first stretches are shown. */
static void put_parallel(struct page *p, const struct parallel *v)
{
	struct column_source s = {.r = p->b.r, .of = v, .rows = PAGE_ROWS};

	p->b.rc = json_members(&p->b.out, &s, &columns_parallel, v, p->b.err);
	jout_number(&p->b.out, "hops", s.seen);
}

void page_parallelism(struct page *p)
{
	const struct parallel *v = page_messages_parallel(p->messages);
	struct json_out *out = &p->b.out;

	if (p->b.rc)
		return;
	jout_object(out, "parallelism");
	if (v)
		put_parallel(p, v);
	else
		jout_text(out, "absent", READ_NO_PORT);
	jout_object_end(out);
}
