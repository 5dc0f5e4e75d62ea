#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/protocol.h"
#include "core/server-url.h"
#include "core/text.h"
#include "hal/http-client.h"

namespace faiwatch {

/// Room for a request and its answer. All callers share one, as they share the HTTP client. A caller owns it
/// from before the request is written until the answer was read.
struct ApiRoom {
  const void* holder = nullptr;

  char url[400];
  char body[kMessageBytes];
  /// No answer of the server is longer.
  char answer[1024];
};

/// One HTTP call at a time.
class ApiCall : private hal::HttpListener {
 public:
  struct Result {
    hal::HttpEnd end;
    /// 0: no head came.
    int status;
    uint32_t retry_after_seconds;
    /// Valid until the next call.
    TextView body;

    bool isSuccess() const { return end == hal::HttpEnd::Complete && status / 100 == 2; }
    /// The server answered, perhaps with a refusal.
    bool isAnswer() const { return end == hal::HttpEnd::Complete; }
  };

  ApiCall(hal::HttpClient& client, ApiRoom& room) : client_(client), room_(room) {}
  ApiCall(const ApiCall&) = delete;
  ApiCall& operator=(const ApiCall&) = delete;

  /// Where the body of the next call is to be written before post(), while isReady().
  char* body() { return room_.body; }
  /// @param token sent as bearer; null: none. Must outlive the call.
  /// @returns false when the client is busy or the address is too long
  /// @param keeps_connection another call to the same server follows soon
  bool post(const ServerUrl& server, TextView path, const char* token, bool keeps_connection,
            uint64_t now_ms);
  bool get(const ServerUrl& server, TextView path, const char* token, uint64_t now_ms);
  void cancel();
  /// Closes the connection that an earlier call kept open.
  void dropConnection() { client_.dropConnection(); }

  bool isRunning() const { return state_ == State::Running; }
  /// Whether a call may be written and begun.
  bool isReady() const { return !isRunning() && (room_.holder == nullptr || room_.holder == this); }
  /// Returns the outcome once after each call that was not cancelled. A call is given up after a minute, even
  /// if the client never says that it ended.
  bool takeResult(uint64_t now_ms, Result& out);

 private:
  enum class State : uint8_t { Idle, Running, Ended };

  bool start(hal::HttpMethod method, const ServerUrl& server, TextView path, const char* token,
             bool keeps_connection, uint64_t now_ms);
  void release();
  void onHttpHead(const hal::HttpHead& head) override;
  bool onHttpBody(const uint8_t* data, size_t length) override;
  void onHttpEnd(hal::HttpEnd end) override;

  hal::HttpClient& client_;
  State state_ = State::Idle;
  Result result_ = {};
  ApiRoom& room_;
  size_t answer_size_ = 0;
  uint64_t give_up_ms_ = 0;
};

}  // namespace faiwatch
