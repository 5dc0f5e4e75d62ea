// Mirrors components/esp-tls/{esp_tls,esp_tls_errors}.h, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#include "esp_err.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ESP_ERR_ESP_TLS_BASE 0x8000
#define ESP_ERR_ESP_TLS_CONNECTION_TIMEOUT (ESP_ERR_ESP_TLS_BASE + 0x06)
#define ESP_ERR_MBEDTLS_CERT_PARTLY_OK (ESP_ERR_ESP_TLS_BASE + 0x10)
#define ESP_ERR_MBEDTLS_SSL_HANDSHAKE_FAILED (ESP_ERR_ESP_TLS_BASE + 0x1A)
#define ESP_ERR_MBEDTLS_SSL_TICKET_SETUP_FAILED (ESP_ERR_ESP_TLS_BASE + 0x1C)

typedef struct esp_tls_last_error* esp_tls_error_handle_t;

esp_err_t esp_tls_get_and_clear_last_error(esp_tls_error_handle_t h, int* esp_tls_code,
                                           int* esp_tls_flags);

#ifdef __cplusplus
}
#endif
