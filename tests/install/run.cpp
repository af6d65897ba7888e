// SPDX-License-Identifier: Apache-2.0

// A C++ program on the installed library, with a transport of its own: run.cpp EXPERIMENT RUN PORT.
// Prints the report. A second run is interrupted at its first note of progress.

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gnomon/gnomon.h>

namespace
{

struct Socket {
	int fd = -1;
	unsigned long long read = 0, written = 0; // bytes
};

bool ready(int fd, short events, unsigned timeout_ms)
{
	pollfd p = {fd, events, 0};

	return poll(&p, 1, static_cast<int>(timeout_ms)) > 0;
}

int read_bytes(void *ctx, uint8_t *bytes, size_t len, unsigned timeout_ms)
{
	Socket &s = *static_cast<Socket *>(ctx);

	if (!ready(s.fd, POLLIN, timeout_ms))
		return 0;
	const ssize_t got = recv(s.fd, bytes, len, 0);
	s.read += got > 0 ? static_cast<unsigned long long>(got) : 0;
	return got > 0 ? static_cast<int>(got) : -1;
}

int write_bytes(void *ctx, const uint8_t *bytes, size_t len, unsigned timeout_ms)
{
	Socket &s = *static_cast<Socket *>(ctx);

	if (!ready(s.fd, POLLOUT, timeout_ms))
		return 0;
	const ssize_t put = send(s.fd, bytes, len, MSG_NOSIGNAL);
	s.written += put > 0 ? static_cast<unsigned long long>(put) : 0;
	return put > 0 ? static_cast<int>(put) : -1;
}

bool connect_to(Socket &s, const char *port)
{
	sockaddr_in address = {};

	address.sin_family = AF_INET;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	address.sin_port = htons(static_cast<uint16_t>(atoi(port)));
	s.fd = socket(AF_INET, SOCK_STREAM, 0);
	return s.fd >= 0 && !connect(s.fd, reinterpret_cast<sockaddr *>(&address), sizeof(address));
}

int fail(const gno_session *s)
{
	fprintf(stderr, "run.cpp: %s\n", gno_session_error(s));
	return 1;
}

} // namespace

int main(int argc, char **argv)
{
	std::unique_ptr<gno_session, decltype(&gno_session_free)> s(gno_session_new(),
								    gno_session_free);
	Socket socket;
	char *report = nullptr;

	if (argc != 4 || !s || !connect_to(socket, argv[3]))
		return 2;
	gno_session_set_transport(s.get(), read_bytes, write_bytes, &socket);
	if (gno_session_run(s.get(), argv[1], argv[2]))
		return fail(s.get());
	if (gno_session_report(s.get(), argv[2], 0, &report))
		return fail(s.get());
	puts(report);
	gno_free(report);
	fprintf(stderr, "%llu bytes read, %llu written\n", socket.read, socket.written);

	gno_session_on_progress(
	    s.get(),
	    [](void *ctx, uint64_t, uint64_t, uint64_t) {
		    gno_session_interrupt(static_cast<gno_session *>(ctx));
	    },
	    s.get());
	if (!gno_session_run(s.get(), argv[1], (std::string(argv[2]) + "2").c_str())) {
		fprintf(stderr, "run.cpp: an interrupted run did not fail\n");
		return 1;
	}
	fprintf(stderr, "second run: %s\n", gno_session_error(s.get()));
	close(socket.fd);
	return 0;
}
