/* SPDX-License-Identifier: Apache-2.0 */
/* gnomon_model_link: the device's end of the link (docs/design/interfaces.md, "Link"). */
#include <string.h>

#include <gnomon/records.h>

#include "gnomon_model_parts.h"

enum {
	HEADER = 5,    /* bytes before the CRC, with an address of two bytes */
	FAR_BITS = 19, /* above, the addresses of the trace buffer have four bytes */
	CRC_START = 0xffff,
	CRC_BYTES = 2,
	REGISTERS = 512, /* bytes */
	PROBE = 0x4d,
	HERE = 1 << 7, /* in the answer to it, with the number of the model */
};

/* CRC-16/IBM-3740 */
static uint16_t crc_of(uint16_t crc, uint8_t byte)
{
	crc ^= (uint16_t)(byte << 8);
	for (int i = 0; i < 8; i++)
		crc = (uint16_t)(crc << 1 ^ (crc & 0x8000 ? 0x1021 : 0));
	return crc;
}

static void answer(struct model *model, uint8_t byte)
{
	if (!model_bytes_put(&model->answer, byte))
		model_fail(model, "no memory for the answers to the host");
}

static void answer_payload(struct model *model, uint8_t byte)
{
	model->crc = crc_of(model->crc, byte);
	answer(model, byte);
}

/* Ends an answer; the next byte begins a frame. */
static void answer_crc(struct model *model)
{
	answer(model, (uint8_t)(model->crc >> 8));
	answer(model, (uint8_t)model->crc);
	model->got = 0;
	model->payload = 0;
}

static unsigned int op_of(const struct model *model)
{
	return model->frame[1] & 7;
}

/* Bytes of the frame's address. */
static unsigned int address_bytes(const struct model *model)
{
	const unsigned int op = op_of(model);
	const bool far = op == GNO_OP_READ_BUFFER || op == GNO_OP_LIMIT || op == GNO_OP_POST;

	return far && model->plan->addr_bits > FAR_BITS ? 4 : 2;
}

static uint32_t address_of(const struct model *model)
{
	uint32_t address = 0;

	for (unsigned int i = address_bytes(model); i-- > 0;)
		address = address << 8 | model->frame[2 + i];
	return address;
}

static uint8_t state_of(const struct model *model)
{
	return (uint8_t)((model->running || model->starts) << GNO_STATE_ACTIVE |
			 model->store.full << GNO_STATE_FULL |
			 model->store.wrapped << GNO_STATE_WRAPPED |
			 model_store_frozen(&model->store) << GNO_STATE_FROZEN);
}

/* A byte of the ROM. */
static uint8_t rom_byte(const struct gnomon_model_plan *plan, uint32_t at)
{
	return at < plan->rom_bytes ? plan->rom[at] : 0;
}

/* A byte of a position: the lower half of its word, then the upper one. */
static uint8_t position_byte(const struct model *model, uint64_t position, uint32_t at)
{
	const uint64_t shown = position & (model->store.slots - 1);

	return (uint8_t)(shown >> 8 * at);
}

static bool is_in(uint32_t at, uint32_t reg, uint32_t bytes)
{
	return at >= reg && at < reg + bytes;
}

/* A byte of the registers, which repeat where there is no ROM. */
static uint8_t reg_byte(const struct model *model, uint32_t at)
{
	if (at >= GNO_REG_ROM && model->plan->rom)
		return rom_byte(model->plan, at - GNO_REG_ROM);
	at %= REGISTERS;
	if (at < sizeof(model->plan->identity))
		return model->plan->identity[at];
	if (at == GNO_REG_MODEL)
		return 1;
	if (is_in(at, GNO_REG_HEAD, GNO_REG_HEAD_BYTES))
		return position_byte(model, model->store.head, at - GNO_REG_HEAD);
	if (is_in(at, GNO_REG_TAIL, GNO_REG_TAIL_BYTES))
		return position_byte(model, model->store.begin, at - GNO_REG_TAIL);
	if (is_in(at, GNO_REG_HEAD_UPPER, GNO_REG_HEAD_UPPER_BYTES))
		return position_byte(model, model->store.head, at - GNO_REG_HEAD_UPPER + 2);
	if (is_in(at, GNO_REG_TAIL_UPPER, GNO_REG_TAIL_UPPER_BYTES))
		return position_byte(model, model->store.begin, at - GNO_REG_TAIL_UPPER + 2);
	if (model->plan->sync && is_in(at, GNO_REG_TIME, GNO_REG_TIME_BYTES))
		return (uint8_t)((model->clock - model->zero) >> 8 * (at - GNO_REG_TIME));
	if (at == GNO_REG_STATE)
		return state_of(model);
	if (at == GNO_REG_RUN)
		return model->run;
	if (at > GNO_REG_NONCE && at < GNO_REG_NONCE + GNO_REG_NONCE_BYTES && at % 2)
		return model->nonce[(at - GNO_REG_NONCE) / 2];
	return 0;
}

static void read_regs(struct model *model, uint32_t count)
{
	const uint32_t from = address_of(model) * GNO_SLOT_BYTES;

	for (uint32_t i = 0; i < count; i++)
		answer_payload(model, reg_byte(model, from + i));
}

static void read_buffer(struct model *model, uint32_t count)
{
	const uint32_t from = address_of(model);

	for (uint32_t i = 0; i < count; i++)
		answer_payload(
		    model, (uint8_t)(model_store_read(&model->store, from + i / GNO_SLOT_BYTES) >>
				     8 * (i % GNO_SLOT_BYTES)));
}

/* The header is right: acts, and answers what has no payload of the host's. */
static void act(struct model *model)
{
	const unsigned int op = op_of(model);
	const uint32_t count = (model->frame[address_bytes(model) + 2] + 1u) * GNO_SLOT_BYTES;

	model->crc = CRC_START;
	switch (op) {
	case GNO_OP_WRITE:
	case GNO_OP_START:
		model->payload = count;
		model->payload_got = 0;
		return;
	case GNO_OP_READ_REGS:
		read_regs(model, count);
		break;
	case GNO_OP_READ_BUFFER:
		read_buffer(model, count);
		break;
	case GNO_OP_SELECT:
		model_select(model, address_of(model));
		break;
	case GNO_OP_STOP:
		model->ending = model->ending || model->running;
		break;
	case GNO_OP_LIMIT:
		model_store_free_to(&model->store, address_of(model));
		break;
	case GNO_OP_POST:
		model->store.post = address_of(model) & (2 * model->store.post_top - 1);
		break;
	default:
		break;
	}
	answer_crc(model);
}

static void write_cell(struct model *model, uint8_t byte)
{
	const uint32_t at = address_of(model) * GNO_SLOT_BYTES + model->payload_got;

	for (unsigned int i = 0; i < model->plan->nodes; i++) {
		struct model_node *node = &model->node[i];

		if (!node->selected || at >= node->plan->cells)
			continue;
		node->cell[at] = byte;
		if (node->measures)
			model_measures_written(node, at);
	}
}

static void start_byte(struct model *model, uint8_t byte)
{
	if (model->payload_got < sizeof(model->nonce))
		model->nonce[model->payload_got] = byte;
	else if (model->plan->single)
		model->run = byte;
}

static void payload_byte(struct model *model, uint8_t byte)
{
	const bool start = op_of(model) == GNO_OP_START;

	answer_payload(model, byte);
	if (start)
		start_byte(model, byte);
	else
		write_cell(model, byte);
	if (++model->payload_got < model->payload)
		return;
	if (start)
		model_start(model);
	answer_crc(model);
}

static bool is_right(const struct model *model, unsigned int header)
{
	uint16_t crc = CRC_START;

	for (unsigned int i = 0; i < header; i++)
		crc = crc_of(crc, model->frame[i]);
	return crc == (model->frame[header] << 8 | model->frame[header + 1]);
}

int gnomon_model_probe(void)
{
	return PROBE;
}

int gnomon_model_named(int byte)
{
	return byte >= HERE && byte < 2 * HERE && byte != GNO_FRAME_MARK ? byte - HERE : -1;
}

void model_link_byte(struct model *model, uint8_t byte)
{
	unsigned int header;

	if (model->payload) {
		payload_byte(model, byte);
		return;
	}
	if (!model->got && byte == PROBE && gnomon_model_named(HERE | model->number) >= 0)
		answer(model, (uint8_t)(HERE | model->number));
	if (!model->got && byte != GNO_FRAME_MARK)
		return;
	model->frame[model->got++] = byte;
	answer(model, byte);
	header = HEADER - 2 + (model->got > 1 ? address_bytes(model) : 2);
	if (model->got < header + CRC_BYTES)
		return;
	model->got = 0;
	if (is_right(model, header))
		act(model);
}
