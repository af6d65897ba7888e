/* SPDX-License-Identifier: Apache-2.0 */
#include "cdc_acm.h"

#include <errno.h>
#include <linux/usb/cdc.h>
#include <string.h>

#define PACKET 64
#define SHORT_MAX 60 /* bytes of a packet where packets are short */
#define ACM_IN 0x82
#define ACM_OUT 0x02
#define VENDOR_IN 0x84
#define VENDOR_OUT 0x04
#define PORT_IN 0x84 /* of the second port of three */
#define PORT_OUT 0x04
#define PORT_CONTROL 2

#define TO_CLASS (USB_TYPE_CLASS | USB_RECIP_INTERFACE | USB_DIR_OUT)

#define DEVICE                                                                                     \
	18, USB_DT_DEVICE, 0x00, 0x02, 0xef, 2, 1, 64, 0x50, 0x1d, 0x2b, 0x60, 0x00, 0x01, 1, 2,   \
	    3, 1
#define CONFIGURATION(bytes, interfaces) 9, USB_DT_CONFIG, (bytes), 0, (interfaces), 1, 0, 0x80, 250
#define INTERFACE(number, endpoints, class, subclass)                                              \
	9, USB_DT_INTERFACE, (number), 0, (endpoints), (class), (subclass), 0, 0
#define FUNCTION(first, interfaces, class, subclass)                                               \
	8, USB_DT_INTERFACE_ASSOCIATION, (first), (interfaces), (class), (subclass), 0, 0
/* What Linux's cdc_acm demands, 19 bytes: release 1.1, no call management, line coding, and the
 * union of the control with the data interface. */
#define FUNCTIONAL(control)                                                                        \
	5, USB_DT_CS_INTERFACE, USB_CDC_HEADER_TYPE, 0x10, 0x01, 5, USB_DT_CS_INTERFACE,           \
	    USB_CDC_CALL_MANAGEMENT_TYPE, 0, 1, 4, USB_DT_CS_INTERFACE, USB_CDC_ACM_TYPE,          \
	    USB_CDC_CAP_LINE, 5, USB_DT_CS_INTERFACE, USB_CDC_UNION_TYPE, (control), (control) + 1
#define ENDPOINT(address, kind) 7, USB_DT_ENDPOINT, (address), (kind), PACKET, 0, 10
#define PAIR(in, out) ENDPOINT(in, USB_ENDPOINT_XFER_BULK), ENDPOINT(out, USB_ENDPOINT_XFER_BULK)

static const uint8_t probe[] = {
    DEVICE,
    CONFIGURATION(9 + 8 + 9 + 19 + 7 + 9 + 14 + 9 + 14, 3),
    FUNCTION(0, 2, USB_CLASS_COMM, USB_CDC_SUBCLASS_ACM),
    INTERFACE(0, 1, USB_CLASS_COMM, USB_CDC_SUBCLASS_ACM),
    FUNCTIONAL(0),
    ENDPOINT(0x81, USB_ENDPOINT_XFER_INT),
    INTERFACE(1, 2, USB_CLASS_CDC_DATA, 0),
    PAIR(ACM_IN, ACM_OUT),
    INTERFACE(2, 2, USB_CLASS_VENDOR_SPEC, 0),
    PAIR(VENDOR_IN, VENDOR_OUT),
};

static const uint8_t vendor_alone[] = {
    DEVICE,
    CONFIGURATION(9 + 9 + 14, 1),
    INTERFACE(0, 2, USB_CLASS_VENDOR_SPEC, 0),
    PAIR(VENDOR_IN, VENDOR_OUT),
};

/* A serial port whose control interface has that number: endpoints 1 to 3 of it. */
#define PORT(control, notify, in, out)                                                             \
	FUNCTION(control, 2, USB_CLASS_COMM, USB_CDC_SUBCLASS_ACM),                                \
	    INTERFACE(control, 1, USB_CLASS_COMM, USB_CDC_SUBCLASS_ACM), FUNCTIONAL(control),      \
	    ENDPOINT(notify, USB_ENDPOINT_XFER_INT),                                               \
	    INTERFACE((control) + 1, 2, USB_CLASS_CDC_DATA, 0), PAIR(in, out)

/* As the RP2040 of a pico-ice: a shell, the UART of the FPGA, the bus of the flash. */
static const uint8_t three_ports[] = {
    18,
    USB_DT_DEVICE,
    0x00,
    0x02,
    0xef,
    2,
    1,
    64,
    0x09,
    0x12,
    0xc0,
    0xb1,
    0x00,
    0x01,
    1,
    2,
    3,
    1,
    CONFIGURATION(9 + 3 * (8 + 9 + 19 + 7 + 9 + 14), 6),
    PORT(0, 0x81, 0x82, 0x02),
    PORT(PORT_CONTROL, 0x83, PORT_IN, PORT_OUT),
    PORT(4, 0x85, 0x86, 0x06),
};

static int control(void *ctx, const struct usb_ctrlrequest *s, uint8_t *data)
{
	struct cdc_acm *acm = ctx;

	if (s->bRequestType != TO_CLASS || (!acm->ports && s->wIndex != 0))
		return -EPIPE;
	if (acm->ports && s->wIndex != PORT_CONTROL)
		return s->wLength; /* a port with nothing behind it */
	if (s->bRequest == USB_CDC_REQ_SET_LINE_CODING && s->wLength == sizeof(acm->coding)) {
		memcpy(acm->coding, data, sizeof(acm->coding));
		if (!acm->vendor)
			acm->line.baud = data[0] | (unsigned)data[1] << 8 |
					 (unsigned)data[2] << 16 | (unsigned)data[3] << 24;
		return s->wLength;
	}
	if (s->bRequest == USB_CDC_REQ_SET_CONTROL_LINE_STATE && !s->wLength) {
		acm->lines = s->wValue;
		return 0;
	}
	return -EPIPE;
}

/* Whether the line is at this endpoint, and the far side may speak. */
static bool is_line(const struct cdc_acm *acm, unsigned endpoint)
{
	unsigned own = acm->ports ? PORT_OUT : acm->vendor ? VENDOR_OUT : ACM_OUT;

	return (endpoint & 15) == own && (acm->vendor || acm->lines & USB_CDC_CTRL_DTR);
}

/* Without data the device does not answer: there are no status bytes. */
static int packet_in(void *ctx, unsigned endpoint, uint8_t *data)
{
	struct cdc_acm *acm = ctx;
	size_t most = PACKET;

	if (acm->stalled)
		return -EPIPE;
	if (!is_line(acm, endpoint) || !acm->line.to_host.len)
		return -EAGAIN;
	if (acm->line.faults.short_packets)
		most = 1 + line_random(&acm->line) % SHORT_MAX;
	return (int)ring_take(&acm->line.to_host, data, most);
}

static int packet_out(void *ctx, unsigned endpoint, const uint8_t *data, size_t len)
{
	struct cdc_acm *acm = ctx;

	if (!is_line(acm, endpoint)) {
		acm->aside += len;
		return 0; /* behind it is nothing */
	}
	if (ring_room(&acm->line.to_line) < len)
		return -EAGAIN;
	line_write(&acm->line, data, len);
	return 0;
}

static void clear_halt(void *ctx, unsigned endpoint)
{
	struct cdc_acm *acm = ctx;

	(void)endpoint;
	acm->stalled = false;
}

static void turn(void *ctx, int64_t now)
{
	struct cdc_acm *acm = ctx;

	line_turn(&acm->line, now);
	if (acm->line.faults.stall_at && acm->line.passed >= acm->line.faults.stall_at &&
	    !acm->stalls)
		acm->stalls = acm->stalled = true;
}

void cdc_acm_init(struct cdc_acm *acm, const char *path, const char *serial, enum cdc_acm_form form)
{
	bool alone = form == CDC_ACM_VENDOR_ALONE, ports = form == CDC_ACM_THREE_PORTS;

	memset(acm, 0, sizeof(*acm));
	acm->usb = (struct usb_model){
	    .path = path,
	    .packet = PACKET,
	    .driver = alone ? NULL : "cdc_acm",
	    .descriptors = alone   ? vendor_alone
			   : ports ? three_ports
				   : probe,
	    .length = alone   ? sizeof(vendor_alone)
		      : ports ? sizeof(three_ports)
			      : sizeof(probe),
	    .maker = "MuseLab",
	    .product = "DAPLink CMSIS-DAP",
	    .serial = serial,
	    .ctx = acm,
	    .turn = turn,
	    .control = control,
	    .packet_in = packet_in,
	    .packet_out = packet_out,
	    .clear_halt = clear_halt,
	};
	acm->vendor = alone || form == CDC_ACM_VENDOR;
	acm->ports = ports;
	acm->line.fd = acm->line.event = -1;
}
