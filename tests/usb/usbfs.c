/* SPDX-License-Identifier: Apache-2.0 */
#include "usbfs.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/usbdevice_fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define PACKET_MAX 512
#define SETUP sizeof(struct usb_ctrlrequest)
#define CAPABILITIES                                                                               \
	(USBDEVFS_CAP_ZERO_PACKET | USBDEVFS_CAP_NO_PACKET_SIZE_LIM |                              \
	 USBDEVFS_CAP_REAP_AFTER_DISCONNECT)

/* A request of a program that is not yet reaped. */
struct urb {
	struct urb *next;
	UMockdevIoctlClient *client;
	UMockdevIoctlData *data, *buffer;
	unsigned type, endpoint;
	size_t room, moved;
	bool ended;
};

struct usbfs {
	const struct usb_model *model;
	struct urb *urbs; /* the oldest first */
	UMockdevIoctlClient *owner[USB_INTERFACES];
	bool driver[USB_INTERFACES]; /* the kernel's has the interface */
	bool gone;
	int gate; /* the device's node, a pipe: while it is full libusb waits */
	bool open;
};

static GMutex lock;
static int event = -1;

void usbfs_lock(void)
{
	g_mutex_lock(&lock);
}

void usbfs_unlock(void)
{
	g_mutex_unlock(&lock);
}

int usbfs_event(void)
{
	if (event < 0)
		event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	return event;
}

static void must(bool good, const char *what)
{
	if (good)
		return;
	perror(what);
	exit(EXIT_FAILURE);
}

/* libusb waits for its file descriptor to be writable: it is while there is something to reap. */
static void set_gate(struct usbfs *fs)
{
	bool open = fs->gone;
	char byte = 0;

	for (const struct urb *u = fs->urbs; u; u = u->next)
		open = open || u->ended;
	if (open != fs->open)
		must((open ? read(fs->gate, &byte, 1) : write(fs->gate, &byte, 1)) == 1, "gate");
	fs->open = open;
}

static void end_urb(struct urb *u, int status)
{
	struct usbdevfs_urb *shown = (struct usbdevfs_urb *)u->data->data;

	shown->status = status;
	shown->actual_length = (int)u->moved;
	u->ended = true;
}

static void free_urb(struct urb *u)
{
	umockdev_ioctl_data_unref(u->data);
	if (u->buffer)
		umockdev_ioctl_data_unref(u->buffer);
	g_object_unref(u->client);
	free(u);
}

static void move_control(const struct usbfs *fs, struct urb *u)
{
	const struct usb_ctrlrequest *setup = (const struct usb_ctrlrequest *)u->buffer->data;
	int got = fs->model->control(fs->model->ctx, setup, u->buffer->data + SETUP);

	if (got == -EAGAIN)
		return;
	u->moved = got < 0 ? 0 : (size_t)got;
	end_urb(u, got < 0 ? got : 0);
}

static void move_in(const struct usbfs *fs, struct urb *u)
{
	uint8_t packet[PACKET_MAX];

	while (!u->ended) {
		int got = fs->model->packet_in(fs->model->ctx, u->endpoint, packet);

		if (got == -EAGAIN)
			return;
		if (got > 0 && u->moved + (size_t)got > u->room)
			got = -EOVERFLOW;
		if (got > 0) {
			memcpy(u->buffer->data + u->moved, packet, (size_t)got);
			u->moved += (size_t)got;
		}
		if (got < (int)fs->model->packet || u->moved == u->room)
			end_urb(u, got < 0 ? got : 0);
	}
}

static void move_out(const struct usbfs *fs, struct urb *u)
{
	size_t packet = fs->model->packet;

	while (!u->ended) {
		size_t left = u->room - u->moved, len = left < packet ? left : packet;
		int got = len ? fs->model->packet_out(fs->model->ctx, u->endpoint,
						      u->buffer->data + u->moved, len)
			      : 0;

		if (got == -EAGAIN)
			return;
		if (!got)
			u->moved += len;
		if (got || u->moved == u->room)
			end_urb(u, got);
	}
}

void usbfs_turn(struct usbfs *fs)
{
	uint32_t waiting = 0; /* endpoints whose oldest request is not done; in: upper half */

	for (struct urb *u = fs->urbs; u && !fs->gone; u = u->next) {
		uint32_t bit = 1u << ((u->endpoint & 15) + (u->endpoint & USB_DIR_IN ? 16 : 0));

		if (u->ended || waiting & bit)
			continue;
		if (u->type == USBDEVFS_URB_TYPE_CONTROL)
			move_control(fs, u);
		else if (u->endpoint & USB_DIR_IN)
			move_in(fs, u);
		else
			move_out(fs, u);
		if (!u->ended)
			waiting |= bit;
	}
	set_gate(fs);
}

void usbfs_unplug(struct usbfs *fs)
{
	fs->gone = true;
	for (struct urb *u = fs->urbs; u; u = u->next)
		if (!u->ended)
			end_urb(u, -ESHUTDOWN);
	set_gate(fs);
}

bool usbfs_has_driver(const struct usbfs *fs, unsigned interface)
{
	return fs->driver[interface];
}

static int submit(struct usbfs *fs, UMockdevIoctlClient *client, UMockdevIoctlData *arg)
{
	struct urb *u = g_new0(struct urb, 1), **last = &fs->urbs;
	const struct usbdevfs_urb *shown;

	u->data = umockdev_ioctl_data_resolve(arg, 0, sizeof(struct usbdevfs_urb), NULL);
	shown = (const struct usbdevfs_urb *)u->data->data;
	u->client = g_object_ref(client);
	u->type = shown->type;
	u->endpoint = u->type == USBDEVFS_URB_TYPE_CONTROL ? 0 : shown->endpoint;
	u->room = (size_t)shown->buffer_length;
	if (u->room)
		u->buffer = umockdev_ioctl_data_resolve(
		    u->data, offsetof(struct usbdevfs_urb, buffer), u->room, NULL);
	while (*last)
		last = &(*last)->next;
	*last = u;
	usbfs_turn(fs);
	return 0;
}

static int reap(struct usbfs *fs, UMockdevIoctlClient *client, UMockdevIoctlData *arg)
{
	for (struct urb **p = &fs->urbs; *p; p = &(*p)->next) {
		struct urb *u = *p;
		UMockdevIoctlData *to;

		if (!u->ended || u->client != client)
			continue;
		to = umockdev_ioctl_data_resolve(arg, 0, sizeof(void *), NULL);
		umockdev_ioctl_data_set_ptr(to, 0, u->data);
		umockdev_ioctl_data_unref(to);
		*p = u->next;
		free_urb(u);
		set_gate(fs);
		return 0;
	}
	return fs->gone ? -ENODEV : -EAGAIN;
}

static int discard(struct usbfs *fs, const UMockdevIoctlData *arg)
{
	for (struct urb *u = fs->urbs; u; u = u->next)
		if (!u->ended && u->data->client_addr == *(gulong *)arg->data) {
			end_urb(u, -ENOENT);
			set_gate(fs);
			return 0;
		}
	return -EINVAL;
}

static unsigned number_of(UMockdevIoctlData *arg)
{
	UMockdevIoctlData *data = umockdev_ioctl_data_resolve(arg, 0, sizeof(unsigned), NULL);
	unsigned number = *(unsigned *)data->data;

	umockdev_ioctl_data_unref(data);
	return number;
}

static int claim(struct usbfs *fs, UMockdevIoctlClient *client, unsigned interface, bool detach)
{
	if (interface >= USB_INTERFACES)
		return -EINVAL;
	if (fs->owner[interface] && fs->owner[interface] != client)
		return -EBUSY;
	if (fs->driver[interface] && !detach)
		return -EBUSY;
	fs->driver[interface] = false;
	fs->owner[interface] = client;
	return 0;
}

static int release(struct usbfs *fs, UMockdevIoctlClient *client, unsigned interface)
{
	if (interface >= USB_INTERFACES || fs->owner[interface] != client)
		return -EINVAL;
	fs->owner[interface] = NULL;
	return 0;
}

/* USBDEVFS_CONNECT and _DISCONNECT: the kernel's driver takes the interface, or leaves it. */
static int move_driver(struct usbfs *fs, UMockdevIoctlData *arg)
{
	UMockdevIoctlData *data =
	    umockdev_ioctl_data_resolve(arg, 0, sizeof(struct usbdevfs_ioctl), NULL);
	struct usbdevfs_ioctl what = *(struct usbdevfs_ioctl *)data->data;

	umockdev_ioctl_data_unref(data);
	if (what.ifno < 0 || what.ifno >= USB_INTERFACES || !fs->model->driver)
		return -EINVAL;
	fs->driver[what.ifno] = what.ioctl_code == (int)USBDEVFS_CONNECT;
	return 0;
}

static int get_capabilities(UMockdevIoctlData *arg)
{
	UMockdevIoctlData *data = umockdev_ioctl_data_resolve(arg, 0, sizeof(uint32_t), NULL);
	const uint32_t all = CAPABILITIES;

	umockdev_ioctl_data_update(data, 0, (guint8 *)&all, sizeof(all));
	umockdev_ioctl_data_unref(data);
	return 0;
}

static int clear_halt(struct usbfs *fs, UMockdevIoctlData *arg)
{
	fs->model->clear_halt(fs->model->ctx, number_of(arg));
	return 0;
}

/* What the kernel does with one ioctl: 0 or a negative errno. */
static int serve(struct usbfs *fs, UMockdevIoctlClient *client)
{
	UMockdevIoctlData *arg = umockdev_ioctl_client_get_arg(client);
	gulong request = umockdev_ioctl_client_get_request(client);

	if (request == USBDEVFS_REAPURBNDELAY)
		return reap(fs, client, arg);
	if (fs->gone)
		return -ENODEV;
	switch (request) {
	case USBDEVFS_GET_CAPABILITIES:
		return get_capabilities(arg);
	case USBDEVFS_SUBMITURB:
		return submit(fs, client, arg);
	case USBDEVFS_DISCARDURB:
		return discard(fs, arg);
	case USBDEVFS_CLAIMINTERFACE:
		return claim(fs, client, number_of(arg), false);
	case USBDEVFS_DISCONNECT_CLAIM: /* the interface is first in its structure */
		return claim(fs, client, number_of(arg), true);
	case USBDEVFS_RELEASEINTERFACE:
		return release(fs, client, number_of(arg));
	case USBDEVFS_IOCTL:
		return move_driver(fs, arg);
	case USBDEVFS_CLEAR_HALT:
		return clear_halt(fs, arg);
	case USBDEVFS_RESET:
	case USBDEVFS_SETCONFIGURATION:
		return 0;
	default:
		return -ENOTTY;
	}
}

static gboolean on_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer data)
{
	uint64_t one = 1;
	int ret;

	(void)base;
	usbfs_lock();
	ret = serve(data, client);
	usbfs_unlock();
	umockdev_ioctl_client_complete(client, ret < 0 ? -1 : 0, ret < 0 ? -ret : 0);
	must(write(usbfs_event(), &one, sizeof(one)) == sizeof(one), "event");
	return TRUE;
}

/* A program closed the device, or ended. */
static void on_vanished(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer data)
{
	struct usbfs *fs = data;

	(void)base;
	usbfs_lock();
	for (size_t i = 0; i < USB_INTERFACES; i++)
		if (fs->owner[i] == client)
			fs->owner[i] = NULL;
	for (struct urb **p = &fs->urbs; *p;) {
		struct urb *u = *p;

		if (u->client == client) {
			*p = u->next;
			free_urb(u);
		} else
			p = &u->next;
	}
	set_gate(fs);
	usbfs_unlock();
}

/* Puts the device below /sys and /dev of the test bed. */
static void add_device(UMockdevTestbed *bed, const struct usb_model *m, unsigned address)
{
	GString *text = g_string_new(NULL);
	GError *error = NULL;

	g_string_printf(text,
			"P: /devices/%s\nN: bus/usb/001/%03u\nE: DEVTYPE=usb_device\n"
			"E: SUBSYSTEM=usb\nE: DEVNAME=/dev/bus/usb/001/%03u\nE: BUSNUM=001\n"
			"E: DEVNUM=%03u\nA: busnum=1\\n\nA: devnum=%u\\n\nA: speed=480\\n\n"
			"A: bConfigurationValue=1\\n\nA: dev=189:%u\\n\n"
			"A: manufacturer=%s\\n\nA: product=%s\\n\nA: serial=%s\\n\nH: descriptors=",
			m->path, address, address, address, address, address - 1, m->maker,
			m->product, m->serial);
	for (size_t i = 0; i < m->length; i++)
		g_string_append_printf(text, "%02X", m->descriptors[i]);
	g_string_append(text, "\n\n");
	if (!umockdev_testbed_add_from_string(bed, text->str, &error)) {
		fprintf(stderr, "usbfs: %s\n", error->message);
		exit(EXIT_FAILURE);
	}
	g_string_free(text, TRUE);
}

/* Replaces the device's node, a file that is always ready, by a pipe of one page that is full. */
static int make_gate(UMockdevTestbed *bed, const char *node, mode_t mode)
{
	char *root = umockdev_testbed_get_root_dir(bed);
	char *path = g_strconcat(root, node, NULL);
	char byte = 0;
	int fd;

	must(!unlink(path) && !mkfifo(path, 0666), path);
	fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	must(!chmod(path, mode), path);
	must(fd >= 0 && fcntl(fd, F_SETPIPE_SZ, getpagesize()) > 0 && write(fd, &byte, 1) == 1,
	     path);
	g_free(path);
	g_free(root);
	return fd;
}

struct usbfs *usbfs_new(UMockdevTestbed *bed, const struct usb_model *model, unsigned address,
			bool denied)
{
	struct usbfs *fs = g_new0(struct usbfs, 1);
	UMockdevIoctlBase *handler = umockdev_ioctl_base_new();
	char node[32];

	snprintf(node, sizeof(node), "/dev/bus/usb/001/%03u", address);
	fs->model = model;
	for (size_t i = 0; i < USB_INTERFACES; i++)
		fs->driver[i] = model->driver != NULL;
	usbfs_event();
	add_device(bed, model, address);
	g_signal_connect(handler, "handle-ioctl", G_CALLBACK(on_ioctl), fs);
	g_signal_connect(handler, "client-vanished", G_CALLBACK(on_vanished), fs);
	must(umockdev_testbed_attach_ioctl(bed, node, handler, NULL), node);
	fs->gate = make_gate(bed, node, denied ? 0 : 0666);
	return fs;
}
