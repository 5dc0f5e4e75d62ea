#include "core/own-authority.h"

#include "support/bench.h"
#include "support/check.h"
#include "support/fixtures.h"

using namespace faiwatch;

namespace {

/// SHA-256 as `openssl x509 -fingerprint -sha256` shows it of fixtures/own-ca.pem.
constexpr const char* kFingerprint =
    "B5:CD:09:E6:DE:5B:C5:AE:72:AE:F5:8B:9F:90:06:94:CB:2A:33:FE:0D:79:6C:A1:8D:00:36:E2:82:52:B7:D9";
constexpr const char* kProof =
    "activation_key=FTRRV-N5ACK-2A8B7-C8YGR\ncustomer_phone=0812345678\n";

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string pem() { return readFixtureBytes("own-ca.pem"); }

/// The certificate in base64, without the lines around it.
std::string base64() {
  std::string text = pem();
  text = text.substr(text.find('\n') + 1);
  text = text.substr(0, text.find('-'));
  std::string joined;
  for (const char c : text) {
    if (c != '\n') joined += c;
  }
  return joined;
}

/// What the configuration page sends: parts of 120 bytes.
std::string lines() {
  std::string all;
  const std::string whole = base64();
  for (size_t at = 0; at < whole.size(); at += 160) {
    all += "server_ca@" + std::to_string(at / 4 * 3) + "=" + whole.substr(at, 160) + "\n";
  }
  return all;
}

std::string encoded(const std::string& text) {
  std::string out;
  char hex[4];
  for (const char c : text) {
    snprintf(hex, sizeof hex, "%%%02X", static_cast<unsigned char>(c));
    out += c == ' ' ? "+" : isalnum(static_cast<unsigned char>(c)) != 0 ? std::string(1, c) : hex;
  }
  return out;
}

struct ConfiguredBench : Bench {
  ConfiguredBench() {
    configure();
    boot();
    CHECK(runUntil([this] { return mqtt.is_up; }, 20'000));
    run(2'000);
  }
  std::string typeAll(const std::string& text) {
    serial.take();
    serial.input += text;
    run(2'000);
    return serial.take();
  }
  std::string shown() { return typeAll("show_config\n"); }
};

}  // namespace

TEST("an authority is typed in parts, and only together with key and phone") {
  ConfiguredBench bench;
  CHECK(holds(bench.shown(), "- server_ca: (not set)"));
  CHECK(!holds(bench.typeAll(lines()), "ERR"));
  CHECK(bench.trust.authority.empty());
  CHECK(holds(bench.typeAll("save_config\n"),
              "ERR incomplete activation_key: another server wants it typed again"));
  CHECK(bench.trust.authority.empty());
  CHECK(holds(bench.typeAll(kProof + std::string("save_config\n")), "OK save_config"));
  CHECK_EQ(bench.trust.authority.size(), 374u);
  CHECK(holds(bench.shown(), std::string("- server_ca: ") + kFingerprint));
  CHECK(!holds(bench.shown(), base64().substr(0, 40)));
}

TEST("connections that were made before an authority was set are made anew") {
  ConfiguredBench bench;
  const int attempts = bench.mqtt.attempts;
  bench.typeAll(lines() + kProof + "save_config\n");
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up && bench.mqtt.attempts > attempts; }, 5'000));
  // A save without changes ends no connection.
  const int now = bench.mqtt.attempts;
  CHECK(holds(bench.typeAll(lines() + "save_config\n"), "OK save_config"));
  bench.run(2'000);
  CHECK_EQ(bench.mqtt.attempts, now);
}

TEST("an authority is kept over a restart, and goes with the configuration or when it is taken away") {
  ConfiguredBench bench;
  bench.typeAll(lines() + kProof + "save_config\n");
  bench.trust.authority.clear();
  bench.boot(hal::ResetReason::PowerOn);
  CHECK_EQ(bench.trust.authority.size(), 374u);
  CHECK(holds(bench.typeAll("server_ca=\nsave_config\n"), "ERR incomplete"));
  CHECK(holds(bench.typeAll(std::string(kProof) + "save_config\n"), "OK save_config"));
  CHECK(bench.trust.authority.empty());
  CHECK_EQ(bench.store.values.count("server_ca"), 0u);

  bench.typeAll(lines() + kProof + "save_config\n");
  CHECK(!bench.trust.authority.empty());
  bench.typeAll("clear_config\n");
  CHECK(bench.trust.authority.empty());
  CHECK_EQ(bench.store.values.count("server_ca"), 0u);
}

TEST("parts may come twice, but none may be left out, and no more than fits") {
  Bench bench;
  bench.boot();
  OwnAuthority authority(bench.store, bench.trust);
  CHECK(!authority.draftPart(3, "MIIB"));
  CHECK(authority.draftPart(0, "MIIB"));
  CHECK(authority.draftPart(0, "MIIB"));
  CHECK(authority.draftPart(3, "MIIB"));
  CHECK(!authority.draftPart(7, "MIIB"));
  CHECK(!authority.draftPart(6, "MII"));
  const std::string most(OwnAuthority::kMostBytes / 3 * 4, 'M');
  CHECK(authority.draftPart(0, most.c_str()));
  CHECK(!authority.draftPart(OwnAuthority::kMostBytes, "MIIB"));
}

TEST("what is no certificate, or cannot be stored, changes nothing") {
  ConfiguredBench bench;
  bench.typeAll(lines() + kProof + "save_config\n");
  const std::string before = bench.trust.authority;
  CHECK(holds(bench.typeAll(std::string("server_ca@0=AAAAAAAA\n") + kProof + "save_config\n"),
              "ERR bad_value server_ca: no certificate"));
  CHECK_EQ(bench.trust.authority, before);
  bench.store.fails_writes = true;
  CHECK(holds(bench.typeAll(std::string("server_ca@0=MIIBMIIB\n") + kProof + "save_config\n"),
              "ERR storage_failed"));
  CHECK_EQ(bench.trust.authority, before);
  CHECK(holds(bench.shown(), kFingerprint));
}

TEST("what was stored is not believed once it is damaged") {
  ConfiguredBench bench;
  bench.typeAll(lines() + kProof + "save_config\n");
  bench.store.values["server_ca"][100] ^= 1;
  bench.boot();
  CHECK(bench.trust.authority.empty());
  CHECK(holds(bench.shown(), "- server_ca: (not set)"));
}

TEST("the form takes one certificate in PEM, whatever ends its lines") {
  Bench bench;
  bench.boot();
  std::string with_cr;
  for (const char c : pem()) with_cr += c == '\n' ? std::string("\r\n") : std::string(1, c);
  for (const std::string& text : {pem(), with_cr, "  " + base64() + " "}) {
    OwnAuthority authority(bench.store, bench.trust);
    CHECK(authority.draftForm(encoded(text).c_str()));
    CHECK(authority.saveDraft() == OwnAuthority::Saving::Saved);
    CHECK_EQ(bench.trust.authority.size(), 374u);
    CHECK(authority.erase());
  }
  OwnAuthority authority(bench.store, bench.trust);
  for (const std::string& text :
       {pem() + pem(), std::string("-----BEGIN CERTIFICATE-----\n"), pem().substr(0, 400) + "!" + pem(),
        std::string(4'000, 'M'), std::string("MII")}) {
    CHECK(!authority.draftForm(encoded(text).c_str()));
  }
}
