/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_REPORT_PAGE_H
#define GNO_REPORT_PAGE_H

/* Parts of tables for a pull request (Markdown), and for a CI server (JUnit's XML). */

#include <stddef.h>
#include <stdio.h>

/* A name in Markdown: what has a meaning there is escaped, what is not printable is left out. */
void page_markdown(const char *text, FILE *f);
/* The last cell of a row, bold where it is to be seen. */
void page_verdict(const char *text, int bold, FILE *f);

/* A text in XML. What XML cannot hold is left out. */
void page_xml(const char *text, FILE *f);

/* Begins a suite of tests, and ends it with notes that are of no test. */
void page_junit_begin(const char *name, size_t tests, size_t failures, size_t skipped, FILE *f);
void page_junit_end(const char *const *note, size_t notes, FILE *f);
/* A test. `how`: NULL where it has passed, with what was found; else "failure" or "skipped", with
 * what is wrong. */
void page_junit_test(const char *class_name, const char *name, const char *how, const char *type,
		     const char *message, FILE *f);

#endif
