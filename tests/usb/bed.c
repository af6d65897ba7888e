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
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cdc_acm.h"
#include "ft2232h.h"
#include "line.h"
#include "usbfs.h"

#define TURN_US 200 /* between looks at clocks and wires */
#define NOBODY 65534
#define HUB 100 /* address of the second hub */
#define ACM 101
#define PRELOAD "libumockdev-preload.so.0"

/* Boards with an FT2232H each, and one with a CDC-ACM bridge; by default one of the first. */
static struct {
	unsigned port;	  /* of the far end; 0: none */
	unsigned channel; /* of the far end */
	unsigned far_baud;
	unsigned fifo, blank;
	unsigned chips, acm;
	unsigned mute, denied, bitmode;
	unsigned lose, stall, unplug, brief, stuck, latency, seed;
} set = {.channel = 1, .chips = 1, .seed = 1};

static const struct {
	const char *name;
	unsigned *value;
} keys[] = {
    {"port", &set.port},       /* TCP port of the monitor's byte port; without it: no monitor */
    {"channel", &set.channel}, /* that it is at: 0 is A */
    {"baud", &set.far_baud},   /* its rate; without it any rate is right */
    {"fifo", &set.fifo},       /* 1: the EEPROM makes channel A a FIFO */
    {"blank", &set.blank},     /* 1: the EEPROM is blank */
    {"chips", &set.chips},     /* how many are plugged in; all but the first have no monitor */
    {"acm", &set.acm},	       /* 1: a CDC-ACM bridge is plugged in, with the monitor; */
			       /* 2: the monitor is at the bridge's vendor interface; 3: it alone */
    {"bitmode", &set.bitmode}, /* bit mode that a programmer left at all channels */
    {"mute", &set.mute},       /* 1: control requests are never answered */
    {"denied", &set.denied},   /* 1: the user may not open the device */
    {"lose", &set.lose},       /* faults: struct line_faults */
    {"stall", &set.stall},
    {"unplug", &set.unplug},
    {"short", &set.brief},
    {"stuck", &set.stuck},
    {"latency", &set.latency},
    {"seed", &set.seed},
};

#define CHIPS_MAX 3

static struct ft2232h chip[CHIPS_MAX];
static struct usbfs *fs[CHIPS_MAX];
static struct cdc_acm acm;
static struct usbfs *acm_fs;
static int64_t unplugged_at; /* us; 0: nothing was pulled out */

static void read_key(const char *text)
{
	const char *equals = strchr(text, '=');

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]) && equals; i++)
		if (strlen(keys[i].name) == (size_t)(equals - text) &&
		    !strncmp(keys[i].name, text, (size_t)(equals - text))) {
			*keys[i].value = (unsigned)strtoul(equals + 1, NULL, 0);
			return;
		}
	fprintf(stderr, "bed: unknown word '%s'\n", text);
	exit(EXIT_FAILURE);
}

/* A hub, of which nothing is ever asked. */
static void add_hub(UMockdevTestbed *bed, const char *path, unsigned address)
{
	char text[512];

	snprintf(text, sizeof(text),
		 "P: /devices/%s\nN: bus/usb/001/%03u\nE: DEVTYPE=usb_device\nE: SUBSYSTEM=usb\n"
		 "E: DEVNAME=/dev/bus/usb/001/%03u\nE: BUSNUM=001\nE: DEVNUM=%03u\n"
		 "A: busnum=1\\n\nA: devnum=%u\\n\nA: speed=480\\n\n"
		 "A: bConfigurationValue=1\\n\nA: dev=189:%u\\n\nH: descriptors="
		 "12010002090001406B1D020010050302010109021900010100E00009040000010900000007058103"
		 "04000C\n\n",
		 path, address, address, address, address, address - 1);
	umockdev_testbed_add_from_string(bed, text, NULL);
}

/* Puts the monitor, and the faults, at a line. */
static void put_far_end(struct line *line)
{
	line->far_baud = set.far_baud;
	line->seed = set.seed;
	line->faults = (struct line_faults){
	    .lose_every = set.lose,
	    .stall_at = set.stall,
	    .unplug_at = set.unplug,
	    .short_packets = set.brief,
	    .no_latency = set.stuck,
	    .latency_ms = (uint8_t)set.latency,
	};
	if (set.port)
		line_connect(line, set.port);
}

static void add_acm(UMockdevTestbed *bed)
{
	cdc_acm_init(&acm, "usb1/1-5", "GN0100", set.acm > 1, set.acm > 2);
	put_far_end(&acm.line);
	acm_fs = usbfs_new(bed, &acm.usb, ACM, set.denied);
}

static void add_chip(UMockdevTestbed *bed, size_t i)
{
	static const char *const path[CHIPS_MAX] = {"usb1/1-2", "usb1/1-3", "usb1/1-4/1-4.1"};
	static const char *const serial[CHIPS_MAX] = {"GN0001", "GN0002", "GN0003"};
	enum ft2232h_eeprom kind = set.blank  ? FT2232H_BLANK
				   : set.fifo ? FT2232H_IS_FIFO
					      : FT2232H_IS_UART;

	ft2232h_init(&chip[i], path[i], serial[i], kind);
	chip[i].mute = set.mute;
	for (size_t k = 0; k < FT2232H_CHANNELS; k++)
		chip[i].channel[k].bitmode = (uint8_t)set.bitmode;
	if (!i && !set.acm)
		put_far_end(&chip[i].channel[set.channel].line);
	fs[i] = usbfs_new(bed, &chip[i].usb, (unsigned)i + 2, set.denied);
}

static pid_t start(char **command)
{
	const char *asan = getenv("BED_PRELOAD");
	char preload[512];
	pid_t child = fork();

	if (child)
		return child;
	snprintf(preload, sizeof(preload), "%s%s" PRELOAD, asan ? asan : "", asan ? ":" : "");
	setenv("LD_PRELOAD", preload, 1);
	if (set.denied && !geteuid() && setuid(NOBODY)) /* root may open everything */
		_exit(127);
	execvp(*command, command);
	perror(*command);
	_exit(127);
}

/* Lets a device work, after its wires; it is pulled out in time. */
static void turn_device(struct usbfs *device, const struct line *line)
{
	if (line->faults.unplug_at && line->passed >= line->faults.unplug_at) {
		usbfs_unplug(device);
		if (!unplugged_at)
			unplugged_at = line_now();
	}
	usbfs_turn(device);
}

static void turn(void)
{
	int64_t now = line_now();

	usbfs_lock();
	for (size_t i = 0; i < set.chips; i++) {
		ft2232h_turn(&chip[i], now);
		turn_device(fs[i], &chip[i].channel[i ? 0 : set.channel].line);
	}
	if (set.acm) {
		cdc_acm_turn(&acm, now);
		turn_device(acm_fs, &acm.line);
	}
	usbfs_unlock();
}

/* Waits until a program does something, bytes come, or time has passed. */
static void wait_event(void)
{
	struct timespec time = {.tv_nsec = TURN_US * 1000};
	struct pollfd p = {.fd = usbfs_event(), .events = POLLIN};
	uint64_t count;

	if (ppoll(&p, 1, &time, NULL) > 0 && read(p.fd, &count, sizeof(count)) < 0)
		perror("event");
}

/* What the program left, for the tests. */
static void report(void)
{
	const char *path = getenv("BED_REPORT");
	FILE *f = path ? fopen(path, "w") : NULL;

	if (!f)
		return;
	for (size_t k = 0; k < FT2232H_CHANNELS && set.chips; k++) {
		const struct ft2232h_channel *c = &chip[0].channel[k];

		fprintf(f,
			"%c latency=%u bitmode=%u modes=%u flow=%u baud=%u purges=%u overruns=%llu "
			"passed=%llu driver=%d\n",
			(int)('A' + k), c->latency_ms, c->bitmode, c->modes, c->flow, c->line.baud,
			c->purges, (unsigned long long)c->line.overruns,
			(unsigned long long)c->line.passed, usbfs_has_driver(fs[0], (unsigned)k));
	}
	if (set.acm)
		fprintf(f, "acm baud=%u lines=%u bits=%u overruns=%llu passed=%llu driver=%d\n",
			acm.line.baud, acm.lines, acm.coding[6],
			(unsigned long long)acm.line.overruns, (unsigned long long)acm.line.passed,
			usbfs_has_driver(acm_fs, 0) && usbfs_has_driver(acm_fs, 1));
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

	for (i = 1; i < argc && strcmp(argv[i], "--"); i++)
		read_key(argv[i]);
	if (i + 1 >= argc || set.chips > CHIPS_MAX || set.channel >= FT2232H_CHANNELS) {
		fputs("usage: bed [KEY=VALUE...] -- PROGRAM [ARGUMENT...]\n", stderr);
		return EXIT_FAILURE;
	}
	umask(0);
	bed = umockdev_testbed_new();
	root = umockdev_testbed_get_root_dir(bed);
	if (chmod(root, 0777)) /* a user who is not root must reach it */
		perror(root);
	g_free(root);
	add_hub(bed, "usb1", 1);
	add_hub(bed, "usb1/1-4", HUB);
	for (size_t k = 0; k < set.chips; k++)
		add_chip(bed, k);
	if (set.acm)
		add_acm(bed);
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
