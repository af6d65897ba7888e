/* SPDX-License-Identifier: Apache-2.0 */
#include "keys.h"

#include <string.h>

#define NAME_MAX_CHARS 64u
#define DISTANCE_MAX 3u

static const struct key_spec time_keys[] = {
    {.name = "bits",
     .type = KEY_INT,
     .preset = "32",
     .min = 12,
     .max = 32,
     .what = "width of the time counters; the host extends times to 64 bits"},
    {0},
};

static const struct key_spec buffer_keys[] = {
    {.name = "slots",
     .type = KEY_INT,
     .power_of_two = 1,
     .preset = "1024",
     .min = 64,
     .max = 32768,
     .what = "size of the trace buffer; a slot is 64 bits and holds one event"},
    {0},
};

static const struct key_spec link_keys[] = {
    {.name = "phy",
     .type = KEY_CHOICE,
     .preset = "bytes",
     .choices = "bytes uart",
     .what = "`bytes`: a byte port with valid and ready; `uart`: 8N1 on two wires"},
    {.name = "baud",
     .type = KEY_RATE,
     .min = 300,
     .max = 100000000,
     .what = "bits a second of the UART (required there, refused elsewhere); the clock must be 4 times "
	     "as fast or more, and the rate must be met within 2 %"},
    {0},
};

static const struct key_spec ring_keys[] = {
    {.name = "wires",
     .type = KEY_INT,
     .power_of_two = 1,
     .preset = "8",
     .min = 1,
     .max = 32,
     .what = "width of the path between the nodes and the trace buffer"},
    {0},
};

static const struct key_spec watch_keys[] = {
    {.name = "field", .type = KEY_NAME, .required = 1, .what = "name of the watched word, `pc` for example"},
    {.name = "bits",
     .type = KEY_INT,
     .preset = "32",
     .min = 32,
     .max = 32,
     .what = "width of the watched word; it is cut into chunks of 10, 11 and 11 bits"},
    {.name = "when",
     .type = KEY_NAME,
     .what = "name of the qualifier: the word counts only in clocks in which it is 1; without it every "
	     "clock counts"},
    {.name = "capacity",
     .type = KEY_INT,
     .preset = "15",
     .min = 1,
     .max = 255,
     .what = "events that can be told apart at a time, chosen at run time: 15, 31 or 63"},
    {0},
};

static const struct key_spec fifo_keys[] = {
    {.name = "slots",
     .type = KEY_INT,
     .power_of_two = 1,
     .preset = "256",
     .min = 16,
     .max = 4096,
     .what = "size of the node's FIFO; not used where there is one node without ratio pairs"},
    {0},
};

static const struct key_spec pair_keys[] = {
    {.name = "name", .type = KEY_LABEL, .required = 1, .what = "name of the pair in reports"},
    {.name = "a", .type = KEY_SIGNAL, .required = 1, .what = "signal whose clocks A counts (the part)"},
    {.name = "b",
     .type = KEY_SIGNAL,
     .required = 1,
     .what = "signal whose clocks B counts (the whole); `always` is every clock"},
    {0},
};

static const struct key_section pair_section = {
    "pair",
    "A ratio counter pair. Signals are one bit wide; a signal named by several pairs is one port.",
    pair_keys,
};

static const struct key_spec ratios_keys[] = {
    {.name = "form",
     .type = KEY_CHOICE,
     .preset = "full",
     .choices = "full compressed",
     .what =
	 "`full`: A and B of 32 bits each; `compressed`: 16 bits a pair, exact below 32, within 5 % above"},
    {.name = "pairs",
     .type = KEY_LIST,
     .required = 1,
     .min = 1,
     .max = 8,
     .child = &pair_section,
     .what = "the pairs"},
    {0},
};

static const struct key_section time_section = {"time", "The time counters.", time_keys};
static const struct key_section buffer_section = {"buffer", "The trace buffer.", buffer_keys};
static const struct key_section link_section = {"link", "The way to the host.", link_keys};
static const struct key_section ring_section = {
    "ring", "The ring. Not used where there is one node without ratio pairs.", ring_keys};
static const struct key_section watch_section = {"watch", "What a node's trigger looks at.", watch_keys};
static const struct key_section fifo_section = {"fifo", "The node's FIFO.", fifo_keys};
static const struct key_section ratios_section = {"ratios", "The node's ratio counters.", ratios_keys};

static const struct key_spec node_keys[] = {
    {.name = "name", .type = KEY_NAME, .required = 1, .what = "name of the node, and of its ports"},
    {.name = "count",
     .type = KEY_INT,
     .min = 1,
     .max = 192,
     .what = "number of equal nodes; their names are numbered from 0 (`core0`, `core1`, ...)"},
    {.name = "watch",
     .type = KEY_MAP,
     .required = 1,
     .child = &watch_section,
     .what = "what the node's trigger looks at"},
    {.name = "fifo", .type = KEY_MAP, .child = &fifo_section, .what = "the node's FIFO"},
    {.name = "ratios", .type = KEY_MAP, .child = &ratios_section, .what = "the node's ratio counters"},
    {0},
};

static const struct key_section node_section = {
    "node", "A node: one processor or other unit under measurement.", node_keys};

static const struct key_spec root_keys[] = {
    {.name = "gnomon",
     .type = KEY_INT,
     .required = 1,
     .min = 1,
     .max = 1,
     .what = "format of the description"},
    {.name = "name", .type = KEY_NAME, .required = 1, .what = "name of the emitted module and of its file"},
    {.name = "clock",
     .type = KEY_FREQ,
     .required = 1,
     .min = 1,
     .max = 10000000000,
     .what = "frequency of `clk`; times are counted in its periods"},
    {.name = "time", .type = KEY_MAP, .child = &time_section, .what = "the time counters"},
    {.name = "buffer", .type = KEY_MAP, .child = &buffer_section, .what = "the trace buffer"},
    {.name = "link", .type = KEY_MAP, .child = &link_section, .what = "the way to the host"},
    {.name = "ring", .type = KEY_MAP, .child = &ring_section, .what = "the ring"},
    {.name = "nodes",
     .type = KEY_LIST,
     .required = 1,
     .min = 1,
     .max = 192,
     .child = &node_section,
     .what = "the nodes, in the order of their numbers; 192 in all"},
    {0},
};

const struct key_section key_root = {"description", "The whole description.", root_keys};

const struct key_spec *key_find(const struct key_section *section, const char *name)
{
	for (const struct key_spec *k = section->keys; k->name; k++)
		if (strcmp(k->name, name) == 0)
			return k;
	return NULL;
}

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
	unsigned m = a < b ? a : b;

	return m < c ? m : c;
}

/* Edit distance (Levenshtein): insertions, deletions and replacements, by rows of the usual table. */
static unsigned distance(const char *a, const char *b)
{
	unsigned row[NAME_MAX_CHARS + 1];
	size_t na = strlen(a);
	size_t nb = strlen(b);

	if (na > NAME_MAX_CHARS || nb > NAME_MAX_CHARS)
		return NAME_MAX_CHARS;
	for (size_t j = 0; j <= nb; j++)
		row[j] = (unsigned)j;
	for (size_t i = 1; i <= na; i++) {
		unsigned diagonal = row[0];

		row[0] = (unsigned)i;
		for (size_t j = 1; j <= nb; j++) {
			unsigned replaced = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			row[j] = min3(row[j] + 1, row[j - 1] + 1, replaced);
		}
	}
	return row[nb];
}

const struct key_spec *key_nearest(const struct key_section *section, const char *name)
{
	const struct key_spec *best = NULL;
	unsigned best_distance = DISTANCE_MAX + 1;

	for (const struct key_spec *k = section->keys; k->name; k++) {
		unsigned d = distance(k->name, name);

		if (d < best_distance && d < strlen(k->name)) {
			best = k;
			best_distance = d;
		}
	}
	return best;
}

int key_is_choice(const char *choices, const char *word)
{
	size_t n = strlen(word);

	while (*choices) {
		size_t length = strcspn(choices, " ");

		if (length == n && strncmp(choices, word, n) == 0)
			return 1;
		choices += length;
		choices += strspn(choices, " ");
	}
	return 0;
}

static int is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

int key_is_identifier(const char *text)
{
	size_t n = 1;

	if (!is_letter(text[0]))
		return 0;
	while (is_letter(text[n]) || is_digit(text[n]))
		n++;
	return text[n] == '\0' && n <= NAME_MAX_CHARS;
}

/* A decimal number without its point, and the digits behind the point; moves `text` behind it. */
static enum key_number parse_decimal(const char **text, uint64_t *digits, unsigned *places)
{
	const char *p = *text;
	int seen = 0;
	int point = 0;

	*digits = 0;
	*places = 0;
	for (; is_digit(*p) || (*p == '.' && !point); p++) {
		if (*p == '.') {
			point = 1;
			continue;
		}
		if (*digits > (UINT64_MAX - 9) / 10)
			return KEY_NUMBER_BIG;
		*digits = 10 * *digits + (uint64_t)(*p - '0');
		*places += (unsigned)point;
		seen = 1;
	}
	*text = p;
	return seen ? KEY_NUMBER_OK : KEY_NUMBER_BAD;
}

/* Power of ten of a unit, or -1. */
static int unit_exponent(enum key_type type, const char *unit)
{
	if (strcmp(unit, "Hz") == 0 || (type == KEY_RATE && *unit == '\0'))
		return 0;
	if (strcmp(unit, "kHz") == 0)
		return 3;
	if (strcmp(unit, "MHz") == 0)
		return 6;
	if (strcmp(unit, "GHz") == 0)
		return 9;
	return -1;
}

enum key_number key_parse_number(enum key_type type, const char *text, uint64_t *value)
{
	enum key_number rc;
	unsigned places;
	int exponent;

	rc = parse_decimal(&text, value, &places);
	if (rc != KEY_NUMBER_OK)
		return rc;
	if (type == KEY_INT)
		return *text == '\0' && places == 0 && text[-1] != '.' ? KEY_NUMBER_OK : KEY_NUMBER_BAD;

	exponent = unit_exponent(type, text + strspn(text, " \t"));
	if (exponent < 0)
		return KEY_NUMBER_UNIT;
	for (; exponent > (int)places; exponent--) {
		if (*value > UINT64_MAX / 10)
			return KEY_NUMBER_BIG;
		*value *= 10;
	}
	for (; exponent < (int)places; places--) {
		if (*value % 10)
			return KEY_NUMBER_FRACTION;
		*value /= 10;
	}
	return KEY_NUMBER_OK;
}
