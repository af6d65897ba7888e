/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Offers an emulated USB device by the protocol usbredir, which QEMU's `usb-redir` speaks: redir
 * SOCKET [KEY=VALUE...]. Keys are in devices.c; the first device that they choose is offered to the
 * first client of the Unix socket. Ends when the client closes the connection.
 */

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <usbredirparser.h>

#include "device/devices.h"
#include "device/standard.h"
#include "device/transfer.h"

#define TURN_US 200 /* between looks at clocks and wires */
#define HIGH_SPEED_PACKET 512
#define UNUSED 255 /* type of an endpoint that a device lacks */

/* A request of the guest that has no answer yet. */
struct request {
	struct request *next;
	uint64_t id;
	struct usb_redir_control_packet_header control;
	struct usb_redir_bulk_packet_header bulk;
	struct transfer transfer;
};

static struct device devices[DEVICES_MAX];
static const struct device *device = devices;
static struct usbredirparser *parser;
static struct request *requests; /* the oldest first */
static int connection;
static bool gone, closed;

static int read_some(void *ctx, uint8_t *data, int count)
{
	ssize_t got = recv(connection, data, (size_t)count, MSG_DONTWAIT);

	(void)ctx;
	if (got > 0)
		return (int)got;
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	closed = true;
	return -1;
}

static int write_some(void *ctx, uint8_t *data, int count)
{
	ssize_t done = send(connection, data, (size_t)count, MSG_NOSIGNAL);

	(void)ctx;
	closed = closed || done < 0;
	return (int)done;
}

static void print_log(void *ctx, int level, const char *text)
{
	(void)ctx;
	if (level <= usbredirparser_warning)
		fprintf(stderr, "redir: %s\n", text);
}

static uint8_t status_of(int error)
{
	switch (error) {
	case 0:
		return usb_redir_success;
	case -EPIPE:
		return usb_redir_stall;
	case -EOVERFLOW:
		return usb_redir_babble;
	case -ECANCELED:
		return usb_redir_cancelled;
	default:
		return usb_redir_ioerror;
	}
}

static void send_control(struct request *r)
{
	bool in = r->control.requesttype & USB_DIR_IN;

	r->control.status = status_of(r->transfer.status);
	r->control.length = (uint16_t)r->transfer.moved;
	usbredirparser_send_control_packet(parser, r->id, &r->control,
					   in ? r->transfer.data + TRANSFER_SETUP : NULL,
					   in ? (int)r->transfer.moved : 0);
}

static void send_bulk(struct request *r)
{
	bool in = r->bulk.endpoint & USB_DIR_IN;

	r->bulk.status = status_of(r->transfer.status);
	r->bulk.length = (uint16_t)r->transfer.moved;
	r->bulk.length_high = (uint16_t)(r->transfer.moved >> 16);
	usbredirparser_send_bulk_packet(parser, r->id, &r->bulk, in ? r->transfer.data : NULL,
					in ? (int)r->transfer.moved : 0);
}

static void free_request(struct request *r)
{
	free(r->transfer.data);
	free(r);
}

/* Answers what has ended. */
static void send_ended(void)
{
	for (struct request **p = &requests; *p;) {
		struct request *r = *p;

		if (!r->transfer.ended) {
			p = &r->next;
			continue;
		}
		if (r->transfer.endpoint)
			send_bulk(r);
		else
			send_control(r);
		*p = r->next;
		free_request(r);
	}
}

/* A request of so many bytes at the end of the list. */
static struct request *add_request(uint64_t id, size_t bytes)
{
	struct request *r = calloc(1, sizeof(*r)), **last = &requests;

	if (!r || !(r->transfer.data = calloc(1, bytes + 1))) {
		perror("redir");
		exit(EXIT_FAILURE);
	}
	r->id = id;
	while (*last)
		last = &(*last)->next;
	*last = r;
	return r;
}

static void on_control(void *ctx, uint64_t id, struct usb_redir_control_packet_header *header,
		       uint8_t *data, int len)
{
	struct request *r = add_request(id, TRANSFER_SETUP + header->length);
	struct usb_ctrlrequest setup = {.bRequestType = header->requesttype,
					.bRequest = header->request,
					.wValue = header->value,
					.wIndex = header->index,
					.wLength = header->length};

	(void)ctx;
	r->control = *header;
	r->transfer.room = TRANSFER_SETUP + header->length;
	memcpy(r->transfer.data, &setup, sizeof(setup));
	if (len)
		memcpy(r->transfer.data + TRANSFER_SETUP, data, (size_t)len);
	usbredirparser_free_packet_data(parser, data);
	if ((setup.bRequestType & USB_TYPE_MASK) == USB_TYPE_STANDARD) {
		int got = standard_control(device->usb, &setup, r->transfer.data + TRANSFER_SETUP);

		r->transfer.moved = got < 0 ? 0 : (size_t)got;
		transfer_end(&r->transfer, got < 0 ? got : 0);
	}
}

static void on_bulk(void *ctx, uint64_t id, struct usb_redir_bulk_packet_header *header,
		    uint8_t *data, int len)
{
	size_t room = header->length | (size_t)header->length_high << 16;
	struct request *r = add_request(id, room);

	(void)ctx;
	r->bulk = *header;
	r->transfer.endpoint = header->endpoint;
	r->transfer.room = room;
	if (len)
		memcpy(r->transfer.data, data, (size_t)len);
	usbredirparser_free_packet_data(parser, data);
}

static void on_cancel(void *ctx, uint64_t id)
{
	(void)ctx;
	for (struct request *r = requests; r; r = r->next)
		if (r->id == id && !r->transfer.ended)
			transfer_end(&r->transfer, -ECANCELED);
}

/* States what endpoints the device has. */
static void send_interfaces(void)
{
	struct usb_redir_interface_info_header interfaces = {0};
	struct usb_redir_ep_info_header endpoints = {0};
	const uint8_t *d = device->usb->descriptors, *end = d + device->usb->length;

	memset(endpoints.type, UNUSED, sizeof(endpoints.type));
	endpoints.type[0] = endpoints.type[16] = usb_redir_type_control;
	endpoints.max_packet_size[0] = endpoints.max_packet_size[16] = d[7];
	for (; d < end; d += d[0]) {
		uint32_t n = interfaces.interface_count;
		unsigned i = (d[2] & 15u) | (d[2] & USB_DIR_IN) >> 3;

		if (d[1] == USB_DT_INTERFACE) {
			interfaces.interface[n] = d[2];
			interfaces.interface_class[n] = d[5];
			interfaces.interface_subclass[n] = d[6];
			interfaces.interface_protocol[n] = d[7];
			interfaces.interface_count++;
		} else if (d[1] == USB_DT_ENDPOINT) {
			endpoints.type[i] = d[3] & USB_ENDPOINT_XFERTYPE_MASK;
			endpoints.max_packet_size[i] = (uint16_t)(d[4] | d[5] << 8);
			endpoints.interval[i] = d[6];
			endpoints.interface[i] = interfaces.interface[n - 1];
		}
	}
	usbredirparser_send_interface_info(parser, &interfaces);
	usbredirparser_send_ep_info(parser, &endpoints);
}

static void on_hello(void *ctx, struct usb_redir_hello_header *hello)
{
	const uint8_t *d = device->usb->descriptors;
	struct usb_redir_device_connect_header connect = {
	    .speed = device->usb->packet == HIGH_SPEED_PACKET ? usb_redir_speed_high
							      : usb_redir_speed_full,
	    .device_class = d[4],
	    .device_subclass = d[5],
	    .device_protocol = d[6],
	    .vendor_id = (uint16_t)(d[8] | d[9] << 8),
	    .product_id = (uint16_t)(d[10] | d[11] << 8),
	    .device_version_bcd = (uint16_t)(d[12] | d[13] << 8),
	};

	(void)ctx, (void)hello;
	send_interfaces();
	usbredirparser_send_device_connect(parser, &connect);
}

static void on_reset(void *ctx)
{
	(void)ctx;
	for (struct request *r = requests; r; r = r->next)
		if (!r->transfer.ended)
			transfer_end(&r->transfer, -ECANCELED);
}

static void send_configuration(uint64_t id, uint8_t number)
{
	struct usb_redir_configuration_status_header status = {usb_redir_success, number};

	usbredirparser_send_configuration_status(parser, id, &status);
}

static void on_set_configuration(void *ctx, uint64_t id,
				 struct usb_redir_set_configuration_header *header)
{
	(void)ctx;
	send_interfaces();
	send_configuration(id, header->configuration);
}

static void on_get_configuration(void *ctx, uint64_t id)
{
	(void)ctx;
	send_configuration(id, 1);
}

/* An interface has one setting. */
static void send_setting(uint64_t id, uint8_t interface, uint8_t setting)
{
	struct usb_redir_alt_setting_status_header status = {
	    setting ? usb_redir_stall : usb_redir_success, interface, setting};

	usbredirparser_send_alt_setting_status(parser, id, &status);
}

static void on_set_setting(void *ctx, uint64_t id, struct usb_redir_set_alt_setting_header *header)
{
	(void)ctx;
	send_setting(id, header->interface, header->alt);
}

static void on_get_setting(void *ctx, uint64_t id, struct usb_redir_get_alt_setting_header *header)
{
	(void)ctx;
	send_setting(id, header->interface, 0);
}

/* No device here ever sends an interrupt. */
static void send_interrupts(uint64_t id, uint8_t endpoint)
{
	struct usb_redir_interrupt_receiving_status_header status = {usb_redir_success, endpoint};

	usbredirparser_send_interrupt_receiving_status(parser, id, &status);
}

static void on_start_interrupts(void *ctx, uint64_t id,
				struct usb_redir_start_interrupt_receiving_header *header)
{
	(void)ctx;
	send_interrupts(id, header->endpoint);
}

static void on_stop_interrupts(void *ctx, uint64_t id,
			       struct usb_redir_stop_interrupt_receiving_header *header)
{
	(void)ctx;
	send_interrupts(id, header->endpoint);
}

static void make_parser(void)
{
	static const int capabilities[] = {
	    usb_redir_cap_connect_device_version, usb_redir_cap_ep_info_max_packet_size,
	    usb_redir_cap_64bits_ids, usb_redir_cap_32bits_bulk_length};
	uint32_t caps[USB_REDIR_CAPS_SIZE] = {0};

	parser = usbredirparser_create();
	parser->log_func = print_log;
	parser->read_func = read_some;
	parser->write_func = write_some;
	parser->hello_func = on_hello;
	parser->reset_func = on_reset;
	parser->set_configuration_func = on_set_configuration;
	parser->get_configuration_func = on_get_configuration;
	parser->set_alt_setting_func = on_set_setting;
	parser->get_alt_setting_func = on_get_setting;
	parser->start_interrupt_receiving_func = on_start_interrupts;
	parser->stop_interrupt_receiving_func = on_stop_interrupts;
	parser->control_packet_func = on_control;
	parser->bulk_packet_func = on_bulk;
	parser->cancel_data_packet_func = on_cancel;
	for (size_t i = 0; i < sizeof(capabilities) / sizeof(capabilities[0]); i++)
		usbredirparser_caps_set_cap(caps, capabilities[i]);
	usbredirparser_init(parser, "gnomon tests", caps, USB_REDIR_CAPS_SIZE,
			    usbredirparser_fl_usb_host);
}

/* Waits for the first client. */
static void accept_client(const char *path)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(a.sun_path, sizeof(a.sun_path), "%s", path);
	if (fd < 0 || bind(fd, (struct sockaddr *)&a, sizeof(a)) || listen(fd, 1) ||
	    (connection = accept(fd, NULL, NULL)) < 0) {
		perror(path);
		exit(EXIT_FAILURE);
	}
	close(fd);
}

/* Pulls the device out: what is pending gets no answer. */
static void unplug(void)
{
	gone = true;
	while (requests) {
		struct request *next = requests->next;

		free_request(requests);
		requests = next;
	}
	usbredirparser_send_device_disconnect(parser);
}

static void turn(void)
{
	uint32_t waiting = 0;

	if (gone)
		return;
	if (device_turn(device, line_now())) {
		unplug();
		return;
	}
	for (struct request *r = requests; r; r = r->next)
		transfer_turn(device->usb, &r->transfer, &waiting);
	send_ended();
}

int main(int argc, char **argv)
{
	struct timespec time = {.tv_nsec = TURN_US * 1000};
	FILE *f;

	if (argc < 2 || !devices_make(argv + 2, argc - 2, devices)) {
		fputs("usage: redir SOCKET [KEY=VALUE...]\n", stderr);
		return EXIT_FAILURE;
	}
	accept_client(argv[1]);
	make_parser();
	while (!closed) {
		struct pollfd p = {.fd = connection, .events = POLLIN};

		if (ppoll(&p, 1, &time, NULL) > 0)
			usbredirparser_do_read(parser);
		turn();
		while (!closed && usbredirparser_has_data_to_write(parser))
			usbredirparser_do_write(parser);
	}
	f = devices_open_report();
	if (f) {
		device->report(device, f, NULL);
		fclose(f);
	}
	usbredirparser_destroy(parser);
	return 0;
}
