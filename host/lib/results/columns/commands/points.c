/* SPDX-License-Identifier: Apache-2.0 */
/* What of a program can be a point: what `gnomon points --json` prints. */
#include "program/listed.h"

#include "results/columns/documents.h"
#include "results/columns/get.h"
#include "results/columns/shared.h"

static int put_addresses(const uint64_t *at, size_t count, column_put *put, void *ctx,
			 struct gno_err *err)
{
	int rc = GNO_OK;

	for (size_t i = 0; i < count && !rc; i++)
		rc = put(ctx, &at[i], err);
	return rc;
}

/* Of a row that is struct gno_addresses. */
static int each_address(struct column_source *s, const void *row, column_put *put, void *ctx,
			struct gno_err *err)
{
	const struct gno_addresses *where = row;

	(void)s;
	return put_addresses(where->at, where->count, put, ctx, err);
}

/* -- functions -- */

#define FUNCTION struct gno_function
#define FUNCTION_AT(member) COLUMN_AT(FUNCTION, member)

static int each_return(struct column_source *s, const void *row, column_put *put, void *ctx,
		       struct gno_err *err)
{
	const FUNCTION *f = row;

	(void)s;
	return put_addresses(f->returns, f->return_count, put, ctx, err);
}

static const struct column functions[] = {
    {"name", COLUMN_TEXT, FUNCTION_AT(name), .about = "as in the source; else the symbol"},
    {"symbol", COLUMN_TEXT, FUNCTION_AT(symbol), .about = "as in the file"},
    {"entry", COLUMN_U64, "address", FUNCTION_AT(entry), .about = "of its first instruction"},
    {"size", COLUMN_U64, "bytes", FUNCTION_AT(size), .about = "0: not known"},
    {"returns", COLUMN_ROWS, "address", .list = &columns_numbers, .each = each_return,
     .about = "of the instructions that leave it for good"},
    {"indirect", COLUMN_U32, FUNCTION_AT(indirect),
     .about = "indirect jumps that may leave it, too"},
    {"branches", COLUMN_U32, FUNCTION_AT(branches),
     .about = "conditional jumps and returns that leave it where they are taken"},
    {"undecoded", COLUMN_U32, FUNCTION_AT(undecoded),
     .about = "instructions that cannot be decoded: one may be a return"},
    {"inlined", COLUMN_U32, FUNCTION_AT(inlined), .about = "places where it was inlined"},
    {"file", COLUMN_TEXT, FUNCTION_AT(file), .about = "where it is known"},
    {"line", COLUMN_U32, FUNCTION_AT(line), .about = "0: not known"},
};

static const struct column_list list_functions = {
    .name = "points-functions",
    .about = "Each function, in order of its address.",
    COLUMNS(functions),
};

static int each_function(struct column_source *s, const void *row, column_put *put, void *ctx,
			 struct gno_err *err)
{
	const struct program_listed *l = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < l->p->functions && !rc; i++)
		if (program_lists_function(l, &l->p->function[i]))
			rc = put(ctx, &l->p->function[i], err);
	return rc;
}

/* -- points placed in the source -- */

struct label_row {
	const struct gno_label *of;
	struct gno_place at;
};

#define PLACE(member) COLUMN_AT(struct label_row, at.member)

GET_TEXT(get_label, struct label_row, v->of->name)
GET_NUMBER(get_label_address, struct label_row, true, v->of->address)
GET_TEXT(get_label_function, struct label_row, v->at.function ? v->at.function->name : NULL)

static const struct column labels[] = {
    {"name", COLUMN_TEXT, .get = get_label, .about = "of the point"},
    {"address", COLUMN_U64, "address", .get = get_label_address,
     .about = "of the instruction that follows it"},
    {"function", COLUMN_TEXT, .get = get_label_function, .about = "that has it"},
    {"offset", COLUMN_U64, "bytes", PLACE(offset), .about = "from the entry of the function"},
    {"file", COLUMN_TEXT, PLACE(file), .about = "where it is known"},
    {"line", COLUMN_U32, PLACE(line), .about = "0: not known"},
};

static const struct column_list list_labels = {
    .name = "points-list",
    .about = "Each point that is placed in the source, by name.",
    COLUMNS(labels),
};

static int each_label(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct program_listed *l = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < l->p->labels && !rc; i++) {
		const struct gno_label *label = &l->p->label[i];

		if (program_lists_label(l, label))
			rc = put(ctx,
				 &(struct label_row){label, gno_program_at(l->p, label->address)},
				 err);
	}
	return rc;
}

/* -- the operating system -- */

GET_ROW(get_entries, struct program_listed, true, &v->entries)
GET_ROW(get_exits, struct program_listed, true, &v->p->os_exits)
GET_NUMBER(get_unseen, struct program_listed, true, v->p->unseen_vectors)

static const struct column os[] = {
    {"entries", COLUMN_ROWS, "address", .get = get_entries, .list = &columns_numbers,
     .each = each_address, .about = "where traps enter it"},
    {"exits", COLUMN_ROWS, "address", .get = get_exits, .list = &columns_numbers,
     .each = each_address, .about = "of the instructions that end traps"},
    {"unseen_vectors", COLUMN_U32, .get = get_unseen,
     .about = "writes to a trap vector whose value the code does not show"},
};

static const struct column_list list_os = {
    .name = "points-os",
    .about = "Entries and exits of the operating system.",
    COLUMNS(os),
};

/* -- data -- */

#define DATA(member) COLUMN_AT(struct gno_symbol, member)

static const struct column data[] = {
    {"name", COLUMN_TEXT, DATA(name), .about = "as in the source; else the symbol"},
    {"symbol", COLUMN_TEXT, DATA(symbol), .about = "as in the file"},
    {"address", COLUMN_U64, "address", DATA(address), .about = "of its first byte"},
    {"size", COLUMN_U64, "bytes", DATA(size), .about = "0: not known"},
};

static const struct column_list list_data = {
    .name = "points-data",
    .about = "Each symbol of data.",
    COLUMNS(data),
};

static int each_datum(struct column_source *s, const void *row, column_put *put, void *ctx,
		      struct gno_err *err)
{
	const struct program_listed *l = row;
	int rc = GNO_OK;

	(void)s;
	for (size_t i = 0; i < l->p->symbols && !rc; i++)
		if (program_lists_data(l, &l->p->symbol[i]))
			rc = put(ctx, &l->p->symbol[i], err);
	return rc;
}

/* -- lines -- */

GET_ROW(get_where, struct program_line, true, &v->where)

static const struct column lines[] = {
    {"line", COLUMN_U32, COLUMN_AT(struct program_line, line), .about = "its number"},
    {"addresses", COLUMN_ROWS, "address", .get = get_where, .list = &columns_numbers,
     .each = each_address, .about = "where its code begins"},
};

static const struct column_list list_lines = {
    .name = "points-lines",
    .about = "Each line of a source file that has code.",
    COLUMNS(lines),
};

static int each_line(struct column_source *s, const void *row, column_put *put, void *ctx,
		     struct gno_err *err)
{
	(void)s;
	return program_each_line(row, put, ctx, err);
}

/* -- the document -- */

#define LISTED struct program_listed

GET_TEXT(get_path, LISTED, base_show(v->p->path, s->name, sizeof(s->name)))
GET_TEXT(get_build_id, LISTED, v->p->build_id)
GET_TEXT(get_machine, LISTED, v->p->machine_name)
GET_TEXT(get_debug, LISTED, v->p->debug)
GET_NUMBER(get_movable, LISTED, true, v->p->movable)
GET_ROW(get_data, LISTED, v->data, v)
GET_ROW(get_lines, LISTED, v->lines, v)
GET_ROW(get_usual, LISTED, !v->data && !v->lines, v)

static bool get_file(struct column_source *s, const void *row, struct cell *c)
{
	const LISTED *v = row;

	(void)s;
	c->text = v->lines ? v->p->file[v->file] : NULL;
	return v->lines;
}

static const struct column document[] = {
    {"program", COLUMN_TEXT, .get = get_path, .about = "its file"},
    {"build_id", COLUMN_TEXT, .get = get_build_id,
     .about = "of the program, or `xxh64:` and the hash of its file"},
    {"machine", COLUMN_TEXT, .get = get_machine, .about = "whose instructions it has"},
    {"debug", COLUMN_TEXT, .get = get_debug,
     .about = "what of the debug information cannot be read; null: nothing, or there is none"},
    {"position_independent", COLUMN_BOOL, .get = get_movable,
     .about = "addresses are right only where it runs at those it was linked for"},
    {"data", COLUMN_ROWS, .get = get_data, .list = &list_data, .each = each_datum, .optional = true,
     .about = "with `--data`"},
    {"lines", COLUMN_ROWS, .get = get_lines, .list = &list_lines, .each = each_line,
     .optional = true, .about = "with `--lines`"},
    {"file", COLUMN_TEXT, .get = get_file, .optional = true, .about = "whose lines these are"},
    {"functions", COLUMN_ROWS, .get = get_usual, .list = &list_functions, .each = each_function,
     .optional = true, .about = "without these options"},
    {"points", COLUMN_ROWS, .get = get_usual, .list = &list_labels, .each = each_label,
     .optional = true, .about = "likewise"},
    {"os", COLUMN_ROW, .get = get_usual, .list = &list_os, .optional = true, .about = "likewise"},
};

const struct column_list columns_program = {
    .name = "points",
    .about = "What `gnomon points --json` prints.",
    COLUMNS(document),
};
