#include "hal_posix/release-key.h"

#include <openssl/pem.h>
#include <stdio.h>
#include <stdlib.h>

namespace faiwatch::posix {

ReleaseKey::ReleaseKey(const std::string& file) {
  if (file.empty()) return;
  FILE* const pem = fopen(file.c_str(), "r");
  if (pem != nullptr) {
    key_.reset(PEM_read_PUBKEY(pem, nullptr, nullptr, nullptr));
    fclose(pem);
  }
  if (!key_ || EVP_PKEY_get_base_id(key_.get()) != EVP_PKEY_EC) {
    fprintf(stderr, "simdevice: %s holds no public key of an elliptic curve\n", file.c_str());
    exit(2);
  }
}

bool ReleaseKey::verifyRelease(const uint8_t (&sha256)[32], const uint8_t* signature,
                               size_t length) {
  if (!key_) return false;
  EVP_PKEY_CTX* const context = EVP_PKEY_CTX_new(key_.get(), nullptr);
  const bool is_right = EVP_PKEY_verify_init(context) == 1 &&
                        EVP_PKEY_verify(context, signature, length, sha256, sizeof sha256) == 1;
  EVP_PKEY_CTX_free(context);
  return is_right;
}

}  // namespace faiwatch::posix
