/* SPDX-License-Identifier: Apache-2.0 */
#include "out/wave/vcd.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/new_file.h"
#include "common/moment.h"
#include "common/util.h"
#include "out/wave/source.h"
#include "out/wave/fst.h"

#define NAME_ROOM 256 /* of a name, as far as it is shown */
#define CODE "gnomon" /* begins the codes of signals; then a number, '~' and a number */

struct vcd {
	char *path, *temp; /* temp: NULL, none was made */
	char *waveform;
	struct wave_source in;
	FILE *out; /* VCD; or, if it is NULL: */
	struct fst *fst;
	struct wave_copy *copy; /* of the other waveform into that; NULL: none */
	struct fst_signal *own; /* of that, by number */
	unsigned owns;
	bool nomem;	   /* a signal is missing */
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
	return wave_source_foreign(v->waveform, what, err);
}

/* The next line; v->more: there is one. */
static int next_line(struct vcd *v, struct gno_err *err)
{
	v->more = getline(&v->line, &v->room, v->in.file) >= 0;
	if (!v->more && ferror(v->in.file))
		return gno_fail_errno(err, errno, "cannot read '%s'", v->waveform);
	if (v->more && v->begun && *v->line == '#')
		v->ahead = strtoull(v->line + 1, NULL, 10); /* not a user's: of a VCD */
	return 0;
}

/* The line into the file, as it is. */
static int copy_line(const struct vcd *v, struct gno_err *err)
{
	if (v->copy)
		return wave_copy_line(v->copy, v->line, err);
	fputs(v->line, v->out);
	return 0;
}

/* Takes the unit, as in "1 ps"; *power stays as it is where there is none. */
static void take_unit(const char *text, int *power)
{
	char unit[3] = "";
	unsigned number;

	if (sscanf(text, " %u %2[a-z]", &number, unit) != 2) /* not a user's: of a VCD */
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
	if (strstr(v->line, "$var") && code &&
	    sscanf(code, CODE "%u~", &set) == 1 && /* not a user's: write_vcd printed it */
	    set >= v->set)
		v->set = set + 1;
}

/* Copies the header up to its end, which comes after our signals. */
static int copy_header(struct vcd *v, struct gno_err *err)
{
	int power = 1, rc = next_line(v, err);
	bool in_unit = false;

	while (!rc && v->more && !strstr(v->line, "$enddefinitions")) {
		look(v, &power, &in_unit);
		rc = copy_line(v, err);
		if (!rc)
			rc = next_line(v, err);
	}
	if (rc)
		return rc;
	if (!v->more)
		return foreign(v, "its header has no end", err);
	if (power > 0)
		return foreign(v, "its header names no unit of time", err);
	if (power > v->unit)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "the unit of time of '%s' is %u %s, longer than that of the run's simulation, %u %s",
		    v->waveform, gno_timescale(power).number, gno_timescale(power).unit,
		    gno_timescale(v->unit).number, gno_timescale(v->unit).unit);
	if (v->fst)
		fst_unit(v->fst, power);
	for (; power < v->unit; power++)
		v->multiple *= 10;
	return 0;
}

/* Copies its changes up to and including a time. */
static int copy_changes(struct vcd *v, uint64_t to, struct gno_err *err)
{
	int rc = 0;

	while (!rc && v->more) {
		if (*v->line == '#') {
			if (v->ahead > to)
				return 0;
			if (v->ahead < v->now)
				return foreign(v, "its times go back", err);
			v->now = v->ahead;
			v->timed = true;
		}
		if (v->fst)
			rc = fst_at(v->fst, v->now, err);
		if (!rc)
			rc = copy_line(v, err);
		if (!rc)
			rc = next_line(v, err);
	}
	return rc;
}

/* --- the file */

static void put_header(const struct vcd *v)
{
	struct gno_timescale scale = gno_timescale(v->unit);

	if (v->fst)
		fst_unit(v->fst, v->unit);
	else
		fprintf(v->out, "$version gnomon %s $end\n$timescale %u%s $end\n", GNOMON_VERSION,
			scale.number, scale.unit);
}

/* The file that is to come to its place. */
static int open_out(struct vcd *v, struct gno_err *err)
{
	int rc = gno_new_file(v->path, &v->temp, err);

	if (rc)
		return rc;
	if (wave_is_fst(v->path)) {
		rc = fst_open(v->path, v->temp, &v->fst, err);
		if (!rc && v->waveform) {
			v->copy = wave_copy_begin(v->fst, v->waveform);
			rc = v->copy ? 0 : gno_fail_nomem(err);
		}
		return rc;
	}
	return gno_new_file_open(v->path, v->temp, &v->out, err);
}

int vcd_open(const char *path, const char *waveform, int unit, struct vcd **out,
	     struct gno_err *err)
{
	struct vcd *v = calloc(1, sizeof(*v));
	int rc;

	*out = v;
	if (!v)
		return gno_fail_nomem(err);
	v->unit = unit;
	v->multiple = 1;
	v->path = strdup(path);
	v->waveform = waveform ? strdup(waveform) : NULL;
	if (!v->path || (waveform && !v->waveform))
		return gno_fail_nomem(err);
	rc = waveform ? wave_source_open(waveform, &v->in, err) : 0;
	if (!rc)
		rc = open_out(v, err);
	if (rc)
		return rc;
	if (waveform)
		return copy_header(v, err);
	put_header(v);
	return 0;
}

/* A character of a text, or of a name, that any reader takes. */
static char visible(char c, bool name)
{
	return isalnum((unsigned char)c) || (!name && isgraph((unsigned char)c)) ? c : '_';
}

/* The text with others as '_'. */
static char *visible_text(char *buf, size_t size, const char *text, bool name)
{
	size_t i = 0;

	for (; text[i] && i + 1 < size; i++)
		buf[i] = visible(text[i], name);
	buf[i] = '\0';
	return buf;
}

void vcd_comment(struct vcd *v, const char *text)
{
	if (v->fst) {
		fst_comment(v->fst, text);
		return;
	}
	fputs("$comment", v->out);
	for (size_t length; *text; text += length + (text[length] == ' ')) {
		length = strcspn(text, " ");
		fputc(' ', v->out);
		for (size_t i = 0; i < length; i++)
			fputc(isgraph((unsigned char)text[i]) && text[i] != '$' ? text[i] : '_',
			      v->out);
	}
	fputs(" $end\n", v->out);
}

void vcd_scope(struct vcd *v, const char *name)
{
	char shown[NAME_ROOM];

	if (name)
		visible_text(shown, sizeof(shown), name, true);
	if (v->fst && name)
		fst_scope(v->fst, "module", shown);
	else if (v->fst)
		fst_upscope(v->fst);
	else if (name)
		fprintf(v->out, "$scope module %s $end\n", shown);
	else
		fputs("$upscope $end\n", v->out);
}

static void add_own(struct vcd *v, unsigned number, struct fst_signal s)
{
	while (v->owns <= number) {
		struct fst_signal *own = gno_room(v->own, v->owns, sizeof(*own));

		if (!own) {
			v->nomem = true;
			return;
		}
		v->own = own;
		v->own[v->owns++] = (struct fst_signal){.handle = 0};
	}
	v->own[number] = s;
}

void vcd_signal(struct vcd *v, enum vcd_kind kind, unsigned bits, unsigned number, const char *name)
{
	const char *type = kind == VCD_TEXT ? "string" : "wire";
	char shown[NAME_ROOM + 16];

	visible_text(shown, NAME_ROOM, name, true);
	if (bits > 1)
		sprintf(shown + strlen(shown), " [%u:0]", bits - 1);
	if (v->fst)
		add_own(v, number, fst_signal(v->fst, type, bits, shown, NULL));
	else
		fprintf(v->out, "$var %s %u " CODE "%u~%u %s $end\n", type, bits, v->set, number,
			shown);
}

int vcd_begin(struct vcd *v, struct gno_err *err)
{
	int rc = 0;

	if (v->nomem)
		return gno_fail_nomem(err);
	if (v->in.file)
		rc = copy_line(v, err);
	else if (v->out)
		fputs("$enddefinitions $end\n", v->out);
	v->begun = true;
	if (v->line)
		v->line[0] = '\0'; /* written */
	return rc;
}

int vcd_at(struct vcd *v, uint64_t time, struct gno_err *err)
{
	uint64_t at = time * v->multiple;
	int rc = copy_changes(v, at, err);

	if (rc || (v->now == at && v->timed))
		return rc;
	v->now = at;
	v->timed = true;
	if (v->fst)
		return fst_at(v->fst, at, err);
	fprintf(v->out, "#%" PRIu64 "\n", at);
	return 0;
}

static void put_code(const struct vcd *v, unsigned number)
{
	fprintf(v->out, CODE "%u~%u\n", v->set, number);
}

void vcd_text(struct vcd *v, unsigned number, const char *text)
{
	char *shown;

	if (v->out) {
		fputc('s', v->out);
		for (; *text; text++)
			fputc(visible(*text, false), v->out);
		fputc(' ', v->out);
		put_code(v, number);
		return;
	}
	shown = strdup(text);
	v->nomem |= !shown;
	if (shown)
		fst_text(v->fst, &v->own[number],
			 visible_text(shown, strlen(text) + 1, text, false));
	free(shown);
}

void vcd_bit(struct vcd *v, unsigned number, char value)
{
	const char text[] = {value, '\0'};

	if (v->fst) {
		fst_bits(v->fst, &v->own[number], text);
		return;
	}
	fputc(value, v->out);
	put_code(v, number);
}

void vcd_vector(struct vcd *v, unsigned number, unsigned bits, bool known, uint64_t value)
{
	char text[64 + 1];
	unsigned skipped = known ? 0 : bits - 1;

	if (bits == 1) {
		vcd_bit(v, number, !known ? 'x' : value ? '1' : '0');
		return;
	}
	for (unsigned i = 0; i < bits; i++)
		text[i] = !known ? 'x' : '0' + (char)(value >> (bits - 1 - i) & 1);
	text[bits] = '\0';
	if (v->fst) {
		fst_bits(v->fst, &v->own[number], text);
		return;
	}
	while (skipped + 1 < bits && text[skipped] == '0')
		skipped++; /* zeros on the left may be left out */
	fprintf(v->out, "b%s ", text + skipped);
	put_code(v, number);
}

/* The end of what is written; `failed`: of none. */
static int close_out(struct vcd *v, bool failed, struct gno_err *err)
{
	int rc = 0;

	if (v->out && gno_close_written(v->out) && !failed)
		rc = gno_fail_errno(err, errno, "cannot write '%s'", v->path);
	if (v->fst)
		rc = fst_close(v->fst, failed ? NULL : err);
	if (!failed && !rc && v->nomem)
		rc = gno_fail_nomem(err);
	return failed ? 0 : rc;
}

int vcd_close(struct vcd *v, bool failed, struct gno_err *err)
{
	int rc = 0, ended;

	if (!v)
		return 0;
	if (!failed)
		rc = copy_changes(v, UINT64_MAX, err);
	if (!failed && !rc)
		rc = wave_source_close(&v->in, v->waveform, true, err);
	wave_source_close(&v->in, NULL, false, NULL);
	ended = close_out(v, failed || rc, err);
	rc = rc ? rc : ended;
	ended = gno_new_file_end(&v->temp, v->path, failed || rc, rc ? NULL : err);
	wave_copy_end(v->copy);
	free(v->own);
	free(v->line);
	free(v->path);
	free(v->waveform);
	free(v);
	return rc ? rc : ended;
}
