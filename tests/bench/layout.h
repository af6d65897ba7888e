// SPDX-License-Identifier: Apache-2.0
//
// The one-node monitor in its manifest, for one_node.cpp: its link, its trace buffer, and the ranks
// with their tables. The library reads the manifest; a monitor of another shape ends the program.
#ifndef GNOMON_TESTS_BENCH_LAYOUT_H
#define GNOMON_TESTS_BENCH_LAYOUT_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

extern "C" {
#include "monitor/manifest.h"
}

struct Layout {
	explicit Layout(const char *path) : manifest(read(path), gno_manifest_free)
	{
		const gno_manifest *m = manifest.get();
		if (m->form != GNO_FORM_SINGLE || m->node[0].word_bits != 32 ||
		    m->node[0].fields != 1)
			bad("not one node whose watched word is one field of 32 bits");
		if (!m->baud)
			bad("no UART");
		node = &m->node[0];
		slots = m->slots;
		divisor = unsigned((m->clock_hz + m->baud / 2) / m->baud);
	}

	const gno_table &table(const std::string &name) const
	{
		const gno_table *found = gno_node_table(node, name.c_str());
		if (!found)
			bad(("no table " + name).c_str());
		return *found;
	}

	const gno_node *node;
	unsigned slots;
	unsigned divisor; // clocks of a bit of the UART

      private:
	[[noreturn]] static void bad(const char *what)
	{
		std::fprintf(stderr, "one_node: manifest: %s\n", what);
		std::exit(1);
	}

	static gno_manifest *read(const char *path)
	{
		gno_manifest *m = nullptr;
		gno_err err;
		if (gno_manifest_load(path, &m, &err))
			bad(err.text);
		return m;
	}

	std::unique_ptr<gno_manifest, decltype(&gno_manifest_free)> manifest;
};

#endif
