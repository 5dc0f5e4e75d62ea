#include "hal_esp/net/socket.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

namespace faiwatch::esp {

namespace {

constexpr int kBacklog = 4;

}  // namespace

bool Socket::bindTo(int type, const ifreq& interface, uint32_t address, uint16_t port) {
  close();
  number_ = socket(AF_INET, type, type == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP);
  if (!isOpen()) return false;
  // Old connections may still be closing.
  const int reuse = 1;
  setsockopt(number_, SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse);
  sockaddr_in name = {};
  name.sin_len = sizeof name;
  name.sin_family = AF_INET;
  name.sin_port = htons(port);
  name.sin_addr.s_addr = htonl(address);
  const bool is_ready = makeNonBlocking() &&
                        setsockopt(number_, SOL_SOCKET, SO_BINDTODEVICE, &interface,
                                   sizeof interface) == 0 &&
                        bind(number_, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0 &&
                        (type != SOCK_STREAM || listen(number_, kBacklog) == 0);
  if (!is_ready) close();
  return is_ready;
}

bool Socket::acceptFrom(const Socket& listening, sockaddr_in& peer) {
  close();
  socklen_t length = sizeof peer;
  number_ = accept(listening.get(), reinterpret_cast<sockaddr*>(&peer), &length);
  if (!isOpen()) return false;
  if (!makeNonBlocking()) close();
  return isOpen();
}

void Socket::close() {
  if (isOpen()) ::close(number_);
  number_ = -1;
}

bool Socket::makeNonBlocking() {
  const int flags = fcntl(number_, F_GETFL, 0);
  return flags >= 0 && fcntl(number_, F_SETFL, flags | O_NONBLOCK) == 0;
}

bool wouldHaveWaited() { return errno == EAGAIN || errno == EWOULDBLOCK; }

}  // namespace faiwatch::esp
