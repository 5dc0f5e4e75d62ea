#pragma once

#include "esp_err.h"
#include "esp_tls.h"

namespace faiwatch::esp {

/// Whether esp-tls failed in the handshake or over a certificate, once TCP was up. Lower codes are failures of the
/// name, the socket and the connection.
constexpr bool isTlsError(esp_err_t error) {
  return error >= ESP_ERR_MBEDTLS_CERT_PARTLY_OK &&
         error <= ESP_ERR_MBEDTLS_SSL_TICKET_SETUP_FAILED;
}

}  // namespace faiwatch::esp
