#pragma once

#include <stddef.h>
#include <stdint.h>

#include "hal/portal-server.h"
#include "hal_esp/net/portal-reply.h"
#include "hal_esp/net/socket.h"

namespace faiwatch::esp {

/// One connection of a browser.
///
///   Gone      --accept()-->              Waiting
///   Waiting   --says something, desk free--> Reading
///   Reading   --request whole-->         Answering
///   Answering --last byte sent-->        Leaving    (so that it reaches a phone that is still sending)
///   Leaving   --it closed, too, or 1 s-->     Gone
///   any       --nothing moved for 4 s-->      Gone
class PortalVisitor {
 public:
  PortalVisitor() = default;
  PortalVisitor(const PortalVisitor&) = delete;
  PortalVisitor& operator=(const PortalVisitor&) = delete;

  /// @returns false when nobody waits
  bool accept(const Socket& listening, uint64_t now_ms);
  /// @param desk null: another visitor has it
  void serve(hal::PortalListener& listener, PortalDesk* desk, uint64_t now_ms);
  void leave();

  bool isGone() const { return state_ == State::Gone; }
  bool hasDesk() const { return state_ == State::Reading || state_ == State::Answering; }
  /// Whether the connection has been silent. Browsers open such connections ahead, and they may have to make room.
  bool isOnlyWaiting(uint64_t now_ms) const;

 private:
  enum class State : uint8_t { Gone, Waiting, Reading, Answering, Leaving };

  void read(hal::PortalListener& listener, PortalDesk& desk, uint64_t now_ms);
  void answer(hal::PortalListener& listener, PortalDesk& desk, uint64_t now_ms);
  void send(hal::PortalListener& listener, PortalDesk& desk, uint64_t now_ms);
  void drain();

  State state_ = State::Gone;
  /// The listener still has something to write.
  bool has_more_ = false;
  Socket socket_;
  uint64_t moved_ms_ = 0;
};

}  // namespace faiwatch::esp
