/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the CTF metadata that runs of a monitor get, without the environment of a run. */
#include <stdio.h>
#include <stdlib.h>

#include "monitor/manifest.h"
#include "run/open_run.h"

int main(int argc, char **argv)
{
	struct gno_manifest *m = NULL;
	struct gno_err err;
	int rc;

	if (argc != 2) {
		fprintf(stderr, "usage: print_metadata MANIFEST\n");
		return 2;
	}
	rc = gno_manifest_load(argv[1], &m, &err);
	if (rc)
		fprintf(stderr, "print_metadata: %s\n", err.text);
	else
		gno_ctf_write(stdout, m, 0);
	gno_manifest_free(m);
	return rc || fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
