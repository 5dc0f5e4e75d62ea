#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch::hal {

/// SHA-256 itself is core's own; only the curve comes from the platform (mbedTLS, libcrypto).
class Crypto {
 public:
  /// ECDSA over P-256 with the release key that is built into the firmware.
  /// @param signature DER, at most 72 bytes
  /// @returns false for a wrong, malformed or unverifiable signature, and when no key is built in
  virtual bool verifyRelease(const uint8_t (&sha256)[32], const uint8_t* signature,
                             size_t length) = 0;

 protected:
  ~Crypto() = default;
};

}  // namespace faiwatch::hal
