#pragma once

#include <stddef.h>
#include <stdint.h>

#include "hal/portal-server.h"

namespace faiwatch::esp {

/// The memory of one visitor from the first byte of a request to the last of its answer. All visitors share it: the
/// others wait, with their bytes in lwIP. The answer's pieces overwrite the request, which has been read by then.
class PortalDesk final : public hal::PortalReply {
 public:
  void begin(int status, const char* content_type, const char* location) override;
  void write(const char* text, size_t length) override;

  void clear();
  /// Where the next bytes of the request go, with room for a NUL behind the last one.
  char* room() { return bytes_ + size_; }
  size_t roomLength() const { return hal::kPortalRequestBytes - size_; }
  void received(size_t length) { size_ += length; }
  char* request() { return bytes_; }
  size_t requestLength() const { return size_; }

  /// From here on the bytes are those of the answer.
  void beginAnswer() { size_ = 0; }
  /// What is still to be sent of the head and the piece.
  const char* next() const;
  size_t nextLength() const;
  void drop(size_t length) { sent_ += length; }
  /// All of it went out: room for the next piece.
  void beginPiece();

 private:
  static constexpr size_t kHeadBytes = 256;
  static_assert(hal::kPortalPieceBytes <= hal::kPortalRequestBytes);

  char head_[kHeadBytes] = {};
  size_t head_size_ = 0;
  char bytes_[hal::kPortalRequestBytes + 1] = {};
  size_t size_ = 0;
  size_t sent_ = 0;
};

}  // namespace faiwatch::esp
