#include "fake-sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>

#include "lwip/sockets.h"

namespace phones {

World world;

bool Connection::isOpen() const { return fd >= 0 && fcntl(fd, F_GETFD) >= 0; }

std::shared_ptr<Connection> open(const std::string& says) {
  auto connection = std::make_shared<Connection>();
  connection->to_board = says;
  world.waiting.push_back(connection);
  return connection;
}

namespace {

/// A number that close() and fcntl() of the C library know.
int makeNumber() {
  const int number = ::open("/dev/null", O_RDWR);
  // Whoever had it before is closed.
  for (auto& each : world.accepted) {
    if (each->fd == number) each->fd = -1;
  }
  return number;
}

Connection* find(int number) {
  for (auto& each : world.accepted) {
    if (each->fd == number) return each.get();
  }
  return nullptr;
}

ssize_t fail(int error) {
  errno = error;
  return -1;
}

}  // namespace

}  // namespace phones

using phones::world;

extern "C" {

uint16_t lwip_htons(uint16_t n) { return static_cast<uint16_t>(n << 8 | n >> 8); }
uint32_t lwip_htonl(uint32_t n) { return __builtin_bswap32(n); }

int socket(int, int, int) { return phones::makeNumber(); }
int setsockopt(int, int, int option, const void* value, socklen_t) {
  if (option == SO_BINDTODEVICE) {
    world.interfaces.emplace_back(static_cast<const ifreq*>(value)->ifr_name);
  }
  return 0;
}
int listen(int, int) { return 0; }

int bind(int, const struct sockaddr* name, socklen_t) {
  sockaddr_in address;
  memcpy(&address, name, sizeof address);
  if (world.is_port_taken) return static_cast<int>(phones::fail(EADDRINUSE));
  world.bound_address = lwip_htonl(address.sin_addr.s_addr);
  world.bound_ports.push_back(lwip_htons(address.sin_port));
  return 0;
}

static void name(uint32_t address, struct sockaddr* out) {
  sockaddr_in from = {};
  from.sin_family = AF_INET;
  from.sin_addr.s_addr = lwip_htonl(address);
  memcpy(out, &from, sizeof from);
}

int accept(int, struct sockaddr* peer, socklen_t*) {
  if (world.waiting.empty()) return static_cast<int>(phones::fail(EAGAIN));
  auto connection = world.waiting.front();
  world.waiting.pop_front();
  connection->fd = phones::makeNumber();
  name(connection->address, peer);
  world.accepted.push_back(connection);
  return connection->fd;
}

int shutdown(int number, int) {
  phones::find(number)->is_shut = true;
  return 0;
}

ssize_t recv(int number, void* out, size_t capacity, int) {
  phones::Connection* const connection = phones::find(number);
  if (connection == nullptr) return phones::fail(EBADF);
  std::string& bytes = connection->to_board;
  if (bytes.empty()) return connection->has_closed ? 0 : phones::fail(EAGAIN);
  const size_t got = std::min(bytes.size(), capacity);
  memcpy(out, bytes.data(), got);
  bytes.erase(0, got);
  return static_cast<ssize_t>(got);
}

ssize_t send(int number, const void* data, size_t length, int) {
  phones::Connection* const connection = phones::find(number);
  if (connection == nullptr) return phones::fail(EBADF);
  if (connection->window == 0) return phones::fail(EAGAIN);
  const size_t taken = std::min(length, connection->window);
  if (connection->window != SIZE_MAX) connection->window -= taken;
  connection->from_board.append(static_cast<const char*>(data), taken);
  return static_cast<ssize_t>(taken);
}

ssize_t recvfrom(int, void* out, size_t capacity, int, struct sockaddr* from, socklen_t*) {
  if (world.queries.empty()) return phones::fail(EAGAIN);
  const std::string query = world.queries.front();
  world.queries.pop_front();
  const size_t got = std::min(query.size(), capacity);
  name(world.asker, from);
  memcpy(out, query.data(), got);
  return static_cast<ssize_t>(got);
}

ssize_t sendto(int, const void* data, size_t length, int, const struct sockaddr*, socklen_t) {
  world.answers.emplace_back(static_cast<const char*>(data), length);
  return static_cast<ssize_t>(length);
}
}
