#pragma once

#include "core/device-names.h"
#include "core/text.h"
#include "hal/key-value-store.h"
#include "hal/random.h"

namespace faiwatch {

/// Password of the set-up network: ten characters of Crockford's alphabet, which are 50 bits. WPA2 takes
/// 4096 rounds of SHA-1 for each guess.
using SetupPassword = FixedText<10>;

/// Password of a board that has an activation key: the first characters of HMAC-SHA256(digest, "faiwatch setup").
/// The server derives the same and shows it to those who may see the key (src/domain/devices/setup-network.ts).
/// @param key_digest of digestActivationKey
SetupPassword deriveSetupPassword(TextView key_digest);

/// Password of a board without a key: made at random once and stored. One that could not be stored is used until
/// the next start.
SetupPassword loadSetupPassword(hal::KeyValueStore& store, hal::Random& random);

struct SetupNetwork {
  NetworkName name;
  SetupPassword password;
  /// Derived from the activation key, and shown only to those who may see the key.
  bool is_secret = false;
};

}  // namespace faiwatch
