/* SPDX-License-Identifier: Apache-2.0 */
#include "outputs.h"

#include <inttypes.h>
#include <unistd.h>

int outputs_open(struct outputs *outputs, const char *path, uint32_t every)
{
	*outputs = (struct outputs){.every = every, .left = every};
	outputs->file = fopen(path, "w");
	return outputs->file ? 0 : -1;
}

int outputs_restart(struct outputs *outputs)
{
	outputs->clock = 0;
	outputs->hash = 0;
	outputs->left = outputs->every;
	outputs->ended = false;
	rewind(outputs->file);
	return ftruncate(fileno(outputs->file), 0);
}

void outputs_clock(struct outputs *outputs)
{
	if (--outputs->left == 0) {
		fprintf(outputs->file, "%" PRIu64 " %016" PRIx64 "\n", outputs->clock,
			outputs->hash);
		outputs->left = outputs->every;
	}
	outputs->clock++;
}

void outputs_console(struct outputs *outputs, uint8_t byte)
{
	fprintf(outputs->file, "%" PRIu64 " console %u\n", outputs->clock, byte);
}

void outputs_exit(struct outputs *outputs, uint32_t core, uint32_t code)
{
	fprintf(outputs->file, "%" PRIu64 " exit %u %u\n", outputs->clock, core, code);
}

void outputs_end(struct outputs *outputs)
{
	if (!outputs->ended)
		fprintf(outputs->file, "%" PRIu64 " end %016" PRIx64 "\n", outputs->clock,
			outputs->hash);
	outputs->ended = true;
}

int outputs_close(struct outputs *outputs)
{
	bool failed;

	if (!outputs->file)
		return 0;
	outputs_end(outputs);
	failed = ferror(outputs->file) != 0;
	failed |= fclose(outputs->file) != 0;
	outputs->file = NULL;
	return failed ? -1 : 0;
}
