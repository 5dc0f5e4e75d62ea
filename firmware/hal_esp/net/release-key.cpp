#include "hal_esp/net/release-key.h"

#include <string.h>

namespace faiwatch::esp {

namespace {

constexpr size_t kBits = 256;

}  // namespace

ReleaseKey::ReleaseKey() { mbedtls_pk_init(&key_); }

bool ReleaseKey::begin(const char* pem) {
  // Mbed TLS counts the NUL as part of a PEM text.
  has_key_ = pem[0] != '\0' &&
             mbedtls_pk_parse_public_key(&key_, reinterpret_cast<const unsigned char*>(pem),
                                         strlen(pem) + 1) == 0 &&
             mbedtls_pk_can_do(&key_, MBEDTLS_PK_ECDSA) == 1 &&
             mbedtls_pk_get_bitlen(&key_) == kBits;
  return has_key_;
}

bool ReleaseKey::verifyRelease(const uint8_t (&sha256)[32], const uint8_t* signature,
                               size_t length) {
  return has_key_ &&
         mbedtls_pk_verify(&key_, MBEDTLS_MD_SHA256, sha256, sizeof sha256, signature, length) == 0;
}

}  // namespace faiwatch::esp
