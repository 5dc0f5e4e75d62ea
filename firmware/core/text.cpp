#include "core/text.h"

namespace faiwatch {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool isBlank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

TextView TextView::substr(size_t from, size_t count) const {
  if (from >= size_) return {};
  const size_t rest = size_ - from;
  return {data_ + from, count < rest ? count : rest};
}

size_t TextView::find(char wanted, size_t from) const {
  for (size_t i = from; i < size_; i++) {
    if (data_[i] == wanted) return i;
  }
  return SIZE_MAX;
}

bool TextView::startsWith(TextView prefix) const { return substr(0, prefix.size()) == prefix; }

TextView TextView::trimmed() const {
  size_t begin = 0;
  size_t end = size_;
  while (begin < end && isBlank(data_[begin])) begin++;
  while (end > begin && isBlank(data_[end - 1])) end--;
  return {data_ + begin, end - begin};
}

bool operator==(TextView a, TextView b) {
  return a.size() == b.size() && memcmp(a.data(), b.data(), a.size()) == 0;
}

bool equalsIgnoringCase(TextView a, TextView b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); i++) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

void copyText(char* out, size_t capacity, TextView text) {
  const size_t length = text.size() < capacity ? text.size() : capacity - 1;
  memcpy(out, text.data(), length);
  out[length] = '\0';
}

bool parseUnsigned(TextView digits, uint64_t max, uint64_t& out) {
  if (digits.empty()) return false;
  uint64_t value = 0;
  for (size_t i = 0; i < digits.size(); i++) {
    if (digits[i] < '0' || digits[i] > '9') return false;
    const auto digit = static_cast<uint64_t>(digits[i] - '0');
    if (value > (max - digit) / 10 || digit > max) return false;
    value = value * 10 + digit;
  }
  out = value;
  return true;
}

TextWriter& TextWriter::add(TextView text) {
  if (text.size() >= capacity_ - size_) {
    ok_ = false;
    return *this;
  }
  memcpy(buffer_ + size_, text.data(), text.size());
  size_ += text.size();
  buffer_[size_] = '\0';
  return *this;
}

TextWriter& TextWriter::addUnsigned(uint64_t value) {
  char digits[20];
  size_t begin = sizeof digits;
  do {
    digits[--begin] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value > 0);
  return add(TextView(digits + begin, sizeof digits - begin));
}

TextWriter& TextWriter::addSigned(int64_t value) {
  if (value >= 0) return addUnsigned(static_cast<uint64_t>(value));
  add('-');
  return addUnsigned(~static_cast<uint64_t>(value) + 1);
}

TextWriter& TextWriter::addHex(uint64_t value, unsigned digits) {
  for (unsigned i = digits; i > 0; i--) {
    add("0123456789abcdef"[(value >> ((i - 1) * 4)) & 15]);
  }
  return *this;
}

}  // namespace faiwatch
