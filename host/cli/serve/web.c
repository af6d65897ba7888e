/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/web.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/number.h"
#include "base/show.h"
#include "device/token.h"
#include "out/page/page.h"
#include "serve/aged.h"
#include "serve/clients.h"
#include "serve/metrics.h"
#include "serve/snapshot.h"
#include "common/util.h"

#define SLICE_MS 10  /* between looks at the snapshot's children, while somebody waits */
#define IDLE_MS 100  /* else */
#define FRESH_MS 25u /* that a request waits for what is just being made */
#define PROGRESS_MS 500
#define TOKEN_BYTES 16
#define BEARER "Bearer "
#define PAGE "/"

struct web {
	struct snapshot *snapshot;
	struct MHD_Daemon *daemon;
	struct clients clients;
	struct gno_token token;
	uint64_t instance; /* of this server: in the tags of what it serves */
	unsigned port;
	char *page; /* that is the same for all runs, but for the title */
	size_t page_length;
	char url[GNO_TOKEN_MOST + 64];
	struct waiting {
		struct MHD_Connection *client;
		enum maker_part part;
		unsigned number; /* of the last one when it began to wait */
		uint64_t until;	 /* ms */
		int window;	 /* of MAKER_WINDOW */
	} waiting[CLIENTS];	 /* for the snapshot */
	unsigned waits;
	bool resumed;		       /* some go on: nothing is to be waited for */
	char has_waited;	       /* its address marks a request that did */
	char window[SNAPSHOT_WINDOWS]; /* likewise, and whose window is made */
	bool terminal;		       /* progress is shown */
	uint64_t shown;		       /* when */
};

/* What a path serves. */
struct place {
	const char *path, *type;
	enum maker_part part;
	bool open; /* without the token */
};

#define JSON_TYPE "application/json"

static const struct place places[] = {
    {PAGE, NULL, MAKER_PARTS, true},
    {"/metrics", METRICS_TYPE, MAKER_METRICS, true},
    {"/data.json", JSON_TYPE, MAKER_DATA, false},
    {"/whole.json", JSON_TYPE, MAKER_WHOLE, false},
    {"/window.json", JSON_TYPE, MAKER_WINDOW, false},
};

static const struct place *find_place(const char *path)
{
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		if (!strcmp(places[i].path, path))
			return &places[i];
	return NULL;
}

static const char *header(struct MHD_Connection *c, const char *name)
{
	return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

/* -- answers -- */

/* `bytes`: of the answer's body */
static enum MHD_Result send_off(struct MHD_Connection *c, unsigned status, uint64_t bytes,
				struct MHD_Response *r)
{
	enum MHD_Result sent;

	if (!r)
		return MHD_NO;
	clients_answer(c, bytes);
	MHD_add_response_header(r, "Cache-Control", "no-store");
	MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
	MHD_add_response_header(r, "X-Frame-Options", "DENY");
	MHD_add_response_header(r, "Referrer-Policy", "no-referrer");
	MHD_add_response_header(r, "Cross-Origin-Resource-Policy", "same-origin");
	sent = MHD_queue_response(c, status, r);
	MHD_destroy_response(r);
	return sent;
}

/* A line of text; `name`: a header with it, or NULL. */
static enum MHD_Result say(struct MHD_Connection *c, unsigned status, const char *name,
			   const char *value, const char *text)
{
	char line[sizeof(((struct gno_err *)NULL)->text) + 2];
	struct MHD_Response *r;
	int len = snprintf(line, sizeof(line), "%s\n", text);

	r = MHD_create_response_from_buffer((size_t)len, line, MHD_RESPMEM_MUST_COPY);
	if (r)
		MHD_add_response_header(r, "Content-Type", "text/plain; charset=utf-8");
	if (r && name)
		MHD_add_response_header(r, name, value);
	return send_off(c, status, (uint64_t)len, r);
}

static enum MHD_Result send_aged(struct MHD_Connection *c, const char *type, const char *tag,
				 const struct aged *of)
{
	uint64_t bytes;
	struct MHD_Response *r = aged_response(of, &bytes);

	if (r)
		MHD_add_response_header(r, "Content-Type", type);
	if (r && tag)
		MHD_add_response_header(r, "ETag", tag);
	return send_off(c, MHD_HTTP_OK, bytes, r);
}

static enum MHD_Result send_later(struct MHD_Connection *c, const char *why)
{
	return say(c, MHD_HTTP_SERVICE_UNAVAILABLE, "Retry-After", "1", why);
}

static enum MHD_Result send_unchanged(struct MHD_Connection *c, uint64_t age, const char *tag)
{
	struct MHD_Response *r = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);

	if (r) {
		MHD_add_response_header(r, "ETag", tag);
		aged_header(r, age);
	}
	return send_off(c, MHD_HTTP_NOT_MODIFIED, 0, r);
}

/* The last one of a part, however old it is. */
static enum MHD_Result send_part(struct web *w, struct MHD_Connection *c, const struct place *place)
{
	const char *fault = snapshot_fault(w->snapshot, place->part);
	const char *has = header(c, "If-None-Match");
	const uint64_t age = snapshot_age_ms(w->snapshot, place->part);
	char progress[SNAPSHOT_PROGRESS], tag[48];
	struct aged of = {.part = place->part, .age = age, .fault = fault};

	of.file = snapshot_part(w->snapshot, place->part, &of.at);
	if (of.file < 0) {
		snapshot_progress(w->snapshot, place->part, progress);
		return send_later(c, fault ? fault : progress);
	}
	snprintf(tag, sizeof(tag), "\"%016" PRIx64 "-%u\"", w->instance,
		 snapshot_version(w->snapshot, place->part));
	if (has && !strcmp(has, tag))
		return send_unchanged(c, age, tag);
	return send_aged(c, place->type, tag, &of);
}

static enum MHD_Result send_page(struct web *w, struct MHD_Connection *c)
{
	struct MHD_Response *r =
	    MHD_create_response_from_buffer(w->page_length, w->page, MHD_RESPMEM_PERSISTENT);

	if (r)
		MHD_add_response_header(r, "Content-Type", "text/html; charset=utf-8");
	return send_off(c, MHD_HTTP_OK, w->page_length, r);
}

/* -- requests -- */

/* Whether the client means this server: else a page from elsewhere may have led it here. */
static bool is_own_host(const struct web *w, const char *host)
{
	static const char *const names[] = {"127.0.0.1", "localhost"};
	char own[32];

	for (size_t i = 0; host && i < sizeof(names) / sizeof(*names); i++) {
		snprintf(own, sizeof(own), "%s:%u", names[i], w->port);
		if (!strcasecmp(host, own) || (w->port == 80 && !strcasecmp(host, names[i])))
			return true;
	}
	return false;
}

/* Refuses a request that must not be answered: 1; 0: it may be. */
static int refuse(const struct web *w, struct MHD_Connection *c, const char *path,
		  const char *method, enum MHD_Result *sent)
{
	const char *shown = header(c, "Authorization");
	const struct place *place = find_place(path);
	char hosts[96];

	snprintf(hosts, sizeof(hosts),
		 "this server answers only to the hosts 127.0.0.1:%u and localhost:%u", w->port,
		 w->port);
	if (!is_own_host(w, header(c, "Host")))
		*sent = say(c, MHD_HTTP_FORBIDDEN, NULL, NULL, hosts);
	else if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
		*sent = say(c, MHD_HTTP_METHOD_NOT_ALLOWED, "Allow", "GET, HEAD",
			    "this server takes only GET and HEAD");
	else if (place && place->open)
		return 0;
	else if (!strcmp(path, "/favicon.ico")) /* which browsers ask for unasked */
		*sent = send_off(c, MHD_HTTP_NO_CONTENT, 0,
				 MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT));
	else if (!shown)
		*sent = say(
		    c, MHD_HTTP_UNAUTHORIZED, "WWW-Authenticate", "Bearer",
		    "a token is required: 'Authorization: Bearer TOKEN', with the token that gnomon serve has printed");
	else if (strncasecmp(shown, BEARER, strlen(BEARER)) != 0 ||
		 !gno_token_is(&w->token, shown + strlen(BEARER), strlen(shown) - strlen(BEARER)))
		*sent = say(c, MHD_HTTP_FORBIDDEN, NULL, NULL, "the token is wrong");
	else if (!place)
		*sent = say(c, MHD_HTTP_NOT_FOUND, NULL, NULL, "there is nothing at this path");
	else
		return 0;
	return 1;
}

/* The request waits. */
static enum MHD_Result wait(struct web *w, struct MHD_Connection *c, const struct waiting *v)
{
	w->waiting[w->waits++] = *v;
	clients_wait(c);
	MHD_suspend_connection(c);
	return MHD_YES;
}

/* The query of a window. */
struct cycles {
	uint64_t from, to;
	bool has_from, has_to;
};

/* Takes one of the two numbers; anything else ends the reading. */
static enum MHD_Result take_cycle(void *ctx, enum MHD_ValueKind kind, const char *key,
				  const char *text)
{
	struct cycles *v = ctx;
	const bool from = !strcmp(key, "from");
	bool *has = from ? &v->has_from : &v->has_to;

	(void)kind;
	if ((!from && strcmp(key, "to") != 0) || *has)
		return MHD_NO;
	*has = text && base_number_parse(text, UINT64_MAX - 1, from ? &v->from : &v->to);
	return *has ? MHD_YES : MHD_NO;
}

static enum MHD_Result begin_window(struct web *w, struct MHD_Connection *c, void **request)
{
	struct cycles v = {.from = 0};
	int window;

	if (MHD_get_connection_values(c, MHD_GET_ARGUMENT_KIND, take_cycle, &v) != 2 ||
	    !v.has_from || !v.has_to)
		return say(
		    c, MHD_HTTP_BAD_REQUEST, NULL, NULL,
		    "the query must be from=CYCLE&to=CYCLE, two numbers below 2^64 - 1, and nothing else");
	if (v.to < v.from)
		return say(c, MHD_HTTP_BAD_REQUEST, NULL, NULL, "'from' is after 'to'");
	window = w->waits < CLIENTS ? snapshot_window(w->snapshot, v.from, v.to) : -1;
	if (window < 0)
		return send_later(c, "too many windows are being read");
	*request = &w->window[window];
	snapshot_tick(w->snapshot);
	return wait(w, c, &(struct waiting){.client = c, .part = MAKER_WINDOW, .window = window});
}

static enum MHD_Result send_window(struct web *w, struct MHD_Connection *c, int window)
{
	const struct outcome *o = snapshot_window_made(w->snapshot, window);
	enum MHD_Result sent;

	if (!o)
		sent = send_later(c, "the server ends");
	else if (o->code == GNO_ERR_ARG)
		sent = say(c, MHD_HTTP_BAD_REQUEST, NULL, NULL, o->fault);
	else if (o->code)
		sent = send_later(c, o->fault);
	else
		sent = send_aged(c, JSON_TYPE, NULL,
				 &(struct aged){.part = MAKER_WINDOW,
						.file = snapshot_window_file(w->snapshot, window),
						.at = o->part[MAKER_WINDOW]});
	snapshot_window_end(w->snapshot, window);
	return sent;
}

/* The window of a request that has begun one; -1: it has not. */
static int window_of(const struct web *w, const void *request)
{
	for (int i = 0; i < SNAPSHOT_WINDOWS; i++)
		if (request == &w->window[i])
			return i;
	return -1;
}

static enum MHD_Result answer(void *ctx, struct MHD_Connection *c, const char *path,
			      const char *method, const char *version, const char *upload,
			      size_t *upload_size, void **request)
{
	struct web *w = ctx;
	const struct place *place = find_place(path);
	enum MHD_Result sent;
	int window;

	(void)version;
	(void)upload;
	if (*upload_size) { /* of a request that was refused */
		*upload_size = 0;
		return MHD_YES;
	}
	window = window_of(w, *request);
	if (window >= 0) {
		*request = &w->has_waited;
		return send_window(w, c, window);
	}
	if (refuse(w, c, path, method, &sent))
		return sent;
	if (!strcmp(path, PAGE))
		return send_page(w, c);
	if (place->part == MAKER_WINDOW)
		return begin_window(w, c, request);
	snapshot_want(w->snapshot, place->part);
	snapshot_tick(w->snapshot);
	if (!*request && w->waits < CLIENTS && snapshot_is_coming(w->snapshot, place->part)) {
		*request = &w->has_waited;
		return wait(w, c,
			    &(struct waiting){
				.client = c,
				.part = place->part,
				.number = snapshot_number(w->snapshot, place->part),
				.until = gno_now_ms() + FRESH_MS,
			    });
	}
	return send_part(w, c, place);
}

static void resume_all(struct web *w)
{
	while (w->waits)
		MHD_resume_connection(w->waiting[--w->waits].client);
}

static bool is_served(const struct web *w, const struct waiting *v)
{
	if (v->part == MAKER_WINDOW)
		return snapshot_window_made(w->snapshot, v->window);
	return snapshot_number(w->snapshot, v->part) != v->number || gno_now_ms() >= v->until;
}

/* An answer is over, or its client has gone: then nobody sends what it has waited for. */
static void complete(void *ctx, struct MHD_Connection *c, void **request,
		     enum MHD_RequestTerminationCode code)
{
	struct web *w = ctx;
	const int window = window_of(w, *request);

	if (window >= 0)
		snapshot_window_end(w->snapshot, window);
	clients_completed(&w->clients, c, request, code);
}

/* Goes on with those whose part was made, or who have waited for long enough. */
static void resume_served(struct web *w)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < w->waits; i++) {
		if (is_served(w, &w->waiting[i]))
			MHD_resume_connection(w->waiting[i].client);
		else
			w->waiting[kept++] = w->waiting[i];
	}
	w->resumed = kept < w->waits;
	w->waits = kept;
}

/* -- the server -- */

static int listen_on(struct web *w, unsigned port, int *out, struct gno_err *err)
{
	struct sockaddr_in at = {.sin_family = AF_INET,
				 .sin_port = htons((uint16_t)port),
				 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(at);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;

	*out = fd;
	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) ||
	    bind(fd, (struct sockaddr *)&at, sizeof(at)) || listen(fd, CLIENTS) ||
	    getsockname(fd, (struct sockaddr *)&at, &size))
		return gno_fail_errno(err, errno, "cannot listen on 127.0.0.1:%u", port);
	w->port = ntohs(at.sin_port);
	return GNO_OK;
}

static int draw_secrets(struct web *w, struct gno_err *err)
{
	uint8_t bytes[TOKEN_BYTES];

	if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes) ||
	    getrandom(&w->instance, sizeof(w->instance), 0) != (ssize_t)sizeof(w->instance))
		return gno_fail_errno(err, errno, "cannot get a random number");
	for (size_t i = 0; i < sizeof(bytes); i++)
		snprintf(w->token.text + 2 * i, 3, "%02x", bytes[i]);
	w->token.len = 2 * sizeof(bytes);
	return GNO_OK;
}

/* The page is titled as the run directory is called. */
static int make_page(struct web *w, const char *dir, struct gno_err *err)
{
	const struct page_options o = {.every_ms = 0};
	FILE *f = open_memstream(&w->page, &w->page_length);
	char *name = strdup(dir), shown[BASE_SHOWN];
	int rc;

	if (!f || !name) {
		if (f)
			fclose(f);
		free(name);
		return gno_fail_nomem(err);
	}
	rc = page_write_live(base_show(basename(name), shown, sizeof(shown)), &o, f, err);
	free(name);
	if (gno_close_written(f) && !rc)
		rc = gno_fail_nomem(err);
	return rc;
}

int web_open(const char *dir, unsigned port, struct web **out, struct gno_err *err)
{
	struct web *w = calloc(1, sizeof(*w));
	int socket, rc;

	*out = w;
	if (!w)
		return gno_fail_nomem(err);
	rc = listen_on(w, port, &socket, err);
	if (!rc)
		rc = draw_secrets(w, err);
	if (!rc)
		rc = make_page(w, dir, err);
	if (!rc)
		rc = snapshot_open(dir, &w->snapshot, err);
	if (!rc) {
		w->daemon = MHD_start_daemon(
		    MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, w, MHD_OPTION_LISTEN_SOCKET,
		    socket, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CLIENTS,
		    MHD_OPTION_CONNECTION_TIMEOUT, CLIENT_SECONDS, MHD_OPTION_NOTIFY_CONNECTION,
		    clients_connected, &w->clients, MHD_OPTION_NOTIFY_COMPLETED, complete, w,
		    MHD_OPTION_END);
		if (!w->daemon)
			rc = gno_fail(err, GNO_ERR_IO, "cannot start the server at 127.0.0.1:%u",
				      w->port);
	}
	if (!w->daemon && socket >= 0)
		close(socket);
	snprintf(w->url, sizeof(w->url), "http://127.0.0.1:%u/#token=%s", w->port, w->token.text);
	return rc;
}

const char *web_url(const struct web *w)
{
	return w->url;
}

/* Waits for a client, or for a slice of time. */
static int wait_for_clients(struct web *w, struct gno_err *err)
{
	long slice = w->resumed ? 0 : w->waits ? SLICE_MS : IDLE_MS;
	MHD_UNSIGNED_LONG_LONG ms;
	fd_set in, out, other;
	struct timeval time;
	int most = -1;

	FD_ZERO(&in);
	FD_ZERO(&out);
	FD_ZERO(&other);
	if (MHD_get_fdset(w->daemon, &in, &out, &other, &most) != MHD_YES)
		return gno_fail(err, GNO_ERR_IO, "the server's connections are lost");
	if (MHD_get_timeout(w->daemon, &ms) == MHD_YES && ms < (unsigned long)slice)
		slice = (long)ms;
	time = (struct timeval){slice / 1000, slice % 1000 * 1000};
	if (select(most + 1, &in, &out, &other, &time) < 0 && errno != EINTR)
		return gno_fail_errno(err, errno, "cannot wait for clients");
	MHD_run(w->daemon);
	return GNO_OK;
}

/* In a terminal, until the first values are there. */
static void show_progress(struct web *w)
{
	const bool over = snapshot_number(w->snapshot, MAKER_METRICS) > 0;
	char text[SNAPSHOT_PROGRESS];

	if (!w->terminal || (!over && gno_now_ms() - w->shown < PROGRESS_MS))
		return;
	if (!over) {
		snapshot_progress(w->snapshot, MAKER_METRICS, text);
		fprintf(stderr, "\rgnomon: %s ", text);
	} else if (w->shown) {
		fputc('\n', stderr);
	}
	w->terminal = !over;
	w->shown = gno_now_ms();
}

int web_run(struct web *w, const volatile sig_atomic_t *interrupted, struct gno_err *err)
{
	const uint64_t begun = gno_now_ms();
	int rc = GNO_OK;

	w->terminal = isatty(STDERR_FILENO);
	while (!rc && !*interrupted) {
		snapshot_tick(w->snapshot);
		resume_served(w);
		rc = wait_for_clients(w, err);
		clients_expire(&w->clients);
		if (gno_now_ms() - begun >= PROGRESS_MS)
			show_progress(w);
	}
	return rc;
}

void web_close(struct web *w)
{
	if (!w)
		return;
	if (w->daemon) {
		resume_all(w);
		MHD_stop_daemon(w->daemon);
	}
	snapshot_close(w->snapshot);
	gno_token_wipe(&w->token);
	free(w->page);
	explicit_bzero(w->url, sizeof(w->url));
	free(w);
}
