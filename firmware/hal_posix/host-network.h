#pragma once

#include <stdint.h>

#include <deque>
#include <string>
#include <vector>

#include "hal_posix/descriptor.h"
#include "hal_posix/trusted-roots.h"

namespace faiwatch::posix {

/// What may be done with a socket without waiting, until the kernel says EAGAIN.
struct Readiness {
  /// Whose socket it is.
  uint32_t board = 0;
  bool can_read = false;
  bool can_write = false;
};

/// The computer's network, on which the connections of all boards lie.
class HostNetwork {
 public:
  /// @param roots file of further certificates to believe; empty: only the computer's
  explicit HostNetwork(std::string roots);

  TrustedRoots& roots() { return roots_; }

  /// Keeps `readiness` up to date with the kernel's view of the socket, until forget().
  void watch(const Descriptor& socket, Readiness& readiness);
  void forget(const Descriptor& socket);
  /// Keeps a connection open and silent, so that its other end does not learn that it is over. The oldest are closed
  /// when they take more than a quarter of all descriptors.
  void abandon(Descriptor socket);

  /// Readable when update() has something to do.
  int descriptor() const { return epoll_.get(); }
  /// Asks the kernel once. @returns the boards whose sockets have become ready; one may be there twice
  const std::vector<uint32_t>& update();

 private:
  TrustedRoots roots_;
  Descriptor epoll_;
  std::vector<uint32_t> ready_;
  size_t most_abandoned_;
  std::deque<Descriptor> abandoned_;
};

}  // namespace faiwatch::posix
