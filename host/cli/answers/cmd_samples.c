/* SPDX-License-Identifier: Apache-2.0 */
/* Durations by slow or contended clocks: the plan of an experiment, means from counts, readings of
 * zero time. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "answers/samples_run.h"
#include "clocks/answer.h"
#include "base/show.h"
#include "clocks/lock.h"
#include "base/number.h"
#include "commands.h"
#include "results/columns/documents.h"
#include "shared/common.h"

/* -- the three answers as text -- */

static void warn_lock(double ratio)
{
	if (ratio >= CLOCKS_NEAR)
		printf(
		    "warning: the loop is %slocked to the clock: the error is %.3g times that of "
		    "independent counts\n",
		    ratio >= CLOCKS_LOCKED ? "" : "nearly ", ratio);
}

static void samples_plan_text(const struct clocks_answer *a)
{
	const struct clocks_plan *p = a->plan;

	printf("tick %g, total width %g %% of the mean, ", a->tick, clocks_value(p->width));
	if (p->quantile.digits)
		printf("%g standard deviations as stated\n\n", p->w);
	else
		printf("confidence %g %% (%.6g standard deviations)\n\n", 100 * p->confidence,
		       p->w);
	printf("%14s %10s %5s %18s  %s\n", "expected", "+-", "by", "repetitions", "width then");
	for (size_t i = 0; i < p->count; i++) {
		const struct clocks_expected *e = &p->expected[i];

		printf("%14g %10g %5s %18" PRIu64 "  %.4g %%\n", clocks_value(e->duration),
		       clocks_value(e->wrong), clocks_rule_name[e->rule], e->repetitions,
		       100 * e->width);
	}
	printf("\nrepetitions: %" PRIu64 "\n", p->most);
	if (a->has_loop)
		printf("length: %.6g (loops of %g)\n", (double)p->most * a->loop, a->loop);
	warn_lock(clocks_answer_lock(a));
}

static void samples_counts_text(const struct clocks_answer *a)
{
	char name[BASE_SHOWN];

	printf("tick %g, confidence %g %%\n\n", a->tick, 100 * a->confidence);
	printf("%-12s %10s %12s %27s  %-10s %10s %10s %10s\n", "column", "counts", "mean",
	       "interval", "by", "s", "S (10a)", "bound");
	for (size_t i = 0; i < a->counts->columns; i++) {
		const struct clocks_estimate *x = &a->estimate[i];
		char interval[64] = "-";

		if (x->method)
			snprintf(interval, sizeof(interval), "%.6g..%.6g", x->low, x->high);
		printf("%-12s %10" PRIu64 " %12.6g %27s  %-10s %10.6g %10.6g %10.6g\n",
		       clocks_answer_name(a, i, name, sizeof(name)), x->counts, x->mean, interval,
		       clocks_method_name[x->method], x->deviation, x->s_10a, x->bound);
	}
	puts("");
	for (size_t i = 0; i < a->counts->columns; i++) {
		const struct clocks_estimate *x = &a->estimate[i];

		clocks_answer_name(a, i, name, sizeof(name));
		if (!x->method)
			printf("%s: no interval: %s\n", name, clocks_why_text[x->why]);
		if (x->dependent)
			printf("%s: the counts depend on each other: correlation %.3f %u apart\n",
			       name, x->correlation, x->lag);
		if (x->method && x->lock >= CLOCKS_NEAR)
			printf(
			    "%s: warning: the loop is nearly locked to the clock: the interval is "
			    "%.3g times wider\n",
			    name, x->lock);
	}
}

static void samples_zero_text(const struct clocks_answer *a)
{
	const struct clocks_zero *z = a->zero;

	printf("%zu repetitions of zero elapsed time, tick %g\n", z->n, a->tick);
	printf("uncorrected: mean %.6g, standard deviation %.6g\n\n", z->mean * a->tick,
	       z->deviation * a->tick);
	printf("%-20s %12s %12s %10s %21s %14s\n", "corrected by", "mean", "deviation", "k",
	       "interval of k", "shortest");
	for (size_t i = 0; i < CLOCKS_WAYS; i++) {
		const struct clocks_corrected *c = &z->way[i];
		char k[32] = "-", interval[64] = "-";

		if (!c->there)
			continue;
		if (c->has_k) {
			snprintf(k, sizeof(k), "%.4g", c->k);
			snprintf(interval, sizeof(interval), "%.4g..%.4g", c->k_low, c->k_high);
		}
		printf("%-20s %12.6g %12.6g %10s %21s %14.6g\n", clocks_way_name[i],
		       c->mean * a->tick, c->deviation * a->tick, k, interval, c->least * a->tick);
	}
	printf("\nshortest: one reading of this duration is known to %g %%, with a confidence of "
	       "%g %%\n",
	       100 * a->part, 100 * a->confidence);
	printf("prescaler: %" PRIu64 " (the largest power of two whose tick is at most the "
	       "standard deviation)\n",
	       z->prescale);
}

/* -- the command -- */

enum {
	OPT_TICK,
	OPT_EXPECT,
	OPT_CONFIDENCE,
	OPT_WIDTH,
	OPT_QUANTILE,
	OPT_LOOP,
	OPT_SUMS,
	OPT_DEVIATION,
	OPT_CONTIGUOUS,
	OPT_JITTER,
	OPT_ZERO,
	OPT_PART,
	OPT_INTERVAL,
	OPT_NODE,
	OPT_JSON,
};

#define CONFIDENCE 95
#define WIDTH 10
#define PART 10

static const struct base_option options[] = {
    [OPT_TICK] = {'t', "tick", "TIME", "the tick of the clock (default with --zero: 1)"},
    [OPT_EXPECT] = {'e', "expect", "TIME[+-TIME][,...]",
		    "plan an experiment: the durations that are expected, and by how much that "
		    "may be wrong"},
    [OPT_CONFIDENCE] = {'c', "confidence", "PERCENT",
			"of the intervals (default: " CLI_TEXT(CONFIDENCE) ")"},
    [OPT_WIDTH] = {'w', "width", "PERCENT",
		   "with --expect: total width of an interval, of the mean (default: " CLI_TEXT(
		       WIDTH) ")"},
    [OPT_QUANTILE] = {'q', "quantile", "N",
		      "with --expect, instead of --confidence: total width of an interval in "
		      "standard deviations, such as 3.94"},
    [OPT_LOOP] = {'l', "loop", "TIME[+-TIME]",
		  "how long one loop of the experiment takes, and its standard deviation"},
    [OPT_SUMS] = {'s', "sums", "N", "each number is the sum of N counts"},
    [OPT_DEVIATION] = {'d', "deviation", "TIME",
		       "with --sums: the standard deviation of the duration itself"},
    [OPT_CONTIGUOUS] = {'C', "contiguous", NULL, "each duration begins where the last one ended"},
    [OPT_JITTER] = {'J', "jitter", NULL, "the place of each tick is random within its period"},
    [OPT_ZERO] = {'z', "zero", "FILE", "judge a clock by its readings around zero elapsed time"},
    [OPT_PART] = {'p', "part", "PERCENT",
		  "with --zero: half width of the interval of one reading (default: " CLI_TEXT(
		      PART) ")"},
    [OPT_INTERVAL] = {'i', "interval", "NAME",
		      "read the counts of this interval from a run whose node has ticks"},
    [OPT_NODE] = {'n', "node", "NAME", "with --interval: at this node"},
    [OPT_JSON] = CLI_OPT_JSON,
    CLI_OPT_END};

/* Reads a decimal number above 0. Prints what is wrong; 0 or CLI_USAGE. */
static int take_decimal(const char *option, const char *text, struct clocks_decimal *out)
{
	if (!clocks_decimal(text, NULL, out))
		return cli_usage(&cmd_samples, "'%s' is not a number (option '--%s')", text,
				 option);
	if (!out->digits)
		return cli_usage(&cmd_samples, "'%s' must be above 0 (option '--%s')", text,
				 option);
	return 0;
}

static int take_time(const char *option, const char *text, double *out)
{
	struct clocks_decimal x;
	const int rc = text ? take_decimal(option, text, &x) : 0;

	if (text && !rc)
		*out = clocks_value(x);
	return rc;
}

/* A percentage above 0 and below 100, as a share. */
static int take_percent(const char *option, const char *text, double *out)
{
	const int rc = take_time(option, text, out);

	if (rc || !text)
		return rc;
	*out /= 100;
	return *out < 1 ? 0
			: cli_usage(&cmd_samples, "'%s' must be below 100 (option '--%s')", text,
				    option);
}

/* TIME[+-TIME] up to `end`. The second one may be 0. */
static int take_pair(const char *option, const char *text, size_t length,
		     struct clocks_decimal *first, struct clocks_decimal *second)
{
	const char *end = text + length, *sign = memmem(text, length, "+-", 2);

	*second = (struct clocks_decimal){0, 0};
	if (!clocks_decimal(text, sign ? sign : end, first) ||
	    (sign && !clocks_decimal(sign + 2, end, second)))
		return cli_usage(&cmd_samples, "'%.*s' is not a TIME or TIME+-TIME (option '--%s')",
				 (int)length, text, option);
	if (!first->digits)
		return cli_usage(&cmd_samples, "'%.*s' must be above 0 (option '--%s')",
				 (int)length, text, option);
	return 0;
}

static int take_expected(const char *text, struct clocks_plan *p)
{
	size_t count = 1;
	int rc = 0;

	for (const char *c = text; *c; c++)
		count += *c == ',';
	p->expected = calloc(count, sizeof(*p->expected));
	if (!p->expected) {
		struct gno_err err;

		gno_fail_nomem(&err);
		return cli_error(&err);
	}
	for (; p->count < count && !rc; p->count++) {
		const size_t length = strcspn(text, ",");
		struct clocks_expected *e = &p->expected[p->count];

		rc = take_pair("expect", text, length, &e->duration, &e->wrong);
		text += length + 1;
	}
	return rc;
}

/* An activity is a part of the loop that it is measured in. */
static int check_loop(const struct clocks_answer *ask, const struct clocks_plan *p)
{
	for (size_t i = 0; i < p->count && ask->has_loop; i++)
		if (clocks_value(p->expected[i].duration) > ask->loop)
			return cli_usage(&cmd_samples,
					 "the duration %g is expected to be longer than its loop "
					 "of %g",
					 clocks_value(p->expected[i].duration), ask->loop);
	return 0;
}

/* Prints an answer as JSON or as text. */
static int show(const struct base_values *v, const struct clocks_answer *a,
		const struct column_list *json, void (*text)(const struct clocks_answer *a))
{
	struct gno_err err;

	if (v->option[OPT_JSON])
		return cli_print_document(json, a, &err) ? cli_error(&err) : 0;
	text(a);
	return 0;
}

static int plan(const struct base_values *v, struct clocks_answer *ask)
{
	struct clocks_plan p = {.width = {WIDTH, 0}, .confidence = ask->confidence};
	struct gno_err err;
	int rc = take_decimal("tick", v->option[OPT_TICK], &p.tick);

	if (!rc && v->option[OPT_WIDTH])
		rc = take_decimal("width", v->option[OPT_WIDTH], &p.width);
	if (!rc && v->option[OPT_QUANTILE])
		rc = take_decimal("quantile", v->option[OPT_QUANTILE], &p.quantile);
	if (!rc)
		rc = take_expected(v->option[OPT_EXPECT], &p);
	if (!rc)
		rc = check_loop(ask, &p);
	if (!rc && clocks_plan(&p, &err))
		rc = cli_usage(&cmd_samples, "%s", err.text);
	ask->plan = &p;
	if (!rc)
		rc = show(v, ask, &columns_clocks_plan, samples_plan_text);
	free(p.expected);
	return rc;
}

/* An activity is a part of its loop, which the user states with its spread. */
static bool is_too_long(const struct clocks_ask *how, const struct clocks_estimate *e)
{
	return how->has_loop && !how->contiguous && e->mean - e->certain > how->loop + how->spread;
}

static int estimate(const struct base_values *v, struct clocks_answer *ask,
		    const struct clocks_ask *how, const struct clocks_table *t)
{
	struct clocks_estimate *e = NULL;
	char name[BASE_SHOWN];
	struct gno_err err;
	int rc = 0;

	if (t->rows < (how->each ? 1 : 2))
		rc = gno_fail(&err, GNO_ERR_FORMAT, "'%s' has %s", v->arg[0],
			      t->rows ? "one count; two are the least" : "no numbers");
	if (!rc && !(e = calloc(t->columns, sizeof(*e))))
		rc = gno_fail_nomem(&err);
	ask->counts = t;
	for (size_t i = 0; !rc && i < t->columns; i++)
		if (!clocks_estimate(how, t->at + i * t->rows, t->rows, &e[i]))
			rc = gno_fail_nomem(&err);
		else if (is_too_long(how, &e[i]))
			rc = gno_fail(&err, GNO_ERR_ARG,
				      "'%s' takes %.6g on average, longer than its loop of %g",
				      clocks_answer_name(ask, i, name, sizeof(name)), e[i].mean,
				      how->loop);
	ask->estimate = e;
	rc = rc ? cli_error(&err) : show(v, ask, &columns_clocks_counts, samples_counts_text);
	free(e);
	return rc;
}

static int counts(const struct base_values *v, struct clocks_answer *ask)
{
	struct clocks_ask how = {.tick = ask->tick,
				 .confidence = ask->confidence,
				 .contiguous = v->option[OPT_CONTIGUOUS] != NULL,
				 .jitter = v->option[OPT_JITTER] != NULL,
				 .has_loop = ask->has_loop,
				 .loop = ask->loop,
				 .spread = ask->spread,
				 .has_deviation = v->option[OPT_DEVIATION] != NULL};
	struct clocks_table t;
	struct gno_err err;
	int rc = take_time("deviation", v->option[OPT_DEVIATION], &how.deviation);

	if (!rc && v->option[OPT_SUMS] &&
	    (!base_number_parse(v->option[OPT_SUMS], UINT64_C(1) << 53, &how.each) || !how.each))
		rc = cli_usage(&cmd_samples, "'%s' is not a number of counts (option '--sums')",
			       v->option[OPT_SUMS]);
	if (!rc && how.has_deviation && !how.each)
		rc = cli_usage(&cmd_samples, "--deviation needs --sums");
	if (rc)
		return rc;
	rc = clocks_table_read(v->arg[0], how.each ? "sum of counts" : "count", &t, &err);
	rc = rc ? cli_error(&err) : estimate(v, ask, &how, &t);
	clocks_table_free(&t);
	return rc;
}

/* The counts of a run, which knows its clock. */
static int run(const struct base_values *v, struct clocks_answer *ask)
{
	const struct samples_of of = {v->arg[0], v->option[OPT_INTERVAL], v->option[OPT_NODE]};
	struct clocks_ask how = {.confidence = ask->confidence,
				 .has_loop = ask->has_loop,
				 .loop = ask->loop,
				 .spread = ask->spread};
	struct clocks_table t;
	int rc = samples_run_read(&of, &t, &how);

	ask->tick = how.tick;
	rc = rc ? rc : estimate(v, ask, &how, &t);
	clocks_table_free(&t);
	return rc;
}

static int zero(const struct base_values *v, struct clocks_answer *ask)
{
	const char *path = v->option[OPT_ZERO];
	struct clocks_table t;
	struct clocks_zero z;
	struct gno_err err;
	int rc = clocks_table_read(path, "time stamp", &t, &err);

	if (!rc)
		rc = clocks_zero(&t, path, ask->confidence, ask->part, &z, &err);
	ask->zero = &z;
	rc = rc ? cli_error(&err) : show(v, ask, &columns_clocks_zero, samples_zero_text);
	clocks_table_free(&t);
	return rc;
}

/* What is asked for, and the options that belong to it. */
enum answer { PLAN, COUNTS, RUN, ZERO };

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static int check_options(const struct base_values *v, enum answer answer)
{
	static const struct {
		unsigned option;
		unsigned of; /* bits of enum answer */
	} rules[] = {
	    {OPT_WIDTH, 1 << PLAN},
	    {OPT_QUANTILE, 1 << PLAN},
	    {OPT_TICK, 1 << PLAN | 1 << COUNTS | 1 << ZERO},
	    {OPT_LOOP, 1 << PLAN | 1 << COUNTS | 1 << RUN},
	    {OPT_SUMS, 1 << COUNTS},
	    {OPT_DEVIATION, 1 << COUNTS},
	    {OPT_CONTIGUOUS, 1 << COUNTS},
	    {OPT_JITTER, 1 << COUNTS},
	    {OPT_PART, 1 << ZERO},
	    {OPT_NODE, 1 << RUN},
	};
	static const char *const name[] = {"--expect", "counts", "--interval", "--zero"};

	if (answer == COUNTS && v->args && is_folder(v->arg[0]))
		return cli_usage(
		    &cmd_samples,
		    "'%s' is a directory: of a run, --interval must name what to count", v->arg[0]);
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++)
		if (v->option[rules[i].option] && !(rules[i].of >> answer & 1))
			return cli_usage(&cmd_samples, "--%s cannot be combined with %s",
					 options[rules[i].option].name, name[answer]);
	if (answer <= COUNTS && !v->option[OPT_TICK])
		return cli_usage(&cmd_samples, "--tick is missing");
	return 0;
}

static int take_ask(const struct base_values *v, struct clocks_answer *ask)
{
	const char *loop = v->option[OPT_LOOP];
	struct clocks_decimal first, second;
	int rc = take_time("tick", v->option[OPT_TICK], &ask->tick);

	if (!rc)
		rc = take_percent("confidence", v->option[OPT_CONFIDENCE], &ask->confidence);
	if (!rc)
		rc = take_percent("part", v->option[OPT_PART], &ask->part);
	if (!rc && loop)
		rc = take_pair("loop", loop, strlen(loop), &first, &second);
	if (!rc && loop) {
		ask->has_loop = true;
		ask->loop = clocks_value(first);
		ask->spread = clocks_value(second);
	}
	return rc;
}

static int command(const struct base_values *v)
{
	static const unsigned either[] = {OPT_EXPECT, OPT_ZERO, OPT_INTERVAL, CLI_NONE};
	static int (*const answers[])(const struct base_values *v, struct clocks_answer *ask) = {
	    [PLAN] = plan, [COUNTS] = counts, [RUN] = run, [ZERO] = zero};
	static const unsigned one[] = {OPT_CONFIDENCE, OPT_QUANTILE, CLI_NONE};
	struct clocks_answer ask = {
	    .tick = 1, .confidence = CONFIDENCE / 100., .part = PART / 100.};
	const enum answer answer = v->option[OPT_EXPECT]     ? PLAN
				   : v->option[OPT_ZERO]     ? ZERO
				   : v->option[OPT_INTERVAL] ? RUN
							     : COUNTS;
	int rc = cli_exclude(&cmd_samples, v, either);

	if (!rc)
		rc = cli_exclude(&cmd_samples, v, one);
	if (!rc)
		rc = take_ask(v, &ask);
	if (!rc)
		rc = check_options(v, answer);
	if (!rc && (v->args == 1) != (answer == COUNTS || answer == RUN))
		rc = cli_usage(&cmd_samples,
			       answer == COUNTS ? "a file of counts, --expect or --zero is missing"
			       : answer == RUN	? "--interval is of a run, which is missing"
						: "--expect and --zero take no file of counts");
	return rc ? rc : answers[answer](v, &ask);
}

const struct cli_spec cmd_samples = {
    .name = "samples",
    .args = "[COUNTS | RUN/]",
    .min_args = 0,
    .max_args = 1,
    .brief = "plan and judge measurements by a clock that is slow, or contended",
    .summary =
	"Mean durations by a clock whose tick is longer than they are, with confidence intervals.",
    .details =
	"With --expect it prints how often each duration must be measured. With COUNTS it prints means and intervals: a file with a column of tick counts for each duration, separated by commas. With --interval it takes the counts from a run whose node has ticks (times in cycles). With --zero it judges a clock by time stamps: in each line 4 successive reads (Method I), or a pair of another process, 2 reads and the pair behind them (Method II: 6), or such a pair, 4 reads and a pair (both: 8).\n"
	"TIME is a number in any unit, the same for all. Where the loop of the experiment is locked to the clock there is no interval. docs/guide/ticks.md and docs/guide/clocks.md explain the methods.\n",
    .options = options,
    .run = command,
};
