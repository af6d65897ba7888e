/* SPDX-License-Identifier: Apache-2.0 */

/* Extensions of the instruction set that a program's attributes name (ELF psABI, section
 * .riscv.attributes). */
#include "program/parse.h"
#include "common/util.h"

#include <ctype.h>
#include <string.h>

#define ATTRIBUTES 0x70000003 /* type of the section */
#define VERSION 'A'
#define VENDOR "riscv"
#define OF_FILE 1 /* the attributes that follow are those of the whole file */
#define ARCH 5
#define HEAD 5 /* bytes of a tag and a length */

/* Bytes of the attributes that are left to read. */
struct bytes {
	const uint8_t *at, *end;
};

static bool read_decimal(struct bytes *b, uint32_t *out)
{
	unsigned shift = 0;

	for (*out = 0; b->at < b->end && shift < 32; shift += 7) {
		*out |= (uint32_t)(*b->at & 0x7f) << shift;
		if (!(*b->at++ & 0x80))
			return true;
	}
	return false;
}

/* A text that ends within them, NULL: there is none. */
static const char *text(struct bytes *b)
{
	const char *start = (const char *)b->at;
	const uint8_t *zero = memchr(b->at, 0, (size_t)(b->end - b->at));

	b->at = zero ? zero + 1 : b->end;
	return zero ? start : NULL;
}

/* The attributes of the file: odd ones are texts, even ones are numbers. */
static const char *find_arch(struct bytes b)
{
	const char *found;
	uint32_t tag, value;

	while (read_decimal(&b, &tag)) {
		if (tag % 2) {
			found = text(&b);
			if (tag == ARCH || !found)
				return found;
		} else if (!read_decimal(&b, &value)) {
			return NULL;
		}
	}
	return NULL;
}

static const char *read_arch(const uint8_t *data, size_t size)
{
	struct bytes b = {data, data + size}, of_file;
	const char *vendor;
	uint32_t len;

	if (size < 1 + 4 || *b.at++ != VERSION)
		return NULL;
	b.at += 4; /* the length of what the only vendor says */
	vendor = text(&b);
	if (!vendor || strcmp(vendor, VENDOR) != 0 || b.end - b.at < HEAD || *b.at != OF_FILE)
		return NULL;
	len = gno_le32(b.at + 1);
	if (len < HEAD || len > (size_t)(b.end - b.at))
		return NULL;
	of_file = (struct bytes){b.at + HEAD, b.at + len};
	return find_arch(of_file);
}

/* The program's set in words such as "rv32i2p1_m2p0_zcmp1p0", NULL: not known. */
static const char *arch_of(Elf *elf)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	Elf_Data *data;

	while ((scn = elf_nextscn(elf, scn))) {
		if (!gelf_getshdr(scn, &shdr) || shdr.sh_type != ATTRIBUTES)
			continue;
		data = elf_getdata(scn, NULL);
		return data && data->d_buf ? read_arch(data->d_buf, data->d_size) : NULL;
	}
	return NULL;
}

/* Whether a word of single letters, each with or without its version, has one of them. */
static bool has_letter(const char *word, const char *letters)
{
	for (; *word && *word != '_'; word++) {
		if (*word == 'z' || *word == 's' || *word == 'x') /* a name of several letters */
			return false;
		if (strchr(letters, *word))
			return true;
		if (isdigit((unsigned char)word[1])) {
			word += strspn(word + 1, "0123456789");
			if (word[1] == 'p')
				word += 1 + strspn(word + 2, "0123456789");
		}
	}
	return false;
}

bool gno_isa_has_zc(Elf *elf)
{
	const char *arch = arch_of(elf);
	bool doubles = false;

	if (!arch || strncmp(arch, "rv32", 4) != 0)
		return true;
	for (const char *word = arch + 4; word; word = strchr(word, '_')) {
		word += *word == '_';
		if (!strncmp(word, "zcmp", 4) || !strncmp(word, "zcmt", 4))
			return true;
		doubles = doubles || has_letter(word, "dgq");
	}
	return !doubles;
}
