/* SPDX-License-Identifier: Apache-2.0 */

/* Serial ports: rates that are given, found and wrong, ports that are taken, gone, or none. */

#include <asm/termbits.h>
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "device/device.h"
#include "serial_line.h"
#include "tests/suite.h"

/* Long: a machine that is slow must not make a right rate look wrong. */
static const struct gno_device_options patient = {.timeout_ms = 8000};
static const struct gno_device_options quick = {.timeout_ms = 100};

static struct model model;
static struct gno_manifest *manifest;
static struct serial_line line;
static struct gno_device *dev;
static struct gno_err err;
static char url[128];

static void begin(unsigned baud)
{
	char *text;

	model_init(&model, 2, 1, 1024);
	text = model_manifest(&model);
	ck_assert_msg(!gno_manifest_parse(text, "model", &manifest, &err), "%s", err.text);
	free(text);
	serial_line_begin(&line, &model, baud);
	snprintf(url, sizeof(url), "tty:%s", line.path);
	dev = NULL;
}

static void teardown(void)
{
	gno_device_close(dev);
	serial_line_end(&line);
	gno_manifest_free(manifest);
	model_free(&model);
}

static void open_line(const struct gno_device_options *options)
{
	ck_assert_msg(!gno_device_open(url, options, &dev, &err), "%s", err.text);
}

static struct termios2 settings(void)
{
	struct termios2 set;

	ck_assert_int_eq(ioctl(line.fd, TCGETS2, &set), 0);
	return set;
}

START_TEST(test_the_rate_of_the_manifest_is_tried_first)
{
	struct gno_status st;

	begin(1843200);
	manifest->baud = 1843200;
	open_line(&patient);
	ck_assert_msg(!gno_device_identify(dev, manifest, &err), "%s", err.text);
	ck_assert_uint_eq(gno_device_baud(dev), 1843200);
	ck_assert_ptr_null(gno_device_oddity(dev));
	ck_assert_uint_eq(line.rates, 1);
	ck_assert_msg(!gno_device_status(dev, &st, &err), "%s", err.text);
	ck_assert_uint_eq(st.hash, manifest->hash);
	teardown();
}
END_TEST

START_TEST(test_a_usual_rate_is_found)
{
	begin(1000000);
	line.mute = _i;
	open_line(&patient);
	ck_assert_msg(!gno_device_identify(dev, NULL, &err), "%s", err.text);
	ck_assert_uint_eq(gno_device_baud(dev), 1000000);
	ck_assert_uint_eq(line.rates, 2);
	ck_assert_uint_eq(line.rate[0], 115200);
	teardown();
}
END_TEST

START_TEST(test_a_rate_that_differs_from_the_manifest_is_found)
{
	begin(115200);
	manifest->baud = 3000000;
	open_line(&patient);
	ck_assert_msg(!gno_device_identify(dev, manifest, &err), "%s", err.text);
	ck_assert_uint_eq(gno_device_baud(dev), 115200);
	ck_assert_uint_eq(line.rate[0], 3000000);
	ck_assert_ptr_nonnull(gno_device_oddity(dev));
	ck_assert_ptr_nonnull(strstr(gno_device_oddity(dev), "at 115200 baud, not at 3000000"));
	teardown();
}
END_TEST

START_TEST(test_the_rate_of_the_url_stays)
{
	struct termios2 set;

	begin(250000);
	strcat(url, "@250000");
	manifest->baud = 3000000;
	open_line(&patient);
	ck_assert_msg(!gno_device_identify(dev, manifest, &err), "%s", err.text);
	ck_assert_uint_eq(gno_device_baud(dev), 0);
	ck_assert_uint_eq(line.rates, 1);
	set = settings();
	ck_assert_uint_eq(set.c_ospeed, 250000);
	ck_assert_uint_eq(set.c_ispeed, 250000);
	ck_assert_uint_eq(set.c_lflag | set.c_iflag | set.c_oflag, 0);
	teardown();
}
END_TEST

/* The message names all rates that were tried. The other end sees some of them, in that order: it
 * reads the port's rate when bytes have come, and then the next one may be set already. */
START_TEST(test_no_rate_is_right)
{
	static const unsigned tried[] = {230400,  115200,  1000000, 3000000, 12000000, 2000000,
					 4000000, 8000000, 6000000, 5000000, 921600,   500000,
					 460800,  57600,   38400,   19200,   9600};
	char text[256] = "tried at ";
	size_t n = sizeof(tried) / sizeof(*tried), place = 0;

	for (size_t i = 0; i < n; i++)
		sprintf(text + strlen(text), "%u%s", tried[i], i + 1 < n ? ", " : "; check");
	begin(31250);
	manifest->baud = 230400;
	open_line(&quick);
	ck_assert_int_eq(gno_device_identify(dev, manifest, &err), GNO_ERR_TIMEOUT);
	ck_assert_ptr_nonnull(strstr(err.text, "no answer from the monitor at 'tty:"));
	ck_assert_msg(strstr(err.text, text), "%s", err.text);
	ck_assert_uint_ge(line.rates, 1);
	for (unsigned i = 0; i < line.rates; i++, place++) {
		while (place < n && tried[place] != line.rate[i])
			place++;
		ck_assert_msg(place < n, "%u is not in the order", line.rate[i]);
	}
	teardown();
}
END_TEST

/* Every value of a byte, in both directions: the port changes none of them. */
START_TEST(test_every_byte_passes)
{
	const struct gno_node_flags off = {0};
	uint8_t cells[1024];

	for (unsigned i = 0; i < sizeof(cells); i++)
		cells[i] = (uint8_t)(i * 7 + i / 256);
	begin(115200);
	open_line(&patient);
	ck_assert_msg(!gno_device_identify(dev, manifest, &err), "%s", err.text);
	ck_assert_msg(!gno_device_select(dev, 1, off, &err), "%s", err.text);
	ck_assert_msg(!gno_device_write(dev, 4096, cells, sizeof(cells), &err), "%s", err.text);
	ck_assert_int_eq(memcmp(model.cell[1] + 4096, cells, sizeof(cells)), 0);
	teardown();
}
END_TEST

START_TEST(test_one_program_at_a_time)
{
	struct gno_device *other;

	begin(115200);
	open_line(&patient);
	ck_assert_int_eq(gno_device_open(url, &patient, &other, &err), GNO_ERR_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "another program"));
	gno_device_close(dev);
	open_line(&patient);
	teardown();
}
END_TEST

START_TEST(test_the_port_is_left_as_it_was)
{
	struct termios2 before, after;

	begin(115200);
	before = settings();
	open_line(&patient);
	ck_assert_msg(!gno_device_identify(dev, manifest, &err), "%s", err.text);
	gno_device_close(dev);
	dev = NULL;
	after = settings();
	ck_assert_int_eq(memcmp(&before, &after, sizeof(before)), 0);
	teardown();
}
END_TEST

START_TEST(test_a_port_that_is_pulled_is_an_error)
{
	struct gno_status st;

	begin(115200);
	open_line(&patient);
	ck_assert_msg(!gno_device_identify(dev, manifest, &err), "%s", err.text);
	serial_line_pull(&line);
	ck_assert_int_eq(gno_device_status(dev, &st, &err), GNO_ERR_LINK);
	ck_assert_ptr_nonnull(strstr(err.text, line.path));
	ck_assert_ptr_nonnull(strstr(err.text, "is gone"));
	teardown();
}
END_TEST

START_TEST(test_an_interrupt_ends_the_search)
{
	static const volatile sig_atomic_t yes = 1;
	const struct gno_device_options options = {.timeout_ms = 20000, .interrupted = &yes};

	begin(31250);
	line.mute = true;
	open_line(&options);
	ck_assert_int_eq(gno_device_identify(dev, NULL, &err), GNO_ERR_INTERRUPTED);
	ck_assert_uint_eq(line.rates, 1);
	teardown();
}
END_TEST

static const struct {
	const char *url;
	int code;
	const char *text;
} bad[] = {
    {"tty:", GNO_ERR_ARG, "is not of the form tty:PATH[@BAUD]"},
    {"tty:@9600", GNO_ERR_ARG, "is not of the form tty:PATH[@BAUD]"},
    {"tty:/dev/ptmx@0", GNO_ERR_ARG, "'0' is not a rate: rates are 1 to 999999999"},
    {"tty:/dev/ptmx@1000000000", GNO_ERR_ARG, "'1000000000' is not a rate"},
    {"tty:/nowhere/ttyUSB0", GNO_ERR_IO, "check that the board is plugged in"},
    {"tty:/nowhere/tty@USB0", GNO_ERR_IO, "'/nowhere/tty@USB0'"},
    {"tty:/dev/null", GNO_ERR_ARG, "'/dev/null' is not a serial port"},
    {"tty:/dev", GNO_ERR_IO, "cannot open serial port '/dev'"},
};

START_TEST(test_what_is_no_port)
{
	ck_assert_int_eq(gno_device_open(bad[_i].url, &quick, &dev, &err), bad[_i].code);
	ck_assert_msg(strstr(err.text, bad[_i].text) != NULL, "%s", err.text);
}
END_TEST

int main(void)
{
	return run_tests(
	    "tty", NULL, NULL,
	    TESTS({test_the_rate_of_the_manifest_is_tried_first}, {test_a_usual_rate_is_found, 2},
		  {test_a_rate_that_differs_from_the_manifest_is_found},
		  {test_the_rate_of_the_url_stays}, {test_no_rate_is_right},
		  {test_every_byte_passes}, {test_one_program_at_a_time},
		  {test_the_port_is_left_as_it_was}, {test_a_port_that_is_pulled_is_an_error},
		  {test_an_interrupt_ends_the_search},
		  {test_what_is_no_port, sizeof(bad) / sizeof(bad[0])}));
}
