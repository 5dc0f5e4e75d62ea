#include "core/screen-model.h"

#include <string.h>

namespace faiwatch {

namespace {

using hal::ScreenLine;
using hal::ScreenTone;

class Line {
 public:
  Line(ScreenLine& line, ScreenTone tone) : out_(line.text, sizeof line.text) { line.tone = tone; }

  TextWriter& out() { return out_; }

 private:
  TextWriter out_;
};

void setLine(ScreenLine& line, ScreenTone tone, TextView text) { Line(line, tone).out().add(text); }

/// The display's font has ASCII only. Any other character becomes a question mark.
void addAscii(TextWriter& out, TextView text, size_t most) {
  size_t shown = 0;
  for (size_t i = 0; i < text.size() && shown < most; i++) {
    const auto byte = static_cast<uint8_t>(text[i]);
    if ((byte & 0xc0) == 0x80) continue;
    out.add(byte < 0x20 || byte > 0x7e ? '?' : text[i]);
    shown++;
  }
}

void setPower(hal::Screen& screen, const ScreenFacts& facts) {
  if (!facts.has_sense) {
    setLine(screen.headline, ScreenTone::Neutral, "RUNNING");
  } else if (facts.power == Power::Unknown) {
    setLine(screen.headline, ScreenTone::Neutral, "CHECKING");
  } else if (facts.power == Power::Up) {
    setLine(screen.headline, ScreenTone::Good, "POWER ON");
  } else {
    setLine(screen.headline, ScreenTone::Bad, "POWER OUT");
  }
  Line since(screen.since, ScreenTone::Neutral);
  since.out().add("for ");
  writeDuration(since.out(), facts.power_for_ms);
}

const char* strengthOf(int8_t rssi) {
  if (rssi >= -60) return " strong";
  return rssi >= -75 ? " fair" : " weak";
}

void setWifi(hal::Screen& screen, const ScreenFacts& facts) {
  switch (facts.wifi) {
    case WifiPolicy::State::Off:
      setLine(screen.wifi, ScreenTone::Warning, "Wi-Fi: not set up");
      return;
    case WifiPolicy::State::Connected: {
      Line line(screen.wifi, ScreenTone::Good);
      line.out().add("Wi-Fi: ");
      addAscii(line.out(), facts.ssid, 14);
      if (facts.has_rssi) line.out().add(strengthOf(facts.rssi));
      return;
    }
    case WifiPolicy::State::Waiting:
    case WifiPolicy::State::Connecting:
      break;
  }
  Line line(screen.wifi, ScreenTone::Warning);
  line.out().add("Wi-Fi: ");
  if (facts.wifi_failure == hal::WifiFailure::None) {
    line.out().add("connecting");
  } else {
    line.out().add(wifiFailureText(facts.wifi_failure));
  }
}

const char* refusalText(ServerCode code) {
  switch (code) {
    case ServerCode::KeyNotFound:
      return "Key: not known";
    case ServerCode::KeyInactive:
      return "Key: not active";
    case ServerCode::KeyExpired:
      return "Key: expired";
    case ServerCode::KeyInUse:
      return "Key: used elsewhere";
    case ServerCode::KeyPhoneMismatch:
      return "Key: another phone's";
    case ServerCode::Conflict:
      return "Device: another owner's";
    case ServerCode::DeviceRevoked:
      return "Device: released";
    case ServerCode::Validation:
    case ServerCode::InvalidToken:
    case ServerCode::Forbidden:
    case ServerCode::RateLimited:
    case ServerCode::Unavailable:
    case ServerCode::Other:
      break;
  }
  return "Server: refused";
}

void setService(hal::Screen& screen, const ScreenFacts& facts) {
  if (facts.is_updating) {
    setLine(screen.service, ScreenTone::Neutral, "Updating, keep powered");
    return;
  }
  switch (facts.link) {
    case LinkState::Off:
      setLine(screen.service, ScreenTone::Warning, "Key: not set up");
      return;
    case LinkState::Enrolling:
      setLine(screen.service, ScreenTone::Warning, "Key: being checked");
      return;
    case LinkState::Refused:
      setLine(screen.service, ScreenTone::Bad, refusalText(facts.refusal));
      return;
    case LinkState::Enrolled:
      break;
  }
  const bool is_online = facts.path != LinkPath::None;
  Line line(screen.service, is_online ? ScreenTone::Good : ScreenTone::Warning);
  line.out().add(is_online ? "Key ok, online" : "Key ok, no contact");
  if (facts.waiting_events > 0) line.out().add(", ").addUnsigned(facts.waiting_events).add(" wait");
}

bool isSame(const ScreenLine& a, const ScreenLine& b) {
  return a.tone == b.tone && strcmp(a.text, b.text) == 0;
}

}  // namespace

hal::Screen makeScreen(const ScreenFacts& facts) {
  hal::Screen screen = {};
  setPower(screen, facts);
  setWifi(screen, facts);
  setService(screen, facts);
  if (facts.is_portal_open && facts.setup_password.empty()) {
    Line(screen.footer, ScreenTone::Warning).out().add("Join ").add(facts.setup_network);
  } else if (facts.is_portal_open) {
    Line footer(screen.footer, ScreenTone::Warning);
    footer.out().add(facts.setup_network).add(' ').add(facts.setup_password);
  } else {
    setLine(screen.footer, ScreenTone::Neutral, facts.device_id);
  }
  return screen;
}

void writeDuration(TextWriter& out, uint64_t duration_ms) {
  const uint64_t seconds = duration_ms / 1000;
  const uint64_t minutes = seconds / 60;
  const uint64_t hours = minutes / 60;
  if (minutes == 0) {
    out.addUnsigned(seconds).add(" s");
  } else if (hours == 0) {
    out.addUnsigned(minutes).add(" min");
  } else if (hours < 24) {
    out.addUnsigned(hours).add(minutes % 60 < 10 ? " h 0" : " h ").addUnsigned(minutes % 60);
    out.add(" min");
  } else {
    out.addUnsigned(hours / 24).add(" d ").addUnsigned(hours % 24).add(" h");
  }
}

namespace hal {

bool operator==(const Screen& a, const Screen& b) {
  return isSame(a.headline, b.headline) && isSame(a.since, b.since) && isSame(a.wifi, b.wifi) &&
         isSame(a.service, b.service) && isSame(a.footer, b.footer);
}

}  // namespace hal

}  // namespace faiwatch
