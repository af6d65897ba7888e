/* SPDX-License-Identifier: Apache-2.0 */

/* put_folder PATH TEXT [FLAG...]: puts a folder of three files there, each of which holds the text.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"

static const char *const names[] = {"one", "two", "sub/", "sub/three"};

static int put_file(int dir, const char *name, const char *text)
{
	int fd = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL, 0666);
	size_t half = strlen(text) / 2;

	if (fd < 0)
		return -1;
	/* in two parts, so that a file can be seen that is not whole */
	if (write(fd, text, half) < 0 || write(fd, text + half, strlen(text) - half) < 0)
		return -1;
	return close(fd);
}

int main(int argc, char **argv)
{
	struct base_folder folder;
	struct base_fault fault;
	int rc;

	if (argc != 3)
		return 2;
	rc = base_folder_begin(&folder, argv[1], BASE_REPLACE | BASE_WAIT, names, 4, &fault);
	if (!rc && (put_file(folder.fd, "one", argv[2]) || put_file(folder.fd, "two", argv[2]) ||
		    mkdirat(folder.fd, "sub", 0777) || put_file(folder.fd, "sub/three", argv[2]))) {
		base_folder_drop(&folder);
		return 3;
	}
	if (!rc)
		rc = base_folder_commit(&folder, &fault);
	if (rc)
		fprintf(stderr, "put_folder: %s\n", fault.text);
	return rc ? 1 : 0;
}
