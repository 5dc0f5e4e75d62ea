#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <optional>
#include <string>

#include "hal_posix/descriptor.h"
#include "hal_posix/host-network.h"
#include "hal_posix/resolver.h"
#include "hal_posix/sim-trust.h"
#include "hal_posix/stream.h"
#include "hal_posix/uplink.h"

namespace faiwatch::posix {

/// TCP or TLS to a server while the uplink works. Without it no bytes go either way, and neither side learns that
/// the connection ended: the server has to notice by itself.
class Wire final : public Stream {
 public:
  /// @param board whose it is
  Wire(const Uplink& uplink, HostNetwork& network, SimTrust& trust, uint32_t board)
      : uplink_(uplink), network_(network), trust_(trust), readiness_{board, false, false} {}
  ~Wire() override { close(); }

  /// @param host a name or an address, IPv6 without brackets
  void open(const char* host, uint16_t port, bool is_tls);
  StreamState state() const override { return state_; }
  StreamFailure failure() const override { return failure_; }
  void poll() override;
  size_t read(void* out, size_t capacity) override;
  size_t write(const void* data, size_t length) override;
  void close() override;

 private:
  enum class Stage : uint8_t { Resolving, Connecting, Handshaking, Ready };
  struct FreeSsl {
    void operator()(SSL* ssl) const { SSL_free(ssl); }
  };

  bool isConnected() const { return uplink_.carries() && association_ == uplink_.association(); }
  void tryNextAddress();
  void finishConnecting();
  void shakeHands();
  void fail(StreamFailure failure);
  size_t finishTransfer(int result);

  const Uplink& uplink_;
  HostNetwork& network_;
  SimTrust& trust_;
  Readiness readiness_;
  StreamState state_ = StreamState::Closed;
  StreamFailure failure_ = StreamFailure::None;
  Stage stage_ = Stage::Resolving;
  std::string host_;
  bool is_tls_ = false;
  uint32_t association_ = 0;
  std::optional<Resolution> resolution_;
  size_t next_address_ = 0;
  Descriptor socket_;
  std::unique_ptr<SSL, FreeSsl> ssl_;
};

}  // namespace faiwatch::posix
