#include "core/activation-key.h"

#include "core/sha256.h"

namespace faiwatch {

namespace {

constexpr char kAlphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr size_t kLength = 20;

/// Length of the separator that `text` begins with, such as a hyphen or a space; 0: none.
size_t separatorLength(TextView text) {
  const char c = text[0];
  if (c == ' ' || c == '\t' || c == '-' || c == '_') return 1;
  // U+2010 to U+2014, the dashes that phones make of a hyphen.
  if (text.startsWith("\xe2\x80") && text.size() > 2) {
    const auto last = static_cast<uint8_t>(text[2]);
    if (last >= 0x90 && last <= 0x94) return 3;
  }
  return 0;
}

/// Value of one character of a key; -1: no key has it.
int valueOf(char c) {
  if (c >= 'a' && c <= 'z') c = static_cast<char>(c - ('a' - 'A'));
  if (c == 'O') c = '0';
  if (c == 'I' || c == 'L') c = '1';
  for (int i = 0; i < 32; i++) {
    if (kAlphabet[i] == c) return i;
  }
  return -1;
}

/// Multiplication by x modulo x^5 + x^2 + 1.
int timesAlpha(int value) {
  const int doubled = value << 1;
  return (doubled & 32) != 0 ? doubled ^ 0x25 : doubled;
}

}  // namespace

bool normaliseActivationKey(TextView typed, KeyCode& out) {
  char text[KeyCode::kCapacity + 1];
  TextWriter writer(text, sizeof text);
  size_t count = 0;
  int syndrome = 0;
  for (size_t i = 0; i < typed.size();) {
    const size_t separator = separatorLength(typed.substr(i));
    if (separator > 0) {
      i += separator;
      continue;
    }
    const int value = valueOf(typed[i]);
    if (value < 0 || count == kLength) return false;
    if (count > 0 && count % 5 == 0) writer.add('-');
    writer.add(kAlphabet[value]);
    // The remainder is zero for a whole key. One wrong character or two exchanged ones change it.
    syndrome = timesAlpha(syndrome) ^ value;
    count++;
    i++;
  }
  return count == kLength && syndrome == 0 && out.assign(writer.view());
}

KeyDigest digestActivationKey(TextView key) {
  constexpr TextView kPrefix("faiwatch-key:", 13);
  Sha256 sha;
  sha.add(kPrefix.data(), kPrefix.size());
  sha.add(key.data(), key.size());
  uint8_t bytes[32];
  sha.finish(bytes);
  char text[KeyDigest::kCapacity + 1];
  TextWriter writer(text, sizeof text);
  for (const uint8_t byte : bytes) writer.addHex(byte, 2);
  KeyDigest digest;
  digest.assign(writer.view());
  return digest;
}

}  // namespace faiwatch
