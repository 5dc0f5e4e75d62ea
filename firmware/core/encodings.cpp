#include "core/encodings.h"

namespace faiwatch {

namespace {

/// Length of the UTF-8 sequence that begins here; 0: it is invalid.
size_t sequenceLength(const uint8_t* at, size_t rest) {
  const uint8_t lead = at[0];
  if (lead < 0x80) return 1;
  size_t length = 0;
  uint8_t lowest = 0x80;
  uint8_t highest = 0xbf;
  if (lead >= 0xc2 && lead <= 0xdf) {
    length = 2;
  } else if (lead >= 0xe0 && lead <= 0xef) {
    length = 3;
    if (lead == 0xe0) lowest = 0xa0;
    if (lead == 0xed) highest = 0x9f;
  } else if (lead >= 0xf0 && lead <= 0xf4) {
    length = 4;
    if (lead == 0xf0) lowest = 0x90;
    if (lead == 0xf4) highest = 0x8f;
  }
  if (length == 0 || length > rest) return 0;
  if (at[1] < lowest || at[1] > highest) return 0;
  for (size_t i = 2; i < length; i++) {
    if ((at[i] & 0xc0) != 0x80) return 0;
  }
  return length;
}

int base64Value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return -1;
}

}  // namespace

bool isUtf8(TextView text) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  for (size_t i = 0; i < text.size();) {
    const size_t length = sequenceLength(bytes + i, text.size() - i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

bool holdsControl(TextView text) {
  for (size_t i = 0; i < text.size(); i++) {
    const auto byte = static_cast<uint8_t>(text[i]);
    if (byte < 0x20 || byte == 0x7f) return true;
  }
  return false;
}

bool decodeBase64(TextView text, uint8_t* out, size_t capacity, size_t& length) {
  if (text.empty() || text.size() % 4 != 0) return false;
  size_t padding = 0;
  while (padding < 2 && text[text.size() - 1 - padding] == '=') padding++;
  const size_t decoded = text.size() / 4 * 3 - padding;
  if (decoded > capacity) return false;
  uint32_t bits = 0;
  unsigned bit_count = 0;
  size_t written = 0;
  for (size_t i = 0; i < text.size() - padding; i++) {
    const int value = base64Value(text[i]);
    if (value < 0) return false;
    bits = (bits << 6) | static_cast<uint32_t>(value);
    bit_count += 6;
    if (bit_count >= 8) {
      bit_count -= 8;
      out[written++] = static_cast<uint8_t>(bits >> bit_count);
      bits &= (1U << bit_count) - 1;
    }
  }
  // The bits left over are padding and must be zero.
  length = written;
  return bits == 0;
}

bool decodeDigest(TextView text, uint8_t (&out)[32]) {
  if (text.size() != 64) return false;
  for (size_t i = 0; i < 32; i++) {
    const int high = hexValue(text[2 * i]);
    const int low = hexValue(text[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    out[i] = static_cast<uint8_t>(high * 16 + low);
  }
  return true;
}

int hexValue(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

size_t encodeUtf8(uint32_t code_point, char (&out)[4]) {
  const auto tail = [code_point](unsigned shift) {
    return static_cast<char>(0x80 | ((code_point >> shift) & 0x3f));
  };
  if (code_point < 0x80) {
    out[0] = static_cast<char>(code_point);
    return 1;
  }
  if (code_point < 0x800) {
    out[0] = static_cast<char>(0xc0 | (code_point >> 6));
    out[1] = tail(0);
    return 2;
  }
  if (code_point < 0x10000) {
    out[0] = static_cast<char>(0xe0 | (code_point >> 12));
    out[1] = tail(6);
    out[2] = tail(0);
    return 3;
  }
  out[0] = static_cast<char>(0xf0 | (code_point >> 18));
  out[1] = tail(12);
  out[2] = tail(6);
  out[3] = tail(0);
  return 4;
}

}  // namespace faiwatch
