/* SPDX-License-Identifier: Apache-2.0 */
/* The manifest of the monitor in software: its nodes, tables and ranks. */
#include "model_device.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ranks of the chunks 9..0, 20..10 and 31..21 of the word; of the pair of the first two; of that
 * and the third. */
static void put_ranks(FILE *f, const struct model *m, unsigned k)
{
	fprintf(
	    f,
	    "\"ranks\":{\"capacity\":15,\"code_bits\":4,\"levels\":3,"
	    "\"owner\":%u,\"family\":\"ice40\",\"goal\":\"ram\",\"tree\":["
	    "{\"table\":\"rank0\",\"code_bits\":4,\"level\":1,\"inputs\":[{\"lo\":0,\"bits\":10}]},"
	    "{\"table\":\"rank1\",\"code_bits\":4,\"level\":1,\"inputs\":[{\"lo\":10,\"bits\":11}]}"
	    ","
	    "{\"table\":\"rank2\",\"code_bits\":4,\"level\":1,\"inputs\":[{\"lo\":21,\"bits\":11}]}"
	    ","
	    "{\"table\":\"rank3\",\"code_bits\":4,\"level\":2,\"inputs\":[{\"rank\":0},{\"rank\":1}"
	    "]},"
	    "{\"table\":\"rank4\",\"code_bits\":4,\"level\":3,\"inputs\":[{\"rank\":3},{\"rank\":2}"
	    "]}]},"
	    "\"tables\":[",
	    m->shared ? k & ~1u : k);
	if (!m->shared || k % 2 == 0)
		fprintf(f, "{\"name\":\"rank0\",\"base\":0,\"cells\":1024,\"bits\":4},"
			   "{\"name\":\"rank1\",\"base\":2048,\"cells\":2048,\"bits\":4},"
			   "{\"name\":\"rank2\",\"base\":4096,\"cells\":2048,\"bits\":4},"
			   "{\"name\":\"rank3\",\"base\":6144,\"cells\":256,\"bits\":4},"
			   "{\"name\":\"rank4\",\"base\":8192,\"cells\":256,\"bits\":4},");
	fprintf(f, "{\"name\":\"actions\",\"base\":10240,\"cells\":16,\"bits\":8}");
}

static void put_triggers(FILE *f, const struct model *m, unsigned k)
{
	static const char *const kinds[] = {"sequence", "timeout", "strict"};
	unsigned i;

	if (!m->triggers) {
		bool host = m->host && k < m->nodes - 1;

		if (host)
			fprintf(f,
				",{\"name\":\"triggers\",\"base\":10496,\"cells\":16,\"bits\":8}");
		fprintf(f,
			"],\"triggers\":[%s],\"sequences\":null,\"strict\":null,\"timer\":false,"
			"\"watchdog\":false,\"port\":null,",
			host ? "{\"number\":0,\"kind\":\"host\",\"index\":0}" : "");
		return;
	}
	fprintf(
	    f,
	    ",{\"name\":\"steps\",\"base\":10304,\"cells\":64,\"bits\":8},"
	    "{\"name\":\"limits\",\"base\":10368,\"cells\":64,\"bits\":8},"
	    "{\"name\":\"words\",\"base\":10432,\"cells\":64,\"bits\":8},"
	    "{\"name\":\"triggers\",\"base\":10496,\"cells\":16,\"bits\":8},"
	    "{\"name\":\"timer\",\"base\":10512,\"cells\":8,\"bits\":8},"
	    "{\"name\":\"watchdog\",\"base\":10520,\"cells\":8,\"bits\":8},"
	    "{\"name\":\"codes\",\"base\":11264,\"cells\":1024,\"bits\":3},"
	    "{\"name\":\"code_data\",\"base\":10560,\"cells\":32,\"bits\":3},"
	    "{\"name\":\"code_actions\",\"base\":10592,\"cells\":32,\"bits\":8}],\"triggers\":[");
	for (i = 0; i < 6; i++)
		fprintf(f, "{\"number\":%u,\"kind\":\"%s\",\"index\":%u},", i, kinds[i / 2], i % 2);
	fprintf(f, "{\"number\":6,\"kind\":\"timer\",\"index\":0},"
		   "{\"number\":7,\"kind\":\"watchdog\",\"index\":0}],"
		   "\"sequences\":{\"count\":2,\"steps\":4,\"count_bits\":8,\"timeout_bits\":16,"
		   "\"overlap\":true},"
		   "\"strict\":{\"count\":2,\"steps\":3},\"timer\":true,\"watchdog\":true,"
		   "\"port\":{\"bus\":\"strobe\",\"pc\":\"store_pc\",\"process_time\":false,"
		   "\"code_bits\":3,\"data_bits\":2},");
}

static void put_node(FILE *f, const struct model *m, unsigned k)
{
	unsigned p;

	fprintf(
	    f,
	    "%s{\"index\":%u,\"name\":\"core%u\",\"depth\":4,\"fifo_slots\":256,\"stream\":\"node_%"
	    "u\","
	    "\"stream_id\":%u,\"watch\":{\"fields\":[%s],\"bits\":32,\"when\":\"retired\"},",
	    k ? "," : "", k, k, k, k,
	    m->fields
		? "{\"name\":\"pc\",\"bits\":32,\"kept\":[[31,2]],\"kind\":\"pc\",\"unit\":1},"
		  "{\"name\":\"write\",\"bits\":1,\"kept\":[[0,0]],\"kind\":\"data\",\"unit\":1},"
		  "{\"name\":\"tag\",\"bits\":1,\"kept\":[[0,0]],\"kind\":\"data\",\"unit\":1}"
		: "{\"name\":\"pc\",\"bits\":32,\"kept\":[[31,0]],\"kind\":\"pc\",\"unit\":1}");
	put_ranks(f, m, k);
	put_triggers(f, m, k);
	if (!m->pairs) {
		fprintf(f, "\"measure\":null}");
		return;
	}
	fprintf(
	    f, "\"measure\":{\"stage\":4,\"signals\":[],\"lines\":[],\"event_lines\":[],\"values\":"
	       "[],\"gate\":false,"
	       "\"quantities\":[],\"thresholds\":[],\"extremes\":[],\"buckets\":[],\"counters\":[],"
	       "\"form\":\"full\",\"pairs\":[");
	for (p = 0; p < m->pairs; p++)
		fprintf(f, "%s{\"name\":\"pair%u\",\"a\":\"a%u\",\"b\":\"always\",\"gate\":null}",
			p ? "," : "", p, p);
	fprintf(f, "]}}");
}

char *model_manifest(const struct model *m)
{
	char *text = NULL;
	unsigned k, log2 = 0;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	assert(f);
	while (1u << log2 < m->slots)
		log2++;
	fprintf(f,
		"{\"gnomon\":4,\"name\":\"model\",\"hash\":\"%016" PRIx64 "\",\"form\":\"ring\","
		"\"clock_hz\":100000000,\"time_bits\":32,\"slots\":%u,\"slots_log2\":%u,\"granule_"
		"slots\":16,"
		"\"addr_bits\":%u,\"link\":{\"phy\":\"bytes\"},\"ctf\":\"/* CTF 1.8 "
		"*/\\n\",\"nodes\":[",
		m->hash, m->slots, log2, log2 + 3);
	for (k = 0; k < m->nodes; k++)
		put_node(f, m, k);
	fprintf(f, "]}\n");
	if (fclose(f))
		abort();
	return text;
}
