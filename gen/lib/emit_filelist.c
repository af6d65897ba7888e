/* SPDX-License-Identifier: Apache-2.0 */
/* The list of the Verilog files that a simulator or a synthesis tool reads. */
#include "emit.h"

#include "plan.h"

/* Which monitors need a file of the library. */
enum need {
	NEED_ALWAYS,
	NEED_UART,
	NEED_SINGLE,
	NEED_RING,
};

static const struct {
	const char *module;
	enum need need;
} library[] = {
    {"gnomon_uart", NEED_UART},		{"gnomon_queue", NEED_UART},   {"gnomon_link", NEED_ALWAYS},
    {"gnomon_single", NEED_SINGLE},	{"gnomon_center", NEED_RING},  {"gnomon_collector", NEED_RING},
    {"gnomon_ring_master", NEED_RING},	{"gnomon_headend", NEED_RING}, {"gnomon_station", NEED_RING},
    {"gnomon_skid", NEED_RING},		{"gnomon_words", NEED_RING},   {"gnomon_ratios", NEED_RING},
    {"gnomon_pair", NEED_RING},		{"gnomon_fifo", NEED_RING},    {"gnomon_sender", NEED_RING},
    {"gnomon_ranks", NEED_ALWAYS},	{"gnomon_sync", NEED_ALWAYS},  {"gnomon_count", NEED_ALWAYS},
    {"gnomon_builder", NEED_ALWAYS},	{"gnomon_regs", NEED_ALWAYS},  {"gnomon_ram", NEED_ALWAYS},
    {"gnomon_ram_narrow", NEED_ALWAYS},
};

static int is_needed(const struct plan *plan, enum need need)
{
	switch (need) {
	case NEED_UART:
		return plan->uart;
	case NEED_SINGLE:
		return plan->form == PLAN_SINGLE;
	case NEED_RING:
		return plan->form == PLAN_RING;
	case NEED_ALWAYS:
		break;
	}
	return 1;
}

int emit_filelist(const struct plan *plan, FILE *out)
{
	fprintf(out, "%s\n", plan->verilog);
	for (size_t i = 0; i < sizeof(library) / sizeof(library[0]); i++)
		if (is_needed(plan, library[i].need))
			fprintf(out, "%s.v\n", library[i].module);
	return 0;
}
