// Mirrors components/mbedtls/esp_crt_bundle/include/esp_crt_bundle.h, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#include "esp_err.h"

#ifdef __cplusplus
extern "C" {
#endif

esp_err_t esp_crt_bundle_attach(void* conf);

#ifdef __cplusplus
}
#endif
