/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "../suite.h"
#include "model/keys.h"
#include "preprocessors/quantity.h"
#include "preprocessors/watcher.h"
#include "tables/tables.h"

static const struct {
	enum key_type type;
	const char *text;
	enum key_number rc;
	uint64_t value;
} numbers[] = {
    {KEY_INT, "0", KEY_NUMBER_OK, 0},
    {KEY_INT, "4096", KEY_NUMBER_OK, 4096},
    {KEY_INT, "-1", KEY_NUMBER_BAD, 0},
    {KEY_INT, "1.0", KEY_NUMBER_BAD, 0},
    {KEY_INT, "1.", KEY_NUMBER_BAD, 0},
    {KEY_INT, "12a", KEY_NUMBER_BAD, 0},
    {KEY_INT, ".", KEY_NUMBER_BAD, 0},
    {KEY_INT, "99999999999999999999", KEY_NUMBER_BIG, 0},
    {KEY_FREQ, "50 MHz", KEY_NUMBER_OK, 50000000},
    {KEY_FREQ, "50MHz", KEY_NUMBER_OK, 50000000},
    {KEY_FREQ, "12.5 MHz", KEY_NUMBER_OK, 12500000},
    {KEY_FREQ, "0.1 GHz", KEY_NUMBER_OK, 100000000},
    {KEY_FREQ, "32.768 kHz", KEY_NUMBER_OK, 32768},
    {KEY_FREQ, "7 Hz", KEY_NUMBER_OK, 7},
    {KEY_FREQ, "1.50 Hz", KEY_NUMBER_FRACTION, 0},
    {KEY_FREQ, "2.00 Hz", KEY_NUMBER_OK, 2},
    {KEY_FREQ, "50", KEY_NUMBER_UNIT, 0},
    {KEY_FREQ, "50 mhz", KEY_NUMBER_UNIT, 0},
    {KEY_FREQ, "MHz", KEY_NUMBER_BAD, 0},
    {KEY_FREQ, "99999999999999999 GHz", KEY_NUMBER_BIG, 0},
    {KEY_OFFSET, "0", KEY_NUMBER_OK, 0},
    {KEY_OFFSET, "64", KEY_NUMBER_OK, 64},
    {KEY_OFFSET, "+64", KEY_NUMBER_OK, 64},
    {KEY_OFFSET, "-6", KEY_NUMBER_OK, UINT64_MAX - 5},
    {KEY_OFFSET, "-", KEY_NUMBER_BAD, 0},
    {KEY_OFFSET, "--6", KEY_NUMBER_BAD, 0},
    {KEY_OFFSET, "-+6", KEY_NUMBER_BAD, 0},
    {KEY_OFFSET, "1.5", KEY_NUMBER_BAD, 0},
    {KEY_OFFSET, "9223372036854775808", KEY_NUMBER_BIG, 0},
    {KEY_RATE, "115200", KEY_NUMBER_OK, 115200},
    {KEY_RATE, "5 MHz", KEY_NUMBER_OK, 5000000},
};

START_TEST(test_number_reads)
{
	uint64_t value = 0;

	ck_assert_int_eq(key_parse_number(numbers[_i].type, numbers[_i].text, &value),
			 numbers[_i].rc);
	if (numbers[_i].rc == KEY_NUMBER_OK)
		ck_assert_uint_eq(value, numbers[_i].value);
}
END_TEST

static const struct {
	const char *text;
	enum key_bits rc;
	uint64_t mask;
} bit_lists[] = {
    {"0", KEY_BITS_OK, 1},
    {"1..0", KEY_BITS_OK, 3},
    {"31..28, 1..0", KEY_BITS_OK, 0xf0000003},
    {" 5 .. 4 ,\t7 ", KEY_BITS_OK, 0xb0},
    {"63..0", KEY_BITS_OK, UINT64_MAX},
    {"3..3,1", KEY_BITS_OK, 10},
    {"", KEY_BITS_BAD, 0},
    {"a", KEY_BITS_BAD, 0},
    {"1..", KEY_BITS_BAD, 0},
    {"..1", KEY_BITS_BAD, 0},
    {"0..1", KEY_BITS_BAD, 0},
    {"1,", KEY_BITS_BAD, 0},
    {"1,,2", KEY_BITS_BAD, 0},
    {"1 2", KEY_BITS_BAD, 0},
    {"1.2", KEY_BITS_BAD, 0},
    {"-1", KEY_BITS_BAD, 0},
    {"64", KEY_BITS_BIG, 0},
    {"64..1", KEY_BITS_BIG, 0},
    {"99999999999999999999", KEY_BITS_BIG, 0},
    {"1, 1", KEY_BITS_TWICE, 0},
    {"3..1, 2", KEY_BITS_TWICE, 0},
};

START_TEST(test_bit_list_reads)
{
	uint64_t mask = 0;
	unsigned bit;

	ck_assert_int_eq(key_parse_bits(bit_lists[_i].text, &mask, &bit), bit_lists[_i].rc);
	if (bit_lists[_i].rc == KEY_BITS_OK)
		ck_assert_uint_eq(mask, bit_lists[_i].mask);
}
END_TEST

START_TEST(test_nearest_finds_a_slip)
{
	ck_assert_str_eq(key_nearest(&key_root, "cloc")->name, "clock");
	ck_assert_str_eq(key_nearest(&key_root, "node")->name, "nodes");
	ck_assert_str_eq(key_nearest(&key_root, "lnik")->name, "link");
	ck_assert_ptr_null(key_nearest(&key_root, "temperature"));
	ck_assert_ptr_null(key_nearest(&key_root, ""));
}
END_TEST

START_TEST(test_keyword_is_found)
{
	static const char *const some[] = {"accept_on", "always", "module", "logic",
					   "wire",	"xnor",	  "xor"};

	for (size_t i = 0; i < sizeof(some) / sizeof(some[0]); i++)
		ck_assert_msg(key_is_keyword(some[i]), "%s", some[i]);
	ck_assert(!key_is_keyword("core"));
	ck_assert(!key_is_keyword("Module"));
}
END_TEST

START_TEST(test_choice_is_a_whole_word)
{
	ck_assert(key_is_choice("bytes uart", "bytes"));
	ck_assert(key_is_choice("bytes uart", "uart"));
	ck_assert(!key_is_choice("bytes uart", "byte"));
	ck_assert(!key_is_choice("bytes uart", "bytes uart"));
	ck_assert(!key_is_choice("bytes uart", ""));
}
END_TEST

/* Presets are in range, and every section is explained. */
static void walk_section(const struct key_section *section)
{
	ck_assert_ptr_nonnull(section->what);
	for (const struct key_spec *k = section->keys; k->name; k++) {
		uint64_t value;

		ck_assert_msg(k->put_what || (k->what && *k->what), "%s has no description",
			      k->name);
		ck_assert_msg((k->type == KEY_MAP || k->type == KEY_LIST) ==
				  (k->child != NULL || k->plain != NULL),
			      "%s", k->name);
		ck_assert_msg(!k->plain || k->type == KEY_LIST, "%s", k->name);
		ck_assert_msg((k->type == KEY_CHOICE) == (k->choices != NULL), "%s", k->name);
		if (k->preset && k->type == KEY_INT) {
			ck_assert_int_eq(key_parse_number(k->type, k->preset, &value),
					 KEY_NUMBER_OK);
			ck_assert(value >= k->min && value <= k->max);
		} else if (k->preset && k->type == KEY_OFFSET) {
			ck_assert_int_eq(key_parse_number(k->type, k->preset, &value),
					 KEY_NUMBER_OK);
			ck_assert((int64_t)value >= (int64_t)k->min &&
				  (int64_t)value <= (int64_t)k->max);
		} else if (k->preset) {
			ck_assert(key_is_choice(k->choices, k->preset));
		}
		if (k->child)
			walk_section(k->child);
	}
}

START_TEST(test_key_table_is_sound)
{
	walk_section(&key_root);
}
END_TEST

START_TEST(test_kinds_of_quantities_are_complete)
{
	const struct quantity_kind *kind;
	size_t words = 1;

	for (const char *c = QUANTITY_WORDS; *c; c++)
		words += *c == ' ';
	ck_assert_ptr_null(quantity_at(words));
	for (size_t i = 0; i < words; i++) {
		kind = quantity_at(i);
		ck_assert(key_is_choice(QUANTITY_WORDS, kind->name));
		ck_assert_ptr_eq(quantity_find(kind->name), kind);
		ck_assert_ptr_nonnull(kind->what);
		for (unsigned k = 0; k < QUANTITY_KEYS; k++)
			ck_assert_int_eq(kind->keys[k].what != NULL, kind->keys[k].need != 0);
		ck_assert_int_eq(kind->module != NULL, kind->source == QUANTITY_OF_MODULE);
		ck_assert(!kind->module || kind->rst || kind->first);
	}
}
END_TEST

/* Kinds of a role are adjacent, as the parts of a node are. */
START_TEST(test_kinds_of_watchers_are_complete)
{
	const struct key_section *nodes = key_find(&key_root, "nodes")->child;
	const struct watcher_kind *kind;
	unsigned role = 0;

	for (size_t i = 0; (kind = watcher_at(i)); i++) {
		const struct key_spec *list = key_find(nodes, kind->list);

		ck_assert_ptr_nonnull(list);
		ck_assert_ptr_eq(list->child, &kind->section);
		ck_assert_uint_ge(kind->role, role);
		role = kind->role;
		ck_assert_ptr_nonnull(strstr(kind->a, kind->one));
		ck_assert_ptr_nonnull(kind->module);
		ck_assert_int_eq(key_find(&kind->section, "banks") != NULL,
				 kind->role == WATCHER_BANKED);
		ck_assert_int_eq(key_find(&kind->section, "inputs") != NULL,
				 kind->role == WATCHER_COUNTED);
		ck_assert_int_eq(key_find(&kind->section, "line") != NULL,
				 kind->role == WATCHER_KEPT);
		ck_assert_int_eq(key_find(&kind->section, "of") == NULL,
				 kind->role == WATCHER_COUNTED || kind->role == WATCHER_KEPT);
	}
}
END_TEST

START_TEST(test_record_fields_do_not_overlap)
{
	for (const struct tab_kind *k = tab_kinds; k->name; k++) {
		unsigned end = 8; /* behind the kind, in bits of words 1 and up */

		ck_assert(k == tab_kinds || k->id > k[-1].id);
		for (const struct tab_field *f = k->fields;
		     f < k->fields + TAB_FIELDS_MAX && f->name; f++) {
			ck_assert_uint_eq(32 * (f->word - 1) + f->lo, end);
			end += f->bits;
		}
		ck_assert_uint_eq(end + 32, 64 * (k->slots + (k->length == TAB_LENGTH_DATUM)));
	}
}
END_TEST

START_TEST(test_table_fields_do_not_overlap)
{
	for (const struct tab_table *t = tab_tables; t < tab_tables + TAB_TABLES; t++) {
		unsigned char used[8 * 16] = {0};

		ck_assert_ptr_nonnull(t->name);
		ck_assert_msg(t->row && !(t->row & (t->row - 1)) && t->row <= 16, "%s", t->name);
		ck_assert_msg(t->fields[0].name, "%s", t->name);
		for (const struct tab_cell *f = t->fields; f < t->fields + TAB_CELLS_MAX && f->name;
		     f++) {
			unsigned first = 8 * f->byte + f->lo;

			ck_assert_msg(f->lo + f->bits <= 8 || (!f->lo && f->bits % 8 == 0), "%s %s",
				      t->name, f->name);
			ck_assert_msg(first + f->bits <= 8 * t->row, "%s %s", t->name, f->name);
			for (unsigned i = 0; i < f->bits; i++)
				ck_assert_msg(!used[first + i]++ || t->lanes, "%s %s", t->name,
					      f->name);
		}
	}
}
END_TEST

/* The fields of a number are all of it, the lowest first. */
static void expect_whole(const struct tab_pack *p)
{
	unsigned end = 0;

	for (const struct tab_bits *f = p->fields; f < p->fields + TAB_PACK_MAX && f->name; f++) {
		ck_assert_msg(f->lo == end, "%s %s", p->name, f->name);
		end += f->bits;
	}
	ck_assert_msg(end == p->bits, "%s", p->name);
}

START_TEST(test_fields_of_a_number_are_all_of_it)
{
	for (const struct tab_pack *p = tab_packs; p->name; p++)
		expect_whole(p);
	for (unsigned form = 0; form < TAB_FORMS; form++)
		expect_whole(&tab_forms[form]);
}
END_TEST

START_TEST(test_ratio_words_are_even)
{
	ck_assert_uint_eq(tab_ratio_words(1, 0), 2);
	ck_assert_uint_eq(tab_ratio_words(3, 0), 6);
	ck_assert_uint_eq(tab_ratio_words(1, 1), 2);
	ck_assert_uint_eq(tab_ratio_words(4, 1), 2);
	ck_assert_uint_eq(tab_ratio_words(5, 1), 4);
	ck_assert_uint_eq(tab_ratio_words(64, 0), 128);
	ck_assert_uint_eq(tab_ratio_words(9, TAB_FORM_FULL), 18);
	ck_assert_uint_eq(tab_ratio_words(9, TAB_FORM_COMPRESSED), 6);
	ck_assert_uint_eq(tab_ratio_words(9, TAB_FORM_COMPRESSED32), 10);
	ck_assert_uint_eq(tab_ratio_words(1, TAB_FORM_COMPRESSED32), 2);
	ck_assert_uint_eq(tab_ratio_words(0, TAB_FORM_FULL), 0);
}
END_TEST

START_TEST(test_magic_is_gno_and_version)
{
	ck_assert_uint_eq(tab_magic(), 0x034f4e47);
}
END_TEST

int main(void)
{
	return run_tests(
	    "gen keys and tables", NULL, NULL,
	    TESTS({test_number_reads, sizeof(numbers) / sizeof(numbers[0])},
		  {test_bit_list_reads, sizeof(bit_lists) / sizeof(bit_lists[0])},
		  {test_nearest_finds_a_slip}, {test_keyword_is_found},
		  {test_choice_is_a_whole_word}, {test_key_table_is_sound},
		  {test_kinds_of_quantities_are_complete}, {test_kinds_of_watchers_are_complete},
		  {test_record_fields_do_not_overlap}, {test_table_fields_do_not_overlap},
		  {test_fields_of_a_number_are_all_of_it}, {test_ratio_words_are_even},
		  {test_magic_is_gno_and_version}));
}
