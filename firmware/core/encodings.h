#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

namespace faiwatch {

/// Whether the bytes are UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing above U+10FFFF.
bool isUtf8(TextView text);

/// Whether it holds a control character (U+0000 to U+001F, U+007F).
bool holdsControl(TextView text);

/// Base64 with padding (RFC 4648 section 4), nothing else in between.
/// @returns false when it is none, or longer than `capacity`
bool decodeBase64(TextView text, uint8_t* out, size_t capacity, size_t& length);

/// Exactly 64 hex digits of either case.
bool decodeDigest(TextView text, uint8_t (&out)[32]);

/// Value of a hex digit; -1: it is none.
int hexValue(char digit);

/// Writes one code point as UTF-8. @returns how many bytes, 1 to 4
size_t encodeUtf8(uint32_t code_point, char (&out)[4]);

}  // namespace faiwatch
