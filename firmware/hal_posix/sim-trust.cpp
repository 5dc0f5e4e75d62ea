#include "hal_posix/sim-trust.h"

#include <openssl/x509_vfy.h>

#include <algorithm>
#include <utility>

namespace faiwatch::posix {

void SimTrust::prepare(SSL* ssl) const {
  if (authority_) {
    X509_STORE* const store = X509_STORE_new();
    X509_STORE_set_default_paths(store);
    X509_STORE_add_cert(store, authority_.get());
    // Takes it over.
    SSL_set0_verify_cert_store(ssl, store);
  }
  X509_VERIFY_PARAM* const checks = SSL_get0_param(ssl);
  if (is_time_known_) {
    X509_VERIFY_PARAM_set_time(checks, now());
  } else {
    X509_VERIFY_PARAM_set_flags(checks, X509_V_FLAG_NO_CHECK_TIME);
  }
}

void SimTrust::noteAccepted(const SSL* ssl) {
  if (is_time_known_) return;
  const STACK_OF(X509)* const chain = SSL_get0_verified_chain(ssl);
  for (int i = 0; i < sk_X509_num(chain); i++) {
    tm parts = {};
    if (ASN1_TIME_to_tm(X509_get0_notAfter(sk_X509_value(chain, i)), &parts) != 1) continue;
    first_end_ = std::min(first_end_, timegm(&parts));
  }
}

bool SimTrust::setAuthority(const uint8_t* der, size_t length) {
  if (length == 0) {
    authority_.reset();
    return true;
  }
  const uint8_t* at = der;
  std::unique_ptr<X509, Free> parsed(d2i_X509(nullptr, &at, static_cast<long>(length)));
  if (!parsed || at != der + length) return false;
  authority_ = std::move(parsed);
  return true;
}

bool SimTrust::setTime(int64_t epoch_ms) {
  is_time_known_ = true;
  boot_epoch_ms_ = epoch_ms - static_cast<int64_t>(clock_.nowMs());
  return now() <= std::exchange(first_end_, kNever);
}

time_t SimTrust::now() const {
  return (boot_epoch_ms_ + static_cast<int64_t>(clock_.nowMs())) / 1000;
}

}  // namespace faiwatch::posix
