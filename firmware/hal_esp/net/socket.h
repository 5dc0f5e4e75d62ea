#pragma once

#include <stdint.h>

#include "lwip/sockets.h"

namespace faiwatch::esp {

/// A socket of lwIP that is closed with its owner. Nothing waits on it.
class Socket {
 public:
  Socket() = default;
  ~Socket() { close(); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  /// @param type SOCK_STREAM (which listens then) or SOCK_DGRAM
  /// @param interface what comes in by another one is not for it: lwIP takes what is sent to any of its
  ///   addresses from any of its interfaces (RFC 1122 section 3.3.4.2, the weak model)
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
