#pragma once

#include <stddef.h>
#include <stdint.h>

#include "hal/portal-server.h"
#include "hal_esp/net/portal-reply.h"
#include "hal_esp/net/socket.h"

namespace faiwatch::esp {

/// One connection of a browser.
///
///   Gone      --accept()-->                   Reading
///   Reading   --request whole, reply free-->  Answering
///   Answering --last byte sent-->             Leaving    (so that it reaches a phone that is still sending)
///   Leaving   --it closed, too, or 1 s-->     Gone
///   any       --nothing moved for 8 s-->      Gone
class PortalVisitor {
 public:
  PortalVisitor() = default;
  PortalVisitor(const PortalVisitor&) = delete;
  PortalVisitor& operator=(const PortalVisitor&) = delete;

  /// @returns false when nobody waits
  bool accept(const Socket& listening, uint64_t now_ms);
  /// @param reply null: another visitor is being answered
  void serve(hal::PortalListener& listener, PortalReplyBuffer* reply, uint64_t now_ms);
  void leave();

  bool isGone() const { return state_ == State::Gone; }
  bool isAnswering() const { return state_ == State::Answering; }
  /// Browsers open connections ahead, for requests that may never come. Such a one may have to make room.
  bool isOnlyWaiting(uint64_t now_ms) const;

 private:
  enum class State : uint8_t { Gone, Reading, Answering, Leaving };

  void read(hal::PortalListener& listener, PortalReplyBuffer* reply, uint64_t now_ms);
  void answer(hal::PortalListener& listener, PortalReplyBuffer& reply, uint64_t now_ms);
  void send(PortalReplyBuffer& reply, uint64_t now_ms);
  void drain();

  State state_ = State::Gone;
  Socket socket_;
  uint64_t moved_ms_ = 0;
  size_t received_ = 0;
  /// The request so far, with room for a NUL behind it.
  char request_[hal::kPortalRequestBytes + 1] = {};
};

}  // namespace faiwatch::esp
