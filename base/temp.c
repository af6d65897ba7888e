/* SPDX-License-Identifier: Apache-2.0 */
#include "base/temp.h"
#include "base/private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

#define MARK ".gnomon-"
#define LETTERS 6 /* of chance at the end of a name */
#define TRIES 100

static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz012345"; /* 32 letters */

/* A new name; -1 where it would be too long, or there is no chance to be had. */
static int make_name(const char *name, char temp[BASE_NAME_ROOM])
{
	unsigned char chance[LETTERS];
	char letters[LETTERS + 1] = "";

	if (getrandom(chance, sizeof(chance), 0) != (ssize_t)sizeof(chance))
		return -1;
	for (int i = 0; i < LETTERS; i++)
		letters[i] = alphabet[chance[i] % (sizeof(alphabet) - 1)];
	if (snprintf(temp, BASE_NAME_ROOM, ".%s" MARK "%s", name, letters) < BASE_NAME_ROOM)
		return 0;
	errno = ENAMETOOLONG;
	return -1;
}

int base_temp_file(int dir, const char *name, char temp[BASE_NAME_ROOM])
{
	sigset_t before;
	int fd = -1, tries;

	for (tries = 0; fd < 0 && tries < TRIES; tries++) {
		if (make_name(name, temp))
			return -1;
		base_private_hold(&before);
		fd = openat(dir, temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
		if (fd < 0 && errno != EEXIST)
			tries = TRIES;
		if (fd >= 0)
			base_private_add(dir, temp);
		base_private_let(&before);
	}
	return fd;
}

int base_temp_folder(int dir, const char *name, char temp[BASE_NAME_ROOM])
{
	sigset_t before;
	bool made = false;

	for (int tries = 0; !made && tries < TRIES; tries++) {
		if (make_name(name, temp))
			return -1;
		base_private_hold(&before);
		made = !mkdirat(dir, temp, 0777);
		if (made)
			base_private_add(dir, temp);
		else if (errno != EEXIST)
			tries = TRIES;
		base_private_let(&before);
	}
	return made ? openat(dir, temp, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
}

bool base_temp_is(const char *temp, const char **name, size_t *len)
{
	size_t all = strlen(temp), tail = strlen(MARK) + LETTERS;

	if (all < tail + 2 || temp[0] != '.' ||
	    strncmp(temp + all - tail, MARK, strlen(MARK)) != 0 ||
	    strspn(temp + all - LETTERS, alphabet) != LETTERS)
		return false;
	*name = temp + 1;
	*len = all - tail - 1;
	return true;
}
