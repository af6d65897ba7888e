/* SPDX-License-Identifier: Apache-2.0 */
/* Each call of the event port in a function of its own, with constants and with what a caller has
 * in registers. */
#define GNOMON_PORT 0x80020000u
#include "gnomon_target.h"

#define CALL(name, call)                                                                           \
	void name(uint32_t a, uint16_t b, uint16_t c);                                             \
	void name(uint32_t a, uint16_t b, uint16_t c)                                              \
	{                                                                                          \
		(void)a, (void)b, (void)c;                                                         \
		call;                                                                              \
	}

CALL(call_process, gnomon_process(5))
CALL(call_process_of, gnomon_process(b))
CALL(call_runnable, gnomon_runnable(2))
CALL(call_start, gnomon_start())
CALL(call_stop, gnomon_stop())
CALL(call_time_stop, gnomon_time_stop())
CALL(call_time_start, gnomon_time_start())
CALL(call_mark, gnomon_mark(a))
CALL(call_event_first, gnomon_event(64, a))
CALL(call_event, gnomon_event(255, 7))
CALL(call_event_high, gnomon_event(896, a))
CALL(call_event_last, gnomon_event(1023, a))
CALL(call_send, gnomon_send(63, b, c))
CALL(call_send_constant, gnomon_send(0, 1, 64))
CALL(call_receive_call, gnomon_receive_call(1))
CALL(call_receive, gnomon_receive(2, b, c))
CALL(call_message_queued, gnomon_message_queued(3, b, c))
CALL(call_create_path, gnomon_create_path(4, a))
CALL(call_destroy_path, gnomon_destroy_path(5))
CALL(call_create_process, gnomon_create_process(b))
CALL(call_start_process, gnomon_start_process(b))
CALL(call_stop_process, gnomon_stop_process(b))
CALL(call_destroy_process, gnomon_destroy_process(b))
CALL(call_send_any, gnomon_send(a, b, c))
#ifdef WRONG_EVENT
CALL(call_wrong, gnomon_event(300, 0))
#endif
#ifdef WRONG_CONNECTION
CALL(call_wrong, gnomon_send(64, b, c))
#endif
