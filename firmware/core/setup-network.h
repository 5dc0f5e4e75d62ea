#pragma once

#include "core/device-names.h"
#include "core/text.h"
#include "hal/key-value-store.h"
#include "hal/random.h"

namespace faiwatch {

/// Password of the set-up network: ten characters of Crockford's alphabet, which are 50 bits. WPA2 takes
/// 4096 rounds of SHA-1 for each guess.
using SetupPassword = FixedText<10>;

/// Of a board that has an activation key: the first characters of HMAC-SHA256(digest, "faiwatch setup"), so
/// that whoever may see the key can be told it. The server derives the same (src/domain/devices/setup-network.ts).
/// @param key_digest of digestActivationKey
SetupPassword deriveSetupPassword(TextView key_digest);

/// Of a board that has none: made at random once, and kept. One that could not be kept serves until the
/// next start.
SetupPassword loadSetupPassword(hal::KeyValueStore& store, hal::Random& random);

struct SetupNetwork {
  NetworkName name;
  SetupPassword password;
  /// Follows from the activation key, and is told only to those who may see that.
  bool is_secret = false;
};

}  // namespace faiwatch
