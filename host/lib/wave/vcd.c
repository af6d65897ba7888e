/* SPDX-License-Identifier: Apache-2.0 */
#include "wave/vcd.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/new_file.h"
#include "common/timescale.h"
#include "common/util.h"
#include "gnomon/simulation.h"
#include "wave/pipes.h"

#define CODE "gnomon" /* begins the codes of signals; then a number, '~' and a number */

struct vcd {
	char *path, *temp; /* temp: NULL, none was made */
	char *waveform;
	struct wave_pipe in, out;
	int unit;	   /* of the times that are given */
	uint64_t multiple; /* of the file's unit */
	unsigned set;	   /* number of the signals' codes, larger than those that are there */

	char *line; /* of the other waveform, not yet written */
	size_t room;
	bool more;	/* there is one */
	bool begun;	/* the header is written */
	bool timed;	/* a time was written: the last one */
	uint64_t now;	/* in the file's unit */
	uint64_t ahead; /* time of `line`, where that begins one */
};

/* --- the other waveform */

static int foreign(const struct vcd *v, const char *what, struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_FORMAT, "no waveform that can be read (%s): '%s'", what,
			v->waveform);
}

/* The next line; v->more: there is one. */
static int next_line(struct vcd *v, struct gno_err *err)
{
	v->more = getline(&v->line, &v->room, v->in.file) >= 0;
	if (!v->more && ferror(v->in.file))
		return gno_fail_errno(err, errno, "cannot read '%s'", v->waveform);
	if (v->more && v->begun && *v->line == '#')
		v->ahead = strtoull(v->line + 1, NULL, 10);
	return 0;
}

/* Takes the unit, as in "1 ps"; *power stays as it is where there is none. */
static void take_unit(const char *text, int *power)
{
	char unit[3] = "";
	unsigned number;

	if (sscanf(text, " %u %2[a-z]", &number, unit) != 2)
		return;
	for (int p = GNO_SIMULATION_UNIT_MIN; p <= 0; p++) {
		struct gno_timescale scale = gno_timescale(p);

		if (scale.number == number && !strcmp(scale.unit, unit))
			*power = p;
	}
}

/* A line of the header: the unit, and codes of signals as ours. */
static void look(struct vcd *v, int *power, bool *in_unit)
{
	const char *at = strstr(v->line, "$timescale"), *code = strstr(v->line, CODE);
	unsigned set;

	if (at)
		take_unit(at + strlen("$timescale"), power);
	else if (*in_unit)
		take_unit(v->line, power);
	*in_unit = (at || *in_unit) && !strstr(v->line, "$end");
	if (strstr(v->line, "$var") && code && sscanf(code, CODE "%u~", &set) == 1 && set >= v->set)
		v->set = set + 1;
}

/* Copies the header up to its end, which comes after our signals. */
static int copy_header(struct vcd *v, struct gno_err *err)
{
	int power = 1, ret = next_line(v, err);
	bool in_unit = false;

	while (!ret && v->more && !strstr(v->line, "$enddefinitions")) {
		look(v, &power, &in_unit);
		fputs(v->line, v->out.file);
		ret = next_line(v, err);
	}
	if (ret)
		return ret;
	if (!v->more)
		return foreign(v, "its header has no end", err);
	if (power > 0)
		return foreign(v, "its header names no unit of time", err);
	if (power > v->unit)
		return gno_fail(err, GNO_ERR_ARG,
				"the unit of time of '%s' is %u %s, longer than that of the run's "
				"simulation, %u %s",
				v->waveform, gno_timescale(power).number, gno_timescale(power).unit,
				gno_timescale(v->unit).number, gno_timescale(v->unit).unit);
	for (; power < v->unit; power++)
		v->multiple *= 10;
	return 0;
}

/* Copies its changes up to and including a time. */
static int copy_changes(struct vcd *v, uint64_t to, struct gno_err *err)
{
	int ret = 0;

	while (!ret && v->more) {
		if (*v->line == '#') {
			if (v->ahead > to)
				return 0;
			if (v->ahead < v->now)
				return foreign(v, "its times go back", err);
			v->now = v->ahead;
			v->timed = true;
		}
		fputs(v->line, v->out.file);
		ret = next_line(v, err);
	}
	return ret;
}

/* --- the file */

static void put_header(const struct vcd *v)
{
	struct gno_timescale scale = gno_timescale(v->unit);

	fprintf(v->out.file, "$version gnomon %s $end\n$timescale %u%s $end\n", GNOMON_VERSION,
		scale.number, scale.unit);
}

int vcd_open(const char *path, const char *waveform, int unit, struct vcd **out,
	     struct gno_err *err)
{
	struct vcd *v = calloc(1, sizeof(*v));
	int ret;

	*out = v;
	if (!v)
		return gno_fail_nomem(err);
	v->unit = unit;
	v->multiple = 1;
	v->path = strdup(path);
	v->waveform = waveform ? strdup(waveform) : NULL;
	if (!v->path || (waveform && !v->waveform))
		return gno_fail_nomem(err);
	ret = waveform ? wave_pipe_read(waveform, &v->in, err) : 0;
	if (!ret)
		ret = gno_new_file(v->path, &v->temp, err);
	if (!ret)
		ret = wave_pipe_write(path, v->temp, &v->out, err);
	if (ret)
		return ret;
	if (waveform)
		return copy_header(v, err);
	put_header(v);
	return 0;
}

/* Characters of a text, others as '_'. */
static void put_visible(const struct vcd *v, const char *text, bool name)
{
	for (; *text; text++)
		fputc(isalnum((unsigned char)*text) || (!name && isgraph((unsigned char)*text))
			  ? *text
			  : '_',
		      v->out.file);
}

void vcd_comment(struct vcd *v, const char *text)
{
	fputs("$comment", v->out.file);
	for (size_t length; *text; text += length + (text[length] == ' ')) {
		length = strcspn(text, " ");
		fputc(' ', v->out.file);
		for (size_t i = 0; i < length; i++)
			fputc(isgraph((unsigned char)text[i]) && text[i] != '$' ? text[i] : '_',
			      v->out.file);
	}
	fputs(" $end\n", v->out.file);
}

void vcd_scope(struct vcd *v, const char *name)
{
	if (!name) {
		fputs("$upscope $end\n", v->out.file);
		return;
	}
	fputs("$scope module ", v->out.file);
	put_visible(v, name, true);
	fputs(" $end\n", v->out.file);
}

static void put_code(const struct vcd *v, unsigned number)
{
	fprintf(v->out.file, CODE "%u~%u", v->set, number);
}

void vcd_signal(struct vcd *v, enum vcd_kind kind, unsigned bits, unsigned number, const char *name)
{
	fprintf(v->out.file, "$var %s %u ", kind == VCD_TEXT ? "string" : "wire", bits);
	put_code(v, number);
	fputc(' ', v->out.file);
	put_visible(v, name, true);
	if (bits > 1)
		fprintf(v->out.file, " [%u:0]", bits - 1);
	fputs(" $end\n", v->out.file);
}

void vcd_begin(struct vcd *v)
{
	if (v->in.file)
		fputs(v->line, v->out.file);
	else
		fputs("$enddefinitions $end\n", v->out.file);
	v->begun = true;
	v->line = v->in.file ? v->line : NULL;
	if (v->in.file)
		v->line[0] = '\0'; /* written */
}

int vcd_at(struct vcd *v, uint64_t time, struct gno_err *err)
{
	uint64_t at = time * v->multiple;
	int ret = copy_changes(v, at, err);

	if (!ret && (v->now != at || !v->timed)) {
		fprintf(v->out.file, "#%" PRIu64 "\n", at);
		v->now = at;
		v->timed = true;
	}
	return ret;
}

void vcd_text(struct vcd *v, unsigned number, const char *text)
{
	fputc('s', v->out.file);
	put_visible(v, text, false);
	fputc(' ', v->out.file);
	put_code(v, number);
	fputc('\n', v->out.file);
}

void vcd_bit(struct vcd *v, unsigned number, char value)
{
	fputc(value, v->out.file);
	put_code(v, number);
	fputc('\n', v->out.file);
}

void vcd_bits(struct vcd *v, unsigned number, unsigned bits, bool known, uint64_t value)
{
	if (bits == 1) {
		vcd_bit(v, number, !known ? 'x' : value ? '1' : '0');
		return;
	}
	fputc('b', v->out.file);
	if (!known)
		fputc('x', v->out.file);
	for (unsigned i = known ? bits : 0; i-- > 0;)
		if (!i || value >> i) /* zeros on the left may be left out */
			fputc('0' + (char)(value >> i & 1), v->out.file);
	fputc(' ', v->out.file);
	put_code(v, number);
	fputc('\n', v->out.file);
}

int vcd_close(struct vcd *v, bool failed, struct gno_err *err)
{
	int ret = 0, placed;

	if (!v)
		return 0;
	if (!failed)
		ret = copy_changes(v, UINT64_MAX, err);
	if (!failed && !ret)
		ret = wave_pipe_close(&v->in, v->waveform, true, err);
	if (!failed && !ret)
		ret = wave_pipe_close(&v->out, v->path, true, err);
	wave_pipe_close(&v->in, NULL, false, NULL);
	wave_pipe_close(&v->out, NULL, false, NULL);
	placed = gno_new_file_end(&v->temp, v->path, failed || ret, ret ? NULL : err);
	free(v->line);
	free(v->path);
	free(v->waveform);
	free(v);
	return ret ? ret : placed;
}
