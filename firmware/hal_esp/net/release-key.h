#pragma once

#include "hal/crypto.h"
#include "mbedtls/pk.h"

namespace faiwatch::esp {

/// ECDSA over P-256 by Mbed TLS. Verifying takes about 4 KB of the caller's stack and a tenth of a second.
class ReleaseKey final : public hal::Crypto {
 public:
  ReleaseKey();
  ReleaseKey(const ReleaseKey&) = delete;
  ReleaseKey& operator=(const ReleaseKey&) = delete;

  /// Once, before anything else.
  /// @param pem public key, NUL-terminated
  /// @returns false when it holds no key of P-256; then nothing verifies
  bool begin(const char* pem);
  bool verifyRelease(const uint8_t (&sha256)[32], const uint8_t* signature, size_t length) override;

 private:
  mbedtls_pk_context key_ = {};
  bool has_key_ = false;
};

}  // namespace faiwatch::esp
