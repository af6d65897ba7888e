/* SPDX-License-Identifier: Apache-2.0 */
#include "common.h"

enum { OPT_DEVICE, OPT_TIMEOUT };

static const struct cli_option options[] = {
    CLI_OPT_DEVICE,
    CLI_OPT_TIMEOUT,
    CLI_OPT_END,
};

static const struct cli_spec spec = {
    .name = "reset",
    .args = "",
    .summary = "Turns all triggers of a monitor off and empties its buffers.",
    .details = "What was not drained is lost. The tables stay as they are.\n",
    .options = options,
};

int cmd_reset(int argc, char **argv)
{
	struct gno_device *dev = NULL;
	struct cli_values v;
	struct gno_err err;
	int ret;

	ret = cli_parse(&spec, argc, argv, &v);
	if (ret)
		return ret == CLI_HELP ? 0 : ret;
	ret = cli_open_device(&spec, v.option[OPT_DEVICE], v.option[OPT_TIMEOUT], NULL, &dev);
	if (ret)
		return ret;
	ret = gno_device_reset(dev, &err);
	if (ret)
		cli_error(&err);
	gno_device_close(dev);
	return ret;
}
