// Who may join the set-up network of a board, when, and what may be changed there.
#include "core/setup-network.h"

#include <sstream>

#include "core/hmac-sha256.h"
#include "support/bench.h"
#include "support/check.h"
#include "support/fixtures.h"

using namespace faiwatch;

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string passwordOf(const std::string& key) {
  const KeyDigest digest = digestActivationKey({key.data(), key.size()});
  return check::plain(deriveSetupPassword(digest.view()).view());
}

constexpr uint64_t kMinuteMs = 60'000;
constexpr const char* kKey = "FTRRV-N5ACK-2A8B7-C8YGR";

/// A configured board that has been without Wi-Fi until its portal opened.
struct Stranded : Bench {
  Stranded() {
    tick_ms = 100;
    configure();
    wifi.is_router_up = false;
    boot();
    run(6 * kMinuteMs);
    wifi.ap_clients = 1;
  }

  FakeReply save(const std::string& form) {
    return portal.request(hal::PortalMethod::Post, "/save", "lang=en&" + form);
  }
  std::string page() { return portal.request(hal::PortalMethod::Get, "/en").body; }
  void holdButton() {
    button.is_pressed = true;
    run(3'500);
  }
  Config stored() {
    const ConfigRules rules(board.board, mains);
    Config config;
    ConfigStore(store, rules).load(config);
    return config;
  }
};

}  // namespace

TEST("HMAC-SHA256 is that of RFC 4231") {
  uint8_t digest[32];
  hmacSha256("Jefe", "what do ya want for nothing?", digest);
  const uint8_t begin[] = {0x5b, 0xdc, 0xc1, 0x46, 0xbf, 0x60, 0x75, 0x4e};
  CHECK_EQ(memcmp(digest, begin, sizeof begin), 0);
}

TEST("secrets are compared as a whole") {
  CHECK(isSameSecret("", ""));
  CHECK(isSameSecret("ABC", "ABC"));
  CHECK(!isSameSecret("ABC", "ABD"));
  CHECK(!isSameSecret("ABC", "ABCD"));
  CHECK(!isSameSecret("XBC", "ABC"));
}

TEST("the password of a configured board is the one that the server derives from its key") {
  std::istringstream vectors(readFixtureBytes("setup-passwords.txt"));
  std::string key;
  std::string password;
  int count = 0;
  while (vectors >> key >> password) {
    CHECK_EQ(passwordOf(key),
             password);
    count++;
  }
  CHECK_EQ(count, 4);
}

TEST("an unconfigured board makes its password once, and tells it on its line and its screen") {
  Bench bench;
  bench.boot();
  bench.run(1'000);
  const std::string password = bench.wifi.ap_pass;
  CHECK_EQ(password.size(), 10u);
  CHECK(holds(bench.serial.take(), "* Setup password: " + password + "\r\n"));
  CHECK(holds(bench.type("show_config\n"), "- setup_password: " + password + "\r\n"));
  CHECK_EQ(bench.display.screen.footer.text, "FaiWatch-D4E5F6 " + password);
  bench.boot();
  bench.run(1'000);
  CHECK_EQ(bench.wifi.ap_pass, password);
  // Each board has a different password, and an invalid stored one is not used.
  Bench other(7);
  other.boot();
  other.run(1'000);
  CHECK(other.wifi.ap_pass != password);
  bench.store.values["setup_pass"] = "short";
  bench.boot();
  bench.run(1'000);
  CHECK_EQ(bench.wifi.ap_pass.size(), 10u);
}

TEST("a configured board has the password of its key, and tells it to nobody by itself") {
  Stranded board;
  const std::string password = passwordOf(kKey);
  CHECK(board.wifi.is_ap_on);
  CHECK_EQ(board.wifi.ap_pass, password);
  CHECK(!holds(board.serial.take(), password));
  CHECK(!holds(board.type("show_config\n"), password));
  CHECK_EQ(std::string(board.display.screen.footer.text), "Join FaiWatch-D4E5F6");
  // Somebody who holds the button can see the screen.
  board.holdButton();
  CHECK_EQ(board.display.screen.footer.text, "FaiWatch-D4E5F6 " + password);
}

TEST("the password changes with the configuration, once nobody needs the old one") {
  Bench bench;
  bench.boot();
  bench.run(1'000);
  const std::string first = bench.wifi.ap_pass;
  const FakeReply reply = bench.portal.request(
      hal::PortalMethod::Post, "/save",
      "wifi_ssid=Home&wifi_pass=wrong+one&activation_key=FTRRVN5ACK2A8B7C8YGR"
      "&customer_phone=0812345678&server_url=http%3A%2F%2F192.168.1.2");
  CHECK_EQ(reply.status, 200);
  bench.run(1'000);
  CHECK_EQ(bench.wifi.ap_pass, first);
  bench.tick_ms = 1'000;
  bench.run(61 * kMinuteMs);
  bench.wifi.is_ap_on = false;
  bench.run(30 * kMinuteMs);
  CHECK_EQ(bench.wifi.ap_pass, passwordOf(kKey));
  // A cleared board opens it at once with its own password.
  bench.type("clear_config\n");
  bench.run(5'000);
  CHECK(bench.wifi.is_ap_on);
  CHECK_EQ(bench.wifi.ap_pass, first);
}

TEST("a set-up network that opened by itself closes after a quarter of an hour, and rests") {
  Stranded board;
  CHECK(board.wifi.is_ap_on);
  board.wifi.ap_clients = 0;
  board.run(15 * kMinuteMs);
  CHECK(!board.wifi.is_ap_on);
  board.run(43 * kMinuteMs);
  CHECK(!board.wifi.is_ap_on);
  board.run(4 * kMinuteMs);
  CHECK(board.wifi.is_ap_on);
}

TEST("somebody who fills in the form gets more time, but not for ever") {
  Stranded board;
  for (int i = 0; i < 14; i++) {
    board.page();
    board.run(2 * kMinuteMs);
  }
  CHECK(board.wifi.is_ap_on);
  for (int i = 0; i < 2; i++) {
    board.page();
    board.run(2 * kMinuteMs);
  }
  CHECK(!board.wifi.is_ap_on);
}

TEST("in a power cut the set-up network neither opens by itself nor stays open") {
  Bench bench;
  bench.tick_ms = 10;
  bench.mains.default_kind = hal::MainsInputKind::Battery;
  bench.board.board.kind = hal::BoardKind::TDisplay;
  bench.configure();
  bench.setMains(false);
  bench.wifi.is_router_up = false;
  bench.boot();
  bench.run(10 * kMinuteMs);
  CHECK(!bench.wifi.is_ap_on);
  bench.setMains(true);
  bench.run(5'000);
  CHECK(bench.wifi.is_ap_on);
  bench.setMains(false);
  bench.run(5'000);
  CHECK(!bench.wifi.is_ap_on);
  // The button still opens it.
  bench.button.is_pressed = true;
  bench.run(4'000);
  CHECK(bench.wifi.is_ap_on);
}

TEST("a portal that opened by itself offers and takes the Wi-Fi alone") {
  Stranded board;
  const std::string page = board.page();
  CHECK(holds(page, "name=\"wifi_pass\""));
  for (const char* name : {"server_url", "activation_key", "customer_phone", "present_key",
                           "mains_input", "allow_plain", "server_ca"}) {
    CHECK(!holds(page, std::string("name=\"") + name + "\""));
  }
  CHECK(holds(page, "Only the Wi-Fi network can be changed now."));
  const std::string everything =
      "&present_key=FTRRVN5ACK2A8B7C8YGR&activation_key=FTRRVN5ACK2A8B7C8YGR"
      "&customer_phone=0812345678";
  for (const std::string& change :
       {"server_ca=MIIBMIIB" + everything, std::string("server_url=http%3A%2F%2F10.0.0.66"), std::string("customer_phone=0899999999"),
        "server_url=https%3A%2F%2Fevil.example" + everything, std::string("mains_input=vbus")}) {
    const FakeReply reply = board.save(change);
    CHECK_EQ(reply.status, 422);
    CHECK(holds(reply.body, "Only the Wi-Fi network can be changed now."));
  }
  CHECK_EQ(board.stored().server_url.view(), "http://faiwatch.test:8080");
  CHECK_EQ(board.stored().customer_phone.view(), "0812345678");
  CHECK_EQ(board.save("network=Elsewhere&wifi_pass=long+enough").status, 200);
  CHECK_EQ(board.stored().wifi_ssid.view(), "Elsewhere");
}

TEST("an authority of one's own is set, shown and taken away in the form, with proof and key and phone") {
  Stranded board;
  board.holdButton();
  board.button.is_pressed = false;
  board.run(1'000);
  const std::string owner = "&activation_key=FTRRVN5ACK2A8B7C8YGR&customer_phone=0812345678";
  const std::string authority = "server_ca=-----BEGIN+CERTIFICATE-----%0D%0AMIIBMIIB%0D%0A-----END";
  CHECK(holds(board.save(authority).body, "Type the current activation key"));
  CHECK(board.trust.authority.empty());
  CHECK(holds(board.save(authority + "&present_key=FTRRVN5ACK2A8B7C8YGR").body,
              "has to be typed again when the server changes"));
  CHECK(holds(board.save("server_ca=nonsense" + owner).body,
              "Your own certificate authority, in PEM: is not valid"));
  CHECK(!holds(board.page(), "SHA-256"));
  CHECK_EQ(board.save(authority + owner).status, 200);
  CHECK_EQ(board.trust.authority.size(), 6u);
  CHECK(holds(board.page(), "SHA-256 "));
  CHECK_EQ(board.save("no_server_ca=yes").status, 422);
  CHECK_EQ(board.save("no_server_ca=yes" + owner).status, 200);
  CHECK(board.trust.authority.empty());
}

TEST("a configured board gives its server, key and phone up only for the button or the key") {
  Stranded board;
  board.holdButton();
  board.button.is_pressed = false;
  board.run(1'000);
  const std::string phone = "customer_phone=0899999999";
  CHECK(holds(board.page(), "name=\"present_key\""));
  CHECK(holds(board.save(phone).body, "Type the current activation key"));
  CHECK_EQ(board.save(phone + "&present_key=00000-00000-00000-00000").status, 422);
  CHECK_EQ(board.save(phone + "&present_key=ftrrv+n5ack+2a8b7+c8ygr").status, 200);
  CHECK_EQ(board.stored().customer_phone.view(), "0899999999");
  CHECK_EQ(board.save("customer_phone=0811111111").status, 422);
  board.button.is_pressed = true;
  board.run(200);
  CHECK_EQ(board.save("customer_phone=0811111111").status, 200);
  CHECK_EQ(board.stored().customer_phone.view(), "0811111111");
}

TEST("after five wrong keys only the button counts") {
  Stranded board;
  board.holdButton();
  board.button.is_pressed = false;
  board.run(1'000);
  const std::string phone = "customer_phone=0899999999";
  // A wrong key counts in either field.
  for (const char* field : {"present_key", "activation_key"}) {
    for (int i = 0; i < 3; i++) {
      board.save(phone + "&" + field + "=" + "00000-00000-00000-00000");
    }
  }
  CHECK_EQ(board.save(phone + "&present_key=FTRRVN5ACK2A8B7C8YGR").status, 422);
  board.holdButton();
  CHECK_EQ(board.save(phone).status, 200);
}

TEST("another server gets no key that was not typed for it, button or not") {
  Stranded board;
  board.holdButton();
  const std::string server = "server_url=https%3A%2F%2Fother.example";
  CHECK(holds(board.save(server).body, "Activation key: has to be typed again"));
  CHECK(holds(board.save(server + "&activation_key=FTRRVN5ACK2A8B7C8YGR").body,
              "Phone number: has to be typed again"));
  const std::string whole =
      server + "&activation_key=FTRRVN5ACK2A8B7C8YGR&customer_phone=0812345678";
  board.button.is_pressed = false;
  board.run(200);
  // The typed key is the present one, which is proof enough.
  CHECK_EQ(board.save(whole).status, 200);
  CHECK_EQ(board.stored().server_url.view(), "https://other.example");
}

TEST("a form may name a server in clear on a private network, or with the box ticked") {
  Bench bench;
  bench.boot();
  bench.run(1'000);
  const std::string form =
      "lang=en&wifi_ssid=Home&wifi_pass=correct+horse&activation_key=FTRRVN5ACK2A8B7C8YGR"
      "&customer_phone=0812345678&server_url=http%3A%2F%2F";
  const auto save = [&](const std::string& rest) {
    return bench.portal.request(hal::PortalMethod::Post, "/save", form + rest);
  };
  CHECK(holds(save("power.example").body, "http:// sends the activation key unencrypted."));
  CHECK_EQ(save("power.example&allow_plain=yes").status, 200);
  CHECK_EQ(save("192.168.1.2").status, 200);
}

TEST("which servers are on a private network") {
  const auto isPrivate = [](const char* url) {
    ServerUrl server;
    CHECK(parseServerUrl(url, server));
    return isOnPrivateNetwork(server);
  };
  std::istringstream servers(readFixtureBytes("private-servers.txt"));
  std::string expected;
  std::string url;
  int count = 0;
  while (servers >> expected >> url) {
    check::setContext(url);
    CHECK_EQ(isPrivate(url.c_str()), expected == "yes");
    count++;
  }
  CHECK_EQ(count, 29);
  // Values that a browser would complete or refuse.
  for (const char* odd : {"http://10.1", "http://10.0.0.256"}) {
    check::setContext(odd);
    CHECK(!isPrivate(odd));
  }
}
