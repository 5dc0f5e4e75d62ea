#include "core/serial-out.h"

namespace faiwatch {

void SerialOut::ok(TextView text) { addLine("OK ", text, {}, 0); }

void SerialOut::error(TextView code, TextView text) { addLine("ERR ", code, text, 0); }

void SerialOut::detail(TextView text) { addLine("- ", text, {}, 0); }

void SerialOut::notice(TextView text) { addLine("* ", text, {}, kAnswerBytes); }

void SerialOut::packet(ImprovPacket type, TextView data) {
  const size_t length = kImprovHeadBytes + data.size() + 2;
  if (data.size() > kImprovMostData || length > kCapacity - used_) return;
  const char rest[] = {static_cast<char>(type), static_cast<char>(data.size())};
  const TextView parts[] = {{kImprovHead, sizeof kImprovHead}, {rest, sizeof rest}, data};
  uint8_t sum = 0;
  for (const TextView part : parts) {
    for (size_t i = 0; i < part.size(); i++) {
      sum = static_cast<uint8_t>(sum + static_cast<uint8_t>(part[i]));
    }
    addBytes(part);
  }
  const char end[] = {static_cast<char>(sum), '\n'};
  addBytes({end, sizeof end});
}

void SerialOut::flush() {
  while (used_ > 0) {
    const size_t until_wrap = kCapacity - begin_;
    const size_t offered = used_ < until_wrap ? used_ : until_wrap;
    const size_t taken = serial_.write(buffer_ + begin_, offered);
    begin_ = (begin_ + taken) % kCapacity;
    used_ -= taken;
    if (taken < offered) return;
  }
}

void SerialOut::addLine(TextView mark, TextView first, TextView second, size_t keep_free) {
  const size_t space = second.empty() ? 0 : 1;
  const size_t length = mark.size() + first.size() + space + second.size() + 2;
  if (length + keep_free > kCapacity - used_) return;
  addBytes(mark);
  addBytes(first);
  if (!second.empty()) {
    addBytes(" ");
    addBytes(second);
  }
  addBytes("\r\n");
}

void SerialOut::addBytes(TextView text) {
  for (size_t i = 0; i < text.size(); i++) {
    buffer_[(begin_ + used_) % kCapacity] = text[i];
    used_++;
  }
}

}  // namespace faiwatch
