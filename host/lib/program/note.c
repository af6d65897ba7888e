/* SPDX-License-Identifier: Apache-2.0 */

/* A program's notes: its build-id, and the points placed in its source. */
#include "program/parse.h"
#include "base/show.h"
#include "common/util.h"

#include <elfutils/libdwelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* As host/target/gnomon_target.h writes them. */
#define POINT_OWNER "gnomon"
#define POINT_TYPE 1

static int hash_file(struct gno_program *p, struct gno_err *err)
{
	char *text = NULL;
	size_t len;
	int rc;

	rc = gno_slurp(p->path, &text, &len, err);
	if (rc)
		return rc;
	p->build_id = gno_format("xxh64:%016" PRIx64, (uint64_t)XXH64(text, len, 0));
	free(text);
	return p->build_id ? 0 : gno_fail_nomem(err);
}

int gno_program_read_id(struct gno_program *p, Elf *elf, struct gno_err *err)
{
	const void *id;
	ssize_t len = dwelf_elf_gnu_build_id(elf, &id);

	if (len <= 0)
		return hash_file(p, err);
	p->build_id = malloc(2 * (size_t)len + 1);
	if (!p->build_id)
		return gno_fail_nomem(err);
	for (ssize_t i = 0; i < len; i++)
		sprintf(p->build_id + 2 * i, "%02x", ((const uint8_t *)id)[i]);
	return 0;
}

/* An address as the file has it, without the lowest bit of an ARM's. */
static uint64_t read_address(const struct gno_program *p, const uint8_t *at, size_t bytes, bool big)
{
	uint64_t address = 0;

	for (size_t i = 0; i < bytes; i++)
		address |= (uint64_t)at[big ? bytes - 1 - i : i] << 8 * i;
	return p->machine == EM_ARM ? address & ~UINT64_C(1) : address;
}

static int add_label(struct gno_program *p, const uint8_t *desc, size_t len, bool big,
		     struct gno_err *err)
{
	const size_t bytes = p->wide ? 8 : 4;
	struct gno_label *more;
	char *name;

	if (len < bytes + 2 || desc[len - 1])
		return gno_fail(err, GNO_ERR_FORMAT, "damaged point in the notes of '%s'", p->path);
	more = gno_room(p->label, p->labels, sizeof(*more));
	if (!more)
		return gno_fail_nomem(err);
	p->label = more;
	name = base_show_new((const char *)desc + bytes);
	if (!name)
		return gno_fail_nomem(err);
	more[p->labels++] =
	    (struct gno_label){.name = name, .address = read_address(p, desc, bytes, big)};
	return 0;
}

static int read_notes(struct gno_program *p, Elf_Data *data, bool big, struct gno_err *err)
{
	size_t at = 0, next, name, desc;
	const uint8_t *buf = data->d_buf;
	GElf_Nhdr nhdr;
	int rc = 0;

	while (at < data->d_size && !rc) {
		next = gelf_getnote(data, at, &nhdr, &name, &desc);
		if (!next)
			return gno_fail(err, GNO_ERR_FORMAT, "damaged notes in '%s'", p->path);
		if (nhdr.n_type == POINT_TYPE && nhdr.n_namesz == sizeof(POINT_OWNER) &&
		    !memcmp(buf + name, POINT_OWNER, sizeof(POINT_OWNER)))
			rc = add_label(p, buf + desc, nhdr.n_descsz, big, err);
		at = next;
	}
	return rc;
}

static int by_name(const void *a, const void *b)
{
	const struct gno_label *l = a, *m = b;
	int order = strcmp(l->name, m->name);

	if (order)
		return order;
	return (l->address > m->address) - (l->address < m->address);
}

/* Points of an unrolled loop may come to lie at one address. */
static void sort_labels(struct gno_program *p)
{
	size_t i, kept = 0;

	if (!p->labels)
		return;
	qsort(p->label, p->labels, sizeof(*p->label), by_name);
	for (i = 1; i < p->labels; i++) {
		if (by_name(&p->label[kept], &p->label[i]))
			p->label[++kept] = p->label[i];
		else
			free(p->label[i].name);
	}
	p->labels = kept + 1;
}

int gno_program_read_labels(struct gno_program *p, Elf *elf, struct gno_err *err)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	Elf_Data *data;
	int rc = 0;

	while (!rc && (scn = elf_nextscn(elf, scn))) {
		if (!gelf_getshdr(scn, &shdr) || shdr.sh_type != SHT_NOTE)
			continue;
		data = elf_getdata(scn, NULL);
		if (data && data->d_buf)
			rc = read_notes(p, data, gno_is_big(elf), err);
	}
	sort_labels(p);
	return rc;
}
