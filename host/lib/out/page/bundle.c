/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes of the page that host/page/build.mjs made. */
#include "out/page/bundle.h"

/* PAGE_HTML: the path of the file, from the folder in which the compiler runs. */
__asm__(".section .rodata\n"
	".local gno_page_begin\n"
	"gno_page_begin:\n"
	".incbin \"" PAGE_HTML "\"\n"
	".local gno_page_end\n"
	"gno_page_end:\n"
	".byte 0\n"
	".previous\n");

extern const char gno_page_begin[], gno_page_end[];

const char *page_bundle(size_t *length)
{
	*length = (size_t)(gno_page_end - gno_page_begin);
	return gno_page_begin;
}
