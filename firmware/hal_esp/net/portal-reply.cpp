#include "hal_esp/net/portal-reply.h"

#include <string.h>

#include "core/text.h"

namespace faiwatch::esp {

void PortalDesk::begin(int status, const char* content_type, const char* location) {
  TextWriter head(head_, sizeof head_);
  head.add("HTTP/1.1 ").addSigned(status).add(" \r\nContent-Type: ").add(content_type);
  if (location != nullptr) head.add("\r\nLocation: ").add(location);
  head.add("\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n");
  head_size_ = head.size();
}

void PortalDesk::write(const char* text, size_t length) {
  const size_t room = hal::kPortalPieceBytes - size_;
  const size_t taken = length < room ? length : room;
  memcpy(bytes_ + size_, text, taken);
  size_ += taken;
}

void PortalDesk::clear() {
  head_size_ = 0;
  size_ = 0;
  sent_ = 0;
}

const char* PortalDesk::next() const {
  return sent_ < head_size_ ? head_ + sent_ : bytes_ + (sent_ - head_size_);
}

size_t PortalDesk::nextLength() const {
  return sent_ < head_size_ ? head_size_ - sent_ : size_ - (sent_ - head_size_);
}

void PortalDesk::beginPiece() { clear(); }

}  // namespace faiwatch::esp
