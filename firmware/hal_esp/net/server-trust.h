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

/// What the vendor's verification of servers leaves out: an authority of one's own besides its bundle, and the
/// dates, which it would take by the system's clock, and that says 1970 until somebody sets it.
class ServerTrust final : public hal::Trust {
 public:
  explicit ServerTrust(const hal::Clock& clock) : clock_(clock) {}
  ServerTrust(const ServerTrust&) = delete;
  ServerTrust& operator=(const ServerTrust&) = delete;

  /// Once, before anything connects; attach() uses this one from then on.
  void begin();
  /// May wait for as long as a signature takes to be checked.
  bool setAuthority(const uint8_t* der, size_t length) override;
  bool setTime(int64_t epoch_ms) override;
  void forgetTime() override { boot_epoch_s_.store(0); }

  /// Makes a connection that is to be secured believe the vendor's bundle, and what is here.
  static esp_err_t attach(void* ssl_config);

 private:
  static int verify(void* self, mbedtls_x509_crt* certificate, int depth, uint32_t* flags);
  bool vouchesFor(mbedtls_x509_crt& certificate, uint32_t flags);
  void checkDates(const mbedtls_x509_crt& certificate, uint32_t& flags);
  uint32_t uptimeSeconds() const { return static_cast<uint32_t>(clock_.nowMs() / 1000); }

  const hal::Clock& clock_;
  /// A handshake and core's task, which may set another, must not use it at once: Mbed TLS keeps results of
  /// its arithmetic in there.
  StaticSemaphore_t lock_memory_ = {};
  SemaphoreHandle_t lock_ = nullptr;
  bool has_authority_ = false;
  mbedtls_x509_crt authority_ = {};
  /// Epoch seconds, which go to 2106; 0: not known.
  Shared<uint32_t> boot_epoch_s_{0};
  /// When the first of the certificates runs out that were accepted while the time was not known: MQTT's and
  /// HTTP's are the same server's.
  Shared<uint32_t> first_end_s_{UINT32_MAX};
};

}  // namespace faiwatch::esp
