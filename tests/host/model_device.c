/* SPDX-License-Identifier: Apache-2.0 */
#include "model_device.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANK_CELLS 10240 /* cells below are those of ranks */

enum { READ_REGS, READ_BUFFER, WRITE, START, STOP, SELECT, LIMIT, POST };
enum { EVENT = 1, RATIO = 2, SYNC = 5, FLUSH = 6, LOAD = 13 };

uint32_t model_random(uint32_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

static void put(struct model_bytes *b, const void *data, size_t len)
{
	if (b->len + len > b->room) {
		b->room = 2 * (b->len + len);
		b->data = realloc(b->data, b->room);
		assert(b->data);
	}
	if (len)
		memcpy(b->data + b->len, data, len);
	b->len += len;
}

static void take(struct model_bytes *b, size_t len)
{
	b->len -= len;
	memmove(b->data, b->data + len, b->len);
}

/* Bit by bit, as the page defines it. */
static uint16_t crc_byte(uint16_t crc, uint8_t byte)
{
	int i;

	crc ^= (uint16_t)(byte << 8);
	for (i = 0; i < 8; i++)
		crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
	return crc;
}

/* Puts a byte on its way, damaged where it is to be. */
static void pass(struct model *m, enum model_direction direction, uint8_t byte)
{
	struct model_bytes *to = direction == TO_DEVICE ? &m->rx : &m->tx;
	uint64_t at = m->passed[direction]++;
	int damage = -1, i;
	uint8_t extra = 0;

	for (i = 0; i < 2; i++)
		if (m->fault[i].armed && m->fault[i].direction == direction && m->fault[i].at == at) {
			damage = m->fault[i].damage;
			m->fault[i].armed = false;
		}
	if (damage < 0 && m->damage_one_in && !(model_random(&m->seed) % m->damage_one_in))
		damage = (int)(model_random(&m->seed) % DAMAGES);
	switch (damage) {
	case FLIP_LOW:
		byte ^= 1;
		break;
	case FLIP_HIGH:
		byte ^= 0x80;
		break;
	case LOSE:
		return;
	case DOUBLE:
		put(to, &byte, 1);
		break;
	case INSERT_MARK:
		extra = 0xA5;
		/* fall through */
	case INSERT_ZERO:
		put(to, &extra, 1);
		break;
	}
	put(to, &byte, 1);
}

static void send_byte(struct model *m, uint8_t byte)
{
	m->crc = crc_byte(m->crc, byte);
	pass(m, TO_HOST, byte);
}

static void send_crc(struct model *m)
{
	uint16_t crc = m->crc;

	send_byte(m, (uint8_t)(crc >> 8));
	send_byte(m, (uint8_t)crc);
}

static bool may_write(const struct model *m)
{
	return m->wrap || (m->head & (m->slots - 1)) / 16 != m->limit / 16;
}

void model_pump(struct model *m)
{
	while (m->starts && m->script.len) {
		unsigned slots = m->script.data[0], i;

		if (!may_write(m)) /* a record that has begun goes on into the limit's granule */
			return;
		for (i = 0; i < slots; i++) {
			uint64_t at = (m->head + i) & (m->slots - 1);

			while (m->head + i - m->tail >= m->slots)
				m->tail += m->wrap ? m->length[m->tail & (m->slots - 1)] : 1;
			memcpy(m->buffer + 2 * at, m->script.data + 1 + 8 * i, 8);
		}
		m->length[m->head & (m->slots - 1)] = (uint8_t)slots;
		m->head += slots;
		take(&m->script, 1 + 8 * (size_t)slots);
	}
}

void model_record(struct model *m, unsigned slots, const uint32_t *words)
{
	uint8_t length = (uint8_t)slots;

	put(&m->script, &length, 1);
	put(&m->script, words, 8 * (size_t)slots);
}

void model_event(struct model *m, unsigned node, unsigned code)
{
	uint32_t words[2] = {(uint32_t)m->time++, EVENT | node << 8 | code << 16};

	model_record(m, 1, words);
}

/* Puts records before all that waits in the script. */
static void record_first(struct model *m, void (*record)(struct model *m, unsigned node), unsigned node)
{
	struct model_bytes script = m->script;

	m->script = (struct model_bytes){0};
	record(m, node);
	put(&m->script, script.data, script.len);
	free(script.data);
}

static void record_syncs(struct model *m, unsigned node)
{
	unsigned k;

	(void)node;
	for (k = 0; k < m->nodes; k++) {
		uint32_t words[2] = {0, SYNC | k << 8 | (uint32_t)m->run << 24};

		model_record(m, 1, words);
	}
}

static void record_load(struct model *m, unsigned node)
{
	uint32_t words[2] = {(uint32_t)m->time, LOAD | node << 8 | (unsigned)m->live[node] << 16};

	model_record(m, 1, words);
}

static void flush_all(struct model *m)
{
	uint32_t words[2 + 2 * 16] = {0};
	unsigned k, p;

	for (k = 0; k < m->nodes; k++) {
		words[0] = (uint32_t)m->time;
		words[1] = FLUSH | k << 8 | (uint32_t)m->run << 24;
		model_record(m, 1, words);
		words[1] = RATIO | k << 8 | (uint32_t)(2 * m->pairs) << 24;
		for (p = 0; p < 2 * m->pairs; p++)
			words[2 + p] = p;
		if (m->pairs)
			model_record(m, 1 + m->pairs, words);
	}
}

static uint8_t get_register(const struct model *m, unsigned at)
{
	unsigned head = (unsigned)(m->head & (m->slots - 1)), tail = (unsigned)(m->tail & (m->slots - 1));

	if (at < 4)
		return m->magic[at];
	if (at < 12)
		return (uint8_t)(m->hash >> 8 * (at - 4));
	switch (at) {
	case 32:
		return (uint8_t)head;
	case 33:
		return (uint8_t)(head >> 8);
	case 34:
		return (uint8_t)tail;
	case 35:
		return (uint8_t)(tail >> 8);
	case 48:
		return (uint8_t)(m->active | !may_write(m) << 1 | (m->wrap && m->tail) << 2 | m->frozen << 3 |
				 3 << 4);
	case 49:
		return m->run;
	}
	if (at > 49 && at < 64)
		return at % 2 ? m->nonce[(at - 51) / 2] : 0x5A; /* even ones mean nothing */
	return at >= 128 && at < 128 + 2 * m->nodes && at % 2 == 0 ? (uint8_t)(at - 127) : 0;
}

static void start(struct model *m)
{
	m->run = 0x80 | (m->run + 1);
	m->starts++;
	m->head = m->tail = 0;
	m->limit = m->slots - 16;
	m->active = true;
	m->frozen = false;
	m->time = 1;
	record_first(m, record_syncs, 0);
}

static void do_select(struct model *m, unsigned addr)
{
	bool change;
	unsigned k;

	m->selected = addr & 255;
	m->wrap = addr >> 10 & 1;
	for (k = 0; k < m->nodes; k++) {
		if (m->selected != 255 && m->selected != k)
			continue;
		change = m->live[k] != (addr >> 8 & 1);
		m->asked[k] += (addr >> 11 & 1) && m->live[k] && !change && m->active;
		m->live[k] = addr >> 8 & 1;
		m->collect[k] = addr >> 9 & 1;
		m->offs[k] += change && !m->live[k];
		if (change && m->active)
			record_first(m, record_load, k);
	}
}

static void act(struct model *m, unsigned op, unsigned addr, unsigned slots)
{
	unsigned i;

	if (m->break_at && !--m->break_at) {
		m->gone = true;
		if (!m->break_acted)
			return;
	}
	model_pump(m);
	switch (op) {
	case READ_REGS:
		for (i = 0; i < 8 * slots; i++)
			send_byte(m, get_register(m, 8 * addr + i));
		break;
	case READ_BUFFER:
		assert(addr + slots <= m->slots);
		for (i = 0; i < 8 * slots; i++)
			send_byte(m, ((const uint8_t *)(m->buffer + 2 * addr))[i]);
		break;
	case WRITE:
	case START:
		m->payload = 8 * (size_t)slots;
		m->written = 0;
		return;
	case STOP:
		m->stops++;
		if (m->active)
			flush_all(m);
		m->active = false;
		break;
	case SELECT:
		do_select(m, addr);
		break;
	case LIMIT:
		m->limit = addr;
		break;
	case POST:
		m->post = addr;
		break;
	}
	send_crc(m);
}

/* A byte of START's payload; it starts with the last one. */
static void take_nonce(struct model *m, uint8_t byte)
{
	m->nonce[m->written++ % sizeof(m->nonce)] = byte;
	send_byte(m, byte);
	if (--m->payload)
		return;
	start(m);
	send_crc(m);
}

static void write_cell(struct model *m, uint8_t byte)
{
	size_t cell = 8 * (m->frame[2] | (size_t)m->frame[3] << 8) + m->written++;
	unsigned k;

	assert(cell < MODEL_CELLS);
	for (k = 0; k < m->nodes; k++) {
		if (m->selected != 255 && m->selected != k)
			continue;
		assert(!m->live[k] && "table written while triggers are live");
		if (m->shared && cell < RANK_CELLS)
			assert(k % 2 == 0 && !m->live[k + 1] && "ranks that a node does not own, or shares");
		m->cell[k][cell] = byte;
		m->cells[k]++;
	}
	send_byte(m, byte);
	if (!--m->payload)
		send_crc(m);
}

static void receive(struct model *m, uint8_t byte)
{
	uint16_t crc = 0xFFFF;
	int i;

	if (m->payload) {
		if ((m->frame[1] & 7) == START)
			take_nonce(m, byte);
		else
			write_cell(m, byte);
		return;
	}
	if (!m->got && byte != 0xA5)
		return;
	m->frame[m->got++] = byte;
	send_byte(m, byte);
	if (m->got < sizeof(m->frame))
		return;
	m->got = 0;
	for (i = 0; i < 5; i++)
		crc = crc_byte(crc, m->frame[i]);
	m->crc = 0xFFFF;
	if (m->frame[5] == crc >> 8 && m->frame[6] == (crc & 255))
		act(m, m->frame[1] & 7, m->frame[2] | (unsigned)m->frame[3] << 8, m->frame[4] + 1u);
}

static void work(struct model *m)
{
	size_t i;

	for (i = 0; i < m->rx.len && !m->silent; i++)
		receive(m, m->rx.data[i]);
	m->rx.len = 0;
}

static int model_open(const char *rest, const struct gno_device_options *options, void **ctx,
		      struct gno_err *err)
{
	(void)options;
	(void)err;
	*ctx = (void *)rest; /* the tests hand the model over in the place of an address */
	return 0;
}

static int model_read(void *ctx, uint8_t *buf, size_t len, unsigned timeout_ms, struct gno_err *err)
{
	struct model *m = ctx;

	if (m->gone)
		return gno_fail(err, GNO_ERR_LINK, "the model is gone");
	work(m);
	if (len > m->tx.len)
		len = m->tx.len;
	if (len > 1500)
		len = 1500;
	if (len)
		memcpy(buf, m->tx.data, len);
	if (len)
		take(&m->tx, len);
	else
		m->clock += timeout_ms ? timeout_ms : 1;
	return (int)len;
}

static int model_write(void *ctx, const uint8_t *buf, size_t len, unsigned timeout_ms, struct gno_err *err)
{
	struct model *m = ctx;
	size_t i;

	(void)timeout_ms;
	(void)err;
	if (len > 7)
		work(m);
	for (i = 0; i < len; i++)
		pass(m, TO_DEVICE, buf[i]);
	if (len > 7)
		work(m);
	else if (m->rx.len > MODEL_RX_QUEUE)
		m->overruns++;
	return (int)len;
}

static void model_close(void *ctx)
{
	(void)ctx;
}

/* Time passes while nothing comes, and only then: no test depends on the machine's speed. */
static uint64_t model_now(void *ctx)
{
	const struct model *m = ctx;

	return m->clock;
}

const struct gno_transport model_transport = {
    .scheme = "model",
    .form = "model",
    .open = model_open,
    .read = model_read,
    .write = model_write,
    .close = model_close,
    .now_ms = model_now,
};

void model_init(struct model *m, unsigned nodes, unsigned pairs, unsigned slots)
{
	static const uint8_t magic[] = {0x47, 0x4E, 0x4F, 3};

	memset(m, 0, sizeof(*m));
	m->nodes = nodes;
	m->pairs = pairs;
	m->slots = slots;
	m->hash = 0x0123456789abcdefu;
	m->seed = 1;
	m->limit = slots - 16;
	m->run = MODEL_RUN - 1;
	memcpy(m->magic, magic, sizeof(magic));
	m->buffer = calloc(slots, 8);
	m->length = calloc(slots, 1);
	assert(m->buffer && m->length);
}

void model_reset(struct model *m)
{
	m->run = 0;
	memset(m->nonce, 0, sizeof(m->nonce));
	m->active = m->wrap = m->frozen = false;
	m->head = m->tail = 0;
	m->limit = m->slots - 16;
	m->script.len = 0;
	memset(m->live, 0, sizeof(m->live));
	memset(m->collect, 0, sizeof(m->collect));
}

void model_mend(struct model *m)
{
	m->gone = false;
	m->got = 0;
	m->payload = 0;
	m->rx.len = m->tx.len = 0;
}

void model_free(struct model *m)
{
	free(m->buffer);
	free(m->length);
	free(m->script.data);
	free(m->rx.data);
	free(m->tx.data);
}

/* Ranks of the chunks 9..0, 20..10 and 31..21 of the word; of the pair of the first two; of that and the
 * third. */
static void put_ranks(FILE *f, const struct model *m, unsigned k)
{
	fprintf(f,
		"\"ranks\":{\"capacity\":15,\"code_bits\":4,\"levels\":3,"
		"\"owner\":%u,\"family\":\"ice40\",\"goal\":\"ram\",\"tree\":["
		"{\"table\":\"rank0\",\"code_bits\":4,\"level\":1,\"inputs\":[{\"lo\":0,\"bits\":10}]},"
		"{\"table\":\"rank1\",\"code_bits\":4,\"level\":1,\"inputs\":[{\"lo\":10,\"bits\":11}]},"
		"{\"table\":\"rank2\",\"code_bits\":4,\"level\":1,\"inputs\":[{\"lo\":21,\"bits\":11}]},"
		"{\"table\":\"rank3\",\"code_bits\":4,\"level\":2,\"inputs\":[{\"rank\":0},{\"rank\":1}]},"
		"{\"table\":\"rank4\",\"code_bits\":4,\"level\":3,\"inputs\":[{\"rank\":3},{\"rank\":2}]}]},"
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
			fprintf(f, ",{\"name\":\"triggers\",\"base\":10496,\"cells\":16,\"bits\":8}");
		fprintf(f,
			"],\"triggers\":[%s],\"sequences\":null,\"strict\":null,\"timer\":false,"
			"\"watchdog\":false,\"port\":null,",
			host ? "{\"number\":0,\"kind\":\"host\",\"index\":0}" : "");
		return;
	}
	fprintf(f, ",{\"name\":\"steps\",\"base\":10304,\"cells\":64,\"bits\":8},"
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
		   "\"sequences\":{\"count\":2,\"steps\":4,\"count_bits\":8,\"timeout_bits\":16,\"overlap\":true},"
		   "\"strict\":{\"count\":2,\"steps\":3},\"timer\":true,\"watchdog\":true,"
		   "\"port\":{\"bus\":\"strobe\",\"pc\":\"store_pc\",\"process_time\":false,"
		   "\"code_bits\":3,\"data_bits\":2},");
}

static void put_node(FILE *f, const struct model *m, unsigned k)
{
	unsigned p;

	fprintf(f,
		"%s{\"index\":%u,\"name\":\"core%u\",\"depth\":4,\"fifo_slots\":256,\"stream\":\"node_%u\","
		"\"stream_id\":%u,\"watch\":{\"fields\":[%s],\"bits\":32,\"when\":\"retired\"},",
		k ? "," : "", k, k, k, k,
		m->fields ? "{\"name\":\"pc\",\"bits\":32,\"kept\":[[31,2]],\"kind\":\"pc\",\"unit\":1},"
			    "{\"name\":\"write\",\"bits\":1,\"kept\":[[0,0]],\"kind\":\"data\",\"unit\":1},"
			    "{\"name\":\"tag\",\"bits\":1,\"kept\":[[0,0]],\"kind\":\"data\",\"unit\":1}"
			  : "{\"name\":\"pc\",\"bits\":32,\"kept\":[[31,0]],\"kind\":\"pc\",\"unit\":1}");
	put_ranks(f, m, k);
	put_triggers(f, m, k);
	if (!m->pairs) {
		fprintf(f, "\"measure\":null}");
		return;
	}
	fprintf(f, "\"measure\":{\"stage\":4,\"signals\":[],\"lines\":[],\"event_lines\":[],\"values\":[],\"gate\":false,"
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
		"{\"gnomon\":6,\"name\":\"model\",\"hash\":\"%016" PRIx64 "\",\"form\":\"ring\","
		"\"clock_hz\":100000000,\"time_bits\":32,\"slots\":%u,\"slots_log2\":%u,\"granule_slots\":16,"
		"\"addr_bits\":%u,\"link\":{\"phy\":\"bytes\"},\"ctf\":\"/* CTF 1.8 */\\n\",\"nodes\":[",
		m->hash, m->slots, log2, log2 + 3);
	for (k = 0; k < m->nodes; k++)
		put_node(f, m, k);
	fprintf(f, "]}\n");
	if (fclose(f))
		abort();
	return text;
}

unsigned model_match(const struct model *m, unsigned node, uint32_t word)
{
	const uint8_t *cell = m->cell[m->shared ? node & ~1u : node];
	unsigned c0 = cell[word & 1023], c1 = cell[2048 + (word >> 10 & 2047)];
	unsigned c2 = cell[2 * 2048 + (word >> 21)], pair = cell[3 * 2048 + (c1 << 4 | c0)];

	return cell[4 * 2048 + (c2 << 4 | pair)];
}
