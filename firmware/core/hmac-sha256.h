#pragma once

#include <stdint.h>

#include "core/text.h"

namespace faiwatch {

/// HMAC (RFC 2104) with SHA-256. @param key at most 64 bytes, a block of SHA-256
void hmacSha256(TextView key, TextView text, uint8_t (&out)[32]);

/// Compares in a time that depends on the lengths alone.
bool isSameSecret(TextView a, TextView b);

}  // namespace faiwatch
