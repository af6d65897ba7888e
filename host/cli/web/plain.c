/* SPDX-License-Identifier: Apache-2.0 */
#include "web/plain.h"

#include <stdlib.h>
#include <string.h>

#include "common/util.h"

#define EVERY_SECONDS 2

static void put_text(const char *text, FILE *f)
{
	for (; *text; text++)
		if (*text == '<' || *text == '&')
			fprintf(f, "&#%d;", *text);
		else
			fputc(*text, f);
}

int plain_page(const struct gno_report *r, const struct gno_report_style *style, FILE *f,
	       struct gno_err *err)
{
	bool complete = r->run->state && !strcmp(r->run->state, "complete");
	char *text = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&text, &size);
	int rc;

	if (!to)
		return gno_fail_nomem(err);
	rc = gno_report_text(r, style, to, err);
	if (fclose(to) && !rc)
		rc = gno_fail_nomem(err);
	if (!rc) {
		fputs("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n", f);
		if (!complete)
			fprintf(f, "<meta http-equiv=\"refresh\" content=\"%d\">\n", EVERY_SECONDS);
		fputs("<meta name=\"color-scheme\" content=\"light dark\">\n<title>gnomon: ", f);
		put_text(r->m->name, f);
		fputs("</title>\n<pre>", f);
		put_text(text, f);
		fputs("</pre>\n</html>\n", f);
	}
	free(text);
	return rc;
}
