/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "shared/common.h"

enum { OPT_DEVICE, OPT_MANIFEST, OPT_TIMEOUT };

static const struct base_option options[] = {
    CLI_OPT_DEVICE,
    CLI_OPT_MANIFEST,
    CLI_OPT_TIMEOUT,
    CLI_OPT_END,
};

static const struct cli_spec spec = {
    .name = "reset",
    .args = "",
    .summary = "Turns off all triggers of a monitor and empties its buffers.",
    .details =
	"Data that was not drained is lost. The tables keep their contents. With --manifest the command\n"
	"refuses another monitor.\n",
    .options = options,
};

int cmd_reset(int argc, char **argv)
{
	struct gno_manifest *m = NULL;
	struct gno_device *dev = NULL;
	struct base_values v;
	struct gno_err err;
	int rc;

	rc = cli_parse(&spec, argc, argv, &v);
	if (rc)
		return rc == CLI_HELP ? 0 : rc;
	if (v.option[OPT_MANIFEST] && gno_manifest_load(v.option[OPT_MANIFEST], &m, &err))
		return cli_error(&err);
	rc = cli_open_device(&spec, v.option[OPT_DEVICE], v.option[OPT_TIMEOUT], m, &dev);
	if (!rc && gno_device_reset(dev, &err))
		rc = cli_error(&err);
	cli_close_device(dev);
	gno_manifest_free(m);
	return rc;
}
