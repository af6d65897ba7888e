/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_CTF_H
#define GNO_CTF_H

#include <stdio.h>
#include "gnomon/manifest.h"

/*
 * Writes CTF 1.8 metadata (TSDL) for the records as the hardware sends them, in packets
 * (stream/packet.h): a stream class for each `stream_id`, with the kinds that its nodes send.
 */
void gno_ctf_write(FILE *out, const struct gno_manifest *m);

#endif
