// ServerTrust against fake-certificates.cpp.
#include "core/iso-time.h"
#include "desk-rtos.h"
#include "fake-certificates.h"
#include "hal_esp/net/server-trust.h"
#include "support/check.h"

using certificates::shakeHands;
using certificates::validTo;
using faiwatch::esp::ServerTrust;

namespace {

int64_t at(const char* time) {
  int64_t epoch_ms = 0;
  CHECK(faiwatch::parseIsoTime(time, epoch_ms));
  return epoch_ms;
}

struct Bench {
  Bench() {
    rtos::fresh();
    trust.begin();
  }
  rtos::Clock clock;
  ServerTrust trust{clock};
};

}  // namespace

TEST("without a clock a certificate is taken whatever its dates, with one it must not have run out") {
  Bench bench;
  const auto chain = {validTo(2026, 11, 30), validTo(2029, 1, 1)};
  CHECK_EQ(shakeHands(chain, true), 0u);
  CHECK(bench.trust.setTime(at("2026-11-30T23:59:50Z")));
  CHECK_EQ(shakeHands(chain, true), 0u);
  rtos::advance(9'000);
  CHECK_EQ(shakeHands(chain, true), 0u);
  rtos::advance(2'000);
  CHECK_EQ(shakeHands(chain, true), MBEDTLS_X509_BADCERT_EXPIRED);
  CHECK_EQ(shakeHands({validTo(2027, 1, 1), validTo(2029, 1, 1)}, true), 0u);
  // One expired intermediate certificate is enough.
  CHECK_EQ(shakeHands({validTo(2027, 1, 1), validTo(2026, 1, 1)}, true),
           MBEDTLS_X509_BADCERT_EXPIRED);
  bench.trust.forgetTime();
  CHECK_EQ(shakeHands(chain, true), 0u);
}

TEST("what was accepted without a clock is judged once there is one") {
  Bench bench;
  CHECK_EQ(shakeHands({validTo(2026, 6, 1), validTo(2029, 1, 1)}, true), 0u);
  CHECK_EQ(shakeHands({validTo(2027, 6, 1), validTo(2029, 1, 1)}, true), 0u);
  CHECK(!bench.trust.setTime(at("2026-11-22T00:00:00Z")));
  // Reported once, since those connections are gone.
  CHECK(bench.trust.setTime(at("2026-11-22T00:00:10Z")));
  CHECK_EQ(shakeHands({validTo(2027, 6, 1)}, true), 0u);
  CHECK(bench.trust.setTime(at("2027-11-22T00:00:00Z")));
}

TEST("a certificate that nobody vouches for is refused, whatever the time") {
  Bench bench;
  CHECK_EQ(shakeHands({validTo(2040, 1, 1)}, false), UINT32_MAX);
  CHECK(bench.trust.setTime(at("2026-11-22T00:00:00Z")));
  CHECK_EQ(shakeHands({validTo(2040, 1, 1)}, false), UINT32_MAX);
}

TEST("an authority of one's own vouches besides the bundle, for what it signed alone, and dates count") {
  Bench bench;
  const std::vector<uint8_t> own = {0x30, 1, 2, 3};
  const std::vector<uint8_t> other = {0x30, 9};
  const auto chain = {validTo(2026, 11, 30), validTo(2029, 1, 1)};
  CHECK_EQ(shakeHands(chain, false, own), UINT32_MAX);
  CHECK(bench.trust.setAuthority(own.data(), own.size()));
  CHECK_EQ(shakeHands(chain, false, own), 0u);
  CHECK_EQ(shakeHands(chain, false, other), UINT32_MAX);
  CHECK_EQ(shakeHands(chain, true, other), 0u);
  CHECK(bench.trust.setTime(at("2026-11-22T00:00:00Z")));
  CHECK_EQ(shakeHands({validTo(2026, 1, 1)}, false, own), MBEDTLS_X509_BADCERT_EXPIRED);

  const uint8_t nonsense[] = {1, 2};
  CHECK(!bench.trust.setAuthority(nonsense, sizeof nonsense));
  CHECK_EQ(shakeHands(chain, false, own), 0u);
  CHECK(bench.trust.setAuthority(other.data(), other.size()));
  CHECK_EQ(shakeHands(chain, false, own), UINT32_MAX);
  CHECK_EQ(shakeHands(chain, false, other), 0u);
  CHECK(bench.trust.setAuthority(nullptr, 0));
  CHECK_EQ(shakeHands(chain, false, other), UINT32_MAX);
}
