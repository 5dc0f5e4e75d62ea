#include "core/portal.h"
#include "core/wifi-policy.h"
#include "support/check.h"
#include "support/fake-media.h"
#include "support/fake-parts.h"
#include "support/fake-wifi.h"

using namespace faiwatch;

namespace {

struct Radio {
  FakeWifi wifi;
  FakeRandom random{5};
  WifiPolicy policy{wifi, random};
  uint64_t now = 0;
  bool is_portal_used = false;

  void run(uint64_t ms) {
    for (const uint64_t end = now + ms; now < end; now += 10) {
      wifi.poll();
      policy.tick(now, is_portal_used);
    }
  }
};

struct Site : PortalOwner {
  FakeBoard board;
  FakeMains mains;
  FakeWifi wifi;
  FakePortalServer server;
  ConfigRules rules{board.board, mains};
  SetupNetwork network{makeNetworkName(board.board.mac), deriveSetupPassword("any"), false};
  FakeStore store;
  FakeTrust trust;
  OwnAuthority authority{store, trust};
  Portal portal{wifi, server, rules, network, authority, *this};
  Config config = rules.defaults();
  PortalStatus extra;
  bool is_connected = false;
  bool is_configured = false;
  bool is_power_down = false;
  bool is_button_held = false;
  uint64_t offline_ms = 0;
  uint64_t now = 0;
  bool stores = true;
  int submits = 0;
  int changes = 0;

  void run(uint64_t ms) {
    for (const uint64_t end = now + ms; now < end; now += 100) {
      portal.tick(now, {is_configured, is_connected, offline_ms, is_power_down, is_button_held});
    }
  }
  void describePortal(PortalStatus& status) override {
    status = extra;
    status.config = &config;
    status.device_id = "fw-a1b2c3d4e5f6";
  }
  FormProblem onPortalSubmit(const Config& submitted) override {
    if (!stores) return {FormProblem::Kind::NotStored, {}};
    if (authority.saveDraft() != OwnAuthority::Saving::Saved) {
      return {FormProblem::Kind::Invalid, ConfigField::ServerCa};
    }
    config = submitted;
    submits++;
    return {};
  }
  void onPortalChanged(bool) override { changes++; }

  FakeReply get(const char* path, const char* language = "en") {
    return server.request(hal::PortalMethod::Get, path, "", "4.3.2.1", language);
  }
  FakeReply save(const std::string& form) {
    return server.request(hal::PortalMethod::Post, "/save", form);
  }
};

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* kForm =
    "lang=en&network=Home&wifi_ssid=&wifi_pass=correct+horse&activation_key=ftrrv+n5ack+2a8b7+c8ygr"
    "&customer_phone=081-234-5678&server_url=https%3A%2F%2Ffaiwatch.example";

}  // namespace

TEST("the station joins its network") {
  Radio radio;
  CHECK_EQ(radio.policy.state(), WifiPolicy::State::Off);
  radio.run(1'000);
  CHECK_EQ(radio.wifi.attempts, 0);
  radio.policy.start("Home", "correct horse", radio.now);
  radio.run(1'000);
  CHECK(radio.policy.isConnected());
  CHECK_EQ(radio.policy.offlineMs(radio.now), 0u);
}

TEST("a router that boots slower than the board is waited for, for ever") {
  Radio radio;
  radio.wifi.is_router_up = false;
  radio.policy.start("Home", "correct horse", 0);
  radio.run(24 * 3'600'000);
  CHECK(!radio.policy.isConnected());
  CHECK(radio.wifi.attempts > 24 * 60);
  CHECK_EQ(radio.policy.failure(), hal::WifiFailure::NetworkNotFound);
  CHECK(radio.policy.offlineMs(radio.now) >= 24 * 3'600'000 - 100);
  radio.wifi.is_router_up = true;
  radio.run(35'000);
  CHECK(radio.policy.isConnected());
  CHECK_EQ(radio.policy.failure(), hal::WifiFailure::None);
}

TEST("a lost connection is taken up again, and the time without it counts from the loss") {
  Radio radio;
  radio.policy.start("Home", "correct horse", 0);
  radio.run(10'000);
  radio.wifi.is_router_up = false;
  radio.run(5'000);
  CHECK_EQ(radio.policy.failure() == hal::WifiFailure::Lost ||
               radio.policy.failure() == hal::WifiFailure::NetworkNotFound,
           true);
  CHECK(radio.policy.offlineMs(radio.now) >= 4'900 && radio.policy.offlineMs(radio.now) <= 5'000);
  radio.wifi.is_router_up = true;
  radio.run(10'000);
  CHECK(radio.policy.isConnected());
}

TEST("a try that never ends is given up after half a minute") {
  Radio radio;
  radio.wifi.never_answers = true;
  radio.policy.start("Home", "correct horse", 0);
  radio.run(29'000);
  CHECK_EQ(radio.wifi.disconnects, 0);
  radio.run(3'000);
  CHECK_EQ(radio.wifi.disconnects, 1);
  CHECK_EQ(radio.policy.failure(), hal::WifiFailure::Other);
}

TEST("while somebody uses the portal the station leaves the radio alone") {
  Radio radio;
  radio.wifi.is_router_up = false;
  radio.policy.start("Home", "correct horse", 0);
  radio.run(60'000);
  radio.is_portal_used = true;
  radio.run(100);
  const int attempts = radio.wifi.attempts;
  radio.run(120'000);
  CHECK_EQ(radio.wifi.attempts, attempts);
  CHECK_EQ(radio.policy.failure(), hal::WifiFailure::NetworkNotFound);
  radio.is_portal_used = false;
  radio.run(31'000);
  CHECK(radio.wifi.attempts > attempts);
}

TEST("a try under way gives way to the portal, and a search is not disturbed unless it hangs") {
  Radio radio;
  radio.wifi.never_answers = true;
  radio.policy.start("Home", "correct horse", 0);
  radio.run(1'000);
  radio.is_portal_used = true;
  radio.run(100);
  CHECK_EQ(radio.policy.state(), WifiPolicy::State::Waiting);
  CHECK_EQ(radio.policy.failure(), hal::WifiFailure::None);
  radio.is_portal_used = false;
  radio.wifi.scan_state = hal::WifiScan::Running;
  radio.run(19'000);
  CHECK_EQ(radio.wifi.attempts, 1);
  radio.run(3'000);
  CHECK_EQ(radio.wifi.attempts, 2);
}

TEST("another network, or a stop, ends what there is") {
  Radio radio;
  radio.policy.start("Home", "correct horse", 0);
  radio.run(1'000);
  radio.policy.start("Other", "", radio.now);
  radio.run(1'000);
  CHECK_EQ(radio.wifi.asked_ssid, "Other");
  CHECK(!radio.policy.isConnected());
  radio.policy.stop(radio.now);
  CHECK_EQ(radio.policy.state(), WifiPolicy::State::Off);
  const int attempts = radio.wifi.attempts;
  radio.run(60'000);
  CHECK_EQ(radio.wifi.attempts, attempts);
}

TEST("each failure of Wi-Fi has its words") {
  for (const hal::WifiFailure failure :
       {hal::WifiFailure::None, hal::WifiFailure::NetworkNotFound, hal::WifiFailure::WrongPassword,
        hal::WifiFailure::NoAddress, hal::WifiFailure::Lost, hal::WifiFailure::Other}) {
    CHECK(strlen(wifiFailureText(failure)) > 5);
    CHECK_EQ(explainWifi(Language::Thai, failure) == nullptr, failure == hal::WifiFailure::None);
    CHECK_EQ(explainWifi(Language::English, failure) == nullptr, failure == hal::WifiFailure::None);
  }
}

TEST("the portal opens when nothing is configured, and stays open") {
  Site site;
  site.run(200);
  CHECK(site.portal.isOpen());
  CHECK_EQ(site.wifi.ap_ssid, "FaiWatch-D4E5F6");
  CHECK_EQ(site.wifi.scans, 1);
  site.run(3'600'000);
  CHECK(site.portal.isOpen());
  CHECK_EQ(site.changes, 1);
}

TEST(
    "the portal opens after five minutes without Wi-Fi and closes once it is there and nobody "
    "looks") {
  Site site;
  site.is_configured = true;
  site.offline_ms = 299'000;
  site.run(1'000);
  CHECK(!site.portal.isOpen());
  site.offline_ms = 300'000;
  site.run(1'000);
  CHECK(site.portal.isOpen());
  site.is_connected = true;
  site.offline_ms = 0;
  site.run(30'000);
  CHECK(site.portal.isOpen());
  site.get("/");
  site.run(59'000);
  CHECK(site.portal.isOpen());
  site.run(2'000);
  CHECK(!site.portal.isOpen());
  CHECK(!site.wifi.is_ap_on);
}

TEST("a long press opens the portal for ten minutes, even with Wi-Fi") {
  Site site;
  site.is_configured = true;
  site.is_connected = true;
  site.run(1'000);
  CHECK(!site.portal.isOpen());
  site.portal.demand(site.now);
  site.run(590'000);
  CHECK(site.portal.isOpen());
  site.portal.demand(site.now);
  site.run(590'000);
  CHECK(site.portal.isOpen());
  site.run(20'000);
  CHECK(!site.portal.isOpen());
}

TEST("a set-up network that does not start is tried again") {
  Site site;
  site.wifi.fails_ap = true;
  site.run(30'000);
  CHECK(!site.portal.isOpen());
  site.wifi.fails_ap = false;
  site.server.fails = true;
  site.run(30'000);
  CHECK(!site.portal.isOpen());
  CHECK(!site.wifi.is_ap_on);
  site.server.fails = false;
  site.run(11'000);
  CHECK(site.portal.isOpen());
}

TEST("the portal is in use while a phone is there and has looked at the page within three minutes") {
  Site site;
  site.run(100);
  CHECK(!site.portal.isUsed(site.now));
  site.wifi.ap_clients = 1;
  site.server.request(hal::PortalMethod::Get, "/generate_204", "", "connectivitycheck.gstatic.com");
  CHECK(!site.portal.isUsed(site.now));
  site.get("/");
  CHECK(site.portal.isUsed(site.now));
  site.wifi.ap_clients = 0;
  CHECK(!site.portal.isUsed(site.now));
  site.wifi.ap_clients = 1;
  site.run(181'000);
  CHECK(!site.portal.isUsed(site.now));
}

TEST("phones that look for the internet are led to the portal, with a body") {
  Site site;
  site.run(100);
  for (const char* host :
       {"connectivitycheck.gstatic.com", "captive.apple.com", "www.msftconnecttest.com", ""}) {
    const FakeReply reply = site.server.request(hal::PortalMethod::Get, "/generate_204", "", host);
    CHECK_EQ(reply.status, 302);
    CHECK_EQ(reply.location, "http://4.3.2.1/");
    CHECK(holds(reply.body, "http://4.3.2.1/"));
    CHECK(!holds(reply.body, "Success"));
  }
  const FakeReply head = site.server.request(hal::PortalMethod::Head, "/", "", "captive.apple.com");
  CHECK_EQ(head.status, 302);
  CHECK_EQ(head.body, "");
}

TEST("the page is Thai unless the browser or the visitor prefers English") {
  Site site;
  site.run(100);
  CHECK(holds(site.get("/", "").body, "lang=\"th\""));
  CHECK(holds(site.get("/", "th-TH,th;q=0.9,en;q=0.8").body, "รหัสผ่าน"));
  CHECK(holds(site.get("/", "de,en-GB;q=0.8").body, "Wi-Fi password"));
  CHECK(holds(site.get("/", "fr").body, "lang=\"th\""));
  CHECK(holds(site.get("/en", "th").body, "Wi-Fi password"));
  CHECK(holds(site.get("/th", "en").body, "รหัสผ่าน"));
}

TEST("the page shows networks escaped, and neither password nor key") {
  Site site;
  site.config.wifi_ssid.assign("Home");
  site.config.wifi_pass.assign("correct horse");
  site.config.activation_key.assign("FTRRV-N5ACK-2A8B7-C8YGR");
  site.config.server_url.assign("https://faiwatch.example");
  site.wifi.addNetwork("Home", -50, false);
  site.wifi.addNetwork("<script>alert('x')</script>&\"", -60, true);
  site.wifi.addNetwork("\xff\xfe", -61, true);
  site.wifi.addNetwork("ไฟ", -70, false);
  site.run(100);
  const std::string page = site.get("/").body;
  CHECK(holds(page, "<option value=\"Home\" selected>Home</option>"));
  CHECK(holds(page, "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&quot;"));
  CHECK(!holds(page, "<script"));
  CHECK(!holds(page, "\xff"));
  CHECK(holds(page, "ไฟ"));
  CHECK(holds(page, "https://faiwatch.example"));
  CHECK(!holds(page, "correct horse"));
  CHECK(!holds(page, "FTRRV"));
  CHECK(holds(page, "leave empty to keep"));
  CHECK(holds(page, "fw-a1b2c3d4e5f6"));
  CHECK(!holds(page, "class=\"bad\""));
}

TEST("a network out of reach stays chosen, and of many the first twenty are shown") {
  Site site;
  site.config.wifi_ssid.assign("Far away");
  for (int i = 0; i < 40; i++) site.wifi.addNetwork(("net" + std::to_string(i)).c_str(), -50, true);
  site.run(100);
  const std::string page = site.get("/").body;
  CHECK(holds(page, "<option value=\"Far away\" selected>"));
  CHECK(holds(page, "net19<"));
  CHECK(!holds(page, "net20<"));
}

TEST("the worst page there can be goes out in pieces that fit, whole") {
  Site site;
  site.config.wifi_ssid.assign(std::string(32, '"').c_str());
  site.config.server_url.assign(
      ("http://" + std::string(96, 'h') + "/" + std::string(20, 'p')).c_str());
  for (int i = 0; i < 20; i++) {
    site.wifi.addNetwork((std::string(30, '"') + static_cast<char>('A' + i)).c_str(), -50, false);
  }
  site.extra.wifi_failure = hal::WifiFailure::WrongPassword;
  site.extra.is_refused = true;
  site.run(100);
  const auto look = [&] {
    for (const char* path : {"/en", "/th"}) {
      const FakeReply reply = site.get(path);
      CHECK(reply.largest_piece < hal::kPortalPieceBytes);
      CHECK(holds(reply.body, "</html>"));
    }
  };
  look();
  site.is_configured = true;
  site.run(100);
  look();
  site.run(3'600'000);
  site.portal.demand(site.now);
  look();
  for (const char* language : {"th", "en"}) {
    const FakeReply reply = site.save(std::string("lang=") + language + "&customer_phone=0899999999");
    CHECK(reply.largest_piece < hal::kPortalPieceBytes);
    CHECK(holds(reply.body, "role=\"alert\""));
  }
}

TEST("what went wrong last is said on the page, in both languages") {
  Site site;
  site.extra.wifi_failure = hal::WifiFailure::WrongPassword;
  site.extra.is_refused = true;
  site.run(100);
  for (const ServerCode code :
       {ServerCode::KeyNotFound, ServerCode::KeyInactive, ServerCode::KeyExpired,
        ServerCode::KeyInUse, ServerCode::KeyPhoneMismatch, ServerCode::Conflict,
        ServerCode::DeviceRevoked, ServerCode::Other}) {
    site.extra.refusal = code;
    CHECK(holds(site.get("/en").body, explainRefusal(Language::English, code)));
    CHECK(holds(site.get("/th").body, explainRefusal(Language::Thai, code)));
  }
  CHECK(holds(site.get("/en").body, "The Wi-Fi password is wrong."));
}

TEST("a form that is right is saved, and its network is tried at once") {
  Site site;
  site.run(100);
  site.wifi.ap_clients = 1;
  site.get("/");
  const FakeReply reply = site.save(kForm);
  CHECK_EQ(reply.status, 200);
  CHECK(holds(reply.body, "Saved"));
  CHECK(holds(reply.body, "<strong>Home</strong>"));
  CHECK_EQ(site.submits, 1);
  CHECK_EQ(site.config.wifi_pass.view(), "correct horse");
  CHECK_EQ(site.config.activation_key.view(), "FTRRV-N5ACK-2A8B7-C8YGR");
  CHECK_EQ(site.config.customer_phone.view(), "0812345678");
  CHECK_EQ(site.config.server_url.view(), "https://faiwatch.example");
  CHECK(!site.portal.isUsed(site.now));
}

TEST("what is left empty keeps what it was; a new network does not keep the old one's password") {
  Site site;
  site.run(100);
  site.save(kForm);
  CHECK_EQ(site.save("network=Home&wifi_pass=&activation_key=&customer_phone=&server_url=").status,
           200);
  CHECK_EQ(site.config.wifi_pass.view(), "correct horse");
  CHECK_EQ(site.config.activation_key.view(), "FTRRV-N5ACK-2A8B7-C8YGR");
  CHECK_EQ(site.save("network=Home&wifi_ssid=Caf%C3%A9&wifi_pass=").status, 200);
  CHECK_EQ(site.config.wifi_ssid.view(), "Café");
  CHECK_EQ(site.config.wifi_pass.view(), "");
}

TEST("how the mains is sensed is chosen among what the board can do, and kept when not sent") {
  Site site;
  site.run(100);
  const std::string page = site.get("/en").body;
  CHECK(holds(page, "<option value=\"none\" selected>by silence only"));
  CHECK(holds(page, "<option value=\"optocoupler\">"));
  CHECK(holds(page, "<option value=\"vbus\">by the adapter&#39;s 5 V (vbus)</option>"));
  CHECK(!holds(page, "value=\"battery\""));
  CHECK(holds(site.get("/th").body, describeMainsInput(Language::Thai, hal::MainsInputKind::Vbus)));

  // Another mistake does not undo the choice, nor store it.
  const FakeReply again = site.save("lang=en&network=Home&mains_input=vbus");
  CHECK_EQ(again.status, 422);
  CHECK(holds(again.body, "<option value=\"vbus\" selected>"));
  CHECK_EQ(site.config.mains_input, hal::MainsInputKind::None);

  CHECK_EQ(site.save(std::string(kForm) + "&mains_input=vbus").status, 200);
  CHECK_EQ(site.config.mains_input, hal::MainsInputKind::Vbus);
  CHECK(holds(site.get("/en").body, "<option value=\"vbus\" selected>"));
  CHECK_EQ(site.save("network=Home").status, 200);
  CHECK_EQ(site.config.mains_input, hal::MainsInputKind::Vbus);
}

TEST("each way of sensing the mains has its words") {
  for (const hal::MainsInputKind kind :
       {hal::MainsInputKind::None, hal::MainsInputKind::Optocoupler, hal::MainsInputKind::Vbus,
        hal::MainsInputKind::Battery}) {
    CHECK(strlen(describeMainsInput(Language::Thai, kind)) > 5);
    CHECK(strlen(describeMainsInput(Language::English, kind)) > 5);
  }
}

TEST("a form that is wrong is shown again with what is wrong, and nothing is saved") {
  Site site;
  site.run(100);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string form = kForm;
    form.replace(form.find(from), from.size(), to);
    const FakeReply reply = site.save(form);
    CHECK_EQ(reply.status, 422);
    CHECK(holds(reply.body, "role=\"alert\""));
    return reply.body;
  };
  CHECK(holds(with("correct+horse", "short"), "Wi-Fi password: is not valid"));
  CHECK(holds(with("c8ygr", "c8ygx"), "Activation key: is not valid"));
  CHECK(holds(with("081-234-5678", "nobody"), "Phone number: is not valid"));
  CHECK(holds(with("https%3A%2F%2F", "gopher%3A%2F%2F"), "Server address: is not valid"));
  CHECK(holds(with("lang=en", "lang=en&mains_input=windmill"),
              "How a power cut is detected: is not valid"));
  // What this board cannot read.
  CHECK(holds(with("lang=en", "lang=en&mains_input=battery"),
              "How a power cut is detected: is not valid"));
  CHECK(holds(with("lang=en", "lang=en&mains_input=" + std::string(40, 'x')),
              "How a power cut is detected: is not valid"));
  CHECK(holds(with("network=Home", "network="), "Wi-Fi network: is missing"));
  CHECK(holds(with("network=Home", "network=" + std::string(40, 'x')),
              "Wi-Fi network: is not valid"));
  CHECK(holds(with("wifi_ssid=", "wifi_ssid=%ff"), "Wi-Fi network: is not valid"));
  CHECK(holds(with("activation_key=ftrrv+n5ack+2a8b7+c8ygr", "activation_key="),
              "Activation key: is missing"));
  CHECK(holds(with("lang=en&network=Home", "network=&lang=th"), "ยังไม่ได้กรอก"));
  CHECK_EQ(site.submits, 0);
  site.stores = false;
  CHECK(holds(with("lang=en", "lang=en&device_type=x&unknown=z"), "could not be saved"));
}

TEST("other paths and methods have answers, too") {
  Site site;
  site.run(200);
  const FakeReply scan = site.get("/scan");
  CHECK(holds(scan.body, "http-equiv=\"refresh\""));
  site.run(200);
  CHECK_EQ(site.wifi.scans, 2);
  CHECK_EQ(site.get("/favicon.ico").status, 404);
  CHECK_EQ(site.get("/save").status, 200);
  CHECK_EQ(site.server.request(hal::PortalMethod::Head, "/").body, "");
  CHECK_EQ(site.server.request(hal::PortalMethod::Get, "/", "", "4.3.2.1:80").status, 200);
}

TEST("phones that ask for names are answered, others are not") {
  Site site;
  site.run(100);
  uint8_t answer[512];
  const uint8_t asked[] = {0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 'a', 0, 0, 1, 0, 1};
  CHECK(site.server.listener->onDnsQuery(asked, sizeof asked, answer, sizeof answer) > 0);
  CHECK_EQ(site.server.listener->onDnsQuery(asked, 3, answer, sizeof answer), 0u);
}

TEST("both languages say everything, in words of their own") {
  const PortalTexts& thai = textsOf(Language::Thai);
  const PortalTexts& english = textsOf(Language::English);
  const auto words = [](const PortalTexts& texts) {
    return std::vector<const char*>{
        texts.title,         texts.intro,        texts.network,     texts.choose_network,
        texts.other_network, texts.search_again, texts.searching,   texts.password,
        texts.keep_hint,     texts.key,          texts.phone,       texts.server,
        texts.mains_input,   texts.save,         texts.saved_title, texts.saved_text,
        texts.invalid,       texts.missing,      texts.not_stored,  texts.not_found,
        texts.back,          texts.present_key,  texts.allow_plain, texts.present_key_hint,
        texts.wifi_only,     texts.typed_again,  texts.no_proof,    texts.allow_plain_hint,
        texts.not_encrypted, texts.own_authority, texts.own_authority_hint, texts.forget_authority};
  };
  for (size_t i = 0; i < words(thai).size(); i++) {
    CHECK(strlen(words(thai)[i]) > 2);
    CHECK(strlen(words(english)[i]) > 2);
    CHECK(TextView(words(thai)[i]) != TextView(words(english)[i]));
  }
  CHECK_EQ(TextView(labelOf(english, ConfigField::DeviceType)), "device_type");
}
