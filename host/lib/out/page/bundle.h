/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_PAGE_BUNDLE_H
#define GNO_PAGE_BUNDLE_H

#include <stddef.h>

/*
 * The page as host/page/build.mjs made it, with its program and style, and marks where the writer
 * puts something: in this order.
 */
#define PAGE_MARK_CONNECT "@CONNECT@" /* what the page may fetch */
#define PAGE_MARK_TITLE "@TITLE@"
#define PAGE_MARK_DATA "@DATA@"

const char *page_bundle(size_t *length);

#endif
