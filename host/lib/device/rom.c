/* SPDX-License-Identifier: Apache-2.0 */

/* The ROM of a monitor: a head and the manifest as a zlib stream, behind the registers. Whatever
 * comes from the device may be hostile. */

#include "device/registers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "common/util.h"

#define ROM_SLOT (GNO_REG_ROM / GNO_SLOT_BYTES)
#define HEAD GNO_REG_ROM_BYTES
#define HEAD_SLOTS (HEAD / GNO_SLOT_BYTES)
#define VERSION_AT 3 /* of the head: its format */
#define LENGTH_AT 4  /* and the length of the stream */

static int damaged(const struct gno_device *dev, const char *why, struct gno_err *err)
{
	return gno_fail(err, GNO_ERR_FORMAT, "the ROM of the monitor at '%s' is damaged: %s",
			gno_device_url(dev), why);
}

/* Reads the head; *len becomes the length of the stream behind it. */
static int read_head(struct gno_device *dev, size_t *len, struct gno_err *err)
{
	static const uint8_t mark[] = {GNO_ROM_0, GNO_ROM_1, GNO_ROM_2};
	static const uint8_t none[] = {GNO_MAGIC_0, GNO_MAGIC_1, GNO_MAGIC_2};
	uint8_t head[HEAD];
	int rc = gno_device_registers(dev, ROM_SLOT, HEAD_SLOTS, head, err);

	if (rc)
		return rc;
	if (!memcmp(head, none, sizeof(none))) /* the registers again */
		return gno_fail(
		    err, GNO_ERR_STATE,
		    "the monitor at '%s' has no ROM with its manifest: name the manifest's file",
		    gno_device_url(dev));
	if (memcmp(head, mark, sizeof(mark)) != 0)
		return damaged(dev, "it does not begin with its mark", err);
	if (head[VERSION_AT] != GNO_ROM_VERSION)
		return gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "the ROM of the monitor at '%s' has format %u, this program reads format %u",
		    gno_device_url(dev), head[VERSION_AT], GNO_ROM_VERSION);
	*len = gno_le32(head + LENGTH_AT);
	if (*len < 1 || *len > GNO_ROM_BYTES - HEAD)
		return damaged(dev, "its length cannot be right", err);
	return 0;
}

/* Reads the stream into new memory, up to a whole slot. */
static int read_stream(struct gno_device *dev, size_t len, uint8_t **out, struct gno_err *err)
{
	unsigned slots = (unsigned)((len + GNO_SLOT_BYTES - 1) / GNO_SLOT_BYTES);
	uint8_t *bytes = malloc((size_t)slots * GNO_SLOT_BYTES);
	int rc = bytes ? 0 : gno_fail_nomem(err);

	for (unsigned at = 0, part; !rc && at < slots; at += part) {
		part = slots - at < GNO_MAX_BLOCK ? slots - at : GNO_MAX_BLOCK;
		rc = gno_device_registers(dev, ROM_SLOT + HEAD_SLOTS + at, part,
					  bytes + (size_t)at * GNO_SLOT_BYTES, err);
	}
	if (rc)
		free(bytes);
	else
		*out = bytes;
	return rc;
}

/* What is wrong with a stream that was unpacked into `text`; NULL: nothing. */
static const char *stream_fault(const z_stream *z, int code, const char *text)
{
	if (code == Z_BUF_ERROR && !z->avail_out)
		return "its manifest has no end";
	if (code != Z_STREAM_END)
		return z->msg ? z->msg : "its contents are cut off";
	if (z->avail_in)
		return "its contents end before its length";
	return memchr(text, '\0', z->total_out) ? "its manifest is not text" : NULL;
}

/* Makes the stream a text with one zero byte behind it, the caller's, of GNO_ROM_TEXT bytes at
 * most. */
static int unpack(const struct gno_device *dev, uint8_t *stream, size_t len, char **out,
		  struct gno_err *err)
{
	z_stream z = {.next_in = stream, .avail_in = (uInt)len, .avail_out = GNO_ROM_TEXT};
	char *text = malloc(GNO_ROM_TEXT + 1);
	const char *fault;
	int code, rc = 0;

	z.next_out = (Bytef *)text;
	if (!text || inflateInit(&z) != Z_OK) {
		free(text);
		return gno_fail_nomem(err);
	}
	code = inflate(&z, Z_FINISH);
	fault = stream_fault(&z, code, text);
	if (code == Z_MEM_ERROR)
		rc = gno_fail_nomem(err);
	else if (fault)
		rc = damaged(dev, fault, err);
	text[z.total_out] = '\0';
	inflateEnd(&z);
	if (rc)
		free(text);
	else
		*out = text;
	return rc;
}

/* Compares the manifest's hash with that of the registers. */
static int check_hash(struct gno_device *dev, const struct gno_manifest *m, struct gno_err *err)
{
	struct gno_status st;
	int rc = gno_device_status(dev, &st, err);

	if (!rc && st.hash != m->hash)
		rc = gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "the ROM of the monitor at '%s' is that of another monitor: its manifest has plan hash %016" PRIx64
		    ", the registers have %016" PRIx64,
		    gno_device_url(dev), m->hash, st.hash);
	return rc;
}

int gno_device_manifest(struct gno_device *dev, struct gno_manifest **out, struct gno_err *err)
{
	struct gno_manifest *m = NULL;
	uint8_t *stream = NULL;
	char *text = NULL, *name = NULL;
	size_t len = 0;
	int rc = read_head(dev, &len, err);

	if (!rc)
		rc = read_stream(dev, len, &stream, err);
	if (!rc)
		rc = unpack(dev, stream, len, &text, err);
	if (!rc) {
		name = gno_format("ROM of %s", gno_device_url(dev));
		rc = name ? gno_manifest_parse(text, name, &m, err) : gno_fail_nomem(err);
	}
	if (!rc)
		rc = check_hash(dev, m, err);
	if (rc)
		gno_manifest_free(m);
	else
		*out = m;
	free(name);
	free(text);
	free(stream);
	return rc;
}
