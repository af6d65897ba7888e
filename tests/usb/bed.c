/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Runs a program with emulated USB devices: bed [KEY=VALUE...] -- PROGRAM [ARGUMENT...]. The
 * program and its libraries are unmodified; they see the devices below /sys and /dev. The exit
 * status is that of the program. Keys are in `keys`.
 */

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device/devices.h"
#include "usbfs.h"

#define TURN_US 200 /* between looks at clocks and wires */
#define NOBODY 65534
#define HUB 100 /* address of the second hub */
#define PRELOAD "libumockdev-preload.so.0"

static struct device device[DEVICES_MAX];
static struct usbfs *fs[DEVICES_MAX];
static size_t devices;
static int64_t unplugged_at; /* us; 0: nothing was pulled out */

/* A hub, of which nothing is ever asked. */
static void add_hub(UMockdevTestbed *bed, const char *path, unsigned address)
{
	char text[512];

	snprintf(
	    text, sizeof(text),
	    "P: /devices/%s\nN: bus/usb/001/%03u\nE: DEVTYPE=usb_device\nE: SUBSYSTEM=usb\n"
	    "E: DEVNAME=/dev/bus/usb/001/%03u\nE: BUSNUM=001\nE: DEVNUM=%03u\n"
	    "A: busnum=1\\n\nA: devnum=%u\\n\nA: speed=480\\n\n"
	    "A: bConfigurationValue=1\\n\nA: dev=189:%u\\n\nH: descriptors=12010002090001406B1D020010050302010109021900010100E0000904000001090000000705810304000C\n\n",
	    path, address, address, address, address, address - 1);
	umockdev_testbed_add_from_string(bed, text, NULL);
}

static pid_t start(char **command)
{
	pid_t child = fork();

	if (child)
		return child;
	setenv("LD_PRELOAD", PRELOAD, 1);
	if (devices && device->denied && !geteuid() &&
	    setuid(NOBODY)) /* root may open everything */
		_exit(127);
	execvp(*command, command);
	perror(*command);
	_exit(127);
}

/* Lets the devices work, after their wires. */
static void turn(void)
{
	int64_t now = line_now();

	usbfs_lock();
	for (size_t i = 0; i < devices; i++) {
		if (device_turn(&device[i], now)) {
			usbfs_unplug(fs[i]);
			if (!unplugged_at)
				unplugged_at = now;
		}
		usbfs_turn(fs[i]);
	}
	usbfs_unlock();
}

static int64_t sooner(int64_t us, int64_t due, int64_t now)
{
	if (!due || due >= now + us)
		return us;
	return due > now ? due - now : 0;
}

/* How long to wait: until the timer of a chip ends that has something for the host, or bytes come.
 */
static int64_t wait_us(void)
{
	int64_t us = TURN_US, now = line_now();

	for (size_t i = 0; i < devices; i++) {
		const struct line *line = device[i].line;

		if (line->due > now)
			us = sooner(us, line->due, now);
		us = sooner(us, line_moves(line), now);
	}
	return us;
}

/* Waits until a program does something, bytes come, or time has passed. */
static void wait_event(void)
{
	struct pollfd p[1 + DEVICES_MAX] = {{.fd = usbfs_event(), .events = POLLIN}};
	struct timespec time = {.tv_nsec = (long)wait_us() * 1000};
	uint64_t count;

	for (size_t i = 0; i < devices; i++)
		p[1 + i] = (struct pollfd){.fd = line_takes(device[i].line), .events = POLLIN};
	if (ppoll(p, 1 + devices, &time, NULL) > 0 && p->revents &&
	    read(p->fd, &count, sizeof(count)) < 0)
		perror("event");
}

/* What the program left, for the tests. */
static void report(void)
{
	FILE *f = devices_open_report();

	if (!f)
		return;
	for (size_t i = 0; i < devices; i++)
		if (device[i].report)
			device[i].report(&device[i], f, usbfs_drivers(fs[i]));
	if (unplugged_at) /* how long the program went on without its device */
		fprintf(f, "unplugged ms=%lld\n", (long long)(line_now() - unplugged_at) / 1000);
	fclose(f);
}

int main(int argc, char **argv)
{
	UMockdevTestbed *bed;
	char *root;
	int i, status;
	pid_t child;

	for (i = 1; i < argc && strcmp(argv[i], "--");)
		i++;
	if (i + 1 >= argc) {
		fputs("usage: bed [KEY=VALUE...] -- PROGRAM [ARGUMENT...]\n", stderr);
		return EXIT_FAILURE;
	}
	prctl(PR_SET_TIMERSLACK, 1UL); /* the program has it, too: umockdev sleeps in each ioctl */
	devices = devices_make(argv + 1, i - 1, device);
	umask(0);
	bed = umockdev_testbed_new();
	root = umockdev_testbed_get_root_dir(bed);
	if (chmod(root, 0777)) /* a user who is not root must reach it */
		perror(root);
	g_free(root);
	add_hub(bed, "usb1", 1);
	add_hub(bed, "usb1/1-4", HUB);
	for (size_t k = 0; k < devices; k++)
		fs[k] = usbfs_new(bed, device[k].usb, (unsigned)k + 2, device[k].denied);
	child = start(argv + i + 1);
	while (waitpid(child, &status, WNOHANG) == 0) {
		turn();
		wait_event();
	}
	turn();
	report();
	g_object_unref(bed);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
