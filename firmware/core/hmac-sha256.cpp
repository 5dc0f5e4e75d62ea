#include "core/hmac-sha256.h"

#include "core/sha256.h"

namespace faiwatch {

namespace {

constexpr size_t kBlockBytes = 64;

void addPaddedKey(Sha256& sha, TextView key, uint8_t padding) {
  uint8_t block[kBlockBytes];
  for (size_t i = 0; i < kBlockBytes; i++) {
    const char byte = i < key.size() ? key[i] : '\0';
    block[i] = static_cast<uint8_t>(static_cast<uint8_t>(byte) ^ padding);
  }
  sha.add(block, sizeof block);
}

}  // namespace

void hmacSha256(TextView key, TextView text, uint8_t (&out)[32]) {
  Sha256 sha;
  addPaddedKey(sha, key, 0x36);
  sha.add(text.data(), text.size());
  sha.finish(out);
  sha.reset();
  addPaddedKey(sha, key, 0x5c);
  sha.add(out, sizeof out);
  sha.finish(out);
}

bool isSameSecret(TextView a, TextView b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < a.size(); i++) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

}  // namespace faiwatch
