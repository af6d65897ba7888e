/* SPDX-License-Identifier: Apache-2.0 */
#include "results/columns/documents.h"
#include "results/columns/get.h"

const struct column_list *const columns_documents[] = {&columns_parallel, &columns_causality, NULL};

GET_TEXT(get_text, char, v)

static const struct column texts[] = {
    {"text", COLUMN_TEXT, .get = get_text, .about = "itself"},
};

const struct column_list columns_texts = {
    .name = "texts", .about = "Texts.", COLUMNS(texts), .plain = true};
