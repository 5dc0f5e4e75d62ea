#include "core/setup-network.h"

#include "core/hmac-sha256.h"

namespace faiwatch {

namespace {

constexpr const char* kStoreKey = "setup_pass";
constexpr const char kAlphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

bool isPassword(TextView text) {
  if (text.size() != SetupPassword::kCapacity) return false;
  for (size_t i = 0; i < text.size(); i++) {
    if (TextView(kAlphabet).find(text[i]) == SIZE_MAX) return false;
  }
  return true;
}

}  // namespace

SetupPassword deriveSetupPassword(TextView key_digest) {
  uint8_t digest[32];
  hmacSha256(key_digest, "faiwatch setup", digest);
  char text[SetupPassword::kCapacity];
  for (size_t i = 0; i < sizeof text; i++) {
    // Five bits at a time, the highest first; they may lie across two bytes.
    const size_t bit = i * 5;
    const unsigned two = static_cast<unsigned>(digest[bit / 8] << 8 | digest[bit / 8 + 1]);
    text[i] = kAlphabet[two >> (11 - bit % 8) & 31];
  }
  SetupPassword password;
  password.assign({text, sizeof text});
  return password;
}

SetupPassword loadSetupPassword(hal::KeyValueStore& store, hal::Random& random) {
  char text[SetupPassword::kCapacity];
  size_t length = 0;
  const bool is_kept =
      store.get(kStoreKey, text, sizeof text, length) == hal::KeyValueStore::Read::Found &&
      isPassword({text, length});
  if (!is_kept) {
    for (char& character : text) character = kAlphabet[random.next() >> 27];
    store.put(kStoreKey, text, sizeof text);
  }
  SetupPassword password;
  password.assign({text, sizeof text});
  return password;
}

}  // namespace faiwatch
