/* SPDX-License-Identifier: Apache-2.0 */
#include "emit/template/template.h"

#include "emit/emit.h"

static int put(const struct template_form *form, const struct plan *plan,
	       const struct plan_top *tops, size_t count, FILE *out)
{
	fprintf(out,
		"%s SPDX-License-Identifier: Apache-2.0\n"
		"%s %s: %s.\n"
		"%s Emitted by gnomon-gen %s from %s: copy it, or emit it again.\n\n",
		form->comment, form->comment, plan->name, form->what, form->comment, plan->version,
		plan->input);
	if (form->head)
		form->head(out, plan);
	for (size_t i = 0; i < count; i++)
		form->top(out, form, &tops[i]);
	if (form->tail)
		form->tail(out, plan);
	return 0;
}

/* The two functions of a language: of a monitor, and of its model. */
#define LANGUAGE(word)                                                                             \
	int emit_##word(const struct plan *plan, FILE *out)                                        \
	{                                                                                          \
		return put(&template_##word, plan, plan->tops, plan->chips_count + 1, out);        \
	}                                                                                          \
	int emit_model_##word(const struct plan *plan, FILE *out)                                  \
	{                                                                                          \
		return put(&template_##word, plan, &plan->whole, 1, out);                          \
	}

LANGUAGE(verilog_instance)
LANGUAGE(vhdl)
LANGUAGE(amaranth)
LANGUAGE(chisel)
