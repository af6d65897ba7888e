/* SPDX-License-Identifier: Apache-2.0 */
#include "out/wave/fst.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <fstapi.h>

#include "out/wave/streams.h"

/* Changes are in memory up to so many bytes: half of what a section of the file has at most, for
 * the library packs them in a copy. */
#define SECTION (UINT64_C(16) << 20)
#define ENTRY 10 /* bytes of a change beside its value, at most */

struct fst {
	void *writer;
	const char *path; /* for messages */
	int why;	  /* errno of what failed, 0: nothing */
	uint64_t now;
	bool timed; /* there was a time: `now` */
	uint64_t pending;
};

static int failure(struct fst *f, struct gno_err *err)
{
	const int why = fst_stream_failed();

	if (!f->why)
		f->why = why;
	return f->why ? gno_fail_errno(err, f->why, "cannot write '%s'", f->path) : GNO_OK;
}

int fst_open(const char *path, const char *temp, struct fst **out, struct gno_err *err)
{
	struct fst *f = calloc(1, sizeof(*f));

	*out = f;
	if (!f)
		return gno_fail_nomem(err);
	f->path = path;
	fst_stream_failed(); /* of none that is open */
	f->writer = fstWriterCreate(temp, 1);
	if (!f->writer) {
		f->why = ENOMEM; /* unless a file failed */
		return failure(f, err);
	}
	fstWriterSetPackType(f->writer, FST_WR_PT_LZ4);
	fst_version(f, "gnomon " GNOMON_VERSION);
	fst_date(f, ""); /* the same run gives the same file */
	return failure(f, err);
}

/* --- the header */

void fst_unit(struct fst *f, int power)
{
	fstWriterSetTimescale(f->writer, power);
}

void fst_version(struct fst *f, const char *text)
{
	fstWriterSetVersion(f->writer, text);
}

void fst_date(struct fst *f, const char *text)
{
	fstWriterSetDate(f->writer, text);
}

void fst_comment(struct fst *f, const char *text)
{
	fstWriterSetComment(f->writer, text);
}

static unsigned place_in(const char *const *names, unsigned count, const char *name, unsigned usual)
{
	for (unsigned i = 0; i < count; i++)
		if (!strcmp(names[i], name))
			return i;
	return usual;
}

/* The name of a source file is its number, in the bytes of a variable-length integer. */
static void number_name(const char *digits, char name[16])
{
	uint64_t number = strtoull(digits, NULL, 10); /* not a user's: libfst's VCD */
	size_t i = 0;

	for (; number > 0x7f; number >>= 7)
		name[i++] = (char)((number & 0x7f) | 0x80);
	name[i++] = (char)number;
	name[i] = '\0';
}

void fst_attribute(struct fst *f, char *words)
{
	/* in the order of enum fstAttrType, and of the enum of its subtypes */
	static const char *const types[] = {"misc", "array", "enum", "class"};
	static const char *const subtypes[][FST_EV_MAX + 1] = {
	    [FST_AT_ARRAY] = {"none", "unpacked", "packed", "sparse"},
	    [FST_AT_ENUM] = {"integer", "bit", "logic", "int", "shortint", "longint", "byte",
			     "unsigned_integer", "unsigned_bit", "unsigned_logic", "unsigned_int",
			     "unsigned_shortint", "unsigned_longint", "unsigned_byte"},
	    [FST_AT_PACK] = {"none", "unpacked", "packed", "tagged_packed"},
	};
	const unsigned kinds = sizeof(types) / sizeof(*types);
	char *rest = words, *type = strtok_r(words, " ", &rest), *sub = strtok_r(NULL, " ", &rest),
	     *name = rest, *last = name ? strrchr(name, ' ') : NULL, number[16];
	unsigned kind = type ? place_in(types, kinds, type, kinds) : kinds, subtype = 0;
	uint64_t argument;

	if (kind == kinds || !sub || !last)
		return;
	*last++ = '\0';
	argument = strtoull(last, NULL, 10); /* not a user's: libfst's VCD */
	if (kind == FST_AT_MISC)
		subtype = (unsigned)strtoul(sub, NULL, 16); /* not a user's: libfst's VCD */
	else
		while (subtype < FST_EV_MAX && subtypes[kind][subtype] &&
		       strcmp(subtypes[kind][subtype], sub) != 0)
			subtype++;
	if (kind == FST_AT_MISC && (subtype == FST_MT_SOURCESTEM || subtype == FST_MT_SOURCEISTEM))
		number_name(name, number);
	else
		*number = '\0';
	fstWriterSetAttrBegin(f->writer, (enum fstAttrType)kind, (int)subtype,
			      *number			  ? number
			      : strcmp(name, "\"\"") != 0 ? name
							  : NULL,
			      argument);
}

void fst_attribute_end(struct fst *f)
{
	fstWriterSetAttrEnd(f->writer);
}

void fst_scope(struct fst *f, const char *kind, const char *name)
{
	static const char *const kinds[] = {"module", "task",	   "function", "begin",
					    "fork",   "generate",  "struct",   "union",
					    "class",  "interface", "package",  "program"};

	fstWriterSetScope(f->writer, place_in(kinds, sizeof(kinds) / sizeof(*kinds), kind, 0), name,
			  NULL);
}

void fst_upscope(struct fst *f)
{
	fstWriterSetUpscope(f->writer);
}

struct fst_signal fst_signal(struct fst *f, const char *kind, uint32_t bits, const char *name,
			     const struct fst_signal *same)
{
	/* in the order of enum fstVarType */
	static const char *const kinds[] = {
	    "event",   "integer",  "parameter", "real",	  "real_parameter", "reg",     "supply0",
	    "supply1", "time",	   "tri",	"triand", "trior",	    "trireg",  "tri0",
	    "tri1",    "wand",	   "wire",	"wor",	  "port",	    "sparray", "realtime",
	    "string",  "bit",	   "logic",	"int",	  "shortint",	    "longint", "byte",
	    "enum",    "shortreal"};
	const unsigned type =
	    place_in(kinds, sizeof(kinds) / sizeof(*kinds), kind, FST_VT_VCD_WIRE);
	struct fst_signal s = {.bits = bits};

	if (type == FST_VT_GEN_STRING)
		s.form = FST_TEXT;
	else if (type == FST_VT_VCD_REAL || type == FST_VT_VCD_REAL_PARAMETER ||
		 type == FST_VT_VCD_REALTIME || type == FST_VT_SV_SHORTREAL)
		s.form = FST_REAL;
	if (same && (same->form != s.form || same->bits != bits))
		same = NULL;
	s.handle = fstWriterCreateVar(f->writer, (enum fstVarType)type, FST_VD_IMPLICIT, bits, name,
				      same ? same->handle : 0);
	return s;
}

/* --- changes */

int fst_at(struct fst *f, uint64_t time, struct gno_err *err)
{
	if (f->timed && f->now == time)
		return GNO_OK;
	if (f->pending > SECTION) {
		fstWriterFlushContext(f->writer);
		f->pending = 0;
	}
	fstWriterEmitTimeChange(f->writer, time);
	f->pending += ENTRY;
	f->now = time;
	f->timed = true;
	return failure(f, err);
}

void fst_bits(struct fst *f, const struct fst_signal *s, const char *value)
{
	fstWriterEmitValueChange(f->writer, s->handle, value);
	f->pending += ENTRY + s->bits;
}

void fst_real(struct fst *f, const struct fst_signal *s, double value)
{
	fstWriterEmitValueChange(f->writer, s->handle, &value);
	f->pending += ENTRY + sizeof(value);
}

void fst_text(struct fst *f, const struct fst_signal *s, const char *value)
{
	const uint32_t length = (uint32_t)strlen(value);

	fstWriterEmitVariableLengthValueChange(f->writer, s->handle, value, length);
	f->pending += ENTRY + length;
}

int fst_close(struct fst *f, struct gno_err *err)
{
	int rc;

	if (!f)
		return GNO_OK;
	fstWriterClose(f->writer);
	rc = failure(f, err);
	free(f);
	return rc;
}

/* --- reading */

bool fst_to_vcd(const char *path, FILE *out)
{
	void *reader = fstReaderOpen(path);
	bool whole;

	if (reader)
		fstReaderSetVcdExtensions(reader, 1); /* the attributes, too */
	whole = reader && fstReaderProcessHier(reader, out);
	if (whole) {
		fstReaderSetFacProcessMaskAll(reader);
		whole = fstReaderIterBlocks(reader, NULL, NULL, out);
	}
	if (reader)
		fstReaderClose(reader);
	return whole && !ferror(out);
}
