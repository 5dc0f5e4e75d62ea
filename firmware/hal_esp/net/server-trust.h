#pragma once

#include <stdint.h>

#include "esp_err.h"
#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "hal/clock.h"
#include "hal/trust.h"
#include "hal_esp/net/shared.h"
#include "mbedtls/ssl.h"
#include "mbedtls/x509_crt.h"

namespace faiwatch::esp {

/// Adds to ESP-IDF's verification of servers an authority of one's own and the certificates' dates. ESP-IDF would
/// check dates against the system's clock, which shows 1970 until it is set.
class ServerTrust final : public hal::Trust {
 public:
  explicit ServerTrust(const hal::Clock& clock) : clock_(clock) {}
  ServerTrust(const ServerTrust&) = delete;
  ServerTrust& operator=(const ServerTrust&) = delete;

  /// Call it once, before anything connects. attach() uses this object from then on.
  void begin();
  /// May block while a signature is being checked.
  bool setAuthority(const uint8_t* der, size_t length) override;
  bool setTime(int64_t epoch_ms) override;
  void forgetTime() override { boot_epoch_s_.store(0); }

  /// Has a connection verified by ESP-IDF's bundle and by this object.
  static esp_err_t attach(void* ssl_config);

 private:
  static int verify(void* self, mbedtls_x509_crt* certificate, int depth, uint32_t* flags);
  bool vouchesFor(mbedtls_x509_crt& certificate, uint32_t flags);
  void checkDates(const mbedtls_x509_crt& certificate, uint32_t& flags);
  uint32_t uptimeSeconds() const { return static_cast<uint32_t>(clock_.nowMs() / 1000); }

  const hal::Clock& clock_;
  /// Guards the authority between handshakes and core's task, which may replace it. Mbed TLS also writes interim
  /// results into it.
  StaticSemaphore_t lock_memory_ = {};
  SemaphoreHandle_t lock_ = nullptr;
  bool has_authority_ = false;
  mbedtls_x509_crt authority_ = {};
  /// Epoch seconds, which go to 2106; 0: not known.
  Shared<uint32_t> boot_epoch_s_{0};
  /// The earliest expiry of the certificates that were accepted while the time was unknown. One value is enough,
  /// since MQTT and HTTP use the same server.
  Shared<uint32_t> first_end_s_{UINT32_MAX};
};

}  // namespace faiwatch::esp
