/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/progress.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/number.h"
#include "common/util.h"

#define READ "rchar: " /* proc_pid_io(5) */

uint64_t progress_read(pid_t process)
{
	char path[32], line[64];
	uint64_t bytes = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/io", (int)process);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		if (strncmp(line, READ, strlen(READ)) != 0)
			continue;
		line[strcspn(line, "\n")] = '\0';
		if (!base_number_parse(line + strlen(READ), UINT64_MAX, &bytes))
			bytes = 0;
		break;
	}
	if (f)
		fclose(f);
	return bytes;
}

uint64_t progress_trace(const char *dir)
{
	char *path = gno_format("%s/trace", dir);
	DIR *folder = path ? opendir(path) : NULL;
	const struct dirent *file;
	uint64_t bytes = 0;
	struct stat st;

	while (folder && (file = readdir(folder)))
		if (!fstatat(dirfd(folder), file->d_name, &st, 0) && S_ISREG(st.st_mode))
			bytes += (uint64_t)st.st_size;
	if (folder)
		closedir(folder);
	free(path);
	return bytes;
}
