/* SPDX-License-Identifier: Apache-2.0 */
#include "device/usb/boards.h"

#include <stddef.h>

/* The numbers are those of the bridge: other boards have the same one. */
static const struct {
	uint16_t vendor, product;
	const char *text;
	bool fifo; /* channel A can be one */
	int link;  /* interface of the link, of several serial ports; -1: any of them */
} boards[] = {
    {0x0403, 0x6001, "FT232R or FT245R: a serial cable or module", false, -1},
    {0x0403, 0x6010, "FT2232H: iCEBreaker, iCEstick, Arty, Tang Nano or another board", true, -1},
    {0x0403, 0x6011, "FT4232H", false, -1},
    {0x0403, 0x6014, "FT232H: UPduino, or another board or module", true, -1},
    {0x0403, 0x6015, "FT230X or FT231X: ULX3S or another board", false, -1},
    {0x1d50, 0x602b, "iCELink: iCESugar", false, -1},
    {0x0d28, 0x0204, "DAPLink: Colorlight i5's extension board or another board", false, -1},
    /* the first port is a shell, the third one leads to the bus of the flash */
    {0x1209, 0xb1c0, "RP2040 of a pico-ice", false, 3},
};

#define BOARDS (sizeof(boards) / sizeof(boards[0]))

/* The index of a bridge; BOARDS: not known. */
static size_t find(uint16_t vendor, uint16_t product)
{
	size_t i = 0;

	while (i < BOARDS && (boards[i].vendor != vendor || boards[i].product != product))
		i++;
	return i;
}

const char *gno_usb_board(uint16_t vendor, uint16_t product)
{
	size_t i = find(vendor, product);

	return i < BOARDS ? boards[i].text : NULL;
}

bool gno_usb_has_fifo(uint16_t vendor, uint16_t product)
{
	size_t i = find(vendor, product);

	return i < BOARDS && boards[i].fifo;
}

bool gno_usb_may_be_link(uint16_t vendor, uint16_t product, int interface)
{
	size_t i = find(vendor, product);

	return i == BOARDS || boards[i].link < 0 || boards[i].link == interface;
}

int gno_usb_link_channel(int channels)
{
	return channels > 1 ? 1 : 0;
}
