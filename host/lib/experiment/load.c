/* SPDX-License-Identifier: Apache-2.0 */

/* Loading of an experiment or of the pattern file that was made of one. */

#include "experiment/parts.h"
#include "compile/json.h"
#include "common/util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Whether a text is a pattern file's: a JSON object with that key first. */
static bool is_pattern_file(const char *text)
{
	text += strspn(text, " \t\r\n");
	if (*text++ != '{')
		return false;
	text += strspn(text, " \t\r\n");
	return !strncmp(text, "\"" GNO_PATTERNS_MARK "\"", strlen(GNO_PATTERNS_MARK) + 2);
}

/* Refuses a program that is not the one of the pattern file. */
static int check_program(const char *path, const struct gno_pattern_file *p, const char *elf,
			 struct gno_err *err)
{
	struct gno_program *program;
	int rc;

	rc = gno_program_load(elf, &program, err);
	if (rc)
		return rc;
	if (!p->build_id)
		rc = gno_fail(err, GNO_ERR_MISMATCH, "pattern file '%s' was made without a program",
			      path);
	else if (strcmp(program->build_id, p->build_id) != 0)
		rc = gno_fail(
		    err, GNO_ERR_MISMATCH,
		    "pattern file '%s' is of another program: its build-id is %s, that of '%s' is %s",
		    path, p->build_id, elf, program->build_id);
	gno_program_free(program);
	return rc;
}

/* Whether the tables of a pattern file are those of the manifest. */
static int check_monitor(const char *path, const struct gno_pattern_file *p,
			 const struct gno_manifest *m, struct gno_err *err)
{
	unsigned k, i;

	if (p->hash != m->hash)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"pattern file '%s' is of monitor '%s' with plan hash %016" PRIx64
				", the manifest is of '%s' with %016" PRIx64,
				path, p->monitor, p->hash, m->name, m->hash);
	for (k = 0; k < m->nodes && p->nodes == m->nodes; k++) {
		const struct gno_node *n = &m->node[k];

		for (i = 0; i < n->tables && p->node[k].tables == n->tables; i++)
			if (p->node[k].table[i].base != n->table[i].base ||
			    p->node[k].table[i].cells != n->table[i].cells)
				break;
		if (i < n->tables)
			break;
	}
	if (k < m->nodes)
		return gno_fail(err, GNO_ERR_MISMATCH,
				"pattern file '%s' has other tables than the manifest of '%s'",
				path, m->name);
	return 0;
}

/* Reads a pattern file and the manifest that it names. */
static int load_patterns(const char *path, const struct gno_experiment_options *options,
			 struct gno_manifest **m, struct gno_pattern_file **out,
			 struct gno_err *err)
{
	struct gno_pattern_file *p = NULL;
	int rc;

	rc = gno_pattern_file_read(path, &p, err);
	if (!rc && options->rounds && p->rounds > 1)
		rc =
		    gno_fail(err, GNO_ERR_ARG,
			     "pattern file '%s' is of one of %u rounds: name the experiment itself",
			     path, p->rounds);
	if (!rc && options->program)
		rc = check_program(path, p, options->program, err);
	if (!rc)
		rc = gno_manifest_load(options->manifest ? options->manifest : p->manifest, m, err);
	if (!rc)
		rc = check_monitor(path, p, *m, err);
	if (!rc && options->device)
		rc = gno_pattern_file_set_device(p, options->device, err);
	if (rc)
		gno_pattern_file_free(p);
	else
		*out = p;
	return rc;
}

int gno_experiment_load(const char *path, const struct gno_experiment_options *options,
			struct gno_manifest **m, struct gno_pattern_file **p,
			struct gno_faults *faults, struct gno_err *err)
{
	char *text = NULL;
	size_t len;
	int rc;

	rc = gno_slurp(path, &text, &len, err);
	if (rc)
		return rc;
	*m = NULL;
	*p = NULL;
	if (strlen(text) < len)
		rc = gno_fail(err, GNO_ERR_FORMAT, "'%s' is not text: byte %zu is 0", path,
			      strlen(text));
	else if (!is_pattern_file(text))
		rc = exp_load(path, text, options, m, p, faults, err);
	else
		rc = load_patterns(path, options, m, p, err);
	if (rc) {
		gno_manifest_free(*m);
		*m = NULL;
	}
	free(text);
	return rc;
}
