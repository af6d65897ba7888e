/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of what a node watches and of its triggers. A value that is not ok was reported before, or
 * is not needed. */
#include "check/checks.h"
#include "plan/layout.h"

#define STEPS_MAX 64u /* of all sequences of a node */

void check_watch_fields(struct checker *c)
{
	for (const struct m_node *n = c->model->nodes; n < c->model->nodes + c->model->nodes_count;
	     n++) {
		if (!n->watch)
			continue;
		if (n->fields_at && n->has_short)
			check_report(
			    c, n->fields_at,
			    "'fields' cannot be combined with 'field', 'bits', 'skip', 'kind' and 'unit'");
		else if (!n->fields_at && !n->fields[0].name.given)
			diags_add(c->diags, SEV_ERROR, c->check->name, source_place(n->watch),
				  "key 'fields' (or 'field') is missing in 'watch'");
	}
}

void check_field_qualifier(struct checker *c)
{
	for (const struct m_node *n = c->model->nodes; n < c->model->nodes + c->model->nodes_count;
	     n++) {
		for (const struct m_field *f = n->fields; f < n->fields + n->fields_count; f++) {
			const struct m_field *when =
			    f->when.ok ? model_field(n, f->when.text) : NULL;

			if (when && when->bits.ok && when->bits.number != 1)
				check_report(c, f->when.at,
					     "qualifier '%s' is a field of %u bits, not of one",
					     f->when.text, (unsigned)when->bits.number);
			else if (when && when->when.given)
				check_report(c, f->when.at,
					     "qualifier '%s' cannot have a qualifier itself",
					     f->when.text);
		}
	}
}

/* 1 where width and skipped bits of a field are known. */
static int has_skip(const struct m_field *f)
{
	return f->bits.ok && f->skip.ok && f->bits.number >= 1 && f->bits.number <= 64;
}

void check_skip_range(struct checker *c)
{
	for (const struct m_node *n = c->model->nodes; n < c->model->nodes + c->model->nodes_count;
	     n++) {
		for (const struct m_field *f = n->fields; f < n->fields + n->fields_count; f++) {
			if (!has_skip(f))
				continue;
			if (f->bits.number < 64 && f->skip.number >> f->bits.number)
				check_report(c, f->skip.at,
					     "'skip' names bits above %u, the last of the field",
					     (unsigned)f->bits.number - 1);
			else if (!model_kept(f))
				check_report(c, f->skip.at, "'skip' leaves nothing of the field");
		}
	}
}

void check_word_bits(struct checker *c)
{
	for (const struct m_node *n = c->model->nodes; n < c->model->nodes + c->model->nodes_count;
	     n++) {
		unsigned bits = model_word_bits(n);

		if (bits && (bits < RANKS_WORD_MIN || bits > RANKS_WORD_MAX))
			check_report(
			    c, n->fields_at ? n->fields_at : n->watch,
			    "the watched word has %u bits that are not skipped, it must have %u to %u",
			    bits, RANKS_WORD_MIN, RANKS_WORD_MAX);
	}
}

void check_sequence_size(struct checker *c)
{
	for (const struct m_node *n = c->model->nodes; n < c->model->nodes + c->model->nodes_count;
	     n++) {
		if (!n->sequences_count.ok || !n->sequences_steps.ok)
			continue;
		if (n->sequences_count.number * n->sequences_steps.number > STEPS_MAX)
			check_report(
			    c, n->sequences_steps.at,
			    "this makes %u steps in all sequences, more than %u",
			    (unsigned)(n->sequences_count.number * n->sequences_steps.number),
			    STEPS_MAX);
	}
}

void check_code_data(struct checker *c)
{
	for (const struct m_node *n = c->model->nodes; n < c->model->nodes + c->model->nodes_count;
	     n++) {
		unsigned bits = model_code_bits(n);

		if (!n->code_data.ok || !n->code_data.number || (n->codes.given && !n->codes.ok))
			continue;
		if (!bits)
			check_report(c, n->code_data.at, "'code_data' needs 'codes'");
		else if (bits + n->code_data.number > LAYOUT_CODE_BITS_MAX)
			check_report(c, n->code_data.at,
				     "codes of %u bits and %u bits of data make %u, more than %u",
				     bits, (unsigned)n->code_data.number,
				     bits + (unsigned)n->code_data.number, LAYOUT_CODE_BITS_MAX);
	}
}

void check_share_family(struct checker *c)
{
	const struct m_value *family = &c->model->family;

	for (const struct m_node *n = c->model->nodes; n < c->model->nodes + c->model->nodes_count;
	     n++)
		if (family->ok && model_is_shared(n) && !family_find(family->text)->dual_port)
			check_report(c, n->share.at,
				     "RAM blocks of the family '%s' cannot be shared",
				     family->text);
}

void check_share_count(struct checker *c)
{
	for (const struct m_node *n = c->model->nodes; n < c->model->nodes + c->model->nodes_count;
	     n++)
		if (model_is_shared(n) && model_count(n) % 2 && !check_hides_names(c, n->at))
			check_report(c, n->share.at,
				     "%zu node%s cannot be paired, 'count' must be even",
				     model_count(n), model_count(n) > 1 ? "s" : "");
}
