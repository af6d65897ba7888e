/* SPDX-License-Identifier: Apache-2.0 */

/* The calls of gnomon_target.h, with an array for the window: address and data of each store. */

#include <check.h>
#include <stdint.h>
#include <string.h>

#include "gnomon/records.h"
#include "tests/suite.h"

#define WORDS 1024
#define NOTHING 0xa5a5a5a5u

static uint32_t window[WORDS];

#define GNOMON_PORT window
#include "gnomon_target.h"

/* The call wrote that word there, and nothing else. */
#define EXPECT(call, page, sub, word)                                                              \
	do {                                                                                       \
		memset(window, 0xa5, sizeof(window));                                              \
		call;                                                                              \
		expect_one((page)*64u + (sub), word);                                              \
	} while (0)

static void expect_one(unsigned number, uint32_t word)
{
	for (unsigned i = 0; i < WORDS; i++)
		ck_assert_msg(window[i] == (i == number ? word : NOTHING), "0x%x at %u", window[i],
			      i);
}

START_TEST(test_control)
{
	EXPECT(gnomon_process(0xbeef), GNO_PAGE_CONTROL, GNO_PORT_PROCESS, 0xbeef);
	EXPECT(gnomon_runnable(200), GNO_PAGE_CONTROL, GNO_PORT_RUNNABLE, 200);
	EXPECT(gnomon_start(), GNO_PAGE_CONTROL, GNO_PORT_START, 0);
	EXPECT(gnomon_stop(), GNO_PAGE_CONTROL, GNO_PORT_STOP, 0);
	EXPECT(gnomon_time_stop(), GNO_PAGE_CONTROL, GNO_PORT_TIME_STOP, 0);
	EXPECT(gnomon_time_start(), GNO_PAGE_CONTROL, GNO_PORT_TIME_START, 0);
	EXPECT(gnomon_mark(0x12345678), GNO_PAGE_CONTROL, GNO_PORT_MARK, 0x12345678);
}
END_TEST

START_TEST(test_user_events)
{
	for (unsigned number = 64; number < 1024; number = number == 255 ? 896 : number + 1)
		EXPECT(gnomon_event(number, 0x80000000u + number), number / 64, number % 64,
		       0x80000000u + number);
}
END_TEST

START_TEST(test_dpm)
{
	for (unsigned c = 0; c < 64; c++) {
		EXPECT(gnomon_send(c, 0xfffe, 3), GNO_PAGE_SEND, c, 0xfffe0003);
		EXPECT(gnomon_receive_call(c), GNO_PAGE_RECEIVE_CALL, c, 0);
		EXPECT(gnomon_receive(c, 7, 0xffff), GNO_PAGE_RECEIVE, c, 0x7ffff);
		EXPECT(gnomon_message_queued(c, 1, 2), GNO_PAGE_MESSAGE_QUEUED, c, 0x10002);
		EXPECT(gnomon_create_path(c, 0xcafe0001), GNO_PAGE_CREATE_PATH, c, 0xcafe0001);
		EXPECT(gnomon_destroy_path(c), GNO_PAGE_DESTROY_PATH, c, 0);
	}
	EXPECT(gnomon_create_process(300), GNO_PAGE_CREATE_PROCESS, 0, 300);
	EXPECT(gnomon_start_process(301), GNO_PAGE_START_PROCESS, 0, 301);
	EXPECT(gnomon_stop_process(302), GNO_PAGE_STOP_PROCESS, 0, 302);
	EXPECT(gnomon_destroy_process(65535), GNO_PAGE_DESTROY_PROCESS, 0, 65535);
}
END_TEST

int main(void)
{
	return run_tests("target", NULL, NULL,
			 TESTS({test_control}, {test_user_events}, {test_dpm}));
}
