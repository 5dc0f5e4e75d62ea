#pragma once

#include <stddef.h>
#include <stdint.h>

#include "hal/portal-server.h"

namespace faiwatch::esp {

/// An answer as it goes over the wire: head and body, in memory of its own. There is one for all visitors,
/// since each needs it only from the request until the last byte is sent.
class PortalReplyBuffer final : public hal::PortalReply {
 public:
  void begin(int status, const char* content_type, const char* location) override;
  void write(const char* text, size_t length) override;

  /// Completes the head. @param with_body false for HEAD, whose answer says the length only
  void finish(bool with_body);
  /// What is still to be sent: first of the head, then of the body.
  const char* next() const;
  size_t nextLength() const;
  void drop(size_t length) { sent_ += length; }
  bool isSent() const { return nextLength() == 0; }

 private:
  static constexpr size_t kHeadBytes = 384;

  char head_[kHeadBytes] = {};
  size_t head_size_ = 0;
  char body_[hal::kPortalReplyBytes] = {};
  size_t body_size_ = 0;
  bool has_body_ = false;
  size_t sent_ = 0;
};

}  // namespace faiwatch::esp
