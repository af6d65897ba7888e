/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of a result are called, and its end. */
#include "passes/causality/causality.h"

#include <stdlib.h>
#include <string.h>

#define LETTERS 26

static const char *const texts[CAUSALITY_CUTS] = {
    [CAUSALITY_LOST] = "records lost or not collected",
    [CAUSALITY_ENDED] = "end of the run",
    [CAUSALITY_UNMATCHED] = "message without its other end",
};

static const char *const keys[CAUSALITY_CUTS] = {
    [CAUSALITY_LOST] = "lost",
    [CAUSALITY_ENDED] = "ended",
    [CAUSALITY_UNMATCHED] = "unmatched",
};

const char *causality_cut_text(enum causality_cut cut)
{
	return texts[cut];
}

const char *causality_cut_key(enum causality_cut cut)
{
	return keys[cut];
}

uint64_t causality_cut_sum(const uint64_t cut[CAUSALITY_CUTS])
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < CAUSALITY_CUTS; i++)
		sum += cut[i];
	return sum;
}

char causality_letter(const struct causality *c, unsigned party)
{
	return c->servers <= LETTERS && party < c->servers ? (char)('A' + party) : 0;
}

const char *causality_party_name(const struct causality *c, unsigned party)
{
	return party < c->parties ? c->party[party].name : "nothing";
}

char *causality_string_name(const struct causality *c, const struct causality_string *s)
{
	size_t size = 1, at = 0;
	char *name;

	for (unsigned i = 0; i < s->length; i++)
		size += strlen(c->party[s->letter[i]].name) + 1;
	name = malloc(size);
	if (!name)
		return NULL;
	for (unsigned i = 0; i < s->length; i++) {
		char letter = causality_letter(c, s->letter[i]);
		const char *whole = c->party[s->letter[i]].name;

		if (letter) {
			name[at++] = letter;
			continue;
		}
		if (i)
			name[at++] = ' ';
		memcpy(&name[at], whole, strlen(whole));
		at += strlen(whole);
	}
	name[at] = 0;
	return name;
}

void causality_free(struct causality *c)
{
	if (!c)
		return;
	processes_close(c->processes);
	free(c->party);
	free(c->string);
	free(c->letter);
	free(c->state);
	free(c->branch);
	free(c);
}
