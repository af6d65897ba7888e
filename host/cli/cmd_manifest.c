/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "common/util.h"
#include "shared/common.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { OPT_DEVICE, OPT_OUTPUT, OPT_TIMEOUT };

static const struct base_option options[] = {
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

static int command(const struct base_values *v)
{
	struct cli_monitor monitor = {0};
	unsigned long ms = GNO_TIMEOUT_MS;
	struct gno_manifest *m = NULL;
	struct gno_err err;
	int rc;

	if (cli_timeout(&cmd_manifest, v->option[OPT_TIMEOUT], &ms))
		return CLI_USAGE;
	monitor.timeout_ms = (unsigned)ms;
	rc = cli_read_manifest(&monitor, v->option[OPT_DEVICE], &m, &err);
	cli_close_device(monitor.dev);
	if (!rc && v->option[OPT_OUTPUT])
		rc = write_manifest(v->option[OPT_OUTPUT], m, &err);
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
    .options = options,
    .run = command,
};
