/* SPDX-License-Identifier: Apache-2.0 */
#include "device/probe.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIMEOUT_MS 300 /* of a request */

/* A device that is asked beside others. */
struct job {
	pthread_t thread;
	bool running;
	const char *url;
	const volatile sig_atomic_t *interrupted;
	struct gno_probe *out;
};

/* Identifies the monitor, also one that is not that of `m`. */
static int identify(struct gno_device *dev, const struct gno_manifest *m, struct gno_probe *out)
{
	int rc = gno_device_identify(dev, m, &out->why);

	out->fits = !rc;
	if (rc == GNO_ERR_MISMATCH && m)
		rc = gno_device_identify(dev, NULL, &out->why);
	return rc;
}

/* Reads the name of the monitor from its ROM. */
static void read_name(struct gno_device *dev, struct gno_probe *out)
{
	struct gno_manifest *m = NULL;

	if (!gno_device_manifest(dev, &m, &out->why))
		snprintf(out->name, sizeof(out->name), "%s", m->name);
	gno_manifest_free(m);
}

void gno_probe(const char *url, const struct gno_manifest *m, unsigned limit_ms,
	       const volatile sig_atomic_t *interrupted, struct gno_probe *out)
{
	const struct gno_device_options how = {.timeout_ms = TIMEOUT_MS,
					       .limit_ms = limit_ms < GNO_PROBE_MS ? limit_ms
										   : GNO_PROBE_MS,
					       .interrupted = interrupted};
	struct gno_device *dev = NULL;
	struct gno_status st;
	int rc;

	memset(out, 0, sizeof(*out));
	rc = gno_device_open(url, &how, &dev, &out->why);
	if (!rc)
		rc = identify(dev, m, out);
	if (!rc)
		rc = gno_device_status(dev, &st, &out->why);
	out->answers = !rc;
	if (!rc) {
		out->hash = st.hash;
		out->model = st.model;
		out->baud = gno_device_baud(dev);
		read_name(dev, out);
	}
	gno_device_close(dev);
}

static void *work(void *ctx)
{
	struct job *job = ctx;

	gno_probe(job->url, NULL, GNO_PROBE_MS, job->interrupted, job->out);
	return NULL;
}

int gno_probe_all(const char *const *url, size_t count, const volatile sig_atomic_t *interrupted,
		  struct gno_probe *out, struct gno_err *err)
{
	struct job *job = calloc(count + 1, sizeof(*job));

	if (!job)
		return gno_fail_nomem(err);
	for (size_t i = 0; i < count; i++) {
		job[i] = (struct job){.url = url[i], .interrupted = interrupted, .out = &out[i]};
		job[i].running = url[i] && !pthread_create(&job[i].thread, NULL, work, &job[i]);
	}
	for (size_t i = 0; i < count; i++)
		if (job[i].running)
			pthread_join(job[i].thread, NULL);
		else if (url[i]) /* no thread for it */
			work(&job[i]);
	free(job);
	return 0;
}
