/* SPDX-License-Identifier: Apache-2.0 */
#include "out/text/page.h"

#include <string.h>

void page_markdown(const char *text, FILE *f)
{
	for (; *text; text++) {
		if (strchr("\\`*_{}[]<>()#+-.!|~&", *text))
			fputc('\\', f);
		if ((unsigned char)*text >= ' ' && *text != 0x7f)
			fputc(*text, f);
	}
}

void page_verdict(const char *text, int bold, FILE *f)
{
	fprintf(f, " %s%s%s |\n", bold ? "**" : "", text, bold ? "**" : "");
}

void page_xml(const char *text, FILE *f)
{
	static const char special[] = "&<>\"'";
	static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};

	for (; *text; text++) {
		const char *at = strchr(special, *text);

		if (at)
			fputs(names[at - special], f);
		else if ((unsigned char)*text >= ' ' && *text != 0x7f)
			fputc(*text, f);
	}
}

void page_junit_begin(const char *name, size_t tests, size_t failures, size_t skipped, FILE *f)
{
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"", f);
	page_xml(name, f);
	fprintf(f, "\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n", tests,
		failures, skipped);
}

void page_junit_end(const char *const *note, size_t notes, FILE *f)
{
	if (notes)
		fputs("  <system-out>", f);
	for (size_t i = 0; i < notes; i++) {
		fputs(i ? "; note: " : "note: ", f);
		page_xml(note[i], f);
	}
	if (notes)
		fputs("</system-out>\n", f);
	fputs("</testsuite>\n", f);
}

static void put_attribute(const char *name, const char *value, FILE *f)
{
	fprintf(f, " %s=\"", name);
	page_xml(value, f);
	fputc('"', f);
}

void page_junit_test(const char *class_name, const char *name, const char *how, const char *type,
		     const char *message, FILE *f)
{
	fputs("  <testcase", f);
	put_attribute("classname", class_name, f);
	put_attribute("name", name, f);
	if (!how) {
		fputs(">\n    <system-out>", f);
		page_xml(message, f);
		fputs("</system-out>\n  </testcase>\n", f);
		return;
	}
	fprintf(f, ">\n    <%s", how);
	put_attribute("type", type, f);
	put_attribute("message", message, f);
	fputs("/>\n  </testcase>\n", f);
}
