#include "core/led-pattern.h"
#include "core/screen-model.h"
#include "support/check.h"

using namespace faiwatch;

namespace {

/// How often the LED goes on within a time.
int flashes(LedPattern pattern, uint64_t within_ms) {
  int count = 0;
  bool was_on = false;
  for (uint64_t at = 0; at < within_ms; at += 10) {
    const bool is_on = isLedOn(pattern, at);
    if (is_on && !was_on) count++;
    was_on = is_on;
  }
  return count;
}

ScreenFacts happyFacts() {
  ScreenFacts facts;
  facts.power = Power::Up;
  facts.has_sense = true;
  facts.power_for_ms = 3 * 3'600'000 + 7 * 60'000;
  facts.wifi = WifiPolicy::State::Connected;
  facts.ssid = "Home";
  facts.has_rssi = true;
  facts.rssi = -55;
  facts.link = LinkState::Enrolled;
  facts.path = LinkPath::Mqtt;
  facts.device_id = "fw-a1b2c3d4e5f6";
  facts.setup_network = "FaiWatch-D4E5F6";
  return facts;
}

std::string duration(uint64_t ms) {
  char text[32];
  TextWriter writer(text, sizeof text);
  writeDuration(writer, ms);
  return text;
}

}  // namespace

TEST("each state has a pattern of its own") {
  CHECK_EQ(flashes(LedPattern::Setup, 10'000), 10);
  CHECK_EQ(flashes(LedPattern::Joining, 10'000), 40);
  CHECK_EQ(flashes(LedPattern::Contacting, 15'000), 20);
  CHECK_EQ(flashes(LedPattern::Refused, 10'000), 12);
  CHECK_EQ(flashes(LedPattern::Online, 10'000), 2);
  CHECK_EQ(flashes(LedPattern::PowerOut, 10'000), 10);
  CHECK_EQ(flashes(LedPattern::Identify, 10'000), 100);
  CHECK_EQ(flashes(LedPattern::Test, durationOf(LedPattern::Test)), 3);
  CHECK_EQ(durationOf(LedPattern::Online), 0u);
  CHECK_EQ(durationOf(LedPattern::Identify), 10'000u);
}

TEST("without mains the LED is lit for three hundredths of the time at most") {
  int lit = 0;
  for (uint64_t at = 0; at < 100'000; at++) lit += isLedOn(LedPattern::PowerOut, at) ? 1 : 0;
  CHECK(lit <= 3'000);
}

TEST("durations are told in the two largest units") {
  CHECK_EQ(duration(0), "0 s");
  CHECK_EQ(duration(59'999), "59 s");
  CHECK_EQ(duration(60'000), "1 min");
  CHECK_EQ(duration(3'600'000 + 7 * 60'000), "1 h 07 min");
  CHECK_EQ(duration(23 * 3'600'000 + 59 * 60'000), "23 h 59 min");
  CHECK_EQ(duration(52 * 3'600'000), "2 d 4 h");
}

TEST("the screen tells power, since when, Wi-Fi and key") {
  const hal::Screen screen = makeScreen(happyFacts());
  CHECK_EQ(TextView(screen.headline.text), "POWER ON");
  CHECK_EQ(screen.headline.tone, hal::ScreenTone::Good);
  CHECK_EQ(TextView(screen.since.text), "for 3 h 07 min");
  CHECK_EQ(TextView(screen.wifi.text), "Wi-Fi: Home strong");
  CHECK_EQ(TextView(screen.service.text), "Key ok, online");
  CHECK_EQ(TextView(screen.footer.text), "fw-a1b2c3d4e5f6");
}

TEST("the screen tells what is wrong") {
  ScreenFacts facts = happyFacts();
  facts.power = Power::Down;
  facts.wifi = WifiPolicy::State::Waiting;
  facts.wifi_failure = hal::WifiFailure::WrongPassword;
  facts.path = LinkPath::None;
  facts.waiting_events = 12;
  facts.is_portal_open = true;
  const hal::Screen screen = makeScreen(facts);
  CHECK_EQ(TextView(screen.headline.text), "POWER OUT");
  CHECK_EQ(screen.headline.tone, hal::ScreenTone::Bad);
  CHECK_EQ(TextView(screen.wifi.text), "Wi-Fi: wrong password");
  CHECK_EQ(TextView(screen.service.text), "Key ok, no contact, 12 wait");
  CHECK_EQ(TextView(screen.footer.text), "Join FaiWatch-D4E5F6");
}

TEST("the screen knows every state") {
  ScreenFacts facts = happyFacts();
  facts.power = Power::Unknown;
  CHECK_EQ(TextView(makeScreen(facts).headline.text), "CHECKING");
  facts.has_sense = false;
  CHECK_EQ(TextView(makeScreen(facts).headline.text), "RUNNING");
  facts.wifi = WifiPolicy::State::Connecting;
  CHECK_EQ(TextView(makeScreen(facts).wifi.text), "Wi-Fi: connecting");
  facts.wifi = WifiPolicy::State::Off;
  CHECK_EQ(TextView(makeScreen(facts).wifi.text), "Wi-Fi: not set up");
  facts.link = LinkState::Off;
  CHECK_EQ(TextView(makeScreen(facts).service.text), "Key: not set up");
  facts.link = LinkState::Enrolling;
  CHECK_EQ(TextView(makeScreen(facts).service.text), "Key: being checked");
  facts.link = LinkState::Refused;
  const struct {
    ServerCode code;
    const char* text;
  } kRefusals[] = {
      {ServerCode::KeyNotFound, "Key: not known"},
      {ServerCode::KeyInactive, "Key: not active"},
      {ServerCode::KeyExpired, "Key: expired"},
      {ServerCode::KeyInUse, "Key: used elsewhere"},
      {ServerCode::KeyPhoneMismatch, "Key: another phone's"},
      {ServerCode::Conflict, "Device: another owner's"},
      {ServerCode::DeviceRevoked, "Device: released"},
      {ServerCode::Validation, "Server: refused"},
  };
  for (const auto& refusal : kRefusals) {
    facts.refusal = refusal.code;
    CHECK_EQ(TextView(makeScreen(facts).service.text), refusal.text);
  }
  facts.is_updating = true;
  CHECK_EQ(TextView(makeScreen(facts).service.text), "Updating, keep powered");
}

TEST("what the display's font lacks becomes a question mark, and long names are cut") {
  ScreenFacts facts = happyFacts();
  facts.ssid = "ไฟ home";
  CHECK_EQ(TextView(makeScreen(facts).wifi.text), "Wi-Fi: ?? home strong");
  facts.ssid = "a very long network name that goes on";
  facts.rssi = -70;
  CHECK_EQ(TextView(makeScreen(facts).wifi.text), "Wi-Fi: a very long ne fair");
  facts.rssi = -90;
  CHECK_EQ(TextView(makeScreen(facts).wifi.text), "Wi-Fi: a very long ne weak");
}

TEST("screens differ by text and by tone") {
  const hal::Screen a = makeScreen(happyFacts());
  hal::Screen b = makeScreen(happyFacts());
  CHECK(a == b);
  b.wifi.tone = hal::ScreenTone::Bad;
  CHECK(a != b);
  b = a;
  b.footer.text[0] = 'x';
  CHECK(a != b);
}
