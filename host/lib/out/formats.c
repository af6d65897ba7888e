/* SPDX-License-Identifier: Apache-2.0 */
/* The formats: to add one, write its function in a file of its own and add a line here, in
 * formats.h, and in docs/answers/export.md. */
#include "out/export/formats.h"

#include <string.h>

#include "common/util.h"

#define MB UINT64_C(1000000)
#define MIB UINT64_C(1048576)

/*
 * What the viewers are known to refuse. Sources:
 * Excel: its "specifications and limits". speedscope: jlfwong/speedscope #372, a browser reads
 * files of up to 2^31 - 1 bytes. Pyroscope: pkg/validation/limits.go, of the file once it is
 * unpacked. Perfetto: "Visualising large traces". DB Browser: sqlitebrowser #3698 and #2592.
 * GTKWave: VCD_SIZE_WARN in its sources. Of JSON lines, FST and Verilog no limit is known.
 * Perfetto takes 6 (calls) to 13 times (each record also an interval) the bytes of a trace.
 */
const struct export_format export_formats[] = {
    {
	.name = "csv",
	.suffix = ".csv",
	.summary = "events, intervals or another list as a table for a spreadsheet (RFC 4180)",
	.takes = EXPORT_TAKES_WHAT | EXPORT_TAKES_NODE | EXPORT_TAKES_POINT | EXPORT_TAKES_STDOUT,
	.write = export_csv,
	.marks = true,
	.limit = {"Microsoft Excel", 0, 1048576 - 1},
    },
    {
	.name = "jsonl",
	.suffix = ".jsonl",
	.summary =
	    "intervals or another list, a JSON object a line ('gnomon events --json': events)",
	.takes = EXPORT_TAKES_WHAT | EXPORT_TAKES_NODE | EXPORT_TAKES_POINT | EXPORT_TAKES_STDOUT,
	.write = export_jsonl,
	.marks = true,
    },
    {
	.name = "folded",
	.suffix = ".folded",
	.summary = "call stacks with their cycles, for flamegraph.pl, inferno and others",
	.takes = EXPORT_TAKES_NODE | EXPORT_TAKES_STDOUT | EXPORT_TAKES_STACKS,
	.write = export_folded,
	.marks = true,
	.limit = {"speedscope.app", INT32_MAX, 0},
    },
    {
	.name = "speedscope",
	.suffix = ".speedscope.json",
	.summary = "the same for speedscope.app",
	.takes = EXPORT_TAKES_NODE | EXPORT_TAKES_STDOUT | EXPORT_TAKES_STACKS,
	.write = export_speedscope,
	.marks = true,
	.limit = {"speedscope.app", INT32_MAX, 0},
    },
    {
	.name = "pprof",
	.suffix = ".pb.gz",
	.summary = "the same for 'go tool pprof' and continuous profilers (profile.proto)",
	.takes = EXPORT_TAKES_NODE | EXPORT_TAKES_STDOUT | EXPORT_TAKES_STACKS,
	.write = export_pprof,
	.marks = true,
	.limit = {"Grafana Pyroscope", 4 * MIB, 16000, "stacks"},
    },
    {
	.name = "perfetto",
	.suffix = ".pftrace",
	.summary = "events, intervals and samples as tracks for ui.perfetto.dev",
	.takes =
	    EXPORT_TAKES_NODE | EXPORT_TAKES_STDOUT | EXPORT_TAKES_BOOTTIME | EXPORT_TAKES_GZIP,
	.write = export_perfetto,
	.marks = true,
	.limit = {"ui.perfetto.dev", 500 * MB, .times = 13},
    },
    {
	.name = "sqlite",
	.suffix = ".sqlite",
	.summary = "events, intervals, samples, gaps and messages as tables of a database",
	.takes = EXPORT_TAKES_NODE,
	.write = export_sqlite,
	.marks = true,
	.limit = {"the table view of DB Browser for SQLite", 0, 10000000, "rows of a table"},
	.path_only = true,
    },
    {
	.name = "vcd",
	.suffix = ".vcd",
	.summary = "segments as signals for a waveform viewer (IEEE 1364)",
	.takes = EXPORT_TAKES_NODE | EXPORT_TAKES_UNIT,
	.write = export_wave,
	.whole = true,
	.limit = {"GTKWave", 256 * MIB, 0},
    },
    {
	.name = "fst",
	.suffix = ".fst",
	.summary = "the same, compressed, for GTKWave and Surfer",
	.takes = EXPORT_TAKES_NODE | EXPORT_TAKES_UNIT,
	.write = export_wave,
	.whole = true,
    },
    {
	.name = "stimulus",
	.suffix = ".v",
	.summary = "the segments of a unit as a Verilog module that replays the watched word",
	.takes = EXPORT_TAKES_NODE | EXPORT_TAKES_UNIT | EXPORT_TAKES_STDOUT,
	.write = export_stimulus,
    },
    {0},
};

const struct export_format *export_format(const char *name, const char **nearest)
{
	struct gno_near near = gno_near_begin(name);

	for (const struct export_format *f = export_formats; f->name; f++) {
		if (!strcmp(f->name, name))
			return f;
		gno_near_try(&near, f->name);
	}
	*nearest = near.best;
	return NULL;
}

const struct export_format *export_format_of(const char *path)
{
	size_t len = strlen(path);

	for (const struct export_format *f = export_formats; f->name; f++) {
		size_t suffix = f->suffix ? strlen(f->suffix) : len;

		if (suffix < len && !strcmp(path + len - suffix, f->suffix))
			return f;
	}
	return NULL;
}
