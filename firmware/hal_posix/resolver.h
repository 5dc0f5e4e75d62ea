#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <memory>
#include <vector>

namespace faiwatch::posix {

struct Address {
  sockaddr_storage bytes;
  socklen_t length;
};

/// A look-up of a name on a thread of its own, since getaddrinfo(3) waits.
class Resolution {
 public:
  Resolution(const char* host, uint16_t port);

  bool isDone() const { return shared_->is_done; }
  /// Once done; empty: there is no such name.
  const std::vector<Address>& addresses() const { return shared_->addresses; }

 private:
  struct Shared {
    std::atomic<bool> is_done{false};
    std::vector<Address> addresses;
  };

  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

}  // namespace faiwatch::posix
