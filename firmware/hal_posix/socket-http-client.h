#pragma once

#include <string>

#include "hal/clock.h"
#include "hal/http-client.h"
#include "hal_posix/http-answer.h"
#include "hal_posix/http-url.h"
#include "hal_posix/wire.h"
#include "hal_posix/world.h"

namespace faiwatch::posix {

/// HTTP/1.1.
class SocketHttpClient final : public hal::HttpClient {
 public:
  SocketHttpClient(const Uplink& uplink, HostNetwork& network, SimTrust& trust,
                   const hal::Clock& clock, const World& world)
      : wire_(uplink, network, trust, world.log.board), clock_(clock), world_(world) {}

  bool start(const hal::HttpRequest& request, hal::HttpListener& listener) override;
  void cancel() override;
  void dropConnection() override;
  void poll() override;

  bool isRunning() const { return listener_ != nullptr; }

 private:
  void compose(const hal::HttpRequest& request);
  void connect();
  bool isReport() const;
  void noteProgress() { progress_ms_ = clock_.nowMs(); }
  void receive();
  enum class Delivery : uint8_t { Nothing, Something, Ended };
  /// Gives the listener what has arrived.
  Delivery deliver();
  void end(hal::HttpEnd end);

  Wire wire_;
  const hal::Clock& clock_;
  const World& world_;
  hal::HttpListener* listener_ = nullptr;
  /// Counts requests: a listener may replace the one under way by another.
  uint32_t number_ = 0;
  HttpUrl url_;
  std::string request_;
  /// Where in the request what has not been sent yet begins.
  size_t sent_ = 0;
  bool keeps_connection_ = false;
  /// The connection is an older request's, and nothing has come of this one yet.
  bool may_repeat_ = false;
  HttpAnswer answer_;
  uint32_t timeout_ms_ = 0;
  uint64_t progress_ms_ = 0;
};

}  // namespace faiwatch::posix
