#include "hal_esp/net/portal-reply.h"

#include <string.h>

#include "core/text.h"

namespace faiwatch::esp {

void PortalReplyBuffer::begin(int status, const char* content_type, const char* location) {
  TextWriter head(head_, sizeof head_);
  head.add("HTTP/1.1 ").addSigned(status).add(" \r\nContent-Type: ").add(content_type);
  if (location != nullptr) head.add("\r\nLocation: ").add(location);
  head.add("\r\nCache-Control: no-store\r\nConnection: close\r\nContent-Length: ");
  head_size_ = head.size();
  body_size_ = 0;
  sent_ = 0;
  has_body_ = false;
}

void PortalReplyBuffer::write(const char* text, size_t length) {
  const size_t room = sizeof body_ - body_size_;
  const size_t taken = length < room ? length : room;
  memcpy(body_ + body_size_, text, taken);
  body_size_ += taken;
}

void PortalReplyBuffer::finish(bool with_body) {
  TextWriter end(head_ + head_size_, sizeof head_ - head_size_);
  end.addUnsigned(body_size_).add("\r\n\r\n");
  head_size_ += end.size();
  has_body_ = with_body;
}

const char* PortalReplyBuffer::next() const {
  return sent_ < head_size_ ? head_ + sent_ : body_ + (sent_ - head_size_);
}

size_t PortalReplyBuffer::nextLength() const {
  if (sent_ < head_size_) return head_size_ - sent_;
  return has_body_ ? body_size_ - (sent_ - head_size_) : 0;
}

}  // namespace faiwatch::esp
