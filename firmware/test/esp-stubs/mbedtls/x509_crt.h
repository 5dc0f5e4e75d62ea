// Mirrors components/mbedtls/mbedtls/include/mbedtls/{x509,x509_crt}.h (Mbed TLS 3.6, ESP-IDF v5.5): only what
// hal_esp uses.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MBEDTLS_X509_BADCERT_EXPIRED 0x01
#define MBEDTLS_X509_BADCERT_NOT_TRUSTED 0x08

typedef struct mbedtls_x509_time {
  int year, mon, day;
  int hour, min, sec;
} mbedtls_x509_time;

typedef struct mbedtls_x509_crt {
  mbedtls_x509_time valid_from;
  mbedtls_x509_time valid_to;
} mbedtls_x509_crt;

#ifdef __cplusplus
}
#endif
