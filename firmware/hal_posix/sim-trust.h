#pragma once

#include <openssl/ssl.h>
#include <time.h>

#include <limits>
#include <memory>

#include "hal/clock.h"
#include "hal/trust.h"

namespace faiwatch::posix {

/// Decides which servers' certificates one board accepts, besides the roots that all boards trust.
class SimTrust final : public hal::Trust {
 public:
  explicit SimTrust(const hal::Clock& clock) : clock_(clock) {}

  /// Before a handshake.
  void prepare(SSL* ssl) const;
  /// After one that succeeded.
  void noteAccepted(const SSL* ssl);

  bool setAuthority(const uint8_t* der, size_t length) override;
  bool setTime(int64_t epoch_ms) override;
  void forgetTime() override { is_time_known_ = false; }

 private:
  static constexpr time_t kNever = std::numeric_limits<time_t>::max();

  time_t now() const;

  struct Free {
    void operator()(X509* certificate) const { X509_free(certificate); }
  };

  const hal::Clock& clock_;
  std::unique_ptr<X509, Free> authority_;
  bool is_time_known_ = false;
  int64_t boot_epoch_ms_ = 0;
  /// When the first of the certificates runs out that were accepted while the time was not known.
  time_t first_end_ = kNever;
};

}  // namespace faiwatch::posix
