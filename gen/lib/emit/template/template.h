/* SPDX-License-Identifier: Apache-2.0 */
/* Instances of a monitor in several languages: all go over the ports of the plan's modules. */
#ifndef GNO_GEN_TEMPLATE_H
#define GNO_GEN_TEMPLATE_H

#include "plan/plan.h"

/* A language. */
struct template_form {
	const char *what;				  /* of the file */
	const char *comment;				  /* begins one */
	void (*head)(FILE *out, const struct plan *plan); /* NULL: nothing */
	void (*top)(FILE *out, const struct template_form *form, const struct plan_top *top);
	void (*tail)(FILE *out, const struct plan *plan); /* NULL: nothing */
};

extern const struct template_form template_verilog_instance;
extern const struct template_form template_vhdl;
extern const struct template_form template_amaranth;
extern const struct template_form template_chisel;

/* The end of a port's line: what the port is for, and what it is connected to, if the description
 * names that. */
void template_comment(FILE *out, const struct template_form *form, const struct plan_pin *pin);

#endif
