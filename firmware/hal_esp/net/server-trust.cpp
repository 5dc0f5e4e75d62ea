#include "hal_esp/net/server-trust.h"

#include "core/iso-time.h"
#include "esp_crt_bundle.h"

namespace faiwatch::esp {

namespace {

using Verify = int (*)(void*, mbedtls_x509_crt*, int, uint32_t*);

ServerTrust* the_trust = nullptr;
/// The certificate bundle's callback, the same for every connection.
Verify verify_by_bundle = nullptr;

/// End of the certificate's last valid second, epoch seconds.
uint32_t endOf(const mbedtls_x509_crt& certificate) {
  const mbedtls_x509_time& end = certificate.valid_to;
  const int64_t days = daysSinceEpoch(end.year, end.mon, end.day);
  const int64_t seconds = ((days * 24 + end.hour) * 60 + end.min) * 60 + end.sec;
  return seconds < 0 ? 0 : seconds > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(seconds);
}

}  // namespace

void ServerTrust::begin() {
  lock_ = xSemaphoreCreateBinaryStatic(&lock_memory_);
  xSemaphoreGive(lock_);
  mbedtls_x509_crt_init(&authority_);
  the_trust = this;
}

bool ServerTrust::setAuthority(const uint8_t* der, size_t length) {
  mbedtls_x509_crt parsed;
  mbedtls_x509_crt_init(&parsed);
  if (length > 0 && mbedtls_x509_crt_parse_der(&parsed, der, length) != 0) {
    mbedtls_x509_crt_free(&parsed);
    return false;
  }
  xSemaphoreTake(lock_, portMAX_DELAY);
  mbedtls_x509_crt_free(&authority_);
  // The contents have moved to the other one.
  authority_ = parsed;
  has_authority_ = length > 0;
  xSemaphoreGive(lock_);
  return true;
}

bool ServerTrust::setTime(int64_t epoch_ms) {
  const auto now_s = static_cast<uint32_t>(epoch_ms / 1000);
  const uint32_t first_end_s = first_end_s_.load();
  first_end_s_.store(UINT32_MAX);
  boot_epoch_s_.store(now_s - uptimeSeconds());
  return now_s <= first_end_s;
}

esp_err_t ServerTrust::attach(void* ssl_config) {
  const esp_err_t error = esp_crt_bundle_attach(ssl_config);
  if (error != ESP_OK) return error;
  auto* const config = static_cast<mbedtls_ssl_config*>(ssl_config);
  verify_by_bundle = config->MBEDTLS_PRIVATE(f_vrfy);
  mbedtls_ssl_conf_verify(config, verify, the_trust);
  return ESP_OK;
}

/// Called in a handshake for every certificate of the chain, from the root down.
int ServerTrust::verify(void* self, mbedtls_x509_crt* certificate, int depth, uint32_t* flags) {
  auto& trust = *static_cast<ServerTrust*>(self);
  if (trust.vouchesFor(*certificate, *flags)) {
    *flags = 0;
  } else if (const int error = verify_by_bundle(nullptr, certificate, depth, flags); error != 0) {
    return error;
  }
  trust.checkDates(*certificate, *flags);
  return 0;
}

/// Whether the chain ends at this certificate without a known root, and our authority signed it.
bool ServerTrust::vouchesFor(mbedtls_x509_crt& certificate, uint32_t flags) {
  // A root's own signature may be weak. The bundle ignores it as well.
  if ((flags & ~MBEDTLS_X509_BADCERT_BAD_MD) != MBEDTLS_X509_BADCERT_NOT_TRUSTED) return false;
  uint32_t found = 0;
  xSemaphoreTake(lock_, portMAX_DELAY);
  const bool vouches = has_authority_ && mbedtls_x509_crt_verify(&certificate, &authority_, nullptr,
                                                                 nullptr, &found, nullptr, nullptr) == 0;
  xSemaphoreGive(lock_);
  return vouches;
}

void ServerTrust::checkDates(const mbedtls_x509_crt& certificate, uint32_t& flags) {
  const uint32_t end_s = endOf(certificate);
  const uint32_t boot_epoch_s = boot_epoch_s_.load();
  if (boot_epoch_s == 0) {
    if (end_s < first_end_s_.load()) first_end_s_.store(end_s);
  } else if (boot_epoch_s + uptimeSeconds() > end_s) {
    flags |= MBEDTLS_X509_BADCERT_EXPIRED;
  }
}

}  // namespace faiwatch::esp
