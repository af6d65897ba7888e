/* SPDX-License-Identifier: Apache-2.0 */
/* How parallel the program was, and its critical path. */
#include "out/page/data.h"

#include "passes/parallel/parallel.h"

static void put_process(const struct parallel *v, struct json_out *out, size_t process)
{
	char buf[96];

	jout_text(out, "name", parallel_name(v, process, buf, sizeof(buf)));
}

/* The stretches of the path, and the messages between them, from its begin to its end. */
static uint64_t put_path(const struct parallel *v, struct json_out *out)
{
	struct path_hop hop;
	uint64_t hops = 0;
	bool ended = false;
	uint32_t at = 0;

	jout_list(out, "path");
	while (path_next(v->path, &at, &ended, &hop)) {
		if (hops++ >= PAGE_ROWS)
			continue;
		jout_object(out, NULL);
		put_process(v, out, hop.process);
		jout_number(out, "from", hop.from);
		jout_number(out, "to", hop.to);
		jout_number(out, "work", hop.work);
		if (hop.leaves) {
			jout_number(out, "connection", hop.connection);
			jout_number(out, "sequence", hop.sequence);
			jout_number(out, "delivery", hop.delivery);
		}
		jout_object_end(out);
	}
	jout_list_end(out);
	return hops;
}

static void put_slack(const struct parallel *v, struct json_out *out)
{
	jout_list(out, "processes");
	for (size_t i = 0; i < v->h->processes->processes; i++) {
		const struct history_process *ran = &v->h->process[i];

		if (!ran->used || ran->idle)
			continue;
		jout_object(out, NULL);
		put_process(v, out, i);
		jout_number(out, "time", ran->total);
		jout_number(out, "on", v->path->process[i].on);
		jout_number_if(out, "slack", parallel_is_whole(v), v->path->process[i].slack);
		jout_object_end(out);
	}
	jout_list_end(out);
}

void page_parallelism(struct page *p)
{
	const struct parallel *v = page_messages_parallel(p->messages);
	struct json_out *out = &p->b.out;

	if (p->b.rc)
		return;
	jout_object(out, "parallelism");
	if (v) {
		jout_number(out, "total", v->h->total);
		jout_bool(out, "totalAtLeast", !parallel_times_are_whole(v));
		jout_number(out, "longest", v->path->longest);
		jout_bool(out, "longestAtLeast",
			  !parallel_is_whole(v) && parallel_longest_is_least(v));
		jout_bool(out, "whole", parallel_is_whole(v));
		jout_number(out, "hops", put_path(v, out));
		put_slack(v, out);
	} else {
		jout_text(out, "absent", READ_NO_PORT);
	}
	jout_object_end(out);
}
