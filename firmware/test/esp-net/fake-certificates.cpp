#include "fake-certificates.h"

#include <string.h>

#include "esp_crt_bundle.h"
#include "hal_esp/net/server-trust.h"
#include "mbedtls/ssl.h"

namespace {

bool has_bundle_its_authority = true;
std::vector<uint8_t> signed_by;

/// As in ESP-IDF, the bundle checks only certificates that are not trusted yet.
int verifyByBundle(void*, mbedtls_x509_crt*, int, uint32_t* flags) {
  if (*flags != MBEDTLS_X509_BADCERT_NOT_TRUSTED) return 0;
  if (!has_bundle_its_authority) return -0x2700;
  *flags = 0;
  return 0;
}

}  // namespace

extern "C" {

esp_err_t esp_crt_bundle_attach(void* conf) {
  mbedtls_ssl_conf_verify(static_cast<mbedtls_ssl_config*>(conf), verifyByBundle, nullptr);
  return ESP_OK;
}

void mbedtls_x509_crt_init(mbedtls_x509_crt* crt) { *crt = {}; }

void mbedtls_x509_crt_free(mbedtls_x509_crt* crt) {
  delete[] crt->raw.p;
  *crt = {};
}

int mbedtls_x509_crt_parse_der(mbedtls_x509_crt* chain, const unsigned char* buf, size_t buflen) {
  if (buf[0] != 0x30) return -0x2180;
  chain->raw.p = new unsigned char[buflen];
  chain->raw.len = buflen;
  memcpy(chain->raw.p, buf, buflen);
  return 0;
}

int mbedtls_x509_crt_verify(mbedtls_x509_crt*, mbedtls_x509_crt* trust_ca, mbedtls_x509_crl*,
                            const char*, uint32_t* flags,
                            int (*)(void*, mbedtls_x509_crt*, int, uint32_t*), void*) {
  const mbedtls_x509_buf& raw = trust_ca->raw;
  const bool has_signed = signed_by == std::vector<uint8_t>(raw.p, raw.p + raw.len);
  *flags = has_signed ? 0 : MBEDTLS_X509_BADCERT_NOT_TRUSTED;
  return has_signed ? 0 : -0x2700;
}

void mbedtls_ssl_conf_verify(mbedtls_ssl_config* conf,
                             int (*f_vrfy)(void*, mbedtls_x509_crt*, int, uint32_t*),
                             void* p_vrfy) {
  conf->MBEDTLS_PRIVATE(f_vrfy) = f_vrfy;
  conf->MBEDTLS_PRIVATE(p_vrfy) = p_vrfy;
}
}

namespace certificates {

uint32_t shakeHands(const std::vector<mbedtls_x509_crt>& chain, bool is_signed_by_bundle,
                    const std::vector<uint8_t>& authority) {
  signed_by = authority;
  has_bundle_its_authority = is_signed_by_bundle;
  mbedtls_ssl_config config = {};
  if (faiwatch::esp::ServerTrust::attach(&config) != ESP_OK) return UINT32_MAX;
  uint32_t all = 0;
  // From the authority's side.
  for (size_t i = chain.size(); i-- > 0;) {
    mbedtls_x509_crt certificate = chain[i];
    uint32_t flags = i + 1 == chain.size() ? MBEDTLS_X509_BADCERT_NOT_TRUSTED : 0;
    if (config.MBEDTLS_PRIVATE(f_vrfy)(config.MBEDTLS_PRIVATE(p_vrfy), &certificate,
                                       static_cast<int>(i), &flags) != 0) {
      return UINT32_MAX;
    }
    all |= flags;
  }
  return all;
}

mbedtls_x509_crt validTo(int year, int month, int day) {
  mbedtls_x509_crt certificate = {};
  certificate.valid_to = {year, month, day, 23, 59, 59};
  return certificate;
}

}  // namespace certificates
