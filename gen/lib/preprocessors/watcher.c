/* SPDX-License-Identifier: Apache-2.0 */
#include "preprocessors/watcher.h"

#define WATCHER_ENTRY(word, list, most, what) &watcher_##word,

static const struct watcher_kind *const kinds[] = {WATCHER_KINDS(WATCHER_ENTRY)};

const struct watcher_kind *watcher_at(size_t i)
{
	return i < sizeof(kinds) / sizeof(kinds[0]) ? kinds[i] : NULL;
}
