/* SPDX-License-Identifier: Apache-2.0 */
/* What a monitor says of itself: its state, and the manifest that it holds. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "results/columns/commands/devices.h"
#include "shared/common.h"
#include "common/util.h"

/* -- status -- */

enum { STATUS_DEVICE, STATUS_MANIFEST, STATUS_TIMEOUT, STATUS_JSON };

static const struct base_option status_options[] = {
    CLI_OPT_DEVICE, CLI_OPT_MANIFEST, CLI_OPT_TIMEOUT, CLI_OPT_JSON, CLI_OPT_END,
};

static void print_text(const struct columns_status *s)
{
	const struct gno_status *st = s->of;
	const struct gno_manifest *m = s->m;

	if (s->baud)
		printf("serial line    %u baud\n", s->baud);
	printf("magic          GNO, link version %u\n", st->version);
	printf("plan hash      %016" PRIx64, st->hash);
	if (m)
		printf(", that of monitor '%s'", m->name);
	if (st->model)
		printf("\nmonitor        simulated model, not the hardware");
	printf("\nrun            ");
	if (st->run)
		printf("%u", st->run);
	else
		printf("none since the monitor's reset");
	printf(", %s%s%s%s\n", st->active ? "active" : "not active",
	       st->full ? ", buffer full" : "", st->wrapped ? ", wrapped" : "",
	       st->frozen ? ", frozen" : "");
	if (s->poll)
		printf("time           %" PRIu64 " cycles since %s\n", s->poll->cycle,
		       s->poll->run ? "its start" : "the monitor's reset");
	if (m)
		printf("trace buffer   head %u, tail %u of %u slots", st->head, st->tail, m->slots);
	if (m && m->form != GNO_FORM_SINGLE)
		printf(", at most %s%u/16 of them in use", st->high_sixteenths == 15 ? "over " : "",
		       st->high_sixteenths == 15 ? 14 : st->high_sixteenths);
	if (m)
		printf("\n");
	if (st->nodes)
		printf("\n%-16s %10s %10s\n", "node", "fifo", "at most");
	for (unsigned k = 0; k < st->nodes; k++)
		printf("%-16s %10u %10u\n", m->node[k].name, m->node[k].fifo_slots,
		       st->fifo_high[k]);
}

/* Reads the manifest of a monitor that holds it; *m stays NULL where it does not. */
static int read_rom(struct gno_device *dev, struct gno_manifest **m, struct gno_err *err)
{
	int rc = gno_device_manifest(dev, m, err);

	if (rc == GNO_ERR_STATE)
		return 0;
	return rc ? rc : gno_device_identify(dev, *m, err);
}

static int status(const struct base_values *v)
{
	struct gno_manifest *m = NULL;
	struct gno_device *dev = NULL;
	struct gno_device_poll poll;
	struct gno_status st;
	struct columns_status shown = {.of = &st};
	struct gno_err err;
	int rc;

	if (v->option[STATUS_MANIFEST] && gno_manifest_load(v->option[STATUS_MANIFEST], &m, &err))
		return cli_error(&err);
	rc = cli_open_device(&cmd_status, v->option[STATUS_DEVICE], v->option[STATUS_TIMEOUT], m,
			     &dev);
	if (rc)
		goto out;
	rc = m ? 0 : read_rom(dev, &m, &err);
	if (!rc)
		rc = gno_device_status(dev, &st, &err);
	if (!rc && m && m->sync) {
		rc = gno_device_time(dev, &poll, &err);
		shown.poll = &poll;
	}
	shown.m = m;
	shown.baud = gno_device_baud(dev);
	if (!rc && v->option[STATUS_JSON])
		rc = cli_print_document(&columns_status, &shown, &err);
	else if (!rc)
		print_text(&shown);
	if (rc)
		cli_error(&err);
out:
	cli_close_device(dev);
	gno_manifest_free(m);
	return rc;
}

const struct cli_spec cmd_status = {
    .name = "status",
    .args = "",
    .brief = "report the identity and the state of a monitor",
    .summary = "Reports the identity and the state of a monitor.",
    .details =
	"With --manifest the command refuses another monitor and prints the names of the nodes. Without --manifest it reads the manifest from the monitor, if the monitor holds it.\n",
    .options = status_options,
    .run = status,
};

/* -- manifest -- */

enum { MANIFEST_DEVICE, MANIFEST_OUTPUT, MANIFEST_TIMEOUT };

static const struct base_option manifest_options[] = {
    CLI_OPT_DEVICE,
    {'o', "output", "FILE", "file for the manifest"},
    CLI_OPT_TIMEOUT,
    CLI_OPT_END,
};

static int read_old(const char *path, struct gno_err *err)
{
	struct gno_manifest *old = NULL;
	int rc = gno_manifest_load(path, &old, err);

	gno_manifest_free(old);
	return rc;
}

static int write_manifest(const char *path, const struct gno_manifest *m, struct gno_err *err)
{
	int rc = cli_check_replace(path, read_old, err);

	if (!rc)
		rc = gno_replace_file(path, m->text, strlen(m->text), err);
	return rc ? rc : gno_sync_file(path, err);
}

static int manifest(const struct base_values *v)
{
	struct cli_monitor monitor = {0};
	unsigned long ms = GNO_TIMEOUT_MS;
	struct gno_manifest *m = NULL;
	struct gno_err err;
	int rc;

	if (cli_timeout(&cmd_manifest, v->option[MANIFEST_TIMEOUT], &ms))
		return CLI_USAGE;
	monitor.timeout_ms = (unsigned)ms;
	rc = cli_read_manifest(&monitor, v->option[MANIFEST_DEVICE], &m, &err);
	cli_close_device(monitor.dev);
	if (!rc && v->option[MANIFEST_OUTPUT])
		rc = write_manifest(v->option[MANIFEST_OUTPUT], m, &err);
	else if (!rc)
		fputs(m->text, stdout);
	if (rc)
		cli_error(&err);
	gno_manifest_free(m);
	return rc;
}

const struct cli_spec cmd_manifest = {
    .name = "manifest",
    .args = "",
    .brief = "read the manifest that a monitor holds itself",
    .summary = "Reads the manifest that a monitor holds itself.",
    .details =
	"The monitor's description has 'rom: yes'. Without --output the command prints the manifest. It replaces an existing file only if that is a manifest.\n",
    .options = manifest_options,
    .run = manifest,
};
