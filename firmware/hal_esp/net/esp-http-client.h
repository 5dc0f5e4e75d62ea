#pragma once

#include <stddef.h>
#include <stdint.h>

#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "hal/clock.h"
#include "hal/http-client.h"
#include "hal_esp/net/channel.h"
#include "hal_esp/net/http-exchange.h"
#include "hal_esp/net/shared.h"
#include "hal_esp/net/worker.h"

namespace faiwatch::esp {

/// HTTP by esp_http_client, whose calls block. A task of its own makes them, one request after the other, and tells
/// core's task through a queue. A request that was cancelled may still block the task. The next one then begins
/// when the task is free.
class EspHttpClient final : public hal::HttpClient, private HttpExchangeOwner {
 public:
  explicit EspHttpClient(const hal::Clock& clock) : clock_(clock) {}
  EspHttpClient(const EspHttpClient&) = delete;
  EspHttpClient& operator=(const EspHttpClient&) = delete;

  /// Once, before anything else.
  void begin();

  bool start(const hal::HttpRequest& request, hal::HttpListener& listener) override;
  void cancel() override;
  void dropConnection() override;
  void poll() override;

 private:
  /// News from the worker about the request `number`.
  struct Word {
    enum class Kind : uint8_t { Progress, Head, Body, End };
    Kind kind;
    hal::HttpEnd end;
    uint32_t number;
    /// With Body: how many bytes are in chunk_, which core's task owns until it gives taken_.
    uint32_t length;
    hal::HttpHead head;
  };

  static void run(void* self);
  [[noreturn]] void work();
  bool say(const Word& word);
  bool onProgress() override;
  bool onHead(const hal::HttpHead& head) override;
  bool onBody(size_t length) override;
  bool isWanted() const override { return wanted_.load() == running_.number; }
  void finish(hal::HttpEnd end);

  const hal::Clock& clock_;

  // Core's task.
  hal::HttpListener* listener_ = nullptr;
  uint32_t number_ = 0;
  uint32_t timeout_ms_ = 0;
  uint64_t progress_ms_ = 0;

  // The worker.
  HttpJob running_ = {};
  HttpExchange exchange_{*this};

  // Between them.
  /// The next request, guarded by lock_. Number 0: there is none.
  HttpJob next_ = {};
  StaticSemaphore_t lock_memory_ = {};
  SemaphoreHandle_t lock_ = nullptr;
  StaticSemaphore_t asked_memory_ = {};
  SemaphoreHandle_t asked_ = nullptr;
  Channel<Word, 4> words_;
  /// The request that is wanted; 0: none. A worker that finds another number here gives up.
  Shared<uint32_t> wanted_{0};
  /// The worker is to free its kept connection.
  Shared<bool> drops_{false};
  StaticSemaphore_t taken_memory_ = {};
  SemaphoreHandle_t taken_ = nullptr;
  /// The handshake with the certificate bundle needs most of the stack.
  Worker<8192> worker_;
};

}  // namespace faiwatch::esp
