/* SPDX-License-Identifier: Apache-2.0 */
#include "tables/role.h"

#define WORD_ROW(NAME, name, what) {#name, what},
const struct tab_word tab_role_words[] = {TAB_ROLES(WORD_ROW){0}};
