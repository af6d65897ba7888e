/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the fuzz targets begin with, made by today's code so that it never ages: a manifest, a run
 * directory that was loaded only and one that was drained to its end.
 *
 * usage: make_base FOLDER     (which is there and empty)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/registers.h"
#include "experiment/experiment.h"
#include "run/run.h"
#include "model_device.h"
#include "records/packet.h"

#define EVENTS 40
#define END_CODE 3

static const char *folder;

static const char *at(const char *name)
{
	static char path[4][512];
	static unsigned next;
	char *p = path[next++ % 4];

	snprintf(p, sizeof(path[0]), "%s/%s", folder, name);
	return p;
}

static void must(int rc, const struct gno_err *err)
{
	if (!rc)
		return;
	fprintf(stderr, "make_base: %s\n", err->text);
	exit(EXIT_FAILURE);
}

static void write_text(const char *name, const char *text)
{
	FILE *f = fopen(at(name), "w");

	if (!f || fputs(text, f) == EOF || fclose(f)) {
		perror(at(name));
		exit(EXIT_FAILURE);
	}
}

static void write_manifest(void)
{
	struct model m;
	char *text;

	model_init(&m, 2, 1, 64);
	m.triggers = m.fields = true;
	text = model_manifest(&m);
	write_text("fields.json", text);
	free(text);
	model_free(&m);
}

static struct gno_pattern_file *compile(void)
{
	const struct gno_experiment_options options = {0};
	struct gno_pattern_file *p = NULL;
	struct gno_faults faults = {0};
	struct gno_manifest *m = NULL;
	struct gno_err err;

	write_text(
	    "e.yaml",
	    "gnomon: 1\nmanifest: m.json\npoints:\n  a: { address: 0x100 }\n  b: { address: 0x204 }\n"
	    "  end: { address: 0x308 }\nactions: { b: [record, sample] }\n"
	    "intervals: { i: { from: a, to: b } }\nuntil: { point: end }\n"
	    "limits: [p99(i) < 4 us, after a comes b within 3 cycles]\n");
	must(gno_experiment_load(at("e.yaml"), &options, &m, &p, &faults, &err), &err);
	gno_faults_free(&faults);
	gno_manifest_free(m);
	return p;
}

/* Events at two nodes, with samples and a gap. */
static void script(struct model *m)
{
	uint32_t seed = 1;

	for (uint32_t i = 0; i < EVENTS + 2; i++) {
		unsigned k = i < EVENTS ? model_random(&seed) % 2 : i - EVENTS;
		uint32_t words[4] = {i, 1 | k << 8 | (i < EVENTS ? 1 + i % 2 : END_CODE) << 16, i,
				     5};

		if (i % 16 == 9)
			words[1] = 3 | k << 8 | (uint32_t)MODEL_RUN << 24;
		if (i % 8 == 3)
			words[1] = 2 | k << 8 | 2u << 16 | 2u << 24;
		model_record(m, i % 16 == 9 || i % 8 == 3 ? 2 : 1, words);
	}
	m->time = EVENTS + 2;
}

/* Loads into a run directory, and drains it to its end where that is wanted. */
static void make_run(struct gno_device *dev, const struct gno_manifest *m, const char *name,
		     bool whole)
{
	const struct gno_drain_options options = {.stop = true, .limit_ms = 10000};
	struct gno_pattern_file *p = compile();
	struct gno_run_draft *draft = NULL;
	struct gno_drain_result result;
	struct gno_status monitor;
	struct gno_run *run = NULL;
	struct gno_err err;

	must(gno_device_before_load(dev, &monitor, &err), &err);
	must(gno_run_prepare(at(name), m, p, &monitor, false, &draft, &err), &err);
	must(gno_patterns_send(p, dev, &err), &err);
	must(gno_run_finish(draft, NULL, &err), &err);
	gno_pattern_file_free(p);
	if (!whole)
		return;
	must(gno_run_open(at(name), &run, &err), &err);
	must(gno_run_start(run, dev, &err), &err);
	must(gno_run_drain(run, dev, &options, &result, &err), &err);
	gno_run_close(run);
}

/* Adds the records of a node's stream to `out`, without the packets around them. */
static void add_records(FILE *out, unsigned node)
{
	static uint8_t data[1 << 20];
	struct gno_packet packet;
	char name[32];
	size_t size, from = 0;
	FILE *in;

	snprintf(name, sizeof(name), "run/trace/node_%u", node);
	in = fopen(at(name), "rb");
	size = in ? fread(data, 1, sizeof(data), in) : 0;
	if (in)
		fclose(in);
	while (from + GNO_PACKET_HEADER <= size && gno_packet_get(data + from, node, &packet)) {
		fwrite(data + from + GNO_PACKET_HEADER, 1,
		       (size_t)packet.content - GNO_PACKET_HEADER, out);
		from += (size_t)packet.size;
	}
}

/* All records of the run, as a trace buffer holds them. */
static void write_slots(void)
{
	FILE *out = fopen(at("slots"), "wb");

	for (unsigned node = 0; out && node < 2; node++)
		add_records(out, node);
	if (!out || fclose(out)) {
		perror(at("slots"));
		exit(EXIT_FAILURE);
	}
}

int main(int argc, char **argv)
{
	struct gno_manifest *manifest = NULL;
	struct gno_device *dev = NULL;
	struct model m;
	struct gno_err err;
	char *text;

	if (argc != 2) {
		fputs("usage: make_base FOLDER\n", stderr);
		return 2;
	}
	folder = argv[1];
	write_manifest();
	model_init(&m, 2, 1, 64);
	text = model_manifest(&m);
	write_text("m.json", text);
	must(gno_manifest_parse(text, "m.json", &manifest, &err), &err);
	free(text);
	must(gno_device_attach(&model_transport, (const char *)&m, "model:1", NULL, &dev, &err),
	     &err);
	must(gno_device_identify(dev, manifest, &err), &err);
	make_run(dev, manifest, "loaded", false);
	script(&m);
	make_run(dev, manifest, "run", true);
	write_slots();
	gno_device_close(dev);
	gno_manifest_free(manifest);
	model_free(&m);
	return 0;
}
