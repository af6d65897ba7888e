/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/boards.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/show.h"
#include "sync/refresh.h"
#include "sync/track.h"
#include "sync/wide.h"

#define PPB_OF_PPM 1000
#define PS_OF_US 1000000

#define DRIFT_PPM 100
#define WANDER_PPM 1

/* Reads a decimal number, times `scale` and rounded up, and moves *text behind it. */
static bool take_scaled(const char **text, uint64_t scale, uint64_t most, uint64_t *out)
{
	sync_uwide below = 1;
	uint64_t digits;
	unsigned places;

	if (base_decimal_take(text, &digits, &places) != BASE_NUMBER_OK)
		return false;
	while (places--)
		below *= 10;
	*out = sync_up((sync_uwide)digits * scale, below);
	return *out <= most;
}

/* The same of a whole text; *out stays as it is where there is none. */
static bool get_scaled(const char *text, uint64_t scale, uint64_t most, uint64_t *out)
{
	return !text || (take_scaled(&text, scale, most, out) && !*text);
}

static bool get_floor(const char *text, struct sync_board *b)
{
	if (!text)
		return true;
	b->floor = SYNC_FLOOR_PROVEN;
	return take_scaled(&text, PS_OF_US, SYNC_SECOND, &b->out) && *text++ == ',' &&
	       get_scaled(text, PS_OF_US, SYNC_SECOND, &b->back);
}

int cli_figures(const struct cli_spec *spec, const struct cli_figures *text,
		struct sync_board *board, struct sync_plan *plan)
{
	const uint64_t most = SYNC_LIE_PPM * PPB_OF_PPM;
	uint64_t drift = DRIFT_PPM * PPB_OF_PPM, host = drift, wander = WANDER_PPM * PPB_OF_PPM;
	uint64_t floor = 0;

	*board = (struct sync_board){.floor = SYNC_FLOOR_NONE};
	if (!get_scaled(text->drift, PPB_OF_PPM, most, &drift))
		return cli_usage(spec, "--drift must be a number of ppm up to %d", SYNC_LIE_PPM);
	if (!get_scaled(text->host_drift, PPB_OF_PPM, most, &host))
		return cli_usage(spec, "--host-drift must be a number of ppm up to %d",
				 SYNC_LIE_PPM);
	if (!get_scaled(text->wander, PPB_OF_PPM, most, &wander))
		return cli_usage(spec, "--wander must be a number of ppm up to %d", SYNC_LIE_PPM);
	if (!get_floor(text->floor, board))
		return cli_usage(spec, "--floor must be two numbers of microseconds up to 1000000, "
				       "as in '2,1.5'");
	if (!get_scaled(text->message_floor, PS_OF_US, SYNC_SECOND, &floor))
		return cli_usage(spec,
				 "--message-floor must be a number of microseconds up to 1000000");
	*plan = sync_plan_usual(floor);
	board->drift = (uint32_t)drift;
	board->host_drift = (uint32_t)host;
	board->wander = (uint32_t)wander;
	return 0;
}

/* Whether a text begins with the scheme of a URL. */
static bool is_url(const char *text)
{
	const char *at = text;

	while (islower((unsigned char)*at))
		at++;
	return at > text && *at == ':';
}

const char **cli_devices(char *text, size_t *count)
{
	const char **url = calloc(strlen(text) / 2 + 1, sizeof(*url));

	*count = 0;
	if (!url)
		return NULL;
	url[(*count)++] = text;
	for (char *at = strchr(text, ','); at; at = strchr(at + 1, ','))
		if (is_url(at + 1)) {
			*at = '\0';
			url[(*count)++] = ++at;
		}
	return url;
}

/* Rate of a board against the host, in ppm; above 0 it is fast. */
static double fast_ppm(const struct sync_mapping *m)
{
	const struct sync_point *p = m->point, *q = p + m->points - 1;
	const int64_t host = q->time - p->time, own = sync_nominal(&m->board, q->cycle - p->cycle);

	return (double)(own - host) * 1e6 / (double)host;
}

static void print_row(const struct sync_entry *e)
{
	const struct sync_mapping *m = &e->mapping;
	char name[BASE_SHOWN];

	printf("%-28s %-10s", base_show(e->name, name, sizeof(name)), sync_state_name(e->state));
	if (m->points > 1)
		printf(" %+12.3f", fast_ppm(m));
	else
		printf(" %12s", "-");
	if (m->points)
		printf(" %12.3f", (double)m->point[m->points - 1].bound / PS_OF_US);
	else
		printf(" %12s", "-");
	printf(" %7zu %7" PRIu64 " %8" PRIu64 "\n", m->points, e->polls, e->rejected);
}

static void note_state(const struct sync_entry *e)
{
	const double at = (double)e->since / SYNC_SECOND;
	char name[BASE_SHOWN];

	base_show(e->name, name, sizeof(name));
	if (e->state == SYNC_UNPLUGGED)
		cli_note("board '%s' did not answer after %.3f s", name, at);
	else if (e->state == SYNC_RESTARTED)
		cli_note("board '%s' was restarted after %.3f s", name, at);
	else if (e->state == SYNC_LIES)
		cli_note("board '%s' lies: its clock is %s by at least %" PRId64
			 " ppm, its time is not known",
			 name, e->ppm > 0 ? "fast" : "slow", e->ppm < 0 ? -e->ppm : e->ppm);
}

static void note_broken(const struct sync_entry *e)
{
	static const char *const how[SYNC_CHECKS] = {
	    "", "two intervals of its pulses are disjoint",
	    "a pulse lies outside the band of its neighbours",
	    "a poll was faster than the declared floor", "their rates contradict"};
	const struct sync_broken *b = &e->broken;
	const double by = (double)b->by / (b->check == SYNC_CHECK_RATES ? PPB_OF_PPM : PS_OF_US);
	char name[BASE_SHOWN], with[BASE_SHOWN];

	if (!b->times)
		return;
	base_show(e->name, name, sizeof(name));
	base_show(b->with ? b->with : "the host", with, sizeof(with));
	cli_note("the bound of board '%s' against %s%s%s was broken by %.3f %s at %.3f s: %s", name,
		 b->with ? "'" : "", with, b->with ? "'" : "", by,
		 b->check == SYNC_CHECK_RATES ? "ppm" : "us", (double)b->at / SYNC_SECOND,
		 how[b->check]);
}

void cli_print_boards(const struct sync_set *set)
{
	const uint64_t apart = sync_apart(set);

	printf("%-28s %-10s %12s %12s %7s %7s %8s\n", "board", "state", "fast, ppm", "bound, us",
	       "pulses", "polls", "rejected");
	for (size_t i = 0; i < set->entries; i++)
		print_row(&set->entry[i]);
	printf("the host is %.3f ppm %s against the median of all clocks\n",
	       (double)(set->plan.drift < 0 ? -set->plan.drift : set->plan.drift) / PPB_OF_PPM,
	       set->plan.drift < 0 ? "fast" : "slow");
	if (set->plan.guaranteed)
		printf("a refresh each %.3f s keeps messages between boards in order\n",
		       (double)set->plan.interval / SYNC_SECOND);
	else
		printf("no refresh interval guarantees the order of messages: %s; "
		       "it is %.3f s\n",
		       set->plan.floor ? "their floor is not above twice the bound"
				       : "no floor of theirs is declared",
		       (double)set->plan.interval / SYNC_SECOND);
	if (apart)
		printf("up to a refresh the times of two boards are within %.3f us of each other\n",
		       (double)apart / PS_OF_US);
}

void cli_note_boards(const struct sync_set *set)
{
	for (size_t i = 0; i < set->entries; i++) {
		note_state(&set->entry[i]);
		note_broken(&set->entry[i]);
	}
}
