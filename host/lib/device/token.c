/* SPDX-License-Identifier: Apache-2.0 */
#include "device/token.h"
#include "base/input.h"
#include "common/util.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Only the owner may read or write the file, and the owner is the user or root. */
static int check_access(int fd, const char *path, struct gno_err *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return gno_fail_errno(err, errno, "cannot open '%s'", path);
	if (st.st_uid != geteuid() && st.st_uid != 0)
		return gno_fail(err, GNO_ERR_IO, "token file '%s' belongs to another user", path);
	if (st.st_mode & (S_IRWXG | S_IRWXO))
		return gno_fail(
		    err, GNO_ERR_IO,
		    "token file '%s' is open to other users (mode %04o): use 'chmod 600'", path,
		    (unsigned)st.st_mode & 07777);
	return 0;
}

/* Reads the first bytes of a file; one more than a token and its newline can have shows that it is
 * too long. */
static int read_text(int fd, const char *path, struct gno_token *out, size_t *len,
		     struct gno_err *err)
{
	char text[GNO_TOKEN_MOST + 2];
	ssize_t got;

	*len = 0;
	do {
		got = read(fd, text + *len, sizeof(text) - *len);
		if (got < 0 && errno != EINTR)
			return gno_fail_errno(err, errno, "cannot read '%s'", path);
		if (got > 0)
			*len += (size_t)got;
	} while (got && *len < sizeof(text));
	if (*len && text[*len - 1] == '\n')
		--*len;
	memcpy(out->text, text, *len < GNO_TOKEN_MOST ? *len : GNO_TOKEN_MOST);
	explicit_bzero(text, sizeof(text));
	return 0;
}

static int check_text(const char *path, const struct gno_token *token, struct gno_err *err)
{
	if (token->len < GNO_TOKEN_LEAST || token->len > GNO_TOKEN_MOST)
		return gno_fail(err, GNO_ERR_FORMAT,
				"token in '%s' is too %s: tokens have %d to %d characters", path,
				token->len < GNO_TOKEN_LEAST ? "short" : "long", GNO_TOKEN_LEAST,
				GNO_TOKEN_MOST);
	for (size_t i = 0; i < token->len; i++)
		if (token->text[i] <= ' ' || token->text[i] > '~')
			return gno_fail(
			    err, GNO_ERR_FORMAT,
			    "token file '%s' is not one line of printable characters without spaces",
			    path);
	return 0;
}

int gno_token_read(const char *path, struct gno_token *out, struct gno_err *err)
{
	struct base_fault fault;
	int fd = base_input_open(path, &fault);
	int rc;

	memset(out, 0, sizeof(*out));
	if (fd < 0)
		return gno_take_fault(err, fd, &fault);
	rc = check_access(fd, path, err);
	if (!rc)
		rc = read_text(fd, path, out, &out->len, err);
	if (!rc)
		rc = check_text(path, out, err);
	close(fd);
	if (rc)
		gno_token_wipe(out);
	return rc;
}

bool gno_token_is(const struct gno_token *token, const char *text, size_t len)
{
	struct gno_token other = {.len = len};
	volatile unsigned char differs = 0;

	if (len > GNO_TOKEN_MOST)
		return false;
	memcpy(other.text, text, len);
	for (size_t i = 0; i < sizeof(other.text); i++)
		differs = (unsigned char)(differs | (other.text[i] ^ token->text[i]));
	gno_token_wipe(&other);
	return !differs && len == token->len;
}

void gno_token_wipe(struct gno_token *token)
{
	explicit_bzero(token, sizeof(*token));
}
