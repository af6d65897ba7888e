/* SPDX-License-Identifier: Apache-2.0 */
#include "run_fixture.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link/device.h"

struct fixture fx;

void fx_setup(void)
{
	fx_setup_as(NODES, false, false);
}

void fx_setup_as(unsigned nodes, bool shared, bool host)
{
	struct gno_err err;
	char *text;

	model_init(&fx.model, nodes, 1, SLOTS);
	fx.model.shared = shared;
	fx.model.host = host;
	folder_make(&fx.folder);
	text = model_manifest(&fx.model);
	folder_write(&fx.folder, "m.json", text);
	ck_assert_msg(!gno_manifest_parse(text, "m.json", &fx.manifest, &err), "%s", err.text);
	free(text);
	ck_assert_int_eq(
	    gno_device_attach(&model_transport, (const char *)&fx.model, "model:1", NULL, &fx.dev, &err), 0);
	ck_assert_msg(!gno_device_identify(fx.dev, fx.manifest, &err), "%s", err.text);
	fx.stop = 0;
	fx.commits = fx.stop_after = fx.reset_after = 0;
	fx.last_note[0] = '\0';
}

void fx_teardown(void)
{
	unsigned k;

	for (k = 0; k < NODES; k++)
		free(fx.expected[k].data);
	memset(fx.expected, 0, sizeof(fx.expected));
	gno_device_close(fx.dev);
	gno_manifest_free(fx.manifest);
	folder_remove(&fx.folder);
	model_free(&fx.model);
}

const char *fx_run_path(void)
{
	return folder_path(&fx.folder, "run");
}

struct gno_pattern_file *fx_compile(const char *text)
{
	const struct gno_experiment_options options = {0};
	struct gno_faults faults = {0};
	struct gno_pattern_file *p = NULL;
	struct gno_manifest *m = NULL;
	struct gno_err err;

	folder_write(&fx.folder, "e.yaml", text);
	ck_assert_msg(
	    !gno_experiment_load(folder_path(&fx.folder, "e.yaml"), &options, &m, &p, &faults, &err),
	    "%s: %s", err.text, faults.count ? faults.fault[0].text : "");
	gno_faults_free(&faults);
	gno_manifest_free(m);
	return p;
}

void fx_load(const char *lines)
{
	struct gno_run_draft *draft;
	struct gno_pattern_file *p;
	char text[1024];
	struct gno_err err;

	snprintf(text, sizeof(text),
		 "gnomon: 1\nmanifest: m.json\npoints:\n  a: { address: 0x100 }\n  b: { address: 0x204 }\n"
		 "  end: { address: 0x90000308 }\nactions: { b: [record, sample] }\n"
		 "intervals: { i: { from: a, to: b } }\n%s",
		 lines);
	p = fx_compile(text);
	ck_assert_msg(!gno_run_prepare(fx_run_path(), fx.manifest, p, false, &draft, &err), "%s", err.text);
	ck_assert_msg(!gno_patterns_send(p, fx.dev, &err), "%s", err.text);
	ck_assert_msg(!gno_run_finish(draft, &err), "%s", err.text);
	gno_pattern_file_free(p);
}

struct gno_run *fx_open_run(void)
{
	struct gno_run *run = NULL;
	struct gno_err err;

	ck_assert_msg(!gno_run_open(fx_run_path(), &run, &err), "%s", err.text);
	return run;
}

void fx_start(void)
{
	struct gno_run *run = fx_open_run();
	struct gno_err err;

	ck_assert_msg(!gno_run_start(run, fx.dev, &err), "%s", err.text);
	gno_run_close(run);
}

static void on_progress(void *ctx, const struct gno_progress *p)
{
	(void)ctx;
	(void)p;
	if (++fx.commits == fx.stop_after)
		fx.stop = 1;
	if (fx.commits == fx.reset_after)
		model_reset(&fx.model);
}

static void on_note(void *ctx, const char *text)
{
	(void)ctx;
	snprintf(fx.last_note, sizeof(fx.last_note), "%s", text);
}

int fx_drain(bool and_stop, unsigned limit_ms, struct gno_drain_result *result, struct gno_err *err)
{
	struct gno_drain_options options = {
	    .stop = and_stop,
	    .limit_ms = limit_ms,
	    .interrupted = &fx.stop,
	    .progress = on_progress,
	    .note = on_note,
	};
	struct gno_run *run = fx_open_run();
	int ret = gno_run_drain(run, fx.dev, &options, result, err);

	gno_run_close(run);
	return ret;
}

static void expect(unsigned node, const void *data, size_t len)
{
	struct model_bytes *b = &fx.expected[node];

	b->data = realloc(b->data, b->len + len);
	ck_assert_ptr_nonnull(b->data);
	memcpy(b->data + b->len, data, len);
	b->len += len;
}

/* Scripts events, some gaps and samples, and says what the streams are to be. Ends with code 3 at all nodes.
 */
void fx_script(unsigned events, uint32_t seed)
{
	uint32_t words[4] = {0};
	unsigned i, k;

	for (k = 0; k < NODES; k++) {
		uint32_t sync[] = {0, 5 | k << 8 | (uint32_t)MODEL_RUN << 24};

		expect(k, sync, sizeof(sync));
	}
	for (i = 0; i < events + NODES; i++) {
		unsigned slots = 1;

		k = i < events ? model_random(&seed) % NODES : i - events;
		words[0] = i;
		words[1] = 1 | k << 8 | (i < events ? 1 + model_random(&seed) % 2 : 3) << 16;
		if (i < events && model_random(&seed) % 16 == 0) { /* a gap of 5 */
			slots = 2;
			words[1] = 3 | k << 8 | (uint32_t)MODEL_RUN << 24;
			words[2] = i;
			words[3] = 5;
		} else if (i < events && model_random(&seed) % 8 == 0) { /* a sample */
			slots = 2;
			words[1] = 2 | k << 8 | 2u << 16 | 2u << 24;
			words[2] = i;
			words[3] = 2 * i;
		}
		model_record(&fx.model, slots, words);
		expect(k, words, 8 * slots);
	}
	fx.model.time = events + NODES;
}

void fx_expect_flush(void)
{
	unsigned k;

	for (k = 0; k < NODES; k++) {
		uint32_t words[6] = {(uint32_t)fx.model.time,
				     6 | k << 8 | (uint32_t)MODEL_RUN << 24,
				     (uint32_t)fx.model.time,
				     2 | k << 8 | 2u << 24,
				     0,
				     1};

		expect(k, words, sizeof(words));
	}
}

static uint64_t number_at(const char *bytes)
{
	uint64_t value;

	memcpy(&value, bytes, sizeof(value));
	return value;
}

/* As interfaces.md has the packets, and forgives nothing. */
char *fx_records(unsigned node, uint64_t end, size_t *len)
{
	const uint32_t first[] = {0xC1FC1FC1, node};
	uint64_t time = 0, discarded = 0;
	char name[32], *data, *out;
	size_t size;

	sprintf(name, "run/trace/node_%u", node);
	data = folder_read(&fx.folder, name, &size);
	ck_assert_ptr_nonnull(data);
	ck_assert_uint_eq(size % 4096, 0);
	out = malloc(size + 1);
	ck_assert_ptr_nonnull(out);
	*len = 0;
	for (size_t at = 0; at < size;) {
		uint64_t bits = number_at(data + at + 24), packet = number_at(data + at + 32), content = bits / 8;

		ck_assert_int_eq(memcmp(data + at, first, sizeof(first)), 0);
		ck_assert(bits % 64 == 0 && packet % 64 == 0 && content >= 48 && bits <= packet);
		packet /= 8;
		ck_assert_uint_eq(at / 4096, (at + packet - 1) / 4096);
		ck_assert_uint_ge(number_at(data + at + 8), time);
		time = number_at(data + at + 16);
		ck_assert_uint_ge(time, number_at(data + at + 8));
		ck_assert_uint_ge(number_at(data + at + 40), discarded);
		discarded = number_at(data + at + 40);
		for (size_t i = content; i < packet; i++)
			ck_assert_int_eq(data[at + i], 0);
		if (at + content > end)
			content = end > at + 48 ? (size_t)(end - at) : 48;
		memcpy(out + *len, data + at + 48, content - 48);
		*len += content - 48;
		at += packet;
	}
	free(data);
	return out;
}

void fx_check_streams(void)
{
	size_t len;
	char *data;
	unsigned k;

	for (k = 0; k < NODES; k++) {
		data = fx_records(k, UINT64_MAX, &len);
		ck_assert_uint_eq(len, fx.expected[k].len);
		ck_assert_int_eq(memcmp(data, fx.expected[k].data, len), 0);
		free(data);
	}
}

void fx_read_journal(struct journal *j)
{
	json_t *root = json_load_file(folder_path(&fx.folder, "run/run.json"), 0, NULL);
	json_t *nodes = json_object_get(root, "nodes");
	unsigned k;

	ck_assert_ptr_nonnull(root);
	snprintf(j->state, sizeof(j->state), "%s", json_string_value(json_object_get(root, "state")));
	j->position = json_integer_value(json_object_get(root, "position"));
	j->holes = json_integer_value(json_object_get(root, "holes"));
	for (k = 0; k < NODES; k++)
		j->size[k] = json_integer_value(json_object_get(json_array_get(nodes, k), "size"));
	json_decref(root);
}

void fx_check_partial(const struct journal *j)
{
	size_t len;
	char *data;
	unsigned k;

	for (k = 0; k < NODES; k++) {
		data = fx_records(k, (uint64_t)j->size[k], &len);
		ck_assert_uint_le(len, fx.expected[k].len);
		ck_assert_int_eq(memcmp(data, fx.expected[k].data, len), 0);
		free(data);
	}
}
