#pragma once

#include <stdint.h>

#include "lwip/sockets.h"

namespace faiwatch::esp {

/// A socket of lwIP that is closed with its owner. No call blocks.
class Socket {
 public:
  Socket() = default;
  ~Socket() { close(); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  /// @param type SOCK_STREAM (which listens then) or SOCK_DGRAM
  /// @param interface the only one to accept packets from. Without it lwIP accepts packets to any of its addresses on
  ///   any interface (RFC 1122 section 3.3.4.2, the weak model)
  /// @returns false when there is none left, or the port is taken
  bool bindTo(int type, const ifreq& interface, uint32_t address, uint16_t port);
  /// @param peer whoever was accepted
  /// @returns false when nobody waits to be accepted
  bool acceptFrom(const Socket& listening, sockaddr_in& peer);
  void close();

  int get() const { return number_; }
  bool isOpen() const { return number_ >= 0; }

 private:
  bool makeNonBlocking();

  int number_ = -1;
};

/// Whether the last call failed only because it would have had to wait.
bool wouldHaveWaited();

}  // namespace faiwatch::esp
