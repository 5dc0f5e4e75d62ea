// Mirrors components/mbedtls/mbedtls/include/mbedtls/{ssl,private_access}.h (Mbed TLS 3.6, ESP-IDF v5.5): only
// what hal_esp uses.
#pragma once

#include "mbedtls/x509_crt.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MBEDTLS_PRIVATE(member) private_##member

typedef struct mbedtls_ssl_config {
  int (*MBEDTLS_PRIVATE(f_vrfy))(void*, mbedtls_x509_crt*, int, uint32_t*);
  void* MBEDTLS_PRIVATE(p_vrfy);
} mbedtls_ssl_config;

void mbedtls_ssl_conf_verify(mbedtls_ssl_config* conf,
                             int (*f_vrfy)(void*, mbedtls_x509_crt*, int, uint32_t*), void* p_vrfy);

#ifdef __cplusplus
}
#endif
