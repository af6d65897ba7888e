/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_writer.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void put_word(struct tw_node *n, uint32_t word)
{
	if (n->len + 4 > n->room) {
		n->room = n->room ? 2 * n->room : 4096;
		n->data = realloc(n->data, n->room);
		ck_assert_ptr_nonnull(n->data);
	}
	for (unsigned i = 0; i < 4; i++)
		n->data[n->len++] = (uint8_t)(word >> 8 * i);
}

static uint32_t low(const struct tw *w, uint64_t time)
{
	return (uint32_t)(time & ((1ull << w->time_bits) - 1));
}

static void put_head(struct tw *w, unsigned node, uint64_t time, unsigned kind, unsigned code, unsigned aux)
{
	put_word(&w->node[node], low(w, time));
	put_word(&w->node[node], kind | node << 8 | (code & 0xff) << 16 | (aux & 0xff) << 24);
}

void tw_beat(struct tw *w, unsigned node, uint64_t time)
{
	w->node[node].half = time >> (w->time_bits - 1);
	put_head(w, node, time, 4, (unsigned)w->node[node].half, w->run);
}

/* Sends the beats that were due up to `time`. */
static void catch_up(struct tw *w, unsigned node, uint64_t time)
{
	while (w->node[node].half < time >> (w->time_bits - 1))
		tw_beat(w, node, (w->node[node].half + 1) << (w->time_bits - 1));
}

void tw_event(struct tw *w, unsigned node, uint64_t time, unsigned code, unsigned flags)
{
	catch_up(w, node, time);
	put_head(w, node, time, 1, code, flags);
}

void tw_trigger(struct tw *w, unsigned node, uint64_t time, unsigned number, unsigned flags)
{
	catch_up(w, node, time);
	put_head(w, node, time, 11, number, flags);
}

void tw_datum(struct tw *w, unsigned node, uint64_t time, const struct tw_datum *d)
{
	catch_up(w, node, time);
	put_head(w, node, time, 7, d->sub | (w->port == 3 ? 0x40 : 0), d->flags | d->page << 4);
	put_word(&w->node[node], d->data);
	put_word(&w->node[node], d->process | d->runnable << 16);
	if (w->port == 3) {
		put_word(&w->node[node], d->pc);
		put_word(&w->node[node], d->process_time);
	}
}

void tw_word(struct tw *w, unsigned node, uint64_t time, uint64_t word, unsigned flags)
{
	catch_up(w, node, time);
	put_head(w, node, time, 12, 0, flags);
	put_word(&w->node[node], (uint32_t)word);
	put_word(&w->node[node], (uint32_t)(word >> 32));
}

void tw_load(struct tw *w, unsigned node, uint64_t time, unsigned live)
{
	catch_up(w, node, time);
	put_head(w, node, time, 13, live, 0);
}

/* The compressed form, from the definition and without shifts. */
static uint32_t compress(uint32_t a, uint32_t b)
{
	uint64_t unit = 1;
	unsigned e = 0;

	if (b < 32)
		return a << 11 | b << 5;
	while (b / unit > 63) {
		unit *= 2;
		e++;
	}
	return (uint32_t)(a / (2 * unit)) << 11 | (uint32_t)(b / unit) << 5 | e;
}

void tw_ratio(struct tw *w, unsigned node, uint64_t time, unsigned code, const uint32_t *counts)
{
	unsigned words = w->compressed ? (w->pairs + 3) / 4 * 2 : 2 * w->pairs;

	catch_up(w, node, time);
	put_head(w, node, time, 2, code, words);
	for (unsigned i = 0; i < words; i++) {
		uint32_t word = 0;

		if (!w->compressed)
			word = counts[i];
		else
			for (unsigned p = 2 * i; p < 2 * i + 2 && p < w->pairs; p++)
				word |= compress(counts[2 * p], counts[2 * p + 1]) << (p % 2 * 16);
		put_word(&w->node[node], word);
	}
}

static void put_gap(struct tw *w, unsigned node, uint64_t from, uint64_t to, uint32_t lost,
		    int full)
{
	uint64_t period = w->time_bits < 25 ? 1ull << (w->time_bits + 7) : 1ull << 32;

	put_head(w, node, from, 3, (unsigned)(from >> (w->time_bits - 1)), full ? w->run & 0x7f : w->run);
	put_word(&w->node[node], (uint32_t)(to % period));
	put_word(&w->node[node], lost);
}

void tw_gap(struct tw *w, unsigned node, uint64_t from, uint64_t to, uint32_t lost)
{
	catch_up(w, node, from);
	put_gap(w, node, from, to, lost, 0);
	tw_beat(w, node, to + 1);
}

void tw_gap_full(struct tw *w, unsigned node, uint64_t from, uint64_t to, uint32_t lost)
{
	catch_up(w, node, from);
	put_gap(w, node, from, to, lost, 1);
	tw_beat(w, node, to + 1);
}

void tw_gap_alone(struct tw *w, unsigned node, uint64_t from, uint64_t to, uint32_t lost)
{
	put_gap(w, node, from, to, lost, 0);
	w->node[node].half = to >> (w->time_bits - 1);
}

void tw_busy(struct tw *w, unsigned node, uint64_t from, uint64_t to, unsigned code)
{
	for (uint64_t t = from; t < to; t++)
		put_head(w, node, t, 1, code, 0);
	w->node[node].half = to >> (w->time_bits - 1);
}

void tw_flush(struct tw *w, unsigned node, uint64_t time)
{
	catch_up(w, node, time);
	put_head(w, node, time, 6, (unsigned)(time >> (w->time_bits - 1)), w->run);
}

void tw_words(struct tw *w, unsigned node, const uint32_t *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put_word(&w->node[node], words[i]);
}

const char *tw_path(const struct tw *w, const char *file)
{
	static char path[128];

	snprintf(path, sizeof(path), "%s/%s", w->dir, file);
	return path;
}

static void put_file(const struct tw *w, const char *file, const void *data, size_t len)
{
	FILE *f = fopen(tw_path(w, file), "wb");

	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fwrite(data, 1, len, f), len);
	ck_assert_int_eq(fclose(f), 0);
}

/* Fields, ranks, triggers and tables of a node; its tables are not loaded by any test that writes them so. */
static void put_triggers(const struct tw *w, FILE *f, unsigned node)
{
	unsigned bits = w->triggers ? 31 : 32;

	fprintf(f, "\"watch\":{\"fields\":[");
	if (w->triggers)
		fprintf(f, "{\"name\":\"pc\",\"bits\":32,\"kept\":[[31,2]],\"kind\":\"pc\",\"unit\":1},"
			   "{\"name\":\"write\",\"bits\":1,\"kept\":[[0,0]],\"kind\":\"data\",\"unit\":1}");
	else
		fprintf(f, "{\"name\":\"pc\",\"bits\":32,\"kept\":[[31,0]],\"kind\":\"pc\",\"unit\":1}");
	fprintf(f,
		"],\"bits\":%u,\"when\":null},\"ranks\":{\"capacity\":15,\"code_bits\":4,\"levels\":3,"
		"\"owner\":%u,\"family\":\"ice40\",\"goal\":\"ram\",\"tree\":["
		"{\"table\":\"rank0\",\"code_bits\":4,\"level\":1,\"inputs\":[{\"lo\":0,\"bits\":10}]},"
		"{\"table\":\"rank1\",\"code_bits\":4,\"level\":1,\"inputs\":[{\"lo\":10,\"bits\":11}]},"
		"{\"table\":\"rank2\",\"code_bits\":4,\"level\":1,\"inputs\":[{\"lo\":21,\"bits\":%u}]},"
		"{\"table\":\"rank3\",\"code_bits\":4,\"level\":2,\"inputs\":[{\"rank\":0},{\"rank\":1}]},"
		"{\"table\":\"rank4\",\"code_bits\":4,\"level\":3,\"inputs\":[{\"rank\":3},{\"rank\":2}]}]},",
		bits, node, bits - 21);
	fprintf(f,
		"\"tables\":[{\"name\":\"rank1\",\"base\":0,\"cells\":2048,\"bits\":4},"
		"{\"name\":\"rank2\",\"base\":2048,\"cells\":2048,\"bits\":4},"
		"{\"name\":\"rank0\",\"base\":4096,\"cells\":1024,\"bits\":4},"
		"{\"name\":\"rank3\",\"base\":5120,\"cells\":256,\"bits\":4},"
		"{\"name\":\"rank4\",\"base\":5376,\"cells\":256,\"bits\":4},"
		"{\"name\":\"steps\",\"base\":5632,\"cells\":64,\"bits\":8},"
		"{\"name\":\"limits\",\"base\":5696,\"cells\":64,\"bits\":8},"
		"{\"name\":\"actions\",\"base\":5760,\"cells\":16,\"bits\":8},"
		"{\"name\":\"triggers\",\"base\":5776,\"cells\":8,\"bits\":8},"
		"{\"name\":\"timer\",\"base\":5784,\"cells\":8,\"bits\":8},"
		"{\"name\":\"watchdog\",\"base\":5792,\"cells\":8,\"bits\":8}%s],",
		w->tables ? w->tables : "");
	if (w->triggers)
		fprintf(
		    f,
		    "\"triggers\":[{\"number\":0,\"kind\":\"sequence\",\"index\":0},{\"number\":1,"
		    "\"kind\":\"sequence\",\"index\":1},{\"number\":2,\"kind\":\"timeout\",\"index\":0},"
		    "{\"number\":3,\"kind\":\"timeout\",\"index\":1},{\"number\":4,\"kind\":\"timer\","
		    "\"index\":0},{\"number\":5,\"kind\":\"watchdog\",\"index\":0}],\"sequences\":{\"count\":"
		    "2,"
		    "\"steps\":4,\"count_bits\":8,\"timeout_bits\":24,\"overlap\":false},\"strict\":{\"count\":0,\"steps\":0},"
		    "\"timer\":true,\"watchdog\":true,");
	else
		fprintf(f, "\"triggers\":[],\"sequences\":null,\"strict\":null,\"timer\":false,"
			   "\"watchdog\":false,");
	if (w->port)
		fprintf(f, "\"port\":{\"bus\":\"strobe\",\"pc\":%s,\"process_time\":%s,\"code_bits\":0,\"data_bits\":0},",
			w->port == 3 ? "\"store_pc\"" : "null", w->port == 3 ? "true" : "false");
	else
		fprintf(f, "\"port\":null,");
}

/* What a node measures. */
static void put_measure(const struct tw *w, FILE *f, unsigned node)
{
	const char *own = w->node_measure[node] ? w->node_measure[node] : w->measure;

	if (own || !w->pairs) {
		fprintf(f, "\"measure\":%s", own ? own : "null");
		return;
	}
	fprintf(f,
		"\"measure\":{\"stage\":4,\"signals\":[],\"lines\":[],\"event_lines\":[],\"values\":[],\"gate\":false,\"form\":"
		"\"%s\",\"quantities\":[],\"thresholds\":[],\"extremes\":[],\"buckets\":[],\"counters\":[],"
		"\"pairs\":[",
		w->compressed ? "compressed" : "full");
	for (unsigned p = 0; p < w->pairs; p++)
		fprintf(f, "%s{\"name\":\"pair%u\",\"a\":\"a%u\",\"b\":\"b%u\",\"gate\":null}", p ? "," : "",
			p, p, p);
	fprintf(f, "]}");
}

static void put_manifest(const struct tw *w)
{
	FILE *f = fopen(tw_path(w, "manifest.json"), "w");

	ck_assert_ptr_nonnull(f);
	fprintf(
	    f,
	    "{\"gnomon\":6,\"name\":\"test\",\"hash\":\"0123456789abcdef\",\"form\":\"ring\","
	    "\"clock_hz\":100000000,\"time_bits\":%u,\"slots\":1024,\"slots_log2\":10,\"granule_slots\":16,"
	    "\"addr_bits\":16,\"ctf\":\"\",\"link\":{\"phy\":\"bytes\"},\"nodes\":[",
	    w->time_bits);
	for (unsigned k = 0; k < w->nodes; k++) {
		fprintf(f,
			"%s{\"index\":%u,\"name\":\"core%u\",\"depth\":6,\"fifo_slots\":256,"
			"\"stream\":\"node_%u\",",
			k ? "," : "", k, k, k);
		put_triggers(w, f, k);
		put_measure(w, f, k);
		fprintf(f, "}");
	}
	fprintf(f, "]}\n");
	ck_assert_int_eq(fclose(f), 0);
}

void tw_begin(struct tw *w, unsigned nodes, unsigned time_bits, unsigned pairs, int compressed)
{
	*w = (struct tw){
	    .nodes = nodes,
	    .time_bits = time_bits,
	    .pairs = pairs,
	    .compressed = compressed,
	    .run = 205,
	    .mode = "stream",
	};
	ck_assert_uint_le(nodes, TW_NODES);
	strcpy(w->dir, "/tmp/gnomon-trace-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(w->dir));
	ck_assert_int_eq(mkdir(tw_path(w, "trace"), 0777), 0);
	for (unsigned k = 0; k < nodes; k++) {
		put_word(&w->node[k], 0xc1fc1fc1);
		put_word(&w->node[k], k);
		for (unsigned i = 2; i < TW_HEADER / 4; i++)
			put_word(&w->node[k], 0);
		put_head(w, k, 0, 5, 0, w->run);
	}
}

void tw_write(struct tw *w)
{
	char text[1024];

	put_manifest(w);
	snprintf(text, sizeof(text),
		 "{\"gnomon\":3,\"device\":\"test\",\"hash\":\"0123456789abcdef\",\"run\":%u,\"mode\":\"%s\","
		 "\"started\":\"2026-11-21T09:00:00Z\",\"state\":\"complete\",\"version\":\"0\","
		 "\"holes\":%u%s%s%s}\n",
		 w->run, w->mode, w->foreign, w->frozen ? ",\"frozen\":true" : "", w->loads ? ",\"loads\":" : "", w->loads ? w->loads : "");
	put_file(w, "run.json", text, strlen(text));
	for (unsigned i = 0; i < TW_LOADS && w->patterns[i]; i++) {
		struct gno_err err;

		snprintf(text, sizeof(text), i ? "patterns.%u.json" : "patterns.json", i + 1);
		ck_assert_msg(!gno_pattern_file_write(tw_path(w, text), w->patterns[i], &err), "%s",
			      err.text);
	}
	for (unsigned k = 0; k < w->nodes; k++) {
		uint64_t bits = 64 * (uint64_t)(w->node[k].len / 8);

		for (unsigned i = 0; i < 8 && !w->sealed; i++) /* content and packet */
			w->node[k].data[24 + i] = w->node[k].data[32 + i] = (uint8_t)(bits >> 8 * i);
		snprintf(text, sizeof(text), "trace/node_%u", k);
		put_file(w, text, w->node[k].data, w->node[k].len);
	}
}

void tw_end(struct tw *w)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf '%s'", w->dir);
	ck_assert_int_eq(system(command), 0);
	for (unsigned k = 0; k < w->nodes; k++)
		free(w->node[k].data);
}
