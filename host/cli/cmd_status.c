/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "results/columns/commands/devices.h"
#include "shared/common.h"

#include <inttypes.h>
#include <stdio.h>

enum { OPT_DEVICE, OPT_MANIFEST, OPT_TIMEOUT, OPT_JSON };

static const struct base_option options[] = {
    CLI_OPT_DEVICE, CLI_OPT_MANIFEST, CLI_OPT_TIMEOUT, CLI_OPT_JSON, CLI_OPT_END,
};

static void print_text(const struct gno_status *st, const struct gno_manifest *m, unsigned baud)
{
	if (baud)
		printf("serial line    %u baud\n", baud);
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
	printf("trace buffer   head %u, tail %u, at most %s%u/16 in use", st->head, st->tail,
	       st->high_sixteenths == 15 ? "over " : "",
	       st->high_sixteenths == 15 ? 14 : st->high_sixteenths);
	printf(m ? " of %u slots\n" : "\n", m ? m->slots : 0);
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

static int command(const struct base_values *v)
{
	struct gno_manifest *m = NULL;
	struct gno_device *dev = NULL;
	struct gno_status st;
	struct gno_err err;
	int rc;

	if (v->option[OPT_MANIFEST] && gno_manifest_load(v->option[OPT_MANIFEST], &m, &err))
		return cli_error(&err);
	rc = cli_open_device(&cmd_status, v->option[OPT_DEVICE], v->option[OPT_TIMEOUT], m, &dev);
	if (rc)
		goto out;
	rc = m ? 0 : read_rom(dev, &m, &err);
	if (!rc)
		rc = gno_device_status(dev, &st, &err);
	if (!rc && v->option[OPT_JSON])
		rc = cli_print_document(
		    &columns_status, &(struct columns_status){&st, m, gno_device_baud(dev)}, &err);
	else if (!rc)
		print_text(&st, m, gno_device_baud(dev));
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
    .options = options,
    .run = command,
};
