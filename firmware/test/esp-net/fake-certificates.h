// The vendor's bundle of authorities, and handshakes as far as certificates go.
#pragma once

#include <stdint.h>

#include <vector>

#include "mbedtls/x509_crt.h"

namespace certificates {

/// @param chain from the server's own to the one that an authority signed
/// @param is_signed_by_bundle whether the bundle has that authority
/// @param authority its certificate, where it is one's own
/// @returns the flags of Mbed TLS, 0: accepted
uint32_t shakeHands(const std::vector<mbedtls_x509_crt>& chain, bool is_signed_by_bundle,
                    const std::vector<uint8_t>& authority = {});

/// The last second of a day in UTC.
mbedtls_x509_crt validTo(int year, int month, int day);

}  // namespace certificates
