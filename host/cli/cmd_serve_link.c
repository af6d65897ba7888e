/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "serve/relay.h"
#include "shared/common.h"
#include "shared/interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define ANYWHERE "127.0.0.1:0"
#define BAUD_USUAL 115200
#define BAUD_MOST 999999999

enum { OPT_DEVICE, OPT_LISTEN, OPT_TOKEN, OPT_BAUD, OPT_ONCE, OPT_QUIET, OPT_JSON };

static const struct base_option options[] = {
    {'d', "device", "URL", "the device to serve, such as tty:/dev/ttyUSB1; required"},
    {'L', "listen", "ADDRESS:PORT",
     "where clients connect (default: " ANYWHERE "); port 0: any free one"},
    {'k', "token-file", "FILE", "clients must have the token in this file"},
    {'b', "baud", "RATE",
     "rate of a serial port whose URL names none (default: " CLI_TEXT(BAUD_USUAL) ")"},
    {0, "once", NULL, "end after one client"},
    {'q', "quiet", NULL, "do not report each client"},
    {'j', "json", NULL, "print the address as JSON"},
    CLI_OPT_END,
};

/* What the options ask for. */
struct request {
	struct gno_address address;
	struct gno_token token;
	bool has_token;
	unsigned baud; /* 0: not given */
	bool json;
	struct relay_options relay;
};

/* 0 or CLI_USAGE, or a code after the message. */
static int read_options(const struct base_values *v, struct request *out)
{
	const char *listen = v->option[OPT_LISTEN] ? v->option[OPT_LISTEN] : ANYWHERE;
	unsigned long baud = 0;
	struct gno_err err;
	int rc = 0;

	if (!v->option[OPT_DEVICE])
		return cli_usage(&cmd_serve_link, "no monitor is named: use --device URL");
	if (gno_address_parse(listen, 0, "ADDRESS:PORT", &out->address, &err))
		return cli_usage(&cmd_serve_link, "%s (option '--listen')", err.text);
	if (v->option[OPT_BAUD])
		rc = cli_number(&cmd_serve_link, "baud", v->option[OPT_BAUD], 1, BAUD_MOST, &baud);
	if (rc)
		return rc;
	out->baud = (unsigned)baud;
	out->relay = (struct relay_options){
	    .device = v->option[OPT_DEVICE],
	    .once = v->option[OPT_ONCE] != NULL,
	    .note = v->option[OPT_QUIET] ? NULL : cli_note,
	    .interrupted = cli_catch_interrupts(),
	};
	out->json = v->option[OPT_JSON] != NULL;
	out->has_token = v->option[OPT_TOKEN] != NULL;
	if (out->has_token && gno_token_read(v->option[OPT_TOKEN], &out->token, &err))
		return cli_error(&err);
	return 0;
}

/* Sets the rate of a serial port. */
static int set_baud(const struct gno_transport *transport, void *ctx, const struct request *how,
		    struct gno_err *err)
{
	int rc = 0;

	if (transport->set_baud)
		rc = transport->set_baud(ctx, how->baud ? how->baud : BAUD_USUAL, err);
	if (rc < 0)
		return rc;
	if (how->baud && !rc)
		return gno_fail(
		    err, GNO_ERR_ARG,
		    "'--baud' has no effect: the URL '%s' names the rate, or the device has none",
		    how->relay.device);
	return 0;
}

/* Prints where clients connect. */
static int print_address(const struct relay *relay, const struct request *how, struct gno_err *err)
{
	int rc = 0;

	if (how->json)
		rc = cli_print_json(json_pack("{s:o, s:s, s:b}", "url",
					      json_sprintf("tcp:%s", relay_address(relay)),
					      "device", how->relay.device, "token", how->has_token),
				    0, err);
	else
		printf("listening on tcp:%s\n", relay_address(relay));
	if (!rc && fflush(stdout))
		rc = gno_fail_errno(err, errno, "cannot write the output");
	return rc;
}

/* Serves an open device. */
static int serve(struct relay *relay, const struct gno_transport *transport, void *ctx,
		 const struct request *how, struct gno_err *err)
{
	int rc = set_baud(transport, ctx, how, err);

	if (!rc)
		rc = print_address(relay, how, err);
	return rc ? rc : relay_run(relay, transport, ctx, err);
}

/* Opens the device and serves it. Prints what went wrong. */
static int open_and_serve(struct relay *relay, const struct request *how)
{
	const struct gno_device_options how_long = {.timeout_ms = GNO_TIMEOUT_MS,
						    .interrupted = how->relay.interrupted};
	const struct gno_transport *transport;
	struct gno_err err;
	const char *rest;
	void *ctx;
	int rc;

	rc = gno_transport_find(how->relay.device, &transport, &rest, &err);
	if (!rc)
		rc = transport->open(rest, &how_long, &ctx, &err);
	if (rc)
		return cli_error(&err);
	rc = serve(relay, transport, ctx, how, &err);
	if (rc)
		cli_error(&err);
	transport->close(ctx);
	return rc;
}

static int command(const struct base_values *v)
{
	struct relay *relay = NULL;
	struct request how = {0};
	struct gno_err err;
	int rc;

	rc = read_options(v, &how);
	if (rc)
		return rc;
	rc = relay_open(&how.address, how.has_token ? &how.token : NULL, &how.relay, &relay, &err);
	if (rc == GNO_ERR_ARG)
		rc = cli_usage(&cmd_serve_link, "%s", err.text);
	else if (rc)
		cli_error(&err);
	else
		rc = open_and_serve(relay, &how);
	relay_close(relay);
	gno_token_wipe(&how.token);
	cli_leave_interrupts();
	return rc;
}

const struct cli_spec cmd_serve_link = {
    .name = "serve-link",
    .args = "",
    .brief = "serve the byte stream of a monitor over TCP",
    .summary = "Serves the byte stream of a monitor over TCP, to one client at a time.",
    .details =
	"The first line of the output has the URL in use ('listening on tcp:127.0.0.1:40000'). Other commands connect to it with '--device tcp:HOST:PORT'. A second client is refused. A client cannot change the baud rate.\n"
	"An address that other machines can reach requires --token-file. The file has one line of at least 16 printable characters, and only its owner may read it. A client names its copy of the file in the URL: 'tcp:HOST:PORT?token=FILE'. The connection is not encrypted.\n"
	"The command ends with status 0 at an interrupt, and with status 1 when the device is gone.\n",
    .options = options,
    .run = command,
};
