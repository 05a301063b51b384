/* SPDX-License-Identifier: ISC */
/*
 * libmicrohttpd's callbacks. It parses; but it lets through much that the gate must see, and hides
 * some of it: a NUL cuts values, a folded line lands in a name. So the head is looked at as it lies
 * in the library's buffer, where that shows.
 *
 * Threads block in handlers, while they wait for the writer's commit above all; there are as many
 * as commits may share a sync. Each thread is a daemon of the library's own, and connections are
 * dealt out among them: the library's pool lets one thread take ten at a time, which then wait for
 * one another while the others are idle.
 */
#include "web/server.h"

#include <errno.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"
#include "base/memory.h"
#include "web/connections.h"
#include "web/listener.h"

enum {
	/* Of libmicrohttpd for one connection: the head, the answer's head, and a part of the body.
	 */
	CONNECTION_BYTES = 2 * LIMIT_HEAD_BYTES + 16384,
	/* Of the Unix socket. */
	OPERATOR_THREADS = 2,
	OPERATOR_CONNECTIONS = 16,
	BUSY = LIMIT_CONNECTIONS, /* more than any number of connections */
};

/* A thread that answers. */
struct worker {
	struct server *server;
	struct MHD_Daemon *daemon;
	unsigned load; /* its connections, and BUSY while it answers */
};

struct server {
	struct site *site;
	struct listener *listener;
	struct connections *connections;
	unsigned request_ms, answer_ms;
	atomic_bool stops;
	pthread_mutex_t lock; /* of what follows, and of the workers' loads */
	pthread_cond_t idle;
	unsigned running; /* requests whose head has come in and whose answer is not sent */
	unsigned next;    /* the worker to ask first */
	unsigned worker_count;
	struct worker workers[];
};

/* One request, from its first line to its end. */
struct exchange {
	char *target;
	const char *line; /* the target in libmicrohttpd's buffer */
	bool has_head;
	bool is_refused; /* by its head: the answer is there */
	bool is_answered;
	size_t body_max;
	struct text body;
	struct head head;
	struct request request;
	struct response response;
	struct timespec began;
};

/* ---- Counting what runs ---- */

static void count_running(struct worker *w, int change)
{
	struct server *s = w->server;
	pthread_mutex_lock(&s->lock);
	s->running += (unsigned)change;
	w->load += (unsigned)(change * BUSY);
	if (s->running == 0)
		pthread_cond_broadcast(&s->idle);
	pthread_mutex_unlock(&s->lock);
}

static void wait_idle(struct server *s)
{
	pthread_mutex_lock(&s->lock);
	while (s->running > 0)
		pthread_cond_wait(&s->idle, &s->lock);
	pthread_mutex_unlock(&s->lock);
}

static void change_load(struct worker *w, int change)
{
	pthread_mutex_lock(&w->server->lock);
	w->load += (unsigned)change;
	pthread_mutex_unlock(&w->server->lock);
}

/* The worker with least to do, for one more connection; in turn where several are alike. */
static struct worker *least_loaded(struct server *s)
{
	pthread_mutex_lock(&s->lock);
	struct worker *least = &s->workers[s->next];
	for (unsigned i = 1; i < s->worker_count; i++) {
		struct worker *w = &s->workers[(s->next + i) % s->worker_count];
		if (w->load < least->load)
			least = w;
	}
	least->load++;
	s->next = (unsigned)(least - s->workers + 1) % s->worker_count;
	pthread_mutex_unlock(&s->lock);
	return least;
}

/* ---- The head ---- */

/*
 * The library reads lines as C strings, so a NUL hides what stands behind it, or makes an empty
 * line that ends the head; a folded line is moved elsewhere; a line without a name is dropped. All
 * of that leaves a gap: lines lie one behind the other in its buffer, and where one ends there are
 * one or two NULs in the place of LF or CRLF.
 */
struct collecting {
	struct head *head;
	const char *end; /* of the line before */
};

static bool is_next_line(const char *end, const char *next)
{
	ptrdiff_t gap = next - end;
	return (gap == 1 || gap == 2) && end[0] == '\0' && end[gap - 1] == '\0';
}

static enum MHD_Result collect(void *context, enum MHD_ValueKind kind, const char *name,
                               size_t name_len, const char *value, size_t value_len)
{
	struct collecting *c = context;
	struct head *head = c->head;
	(void)kind;
	if (!value || !is_next_line(c->end, name))
		head->is_cut = true;
	head->has_more_headers = head->header_count == LIMIT_HEADERS;
	if (head->is_cut || head->has_more_headers)
		return MHD_NO;
	head->headers[head->header_count++] = (struct header){
		.name = name, .name_len = name_len, .value = value, .value_len = value_len};
	c->end = value + value_len;
	return MHD_YES;
}

static void read_head(struct MHD_Connection *connection, const char *method, const char *version,
                      struct exchange *x)
{
	struct head *head = &x->head;
	struct collecting c = {.head = head, .end = version + strlen(version)};
	head->method = method;
	head->target = x->target;
	head->version = version;
	head->near = peer_of(MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
	                             ->client_addr);
	/* The version stands one blank behind the target. */
	head->is_cut = version != x->line + strlen(x->target) + 1;
	MHD_get_connection_values_n(connection, MHD_HEADER_KIND, collect, &c);
	/* Behind the last line comes the empty one, and that is all. */
	const char *all = method + MHD_get_connection_info(connection,
	                                                   MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)
	                                   ->header_size;
	if (!head->has_more_headers && !is_next_line(c.end, all - 1) &&
	    !is_next_line(c.end, all - 2))
		head->is_cut = true;
}

/* ---- The answer ---- */

static void add_header(void *context, const char *name, const char *value)
{
	MHD_add_response_header(context, name, value);
}

static void log_request(const struct exchange *x)
{
	struct timespec now;
	char peer[PEER_TEXT];
	const struct request *req = &x->request;
	clock_gettime(CLOCK_MONOTONIC, &now);
	long ms = (now.tv_sec - x->began.tv_sec) * 1000 +
	          (now.tv_nsec - x->began.tv_nsec) / 1000000;
	peer_format(peer, peer_network(req->peer));
	/* The pattern, not the path: paths may hold secrets. */
	const char *pattern = req->route ? req->route->pattern : "-";
	int id = req->route ? route_param_index(req->route, "id") : -1;
	log_event("web", "%s %s %s%s%d, %zu bytes, %ld ms, %s, user %lld", x->head.method, pattern,
	          id >= 0 ? req->params.values[id] : "", id >= 0 ? " " : "", x->response.status,
	          x->response.body.len, ms, peer,
	          req->viewer.is_signed_in ? (long long)req->viewer.user.id : 0LL);
}

static enum MHD_Result answer(struct server *s, struct MHD_Connection *connection,
                              struct exchange *x)
{
	struct response *res = &x->response;
	x->is_answered = true;
	if (atomic_load(&s->stops))
		res->closes = true;
	log_request(x);
	size_t len = res->body.len;
	struct MHD_Response *out =
		MHD_create_response_from_buffer(len, text_take(&res->body), MHD_RESPMEM_MUST_FREE);
	if (!out)
		return MHD_NO;
	response_headers(res, add_header, out);
	enum MHD_Result result = MHD_queue_response(connection, (unsigned)res->status, out);
	MHD_destroy_response(out);
	return result;
}

/* ---- libmicrohttpd's callbacks ---- */

static struct connection *connection_of(struct MHD_Connection *connection)
{
	return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
	        ->socket_context;
}

static void on_connection(void *context, struct MHD_Connection *connection, void **slot,
                          enum MHD_ConnectionNotificationCode code)
{
	struct worker *w = context;
	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		int fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)
		                 ->connect_fd;
		*slot = connection_find(w->server->connections, fd);
	} else {
		connection_close(w->server->connections, *slot);
		change_load(w, -1);
		*slot = NULL;
	}
}

/* In the listener's thread. Too many are shut without a word. */
static void take_connection(void *context, int fd, const struct sockaddr *address, socklen_t len)
{
	struct server *s = context;
	struct connection *c = connection_open(s->connections, fd, peer_of(address), s->request_ms);
	if (!c) {
		close(fd);
		return;
	}
	struct worker *w = least_loaded(s);
	/* The library closes it where it can't take it. */
	if (MHD_add_connection(w->daemon, fd, address, len) != MHD_YES) {
		connection_close(s->connections, c);
		change_load(w, -1);
	}
}

/* The first line is there, nothing of it changed yet. */
static void *on_line(void *context, const char *target, struct MHD_Connection *connection)
{
	(void)context;
	(void)connection;
	struct exchange *x = calloc(1, sizeof(*x));
	if (!x)
		abort();
	x->target = strdup(target ? target : "");
	x->line = target;
	if (!x->target)
		abort();
	response_init(&x->response);
	return x;
}

static enum MHD_Result on_head(struct worker *w, struct MHD_Connection *connection,
                               const char *method, const char *version, struct exchange *x)
{
	struct server *s = w->server;
	x->has_head = true;
	count_running(w, 1);
	clock_gettime(CLOCK_MONOTONIC, &x->began);
	read_head(connection, method, version, x);
	x->is_refused = !site_begin(s->site, &x->head, &x->request, &x->response, &x->body_max);
	/* An answer to the head alone is the connection's last: the library would not look for what
	 * follows. So only those that close it anyway come now. */
	if (x->response.closes)
		return answer(s, connection, x);
	text_init(&x->body, x->body_max);
	return MHD_YES;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_len, void **slot)
{
	struct worker *w = context;
	struct server *s = w->server;
	struct exchange *x = *slot;
	(void)url;
	if (!x->has_head)
		return on_head(w, connection, method, version, x);
	if (*upload_len > 0) {
		text_add_bytes(&x->body, upload, *upload_len);
		*upload_len = 0;
		return MHD_YES;
	}
	connection_extend(s->connections, connection_of(connection), s->answer_ms);
	if (!x->is_refused)
		site_finish(&x->request, x->body.data, x->body.len, &x->response);
	return answer(s, connection, x);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **slot,
                         enum MHD_RequestTerminationCode code)
{
	struct worker *w = context;
	struct server *s = w->server;
	struct exchange *x = *slot;
	(void)code;
	if (!x)
		return;
	connection_extend(s->connections, connection_of(connection), s->request_ms);
	if (x->has_head) {
		request_release(&x->request);
		count_running(w, -1);
	}
	text_release(&x->body);
	response_release(&x->response);
	free(x->target);
	free(x);
	*slot = NULL;
}

/* Escapes are ours to decode, once and not in the library's buffer. */
static size_t leave_escapes(void *context, struct MHD_Connection *connection, char *text)
{
	(void)context;
	(void)connection;
	return strlen(text);
}

__attribute__((format(printf, 2, 0))) static void on_log(void *context, const char *format,
                                                         va_list args)
{
	char said[256];
	(void)context;
	vsnprintf(said, sizeof(said), format, args);
	said[strcspn(said, "\n")] = '\0';
	log_event("http", "%s", said);
}

/* ---- Start and stop ---- */

static struct MHD_Daemon *start_daemon(struct worker *w, bool is_operators)
{
	unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_USE_NO_LISTEN_SOCKET;
	/* It would complain with each answer that a Unix socket has no options of TCP. */
	if (!is_operators)
		flags |= MHD_USE_ERROR_LOG;
	return MHD_start_daemon(
		flags, 0, NULL, NULL, on_request, w, MHD_OPTION_EXTERNAL_LOGGER, on_log, NULL,
		MHD_OPTION_CONNECTION_LIMIT, (unsigned)LIMIT_CONNECTIONS,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES,
		MHD_OPTION_CONNECTION_TIMEOUT, 0U, MHD_OPTION_NOTIFY_CONNECTION, on_connection, w,
		MHD_OPTION_NOTIFY_COMPLETED, on_completed, w, MHD_OPTION_URI_LOG_CALLBACK, on_line,
		w, MHD_OPTION_UNESCAPE_CALLBACK, leave_escapes, NULL, MHD_OPTION_END);
}

static int start_workers(struct server *s, unsigned count, bool is_operators, struct err *err)
{
	for (; s->worker_count < count; s->worker_count++) {
		struct worker *w = &s->workers[s->worker_count];
		*w = (struct worker){.server = s, .daemon = start_daemon(w, is_operators)};
		if (!w->daemon)
			return err_set(err, "no thread to answer requests: %s", strerror(errno));
	}
	return 0;
}

/* How many may come, how many of one address, and who answers them. */
struct measures {
	unsigned connections, of_one, threads;
};

static struct measures measures_of(const struct config *config, bool is_operators)
{
	if (is_operators)
		return (struct measures){OPERATOR_CONNECTIONS, 0, OPERATOR_THREADS};
	/* Behind a proxy all come from one address, and the proxy has limits of its own. */
	unsigned of_one = config->trusted_proxy_count ? 0 : LIMIT_CONNECTIONS_OF_ONE;
	return (struct measures){LIMIT_CONNECTIONS, of_one, config->threads};
}

int server_start(struct server **out, struct site *site, const struct server_options *options,
                 struct err *err)
{
	bool is_operators = site->routes == operator_routes;
	struct measures m = measures_of(site->config, is_operators);
	int socket = options && options->socket ? options->socket
	                                        : listener_open(site->config, err);
	if (socket < 0)
		return -1;
	struct server *s = memory_resize(NULL, 1, sizeof(*s) + m.threads * sizeof(s->workers[0]));
	memset(s, 0, sizeof(*s));
	s->site = site;
	s->request_ms = options && options->request_ms ? options->request_ms
	                                               : LIMIT_REQUEST_S * 1000;
	s->answer_ms = options && options->answer_ms ? options->answer_ms : LIMIT_ANSWER_S * 1000;
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->idle, NULL);
	s->connections = connections_new(m.connections, m.of_one);
	if (start_workers(s, m.threads, is_operators, err)) {
		close(socket);
		server_stop(s);
		return -1;
	}
	s->listener = listener_start(socket, take_connection, s);
	*out = s;
	return 0;
}

void server_stop(struct server *s)
{
	if (!s)
		return;
	atomic_store(&s->stops, true);
	listener_stop(s->listener);
	/* The reaper bounds how long one of them may take. */
	wait_idle(s);
	for (unsigned i = 0; i < s->worker_count; i++)
		MHD_stop_daemon(s->workers[i].daemon);
	connections_free(s->connections);
	pthread_cond_destroy(&s->idle);
	pthread_mutex_destroy(&s->lock);
	free(s);
}
