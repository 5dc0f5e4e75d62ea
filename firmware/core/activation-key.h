#pragma once

#include "core/text.h"

namespace faiwatch {

/// `XXXXX-XXXXX-XXXXX-XXXXX`
using KeyCode = FixedText<23>;

/// A key as it is stored, from what a person typed: case, spaces, dashes and underscores do not matter,
/// O, I and L are read as 0, 1 and 1. The rules of the server's domain/keys/activation-key.ts.
/// @returns false for the wrong length, a character no key has, or a wrong check character
bool normaliseActivationKey(TextView typed, KeyCode& out);

/// Digest that stands for a key where the key is not known or must not be sent: 64 hex digits, lower case.
using KeyDigest = FixedText<64>;
/// SHA-256 of `faiwatch-key:` and the key in its normal form.
KeyDigest digestActivationKey(TextView key);

}  // namespace faiwatch
