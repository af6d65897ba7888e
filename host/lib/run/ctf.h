/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GNO_CTF_H
#define GNO_CTF_H

#include <stdint.h>
#include <stdio.h>
#include "monitor/manifest.h"

/*
 * Writes CTF 1.8 metadata (TSDL) for the records as the hardware sends them, in packets
 * (records/packet.h): a stream class for each `stream_id`, with the kinds that its nodes send.
 * `epoch`: when cycle 0 was, in ns since 1970; 0: not known.
 */
void gno_ctf_write(FILE *out, const struct gno_manifest *m, uint64_t epoch);

#endif
