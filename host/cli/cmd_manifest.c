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

static const struct cli_spec spec = {
    .name = "manifest",
    .args = "",
    .summary = "Reads the manifest that a monitor holds itself.",
    .details = "The monitor's description has 'rom: yes'. Without --output the command prints the "
	       "manifest. A file that\n"
	       "exists is only replaced if it is a manifest.\n",
    .options = options,
};

static int read_old(const char *path, struct gno_err *err)
{
	struct gno_manifest *old = NULL;
	int ret = gno_manifest_load(path, &old, err);

	gno_manifest_free(old);
	return ret;
}

static int write_manifest(const char *path, const struct gno_manifest *m, struct gno_err *err)
{
	int ret = cli_check_replace(path, read_old, err);

	if (!ret)
		ret = gno_replace_file(path, m->text, strlen(m->text), err);
	return ret ? ret : gno_sync_file(path, err);
}

int cmd_manifest(int argc, char **argv)
{
	struct cli_monitor monitor = {0};
	unsigned long ms = GNO_TIMEOUT_MS;
	struct gno_manifest *m = NULL;
	struct base_values v;
	struct gno_err err;
	int ret;

	ret = cli_parse(&spec, argc, argv, &v);
	if (ret)
		return ret == CLI_HELP ? 0 : ret;
	if (cli_timeout(&spec, v.option[OPT_TIMEOUT], &ms))
		return CLI_USAGE;
	monitor.timeout_ms = (unsigned)ms;
	ret = cli_read_manifest(&monitor, v.option[OPT_DEVICE], &m, &err);
	cli_close_device(monitor.dev);
	if (!ret && v.option[OPT_OUTPUT])
		ret = write_manifest(v.option[OPT_OUTPUT], m, &err);
	else if (!ret)
		fputs(m->text, stdout);
	if (ret)
		cli_error(&err);
	gno_manifest_free(m);
	return ret;
}
