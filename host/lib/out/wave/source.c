/* SPDX-License-Identifier: Apache-2.0 */
/* A waveform that another program made: its lines, and those in a new one. */
#include "out/wave/source.h"
#include "out/wave/source.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "out/wave/fst.h"
#include "common/util.h"

/* -- where its lines come from -- */

bool wave_is_fst(const char *path)
{
	size_t len = strlen(path);

	return len > 4 && !strcmp(path + len - 4, ".fst");
}

int wave_source_foreign(const char *path, const char *what, struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_FORMAT, "cannot read the waveform (%s): '%s'", what, path);
}

/* The process: writes the VCD and ends, also where nobody reads any more. */
static void convert(const char *path, const int ends[2])
{
	static const int usual[] = {SIGPIPE, SIGINT, SIGTERM};
	FILE *out = fdopen(ends[1], "w");
	const int silent = open("/dev/null", O_WRONLY | O_CLOEXEC);
	bool whole;

	close(ends[0]);
	dup2(silent, STDERR_FILENO); /* libfst prints what it thinks of a file */
	for (unsigned i = 0; i < sizeof(usual) / sizeof(*usual); i++)
		signal(usual[i], SIG_DFL);
	whole = out && fst_to_vcd(path, out) && !fclose(out);
	_exit(whole ? 0 : 1);
}

/* *fd becomes the end of a pipe from which the VCD comes. */
static int start(struct wave_source *s, const char *path, int *fd, struct gno_err *err)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return gno_fail_errno(err, errno, "cannot make a pipe");
	s->child = fork();
	if (!s->child)
		convert(path, ends);
	close(ends[1]);
	*fd = ends[0];
	if (s->child > 0)
		return GNO_OK;
	s->child = 0;
	close(ends[0]);
	return gno_fail_errno(err, errno, "cannot start a process");
}

int wave_source_open(const char *path, struct wave_source *s, struct gno_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), rc = GNO_OK;

	*s = (struct wave_source){.file = NULL};
	if (fd < 0)
		return gno_fail_errno(err, errno, "cannot open '%s'", path);
	if (wave_is_fst(path)) {
		close(fd);
		rc = start(s, path, &fd, err);
	}
	if (rc)
		return rc;
	s->file = fdopen(fd, "r");
	if (s->file)
		return GNO_OK;
	close(fd);
	return gno_fail_nomem(err);
}

int wave_source_close(struct wave_source *s, const char *path, bool whole, struct gno_err *err)
{
	const bool bad = s->file && ferror(s->file);
	const int why = errno;
	int status = 0;

	if (s->file)
		fclose(s->file);
	s->file = NULL;
	if (s->child && !whole)
		kill(s->child, SIGKILL);
	if (s->child)
		while (waitpid(s->child, &status, 0) < 0 && errno == EINTR)
			;
	s->child = 0;
	if (whole && bad)
		return gno_fail_errno(err, why, "cannot read '%s'", path);
	return whole && status ? wave_source_foreign(path, "an FST without an end", err) : GNO_OK;
}

/* -- its lines into an FST -- */

#define MOST_BITS (1u << 24) /* of a signal that anybody has */
#define BLANKS " \t\r\n"

/* A code of the VCD. */
struct code {
	struct fst_signal signal;
	const char *text;
	char own[]; /* text, of those that are kept */
};

struct wave_copy {
	struct fst *f;
	const char *path;
	void *codes;   /* a tree */
	char *section; /* words of the one that is open, NULL: none is */
	char *value;   /* `room` bytes, for that of the widest signal */
	size_t room;
	bool body; /* the header has ended */
};

struct wave_copy *wave_copy_begin(struct fst *f, const char *path)
{
	struct wave_copy *c = calloc(1, sizeof(*c));

	if (c)
		*c = (struct wave_copy){.f = f, .path = path};
	return c;
}

void wave_copy_end(struct wave_copy *c)
{
	if (!c)
		return;
	tdestroy(c->codes, free);
	free(c->section);
	free(c->value);
	free(c);
}

static int foreign(const struct wave_copy *c, const char *what, struct gno_err *err)
{
	return wave_source_foreign(c->path, what, err);
}

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct code *)a)->text, ((const struct code *)b)->text);
}

static const struct code *find(const struct wave_copy *c, const char *text)
{
	const struct code wanted = {.text = text};
	const void *const *found = tfind(&wanted, &c->codes, compare);

	return found ? *found : NULL;
}

/* --- the header */

static int keep(struct wave_copy *c, const char *text, struct fst_signal signal,
		struct gno_err *err)
{
	struct code *code = calloc(1, sizeof(*code) + strlen(text) + 1);

	if (!code)
		return gno_fail_nomem(err);
	code->signal = signal;
	code->text = strcpy(code->own, text);
	if (tsearch(code, &c->codes, compare))
		return GNO_OK;
	free(code);
	return gno_fail_nomem(err);
}

static int make_room(struct wave_copy *c, size_t size, struct gno_err *err)
{
	char *value = size > c->room ? realloc(c->value, size) : c->value;

	if (!value)
		return gno_fail_nomem(err);
	c->room = size > c->room ? size : c->room;
	c->value = value;
	return GNO_OK;
}

/* "KIND BITS CODE NAME [7:0]" */
static int take_signal(struct wave_copy *c, char *words, struct gno_err *err)
{
	char *rest = words, *kind = strtok_r(words, " ", &rest), *bits = strtok_r(NULL, " ", &rest),
	     *text = strtok_r(NULL, " ", &rest), *end = NULL;
	const unsigned long size = bits ? strtoul(bits, &end, 10) : 0; /* not a user's: of a VCD */
	const struct code *same;
	struct fst_signal signal;
	int rc;

	if (!text || !*rest || *end || size > MOST_BITS)
		return foreign(c, "a signal that VCD has not", err);
	rc = make_room(c, size + 1, err);
	if (rc)
		return rc;
	same = find(c, text);
	signal =
	    fst_signal(c->f, kind, size ? (uint32_t)size : 1, rest, same ? &same->signal : NULL);
	return same ? GNO_OK : keep(c, text, signal, err);
}

static int take_section(struct wave_copy *c, char *text, struct gno_err *err)
{
	char *rest = text, *keyword = strtok_r(text, " ", &rest);

	if (!strcmp(keyword, "$var"))
		return take_signal(c, rest, err);
	if (!strcmp(keyword, "$scope")) {
		const char *kind = strtok_r(NULL, " ", &rest);

		fst_scope(c->f, kind ? kind : "", rest);
	} else if (!strcmp(keyword, "$attrbegin")) {
		fst_attribute(c->f, rest);
	} else if (!strcmp(keyword, "$attrend")) {
		fst_attribute_end(c->f);
	} else if (!strcmp(keyword, "$upscope")) {
		fst_upscope(c->f);
	} else if (!strcmp(keyword, "$version")) {
		fst_version(c->f, rest);
	} else if (!strcmp(keyword, "$date")) {
		fst_date(c->f, rest);
	} else if (!strcmp(keyword, "$comment") && !c->body) {
		fst_comment(c->f, rest);
	}
	c->body = c->body || !strcmp(keyword, "$enddefinitions");
	return GNO_OK;
}

/* A word of a section. */
static int add_word(struct wave_copy *c, const char *word, struct gno_err *err)
{
	char *text = c->section;
	int rc;

	if (text && !strcmp(word, "$end")) {
		c->section = NULL;
		rc = take_section(c, text, err);
	} else {
		c->section = gno_format("%s%s%s", text ? text : "", text ? " " : "", word);
		rc = c->section ? GNO_OK : gno_fail_nomem(err);
	}
	free(text);
	return rc;
}

/* --- changes */

/* What is missing at the left is 0, or as the leftmost bit if that is neither 0 nor 1. */
static void put_bits(struct wave_copy *c, const struct fst_signal *s, const char *value)
{
	const size_t length = strlen(value), missing = length < s->bits ? s->bits - length : 0;

	memset(c->value, *value == '0' || *value == '1' ? '0' : *value, missing);
	for (size_t i = missing; i < s->bits; i++)
		c->value[i] = (char)tolower(value[length - s->bits + i]);
	fst_bits(c->f, s, c->value);
}

static int put_change(struct wave_copy *c, char kind, const char *value, const char *code,
		      struct gno_err *err)
{
	const struct code *found = code ? find(c, code) : NULL;

	if (!found)
		return foreign(c, "a change of no signal", err);
	if (found->signal.form == FST_REAL && (kind == 'r' || kind == 'R'))
		fst_real(c->f, &found->signal, strtod(value, NULL)); /* not a user's: of a VCD */
	else if (found->signal.form == FST_TEXT && (kind == 's' || kind == 'S'))
		fst_text(c->f, &found->signal, value);
	else if (found->signal.form == FST_BITS && *value && (kind == 'b' || kind == 'B'))
		put_bits(c, &found->signal, value);
	else
		return foreign(c, "a change that its signal cannot have", err);
	return GNO_OK;
}

static int take_change(struct wave_copy *c, const char *word, char **rest, struct gno_err *err)
{
	const char scalar[] = {*word, '\0'};

	if (strchr("bBrRsS", *word))
		return put_change(c, *word, word + 1, strtok_r(NULL, BLANKS, rest), err);
	return put_change(c, 'b', scalar, word + 1, err);
}

/* $dumpvars, $dumpall, $dumpon and $dumpoff have changes in them, and are nothing themselves. */
static bool is_dump(const char *word)
{
	return !strncmp(word, "$dump", 5) || !strcmp(word, "$end");
}

int wave_copy_line(struct wave_copy *c, const char *line, struct gno_err *err)
{
	char *copy = strdup(line), *rest = NULL;
	int rc = copy ? GNO_OK : gno_fail_nomem(err);

	for (char *word = rc ? NULL : strtok_r(copy, BLANKS, &rest); word && !rc;
	     word = strtok_r(NULL, BLANKS, &rest)) {
		if (c->section || !c->body || (*word == '$' && !is_dump(word)))
			rc = add_word(c, word, err);
		else if (*word != '#' && *word != '$')
			rc = take_change(c, word, &rest, err);
	}
	free(copy);
	return rc;
}
