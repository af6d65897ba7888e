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

#include "device/transfer.h"

#define CAPABILITIES                                                                               \
	(USBDEVFS_CAP_ZERO_PACKET | USBDEVFS_CAP_NO_PACKET_SIZE_LIM |                              \
	 USBDEVFS_CAP_REAP_AFTER_DISCONNECT)

/* A request of a program that is not yet reaped. */
struct urb {
	struct urb *next;
	UMockdevIoctlClient *client;
	UMockdevIoctlData *data, *buffer;
	struct transfer transfer;
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
		open = open || u->transfer.ended;
	if (open != fs->open)
		must((open ? read(fs->gate, &byte, 1) : write(fs->gate, &byte, 1)) == 1, "gate");
	fs->open = open;
}

static void free_urb(struct urb *u)
{
	umockdev_ioctl_data_unref(u->data);
	if (u->buffer)
		umockdev_ioctl_data_unref(u->buffer);
	g_object_unref(u->client);
	free(u);
}

void usbfs_turn(struct usbfs *fs)
{
	uint32_t waiting = 0;

	for (struct urb *u = fs->urbs; u && !fs->gone; u = u->next)
		transfer_turn(fs->model, &u->transfer, &waiting);
	set_gate(fs);
}

void usbfs_unplug(struct usbfs *fs)
{
	fs->gone = true;
	for (struct urb *u = fs->urbs; u; u = u->next)
		if (!u->transfer.ended)
			transfer_end(&u->transfer, -ESHUTDOWN);
	set_gate(fs);
}

const bool *usbfs_drivers(const struct usbfs *fs)
{
	return fs->driver;
}

static int submit(struct usbfs *fs, UMockdevIoctlClient *client, UMockdevIoctlData *arg)
{
	struct urb *u = g_new0(struct urb, 1), **last = &fs->urbs;
	const struct usbdevfs_urb *shown;

	u->data = umockdev_ioctl_data_resolve(arg, 0, sizeof(struct usbdevfs_urb), NULL);
	shown = (const struct usbdevfs_urb *)u->data->data;
	u->client = g_object_ref(client);
	u->transfer.endpoint = shown->type == USBDEVFS_URB_TYPE_CONTROL ? 0 : shown->endpoint;
	u->transfer.room = (size_t)shown->buffer_length;
	if (u->transfer.room) {
		u->buffer = umockdev_ioctl_data_resolve(
		    u->data, offsetof(struct usbdevfs_urb, buffer), u->transfer.room, NULL);
		u->transfer.data = u->buffer->data;
	}
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
		struct usbdevfs_urb *shown = (struct usbdevfs_urb *)u->data->data;
		UMockdevIoctlData *to;

		if (!u->transfer.ended || u->client != client)
			continue;
		shown->status = u->transfer.status;
		shown->actual_length = (int)u->transfer.moved;
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
		if (!u->transfer.ended && u->data->client_addr == *(gulong *)arg->data) {
			transfer_end(&u->transfer, -ENOENT);
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
	int rc;

	(void)base;
	usbfs_lock();
	rc = serve(data, client);
	usbfs_unlock();
	umockdev_ioctl_client_complete(client, rc < 0 ? -1 : 0, rc < 0 ? -rc : 0);
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
			"A: manufacturer=%s\\n\nA: product=%s\\n\n",
			m->path, address, address, address, address, address - 1, m->maker,
			m->product);
	if (m->serial)
		g_string_append_printf(text, "A: serial=%s\\n\n", m->serial);
	g_string_append(text, "H: descriptors=");
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
