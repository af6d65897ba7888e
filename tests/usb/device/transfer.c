/* SPDX-License-Identifier: Apache-2.0 */
#include "transfer.h"

#include <errno.h>
#include <string.h>

#define PACKET_MAX 512

void transfer_end(struct transfer *t, int status)
{
	t->status = status;
	t->ended = true;
}

static void move_control(const struct usb_model *model, struct transfer *t)
{
	const struct usb_ctrlrequest *setup = (const struct usb_ctrlrequest *)t->data;
	int got = model->control(model->ctx, setup, t->data + TRANSFER_SETUP);

	if (got == -EAGAIN)
		return;
	t->moved = got < 0 ? 0 : (size_t)got;
	transfer_end(t, got < 0 ? got : 0);
}

static void move_in(const struct usb_model *model, struct transfer *t)
{
	uint8_t packet[PACKET_MAX];

	while (!t->ended) {
		int got = model->packet_in(model->ctx, t->endpoint, packet);

		if (got == -EAGAIN)
			return;
		if (got > 0 && t->moved + (size_t)got > t->room)
			got = -EOVERFLOW;
		if (got > 0) {
			memcpy(t->data + t->moved, packet, (size_t)got);
			t->moved += (size_t)got;
		}
		if (got < (int)model->packet || t->moved == t->room)
			transfer_end(t, got < 0 ? got : 0);
	}
}

static void move_out(const struct usb_model *model, struct transfer *t)
{
	while (!t->ended) {
		size_t left = t->room - t->moved, len = left < model->packet ? left : model->packet;
		int got =
		    len ? model->packet_out(model->ctx, t->endpoint, t->data + t->moved, len) : 0;

		if (got == -EAGAIN)
			return;
		if (!got)
			t->moved += len;
		if (got || t->moved == t->room)
			transfer_end(t, got);
	}
}

void transfer_turn(const struct usb_model *model, struct transfer *t, uint32_t *waiting)
{
	uint32_t bit = 1u << ((t->endpoint & 15) + (t->endpoint & USB_DIR_IN ? 16 : 0));

	if (t->ended || *waiting & bit)
		return;
	if (!t->endpoint)
		move_control(model, t);
	else if (t->endpoint & USB_DIR_IN)
		move_in(model, t);
	else
		move_out(model, t);
	if (!t->ended)
		*waiting |= bit;
}
