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
#define MBEDTLS_X509_BADCERT_BAD_MD 0x4000

typedef struct mbedtls_x509_time {
  int year, mon, day;
  int hour, min, sec;
} mbedtls_x509_time;

typedef struct mbedtls_asn1_buf {
  int tag;
  size_t len;
  unsigned char* p;
} mbedtls_x509_buf;

typedef struct mbedtls_x509_crt {
  mbedtls_x509_buf raw;
  mbedtls_x509_time valid_from;
  mbedtls_x509_time valid_to;
} mbedtls_x509_crt;

typedef struct mbedtls_x509_crl mbedtls_x509_crl;

void mbedtls_x509_crt_init(mbedtls_x509_crt* crt);
void mbedtls_x509_crt_free(mbedtls_x509_crt* crt);
int mbedtls_x509_crt_parse_der(mbedtls_x509_crt* chain, const unsigned char* buf, size_t buflen);
int mbedtls_x509_crt_verify(mbedtls_x509_crt* crt, mbedtls_x509_crt* trust_ca,
                            mbedtls_x509_crl* ca_crl, const char* cn, uint32_t* flags,
                            int (*f_vrfy)(void*, mbedtls_x509_crt*, int, uint32_t*), void* p_vrfy);

#ifdef __cplusplus
}
#endif
