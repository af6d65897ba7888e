/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "emit/template/template.h"
#include "plan/pins.h"

void template_comment(FILE *out, const struct template_form *form, const struct plan_pin *pin)
{
	fprintf(out, " %s %s", form->comment, plan_pin_meaning(pin));
	/* some languages read escapes in comments, too */
	if (pin->connect && !strchr(pin->connect, '\\'))
		fprintf(out, ": %s", pin->connect);
	fputc('\n', out);
}
