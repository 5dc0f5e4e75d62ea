#include "hal_posix/listening-socket.h"

#include <netinet/in.h>
#include <sys/socket.h>

namespace faiwatch::posix {

Descriptor bindLocally(int type, uint16_t& port) {
  Descriptor bound(socket(AF_INET, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int yes = 1;
  setsockopt(bound.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  socklen_t length = sizeof address;
  auto* const name = reinterpret_cast<sockaddr*>(&address);
  if (bind(bound.get(), name, length) != 0 ||
      (type == SOCK_STREAM && listen(bound.get(), 16) != 0) ||
      getsockname(bound.get(), name, &length) != 0) {
    return Descriptor();
  }
  port = ntohs(address.sin_port);
  return bound;
}

}  // namespace faiwatch::posix
