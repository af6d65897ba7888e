/* SPDX-License-Identifier: Apache-2.0 */
#include "devices.h"

#include <stdlib.h>
#include <string.h>

#include "cdc_acm.h"
#include "ft2232h.h"

#define CHIPS_MAX (DEVICES_MAX - 1)

/* By default one board with an FT2232H. */
static struct {
	unsigned port[CHIPS_MAX]; /* of the far ends; 0: none */
	unsigned channel;	  /* of the far end */
	unsigned far_baud;
	unsigned fifo, blank;
	unsigned chips, nameless, acm;
	unsigned mute, denied, bitmode;
	unsigned lose, stall, unplug, brief, stuck, latency, seed;
} set = {.channel = 1, .chips = 1, .seed = 1};

static const struct {
	const char *name;
	unsigned *value;
} keys[] = {
    {"port", &set.port[0]},	 /* TCP port of the monitor's byte port; without it: no monitor */
    {"second", &set.port[1]},	 /* the same of a monitor at the second chip */
    {"third", &set.port[2]},	 /* the same of a monitor at the third chip */
    {"channel", &set.channel},	 /* that it is at: 0 is A */
    {"baud", &set.far_baud},	 /* its rate; without it any rate is right */
    {"fifo", &set.fifo},	 /* 1: the EEPROM makes channel A a FIFO */
    {"blank", &set.blank},	 /* 1: the EEPROM is blank */
    {"chips", &set.chips},	 /* how many are plugged in */
    {"nameless", &set.nameless}, /* 1 to 3: that chip has no serial number */
    {"acm", &set.acm},		 /* 1: a CDC-ACM bridge is plugged in, with the monitor; */
				 /* 2: the monitor is at the bridge's vendor interface; */
				 /* 3: it alone; 4: at the second one of three serial ports */
    {"bitmode", &set.bitmode},	 /* bit mode that a programmer left at all channels */
    {"mute", &set.mute},	 /* 1: control requests are never answered */
    {"denied", &set.denied},	 /* 1: the user may not open the device */
    {"lose", &set.lose},	 /* faults: struct line_faults */
    {"stall", &set.stall},
    {"unplug", &set.unplug},
    {"short", &set.brief},
    {"stuck", &set.stuck},
    {"latency", &set.latency},
    {"seed", &set.seed},
};

static struct ft2232h chip[CHIPS_MAX];
static struct cdc_acm acm;

static void read_key(const char *text)
{
	const char *equals = strchr(text, '=');

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]) && equals; i++)
		if (strlen(keys[i].name) == (size_t)(equals - text) &&
		    !strncmp(keys[i].name, text, (size_t)(equals - text))) {
			*keys[i].value = (unsigned)strtoul(equals + 1, NULL, 0);
			return;
		}
	fprintf(stderr, "devices: unknown word '%s'\n", text);
	exit(EXIT_FAILURE);
}

/* Puts the monitor of a port (0: none), and the faults, at a line. */
static void put_far_end(struct line *line, unsigned port)
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
	if (port)
		line_connect(line, port);
}

/* What the host wrote, and when by the clock of the devices. */
static void report_written(FILE *f, const struct line *line)
{
	fprintf(f, " written=%llu first=%lld last=%lld", (unsigned long long)line->written,
		(long long)line->first / 1000, (long long)line->last / 1000);
}

static void report_chip(const struct device *d, FILE *f, const bool *driver)
{
	const struct ft2232h *from = d->usb->ctx;

	for (size_t k = 0; k < FT2232H_CHANNELS; k++) {
		const struct ft2232h_channel *c = &from->channel[k];

		fprintf(
		    f,
		    "%c latency=%u bitmode=%u modes=%u flow=%u baud=%u purges=%u events=%u event=%d pushes=%u overruns=%llu passed=%llu",
		    (int)('A' + k), c->latency_ms, c->bitmode, c->modes, c->flow, c->line.baud,
		    c->purges, c->events, c->line.event, c->pushes,
		    (unsigned long long)c->line.overruns, (unsigned long long)c->line.passed);
		report_written(f, &c->line);
		if (driver)
			fprintf(f, " driver=%d", driver[k]);
		fputc('\n', f);
	}
}

static void report_acm(const struct device *d, FILE *f, const bool *driver)
{
	const struct cdc_acm *from = d->usb->ctx;

	fprintf(f, "acm baud=%u lines=%u bits=%u overruns=%llu passed=%llu", from->line.baud,
		from->lines, from->coding[6], (unsigned long long)from->line.overruns,
		(unsigned long long)from->line.passed);
	report_written(f, &from->line);
	fprintf(f, " aside=%llu", (unsigned long long)from->aside);
	if (driver)
		fprintf(f, " driver=%d", driver[0] && driver[1]);
	fputc('\n', f);
}

static struct device make_acm(void)
{
	cdc_acm_init(&acm, "usb1/1-5", "GN0100", (enum cdc_acm_form)set.acm);
	put_far_end(&acm.line, set.port[0]);
	return (struct device){&acm.usb, &acm.line, set.denied, report_acm};
}

static struct device make_chip(size_t i)
{
	static const char *const path[CHIPS_MAX] = {"usb1/1-2", "usb1/1-3", "usb1/1-4/1-4.1"};
	static const char *const serial[CHIPS_MAX] = {"GN0001", "GN0002", "GN0003"};
	enum ft2232h_eeprom kind = set.blank  ? FT2232H_BLANK
				   : set.fifo ? FT2232H_IS_FIFO
					      : FT2232H_IS_UART;

	struct line *line = &chip[i].channel[set.channel].line;

	ft2232h_init(&chip[i], path[i], set.nameless == i + 1 ? NULL : serial[i], kind);
	chip[i].mute = set.mute;
	for (size_t k = 0; k < FT2232H_CHANNELS; k++)
		chip[i].channel[k].bitmode = (uint8_t)set.bitmode;
	if (!i && !set.acm)
		put_far_end(line, set.port[0]);
	if (i && set.port[i]) {
		line->far_baud = set.far_baud;
		line_connect(line, set.port[i]);
	}
	return (struct device){&chip[i].usb, line, set.denied, report_chip};
}

size_t devices_make(char **words, int count, struct device *out)
{
	size_t made = 0;

	for (int i = 0; i < count; i++)
		read_key(words[i]);
	if (set.chips > CHIPS_MAX || set.channel >= FT2232H_CHANNELS) {
		fprintf(stderr, "devices: at most %d chips, with channels 0 to %d\n", CHIPS_MAX,
			FT2232H_CHANNELS - 1);
		exit(EXIT_FAILURE);
	}
	while (made < set.chips) {
		out[made] = make_chip(made);
		made++;
	}
	if (set.acm)
		out[made++] = make_acm();
	return made;
}

bool device_turn(const struct device *d, int64_t now)
{
	d->usb->turn(d->usb->ctx, now);
	return d->line->faults.unplug_at && d->line->passed >= d->line->faults.unplug_at;
}

FILE *devices_open_report(void)
{
	const char *path = getenv("BED_REPORT");

	return path ? fopen(path, "w") : NULL;
}
