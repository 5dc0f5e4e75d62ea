// Mirrors components/mbedtls/mbedtls/include/mbedtls/{pk,md}.h (Mbed TLS 3.6, ESP-IDF v5.5): only what
// hal_esp uses.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  MBEDTLS_MD_NONE = 0,
  MBEDTLS_MD_SHA256 = 0x09,
} mbedtls_md_type_t;

typedef enum {
  MBEDTLS_PK_NONE = 0,
  MBEDTLS_PK_RSA,
  MBEDTLS_PK_ECKEY,
  MBEDTLS_PK_ECKEY_DH,
  MBEDTLS_PK_ECDSA,
} mbedtls_pk_type_t;

typedef struct mbedtls_pk_info_t mbedtls_pk_info_t;
typedef struct mbedtls_pk_context {
  const mbedtls_pk_info_t* pk_info;
  void* pk_ctx;
} mbedtls_pk_context;

void mbedtls_pk_init(mbedtls_pk_context* ctx);
size_t mbedtls_pk_get_bitlen(const mbedtls_pk_context* ctx);
int mbedtls_pk_can_do(const mbedtls_pk_context* ctx, mbedtls_pk_type_t type);
int mbedtls_pk_verify(mbedtls_pk_context* ctx, mbedtls_md_type_t md_alg, const unsigned char* hash,
                      size_t hash_len, const unsigned char* sig, size_t sig_len);
int mbedtls_pk_parse_public_key(mbedtls_pk_context* ctx, const unsigned char* key, size_t keylen);

#ifdef __cplusplus
}
#endif
