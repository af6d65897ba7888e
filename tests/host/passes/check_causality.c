/* SPDX-License-Identifier: Apache-2.0 */
/* Strings and branches of runs that were counted by hand. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "causality_fixture.h"
#include "tests/suite.h"

#define ABA "U1!A A1?U A1!B B1?A B1!A A1?B A1!U U1?A "
#define ABCBA "U2!A A2?U A2!B B2?A B2!C C2?B C2!B B2?C B2!A A2?B A2!U U2?A "

static const struct {
	const char *what, *events, *strings, *branches, *apart;
} runs[] = {
    {"figure 2 of the paper", ABA ABCBA, "ABA=1 ABCBA=1", "BAU=2 UAB=2 ABA=1 ABC=1 CBA=1 BCB=1",
     ""},
    {"no request", "", "", "", ""},
    {"two requests one in the other",
     "U1!A V1!A A1?U A1!B B1?A A1?V A2!B B1!A B2?A A1?B A1!U B2!A A2?B A1!V U1?A V1?A",
     "ABA=1 VABA=1", "BAU=1 BAV=1 UAB=1 VAB=1 ABA=2", ""},
    {"one receive, three sends, one of them to the requestor",
     "U1!A A1?U A1!B A1!C A1!U B1?A C1?A C1!D D1?C U1?A U2!A A2?U B9?D", "A=1 A?e=1 AB?u=1 ACD?e=1",
     "UAB=1 UAC=1 UAU=1 UA?e=1 AB?u=1 ACD=1 CD?e=1", "unmatched=1"},
    {"a process that answers without the others", "U1!A A1?U A1!U U1?A", "A=1", "UAU=1", ""},
    {"an answer by another process than the first", "U1!A A1?U A1!B B1?A B1!U U1?B", "AB=1",
     "UAB=1 ABU=1", ""},
    {"an answer to another requestor", "U1!A A1?U A1!V V1?A", "A=1", "UAV=1", ""},
    {"a process that sends to itself", "U1!A A1?U A1!A A1?A A1!U U1?A", "AA=1", "AAU=1 UAA=1", ""},
    {"requestors in the order of the strings, then of the names",
     "V1!A A1?V A1!V V1?A U1!A A1?U A1!U U1?A V2!A A2?V A1!B B1?A B1!V V1?B", "A=1 VA=1 VAB=1",
     "UAU=1 VAB=1 VAV=1 ABV=1", ""},

    /* messages of the system, before and after which the process is in the same visit */
    {"the system is ignored",
     "U1!A A1?U A1!S S1?A S1!A A1?S A1!B B1?A B1!S S1?B S1!B B1?S B1!A A1?B A1!U U1?A", "ABA=1",
     "BAU=1 UAB=1 ABA=1", "system=4"},
    {"so are processes without a role", "U1!A A1?U A1!N N1?A N1!A A1?N A1!U U1?A", "A=1", "UAU=1",
     "unnamed=2"},
    {"a message of the system begins nothing", "S1!A A1?S A1!B B1?A B1!U U1?B", "", "",
     "stray=1 system=1"},
    {"messages between requestors are no request", "U1!V V1?U V1!U U1?V", "", "", ""},
    {"a process that begins by itself", "A1!U A2!B U1?A B2?A B1!U U1?B", "", "", "stray=2"},

    /* receives after which nothing is sent */
    {"no answer", "U1!A A1?U A1!B B1?A U2!A A2?U A2!B B2?A B2!U U2?B", "AB=1 AB-=1",
     "UAB=2 ABU=1 AB-=1", ""},
    {"a message to the system is not an answer", "U1!A A1?U A1!S S1?A U2!A A2?U A1!U U1?A",
     "A=1 A-=1", "UAU=1 UA-=1", "system=1"},

    /* the end of the run */
    {"not received yet", "U1!A A1?U A1!B", "A?e=1", "UA?e=1", ""},
    {"no send yet", "U1!A A1?U A1!B B1?A", "AB?e=1", "UAB=1 AB?e=1", ""},
    {"a request that is not received", "U1!A", "", "", ""},
    {"the system has not answered yet", "U1!A A1?U A1!S S1?A", "A?e=1", "UA?e=1", "system=1"},
    {"an answer that is not received", "U1!A A1?U A1!U", "A?e=1", "UA?e=1", ""},

    /* losses: of the node of A, B and U; of that of C, D and S */
    {"between a receive and a send", "U1!A A1?U A~ A1!B B1?A B1!U U1?B", "A?l=1", "UA?l=1",
     "lost=1 breaks=1"},
    {"after the send, before the other one receives", "U1!A A1?U A1!C A~ C1?A C1!U U1?C", "AC=1",
     "UAC=1 ACU=1", "breaks=1"},
    {"of a whole visit", "U1!A A1?U A1!C C~ A1?C A1!U U1?A", "A?l=1", "UA?l=1", "lost=1 breaks=1"},
    {"of a request", "U1!A A~ A1!C C1?A C1!D D1?C D1!U U1?D", "", "", "lost=1 breaks=1"},
    {"where nothing belongs to a request", "U1!A A1?U A1!U U1?A C~", "A=1", "UAU=1", "breaks=1"},
    {"of a process that comes later", "C~ C1!A A1?C A1!U U1?A", "", "", "lost=1 breaks=1"},
    {"while the system answers", "U1!C C1?U C1!S S1?C C~ S1!C C1?S C1!U U1?C", "C?l=1", "UC?l=1",
     "lost=1 system=2 breaks=1"},
    {"of the end", "U1!A A1?U A1!B B1?A B.", "AB?l=1", "UAB=1 AB?l=1", "breaks=1"},
    {"of the end, with a message on its way", "U1!A A1?U A1!C C.", "A?l=1", "UA?l=1", "breaks=1"},

    /* no loss, and an event that the program has not reported */
    {"a receive without a send", "U1!A A1?U A1!B B1?A A2?B A1!U U1?A", "AB?e=1", "UAB=1 AB?e=1",
     "unmatched=1"},

    /* receives that are recorded before their sends */
    {"each before its send", "A1?U U1!A B1?A A1!B A1?B B1!A U1?A A1!U", "ABA=1",
     "BAU=1 UAB=1 ABA=1", ""},
    {"the request last", "A1?U A1!B B1?A B1!A A1?B A1!U U1?A U1!A", "ABA=1", "BAU=1 UAB=1 ABA=1",
     ""},
    {"the system last", "U1!A A1?U A1?S A1!B A1!U U1?A B1?A B1!U U1?B S1!A", "A=1 AB=1",
     "UAB=1 UAU=1 ABU=1", "system=1"},
    {"the system last, after the next request",
     "U1!A A1?U A1?S A1!B B1?A B1!U U1?B U2!A A2?U A2!U U2?A S1!A", "A=1 AB=1", "UAB=1 UAU=1 ABU=1",
     "system=1"},
    {"the system last, and nothing else", "U1!A A1?U A1?S U2!A A2?U A2!U U2?A S1!A", "A=1 A-=1",
     "UAU=1 UA-=1", "system=1"},
    {"the system last, after sends that nobody receives", "U1!A A1?U A1?S A1!B A1!B S1!A", "A?u=2",
     "UA?u=2", "system=1"},
    {"what no request begins", "A1?C A1!B B1?A B1!U U1?B C1!A", "", "", "stray=1"},
    {"each from the other", "A1?B B1?A A1!B B1!A", "", "", "unmatched=1"},
    {"each from the other, past the system", "A1?B A1?S B1?A A1!B B1!A S1!A", "", "",
     "unmatched=1 system=1"},
};

START_TEST(test_run_by_hand)
{
	struct causality *c;

	cf_begin();
	cf_events(runs[_i].events);
	c = cf_build();
	ck_assert_msg(!strcmp(cf_strings(c), runs[_i].strings), "%s: strings %s", runs[_i].what,
		      cf_strings(c));
	ck_assert_msg(!strcmp(cf_branches(c), runs[_i].branches), "%s: branches %s", runs[_i].what,
		      cf_branches(c));
	ck_assert_msg(!strcmp(cf_apart(c), runs[_i].apart), "%s: apart %s", runs[_i].what,
		      cf_apart(c));
	cf_end(c);
}
END_TEST

int main(void)
{
	return run_tests("causality", NULL, NULL,
			 TESTS({test_run_by_hand, sizeof(runs) / sizeof(runs[0])}));
}
