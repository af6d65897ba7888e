/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "passes/messages/traffic.h"
#include "common/util.h"
#include "out/text/text.h"

static const char *name(const struct traffic *t, unsigned group)
{
	return t->processes->group[group].name;
}

/* So many a second. */
static void put_rate(const struct traffic *t, struct report_table *x, uint64_t count)
{
	double rate = (double)count * (double)t->r->m->clock_hz / (double)traffic_cycles(t);

	if (rate < 1e4)
		report_table_cell(x, "%.4g", rate);
	else
		report_table_cell(x, rate < 1e7 ? "%.1fk" : "%.1fM",
				  rate < 1e7 ? rate / 1e3 : rate / 1e6);
}

/* Minimum, mean, maximum, and with `percentiles` the median and two more, or what they are below
 * by 1/64 at most. */
static void put_spread(struct report_table *x, const struct traffic_spread *s, bool percentiles)
{
	static const unsigned percents[] = {50, 90, 99};
	const struct gno_histogram *h = &s->histogram;
	bool any = s->stats.count;

	report_table_cell(x, any ? "%" PRIu64 : "-", s->stats.min);
	report_table_cell(x, any ? "%.1f" : "-", gno_stats_mean(&s->stats));
	report_table_cell(x, any ? "%" PRIu64 : "-", s->stats.max);
	for (unsigned i = 0; i < 3 && percentiles; i++) {
		uint64_t lo, hi;

		if (!gno_histogram_percentile(&h, 1, percents[i], &lo, &hi))
			report_table_cell(x, "-");
		else
			report_table_cell(x, "%" PRIu64, hi);
	}
}

static int end(struct report_table *x, const char *title, size_t rows, size_t all, FILE *f)
{
	int rc = report_table_end(x, title, f);

	if (all > rows)
		fprintf(f, "  %zu more: --limit\n", all - rows);
	return rc;
}

/* When the messages were received: parts without any, and up to half, up to all of the most. */
static void put_history(struct report_table *x, const struct traffic_route *v)
{
	char line[TRAFFIC_PARTS / 2 + 1];
	uint64_t most = 0;

	for (unsigned i = 0; i < TRAFFIC_PARTS / 2; i++) {
		uint64_t sum = v->history[2 * i] + v->history[2 * i + 1];

		most = sum > most ? sum : most;
	}
	for (unsigned i = 0; i < TRAFFIC_PARTS / 2; i++) {
		uint64_t sum = v->history[2 * i] + v->history[2 * i + 1];

		line[i] = !sum ? '.' : 4 * sum <= most ? '-' : 4 * sum <= 3 * most ? '=' : '#';
	}
	line[TRAFFIC_PARTS / 2] = '\0';
	report_table_cell(x, "%s", line);
}

static int put_routes(const struct traffic *t, size_t rows, FILE *f)
{
	static const char *const heads[] = {"from", "to",  "messages", "/s",  "bytes",
					    "/s",   "min", "mean",     "max", "when"};
	struct report_table *x = text_table("llrrrrrrrl", heads);

	for (size_t i = 0; i < t->routes && i < rows; i++) {
		const struct traffic_route *v = &t->route[i];

		report_table_cell(x, "%s", name(t, v->from));
		report_table_cell(x, "%s", name(t, v->to));
		report_table_cell(x, "%" PRIu64, v->size.stats.count);
		put_rate(t, x, v->size.stats.count);
		report_table_cell(x, "%" PRIu64, v->size.stats.total);
		put_rate(t, x, v->size.stats.total);
		put_spread(x, &v->size, false);
		put_history(x, v);
	}
	return end(
	    x,
	    "\nwho sends to whom (min, mean, max: bytes of a message; when: from the first to the last cycle)\n",
	    rows, t->routes, f);
}

static int put_transits(const struct traffic *t, size_t rows, FILE *f)
{
	static const char *const heads[] = {"from", "to",  "messages", "min", "mean",
					    "max",  "50%", "90%",      "99%"};
	struct report_table *x = text_table("llrrrrrrr", heads);

	for (size_t i = 0; i < t->routes && i < rows; i++) {
		report_table_cell(x, "%s", name(t, t->route[i].from));
		report_table_cell(x, "%s", name(t, t->route[i].to));
		report_table_cell(x, "%" PRIu64, t->route[i].transit.stats.count);
		put_spread(x, &t->route[i].transit, true);
	}
	return end(x, "\nfrom send to receive (cycles)\n", rows, t->routes, f);
}

static int put_queues(const struct traffic *t, size_t rows, FILE *f)
{
	static const char *const heads[] = {"process", "messages", "queued", "longest",
					    "mean",    "min",	   "mean",   "max",
					    "50%",     "90%",	   "99%"};
	struct report_table *x = text_table("lrrrrrrrrrr", heads);

	for (size_t i = 0; i < t->receivers && i < rows; i++) {
		const struct traffic_receiver *v = &t->receiver[i];

		report_table_cell(x, "%s", name(t, v->group));
		report_table_cell(x, "%" PRIu64, v->wait.stats.count);
		report_table_cell(x, "%" PRIu64, v->queued);
		report_table_cell(x, "%" PRIu64, v->queue.most);
		report_table_cell(x, "%.3f", (double)v->queue.sum / (double)traffic_cycles(t));
		put_spread(x, &v->wait, true);
	}
	return end(
	    x,
	    "\nqueue of each receiver: longest and mean length, then how long messages wait in it (cycles)\n",
	    rows, t->receivers, f);
}

static int put_blocked(const struct traffic *t, size_t rows, FILE *f)
{
	static const char *const heads[] = {"process", "receives", "min", "mean",
					    "max",     "50%",	   "90%", "99%"};
	struct report_table *x = text_table("lrrrrrrr", heads);
	size_t all = 0;

	for (size_t i = 0; i < t->receivers; i++) {
		const struct traffic_receiver *v = &t->receiver[i];

		if (!v->blocked.stats.count || all++ >= rows)
			continue;
		report_table_cell(x, "%s", name(t, v->group));
		report_table_cell(x, "%" PRIu64, v->blocked.stats.count);
		put_spread(x, &v->blocked, true);
	}
	return end(x, "\nfrom a receive_call to its receive (cycles)\n", rows, all, f);
}

static int put_alone(const struct traffic *t, FILE *f)
{
	static const char *const heads[] = {"connection", "event", "count", "why"};
	static const char *const fates[MESSAGE_FATES] = {"", "send", "receive", "message_queued"};
	struct report_table *x = text_table("rlrl", heads);

	for (unsigned c = 0; c < GNO_CONNECTIONS; c++)
		for (unsigned fate = 0; fate < MESSAGE_FATES; fate++)
			for (unsigned why = 0; why < MESSAGE_REASONS; why++) {
				if (!t->alone[fate][why][c])
					continue;
				report_table_cell(x, "%u", c);
				report_table_cell(x, "%s", fates[fate]);
				report_table_cell(x, "%" PRIu64, t->alone[fate][why][c]);
				report_table_cell(x, "%s", message_reason_text(why));
			}
	return report_table_end(x, "\nnot matched, and in none of the tables above\n", f);
}

int traffic_text(const struct traffic *t, size_t rows, FILE *f, struct gno_err *err)
{
	char buf[48];
	int rc;

	fprintf(f, "messages from cycle %" PRIu64 " to %" PRIu64 ", %s", t->from, t->to,
		text_time(t->r, (double)traffic_cycles(t), buf, sizeof(buf)));
	fprintf(f, "\n  %" PRIu64 " sent and received, %" PRIu64 " bytes", t->messages, t->bytes);
	if (t->tachyons)
		fprintf(f, "\n  %" PRIu64 " of them received before they were sent (tachyons)",
			t->tachyons);
	if (t->between)
		fprintf(
		    f,
		    "\n  %" PRIu64 " of them between two boards, of which the bounds of their "
		    "times leave the order of %" PRIu64
		    " undecided\n  how long one took between two boards is wrong by at most the "
		    "bounds of both",
		    t->between, t->undecided);
	if (t->below_floor)
		fprintf(f,
			"\n  A BOUND IS BROKEN, OR THE FLOOR OF MESSAGES IS FALSE: %" PRIu64
			" took less than the floor, by more than their bounds",
			t->below_floor);
	if (t->r->run->model)
		fputs("\n  of a simulated model of the monitor, which never loses a record", f);
	if (t->breaks)
		fprintf(f,
			"\n  NOT COMPLETE: writes of nodes were lost or not collected in %" PRIu64
			" stretch%s; the tables have the messages of which both ends are recorded",
			t->breaks, t->breaks == 1 ? "" : "es");
	fputc('\n', f);
	text_exact(t->r, f);
	rc = put_routes(t, rows, f);
	rc = put_transits(t, rows, f) ? GNO_ERR_NOMEM : rc;
	rc = put_queues(t, rows, f) ? GNO_ERR_NOMEM : rc;
	rc = put_blocked(t, rows, f) ? GNO_ERR_NOMEM : rc;
	rc = put_alone(t, f) ? GNO_ERR_NOMEM : rc;
	return rc ? gno_fail_nomem(err) : GNO_OK;
}
