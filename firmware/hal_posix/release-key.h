#pragma once

#include <openssl/evp.h>

#include <memory>
#include <string>

#include "hal/crypto.h"

namespace faiwatch::posix {

/// ECDSA with a public key from a file.
class ReleaseKey final : public hal::Crypto {
 public:
  /// @param file PEM; empty: no key, and nothing verifies. Ends the program when it holds none.
  explicit ReleaseKey(const std::string& file);
  bool verifyRelease(const uint8_t (&sha256)[32], const uint8_t* signature,
                     size_t length) override;

 private:
  struct Free {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  };
  std::unique_ptr<EVP_PKEY, Free> key_;
};

}  // namespace faiwatch::posix
