#include "hal_posix/resolver.h"

#include <netdb.h>
#include <string.h>

#include <string>
#include <thread>

namespace faiwatch::posix {

namespace {

std::vector<Address> lookUp(const std::string& host, const std::string& port, int flags) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags;
  addrinfo* found = nullptr;
  std::vector<Address> addresses;
  if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) return addresses;
  for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
    Address address = {};
    memcpy(&address.bytes, each->ai_addr, each->ai_addrlen);
    address.length = each->ai_addrlen;
    addresses.push_back(address);
  }
  freeaddrinfo(found);
  return addresses;
}

}  // namespace

Resolution::Resolution(const char* host, uint16_t port) {
  const std::string number = std::to_string(port);
  shared_->addresses = lookUp(host, number, AI_NUMERICHOST);
  shared_->is_done = !shared_->addresses.empty();
  if (shared_->is_done) return;
  std::thread([shared = shared_, name = std::string(host), number] {
    shared->addresses = lookUp(name, number, 0);
    shared->is_done = true;
  }).detach();
}

}  // namespace faiwatch::posix
