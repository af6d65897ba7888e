/* SPDX-License-Identifier: Apache-2.0 */
/* Packed numbers of the page against bytes that are written down here. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "out/page/packed.h"
#include "tests/suite.h"

static char *text;
static size_t size;

/* Bytes in base64, as a value of JSON; the caller's. */
static const char *base64(const char *bytes)
{
	FILE *f = open_memstream(&text, &size);
	struct json_out o = {.f = f, .compact = true};

	jout_object(&o, NULL);
	jout_base64(&o, "a", bytes, strlen(bytes));
	jout_object_end(&o);
	fclose(f);
	return text;
}

/* The vectors of RFC 4648, section 10. */
START_TEST(test_base64)
{
	static const char *const pairs[][2] = {
	    {"", "{\"a\":\"\"}"},
	    {"f", "{\"a\":\"Zg==\"}"},
	    {"fo", "{\"a\":\"Zm8=\"}"},
	    {"foo", "{\"a\":\"Zm9v\"}"},
	    {"foob", "{\"a\":\"Zm9vYg==\"}"},
	    {"fooba", "{\"a\":\"Zm9vYmE=\"}"},
	    {"foobar", "{\"a\":\"Zm9vYmFy\"}"},
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		char *seen = strdup(base64(pairs[i][0])), *to = seen;

		for (const char *from = text; *from; from++) /* blanks are the writer's */
			if (*from != ' ' && *from != '\n')
				*to++ = *from;
		*to = '\0';
		ck_assert_str_eq(seen, pairs[i][1]);
		free(seen);
		free(text);
	}
}
END_TEST

static void expect(struct packed *p, const char *bytes, size_t n)
{
	ck_assert_uint_eq(p->used, n);
	ck_assert_mem_eq(p->byte, bytes, n);
	p->used = 0;
}

START_TEST(test_numbers)
{
	struct packed p = {.used = 0};

	packed_number(&p, 0);
	packed_number(&p, 127);
	packed_number(&p, 128);
	packed_number(&p, 300);
	expect(&p, "\x00\x7f\x80\x01\xac\x02", 6);
	packed_number(&p, UINT64_MAX);
	expect(&p, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10);
	packed_step(&p, 5, 5);
	packed_step(&p, 5, 6);
	packed_step(&p, 6, 5);
	packed_step(&p, 100, 0);
	expect(&p, "\x00\x02\x01\xc7\x01", 5);
	packed_free(&p);
}
END_TEST

START_TEST(test_counts)
{
	static const uint64_t counts[] = {0, 0, 0, 7, 0, 1, 2, 0};
	struct packed p = {.used = 0};

	packed_counts(&p, counts, 8);
	expect(&p, "\x00\x03\x07\x00\x01\x01\x02\x00\x01", 9);
	packed_counts(&p, counts, 3);
	expect(&p, "\x00\x03", 2);
	packed_free(&p);
}
END_TEST

/* Many more than there is room for at first. */
START_TEST(test_room)
{
	struct packed p = {.used = 0};

	for (unsigned i = 0; i < 100000; i++)
		packed_number(&p, 1000 + i % 7);
	ck_assert(!p.nomem);
	ck_assert_uint_eq(p.used, 200000);
	for (unsigned i = 0; i < 100000; i++)
		ck_assert_uint_eq(p.byte[2 * i] | p.byte[2 * i + 1] << 8,
				  ((1000 + i % 7) & 0x7f) | 0x80 | (1000 + i % 7) >> 7 << 8);
	packed_free(&p);
}
END_TEST

int main(void)
{
	return run_tests("packed", NULL, NULL,
			 TESTS({test_base64}, {test_numbers}, {test_counts}, {test_room}));
}
