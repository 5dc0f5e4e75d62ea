#pragma once

#include <string>

#include "hal/random.h"
#include "hal_posix/wire.h"

namespace faiwatch::posix {

/// The client's side of a WebSocket (RFC 6455) with the subprotocol `mqtt`: bytes in binary frames.
class WebSocket final : public Stream {
 public:
  WebSocket(Wire& wire, hal::Random& random) : wire_(wire), random_(random) {}

  /// Opens the wire, too.
  void open(const char* host, uint16_t port, const char* path, bool is_tls);
  StreamState state() const override { return state_; }
  StreamFailure failure() const override { return failure_; }
  void poll() override;
  size_t read(void* out, size_t capacity) override;
  /// Takes all or nothing.
  size_t write(const void* data, size_t length) override;
  void close() override;

 private:
  void greet();
  void readGreeting();
  /// Takes whole frames out of what came.
  void readFrames();
  void sendFrame(uint8_t opcode, const void* data, size_t length);
  void flush();
  void fail();

  Wire& wire_;
  hal::Random& random_;
  StreamState state_ = StreamState::Closed;
  StreamFailure failure_ = StreamFailure::None;
  bool has_greeted_ = false;
  std::string greeting_;
  std::string expected_accept_;
  /// Bytes as they came, payload as it is, frames not taken by the wire yet.
  std::string received_;
  std::string payload_;
  std::string unsent_;
};

}  // namespace faiwatch::posix
