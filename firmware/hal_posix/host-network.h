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

  /// Keeps `readiness` true to what the kernel says of the socket, from now until forget().
  void watch(const Descriptor& socket, Readiness& readiness);
  void forget(const Descriptor& socket);
  /// Takes a connection whose other end is not to hear that it is over: it stays open, and silent. The
  /// oldest end when they take more than a quarter of all descriptors.
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
