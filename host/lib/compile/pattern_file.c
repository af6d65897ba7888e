/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/pattern_file.h"
#include "gnomon/records.h"
#include "common/cells.h"
#include "compile/json.h"
#include "common/util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

const char *const gno_pattern_kinds[] = {"event", "trigger", "code", NULL};
const char *const gno_pattern_oses[] = {"none", "entry", "exit", NULL};
const char *const gno_measure_prints[] = {"a/b", "a/b and b", "b/a", "b", NULL};
const char *const gno_pattern_modes[] = {"stream", "fill", "wrap", NULL};
const char *const gno_pattern_choices[] = {
    [GNO_CHOOSE_RESET] = "reset",
    [GNO_CHOOSE_SAMPLE] = "sample",
    [GNO_CHOOSE_BANK] = "bank",
    [GNO_CHOICES] = NULL,
};
const char *const gno_pattern_roles[] = {"none", "requestor", "server", "system", NULL};
const char *const gno_pattern_actions[] = {
    [GNO_ACT_RECORD] = "record", [GNO_ACT_SAMPLE] = "sample", [GNO_ACT_RESET] = "reset",
    [GNO_ACT_START] = "start",	 [GNO_ACT_STOP] = "stop",     [GNO_ACT_GLOBAL] = "global",
    [GNO_ACT_MARK] = "mark",	 [GNO_ACT_BANK] = "bank",     [GNO_ACT_BANK + 1] = NULL,
};

const char *gno_buffer_mode_name(enum gno_buffer_mode mode)
{
	return gno_pattern_modes[mode];
}

const char *gno_action_name(unsigned bit)
{
	return bit < sizeof(gno_pattern_actions) / sizeof(gno_pattern_actions[0])
		   ? gno_pattern_actions[bit]
		   : NULL;
}

char *gno_pattern_file_hash(const json_t *root)
{
	json_t *copy = json_copy((json_t *)root);
	char *text, *hash = NULL;

	json_object_del(copy, "xxh64");
	text = json_dumps(copy, JSON_COMPACT | JSON_SORT_KEYS);
	if (text)
		hash = gno_format("%016" PRIx64, (uint64_t)XXH64(text, strlen(text), 0));
	free(text);
	json_decref(copy);
	return hash;
}

void gno_pattern_free_choice(struct gno_group_choice *choice)
{
	for (size_t i = 0; i < GNO_CHOICES; i++) {
		for (size_t k = 0; k < choice[i].names; k++)
			free(choice[i].name[k]);
		free(choice[i].name);
	}
}

bool gno_pattern_copy_choice(const struct gno_group_choice *from, struct gno_group_choice *to)
{
	for (size_t i = 0; i < GNO_CHOICES; i++) {
		if (!from[i].names)
			continue;
		to[i].name = calloc(from[i].names, sizeof(*to[i].name));
		for (size_t k = 0; to[i].name && k < from[i].names; k++) {
			to[i].name[k] = strdup(from[i].name[k]);
			if (!to[i].name[k])
				return false;
			to[i].names++;
		}
		if (!to[i].name)
			return false;
	}
	return true;
}

static void free_called(struct gno_pattern_point *p)
{
	for (size_t i = 0; i < p->calleds; i++) {
		free(p->called[i].name);
		free(p->called[i].file);
		free(p->called[i].on);
	}
	free(p->called);
}

const struct gno_pattern_called *gno_pattern_called(const struct gno_pattern_point *point,
						    unsigned node)
{
	for (size_t i = 0; i < point->calleds; i++)
		if (!point->called[i].on || point->called[i].on[node])
			return &point->called[i];
	return NULL;
}

void gno_pattern_free_processes(struct gno_pattern_process *process, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(process[i].name);
	free(process);
}

void gno_pattern_file_free(struct gno_pattern_file *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->points; i++) {
		free(p->point[i].name);
		free(p->point[i].what);
		free(p->point[i].text);
		free(p->point[i].code);
		free(p->point[i].address);
		free_called(&p->point[i]);
		gno_pattern_free_choice(p->point[i].choice);
	}
	gno_pattern_free_choice(p->port_choice);
	for (size_t i = 0; i < p->intervals; i++)
		free(p->interval[i].name);
	gno_pattern_free_processes(p->process, p->processes);
	for (unsigned k = 0; k < p->nodes; k++) {
		for (size_t i = 0; i < p->node[k].tables; i++) {
			free(p->node[k].table[i].name);
			free(p->node[k].table[i].cell);
		}
		for (size_t i = 0; i < p->node[k].routes; i++)
			free(p->node[k].route[i]);
		for (size_t i = 0; i < p->node[k].measures; i++)
			free(p->node[k].measure[i].name);
		free(p->node[k].route);
		free(p->node[k].measure);
		free(p->node[k].table);
		free(p->node[k].name);
	}
	for (size_t i = 0; i < p->limits; i++)
		free(p->limit[i]);
	for (size_t i = 0; i < p->functions; i++)
		free(p->function[i].name);
	for (size_t i = 0; i < p->files; i++)
		free(p->file[i]);
	free(p->point);
	free(p->interval);
	free(p->until_on);
	free(p->limit);
	free(p->node);
	free(p->function);
	free(p->file);
	free(p->line);
	free(p->monitor);
	free(p->manifest);
	free(p->device);
	free(p->name);
	free(p->experiment);
	free(p->program);
	free(p->build_id);
	free(p);
}

int gno_pattern_file_set_device(struct gno_pattern_file *p, const char *url, struct gno_err *err)
{
	return gno_set_text(&p->device, url, err);
}

int gno_pattern_file_find(const struct gno_pattern_file *p, enum gno_pattern_kind kind,
			  unsigned node, int code)
{
	for (size_t i = 0; i < p->points; i++)
		if (p->point[i].kind == kind && p->point[i].code[node] == code)
			return (int)i;
	return -1;
}

const struct gno_pattern_table *gno_pattern_table(const struct gno_pattern_node *node,
						  const char *name)
{
	for (size_t i = 0; i < node->tables; i++)
		if (!strcmp(node->table[i].name, name))
			return &node->table[i];
	return NULL;
}

uint32_t gno_pattern_bound(const struct gno_pattern_node *node, unsigned unit, unsigned bucket)
{
	const struct gno_pattern_table *t;
	char name[24];

	snprintf(name, sizeof(name), "ranges%u", unit);
	t = gno_pattern_table(node, name);
	if (!t || !bucket || bucket >= t->cells / GNO_ROW_RANGES)
		return bucket ? UINT32_MAX : 0;
	return gno_ranges_get_bound(t->cell + GNO_ROW_RANGES * (size_t)bucket);
}

unsigned gno_pattern_code(const struct gno_pattern_node *node, unsigned data_bits, unsigned write,
			  uint32_t data)
{
	const struct gno_pattern_table *codes = gno_pattern_table(node, "codes");
	const struct gno_pattern_table *datas = gno_pattern_table(node, "code_data");
	unsigned at = 0;

	if (codes && write < codes->cells / GNO_ROW_CODES)
		at = gno_codes_get_class(codes->cell + GNO_ROW_CODES * (size_t)write);
	if (!at || !data_bits)
		return at;
	at = at << data_bits | (data & ((1u << data_bits) - 1));
	if (!datas || at >= datas->cells / GNO_ROW_CODE_DATA)
		return 0;
	return gno_code_data_get_code(datas->cell + GNO_ROW_CODE_DATA * (size_t)at);
}
