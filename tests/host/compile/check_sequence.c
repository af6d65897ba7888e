/* SPDX-License-Identifier: Apache-2.0 */

/* The texts of sequences: what valid ones mean, and where others are at fault. */

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "compile/sequence.h"

static struct gno_seq seq;
static struct gno_words_fault fault;

static void teardown(void)
{
	gno_seq_free(&seq);
}

START_TEST(test_all_parts_of_a_step)
{
	ck_assert_int_eq(
	    gno_seq_parse("request then\t0x10 grant within 100 unless abort or re-set.2 then end",
			  &seq, &fault),
	    0);
	ck_assert(!seq.strict);
	ck_assert_uint_eq(seq.steps, 3);
	ck_assert_str_eq(seq.step[0].point.name, "request");
	ck_assert_uint_eq(seq.step[0].point.at, 0);
	ck_assert_uint_eq(seq.step[0].count, 1);
	ck_assert_uint_eq(seq.step[0].within, 0);
	ck_assert_uint_eq(seq.step[0].unlesses, 0);
	ck_assert_uint_eq(seq.step[1].count, 16);
	ck_assert_uint_eq(seq.step[1].count_at, 13);
	ck_assert_str_eq(seq.step[1].point.name, "grant");
	ck_assert_uint_eq(seq.step[1].point.at, 18);
	ck_assert_uint_eq(seq.step[1].within, 100);
	ck_assert_uint_eq(seq.step[1].within_at, 31);
	ck_assert_uint_eq(seq.step[1].unlesses, 2);
	ck_assert_str_eq(seq.step[1].unless[1].name, "re-set.2");
	ck_assert_uint_eq(seq.step[1].unless[1].at, 51);
	ck_assert_str_eq(seq.step[2].point.name, "end");
}
END_TEST

START_TEST(test_strict)
{
	ck_assert_int_eq(
	    gno_seq_parse(" strictly entry then 0x104 then other then 264 ", &seq, &fault), 0);
	ck_assert(seq.strict);
	ck_assert_uint_eq(seq.steps, 4);
	ck_assert_str_eq(seq.step[0].point.name, "entry");
	ck_assert_ptr_null(seq.step[1].point.name);
	ck_assert_uint_eq(seq.step[1].word, 0x104);
	ck_assert_uint_eq(seq.step[1].point.at, 21);
	ck_assert_str_eq(seq.step[2].point.name, "other");
	ck_assert_uint_eq(seq.step[3].word, 264);
}
END_TEST

/* Addresses have the text that an expression takes; a word in quotes may have spaces. */
START_TEST(test_strict_addresses)
{
	static const char text[] =
	    "strictly a then main+4 then 'x.c:f(int, int)' + 0x8 then \"then\" then b";
	static const char *const address[] = {NULL, "main+4", "'x.c:f(int, int)' + 0x8", "\"then\"",
					      NULL};

	ck_assert_int_eq(gno_seq_parse(text, &seq, &fault), 0);
	ck_assert_uint_eq(seq.steps, 5);
	for (size_t i = 0; i < 5; i++) {
		if (!address[i]) {
			ck_assert_ptr_null(seq.step[i].address);
			ck_assert_ptr_nonnull(seq.step[i].point.name);
			continue;
		}
		ck_assert_str_eq(seq.step[i].address, address[i]);
		ck_assert_ptr_null(seq.step[i].point.name);
		ck_assert_uint_eq(seq.step[i].point.at, (size_t)(strstr(text, address[i]) - text));
	}
}
END_TEST

static const struct {
	const char *text;
	size_t at;
	const char *fault;
} bad[] = {
    {"", 0, "the sequence ends where a point is expected"},
    {"  ", 2, "the sequence ends where a point is expected"},
    {"strictly", 8, "the sequence ends where a point is expected"},
    {"a then", 6, "the sequence ends where a point is expected"},
    {"a then then b", 7, "'then' where a point is expected"},
    {"a b", 2, "'b' where 'then' or the end is expected"},
    {"a, then b", 0, "'a,' where a point is expected"},
    {"0 a", 0, "'0' where a count from 1 is expected"},
    {"4x a", 0, "'4x' where a count from 1 is expected"},
    {"99999999999999999999 a", 0, "'99999999999999999999' where a count from 1 is expected"},
    {"3 4 a", 2, "'4' where a point is expected"},
    {"4", 1, "the sequence ends where a point is expected"},
    {"a within 5 then b", 2, "the first step has no step before it that 'within' could count from"},
    {"a then b within", 15, "the sequence ends where a number of cycles from 1 is expected"},
    {"a then b within 0", 16, "'0' where a number of cycles from 1 is expected"},
    {"a then b within c", 16, "'c' where a number of cycles from 1 is expected"},
    {"a then b unless", 15, "the sequence ends where a point is expected"},
    {"a then b unless c or", 20, "the sequence ends where a point is expected"},
    {"a then b unless c or 5", 21, "'5' where a point is expected"},
    {"a then b unless c within 5", 18, "'within' where 'then' or the end is expected"},
    {"strictly 4 then a", 9, "'4' where the point that a strict sequence begins with is expected"},
    {"strictly a then b unless c", 18, "a strict sequence has no 'unless': any other word ends it"},
    {"strictly a then 4 b", 18, "'b' where 'then' or the end is expected"},
    {"strictly 'f' then a", 9,
     "''f'' where the point that a strict sequence begins with is expected"},
    {"strictly f + 4 then a", 9,
     "'f' where the point that a strict sequence begins with is expected"},
    {"strictly a then f + g", 20, "'g' where an offset is expected"},
    {"strictly a then f +", 19, "the sequence ends where an offset is expected"},
    {"strictly a then 'f' 4", 20, "'4' where 'then' or the end is expected"},
    {"a then 'f'", 7, "''f'' where a point is expected"},
    {"a then f + 4", 9, "'+' where 'then' or the end is expected"},
    {"strictly strictly a", 9, "'strictly' where a point is expected"},
};

START_TEST(test_where_it_is_at_fault)
{
	ck_assert_int_eq(gno_seq_parse(bad[_i].text, &seq, &fault), GNO_ERR_FORMAT);
	ck_assert_str_eq(fault.text, bad[_i].fault);
	ck_assert_uint_eq(fault.at, bad[_i].at);
	ck_assert_uint_eq(seq.steps, 0);
}
END_TEST

int main(void)
{
	return run_tests("sequence", NULL, teardown,
			 TESTS({test_all_parts_of_a_step}, {test_strict}, {test_strict_addresses},
			       {test_where_it_is_at_fault, sizeof(bad) / sizeof(bad[0])}));
}
