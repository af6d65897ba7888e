/* SPDX-License-Identifier: Apache-2.0 */
#include "monitor/port_names.h"

#include <stddef.h>
#include <stdio.h>

#include "gnomon/records.h"

const char *const gno_port_controls[] = {
    [GNO_PORT_PROCESS] = "process",	[GNO_PORT_RUNNABLE] = "runnable",
    [GNO_PORT_START] = "start",		[GNO_PORT_STOP] = "stop",
    [GNO_PORT_TIME_STOP] = "time_stop", [GNO_PORT_TIME_START] = "time_start",
    [GNO_PORT_MARK] = "mark",		[GNO_PORT_MARK + 1] = NULL,
};

const char *const gno_port_kinds[GNO_PORT_KINDS] = {
    [GNO_PAGE_SEND - GNO_PAGE_SEND] = "send",
    [GNO_PAGE_RECEIVE_CALL - GNO_PAGE_SEND] = "receive_call",
    [GNO_PAGE_RECEIVE - GNO_PAGE_SEND] = "receive",
    [GNO_PAGE_MESSAGE_QUEUED - GNO_PAGE_SEND] = "message_queued",
    [GNO_PAGE_CREATE_PATH - GNO_PAGE_SEND] = "create_path",
    [GNO_PAGE_DESTROY_PATH - GNO_PAGE_SEND] = "destroy_path",
    [GNO_PAGE_CREATE_PROCESS - GNO_PAGE_SEND] = "create_process",
    [GNO_PAGE_START_PROCESS - GNO_PAGE_SEND] = "start_process",
    [GNO_PAGE_STOP_PROCESS - GNO_PAGE_SEND] = "stop_process",
    [GNO_PAGE_DESTROY_PROCESS - GNO_PAGE_SEND] = "destroy_process",
};

bool gno_port_is_user(unsigned page)
{
	return page != GNO_PAGE_CONTROL && (page < GNO_PAGE_SEND || page >= GNO_PAGE_USER_HIGH);
}

const char *gno_port_name(uint32_t write, char *buf, size_t size)
{
	unsigned page = gno_port_write_page(write), sub = gno_port_write_sub(write);

	if (page == GNO_PAGE_CONTROL && sub <= GNO_PORT_MARK)
		return gno_port_controls[sub];
	if (page == GNO_PAGE_CONTROL)
		snprintf(buf, size, "control %u", sub);
	else if (gno_port_is_user(page))
		snprintf(buf, size, "user %u", gno_port_write_pack(sub, page));
	else
		snprintf(buf, size, "%s %u", gno_port_kinds[page - GNO_PAGE_SEND], sub);
	return buf;
}
