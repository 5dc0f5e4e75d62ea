#include "core/status-teller.h"

namespace faiwatch {

void StatusTeller::notice(TextView first, TextView second) {
  char text[128];
  out_.notice(TextWriter(text, sizeof text).add(first).add(second).view());
}

void StatusTeller::tellChanges() {
  tellWifi();
  tellPath();
  tellProblem();
  tellLost();
}

void StatusTeller::describe(SerialOut& out) const {
  char text[128];
  const auto detail = [&](TextView name, TextView value) {
    out.detail(TextWriter(text, sizeof text).add(name).add(": ").add(value).view());
  };
  detail("board", serialBoardName(sources_.board.info().kind));
  detail("device_id", sources_.device_id.view());
  detail("setup_network", sources_.setup.name.view());
  detail("setup_password",
         sources_.setup.is_secret ? "(the server tells it)" : sources_.setup.password.view());
  detail("firmware", sources_.board.info().firmware_version);
  char address[16];
  sources_.radio.address(address);
  detail("wifi", sources_.wifi.isConnected() ? address : wifiFailureText(sources_.wifi.failure()));
  detail("server", serverStanding());
  char problem[40];
  TextWriter last_problem(problem, sizeof problem);
  sources_.link.describeProblem(last_problem);
  if (last_problem.size() > 0) detail("last_problem", last_problem.view());
  if (!sources_.power.hasSense()) {
    detail("power", "not sensed");
  } else {
    detail("power", sources_.power.power() == Power::Down ? "down" : "up");
  }
  char number[24];
  TextWriter waiting(number, sizeof number);
  detail("events_waiting", waiting.addUnsigned(sources_.queue.pendingCount()).view());
  const hal::MemoryFacts memory = sources_.board.memory();
  if (memory.free == 0) return;
  detail("free_heap", TextWriter(number, sizeof number).addUnsigned(memory.free).view());
  detail("largest_block",
         TextWriter(number, sizeof number).addUnsigned(memory.largest_block).view());
}

void StatusTeller::tellWifi() {
  const WifiPolicy& wifi = sources_.wifi;
  if (wifi.state() == told_wifi_ && wifi.failure() == told_failure_) return;
  const bool was_connected = told_wifi_ == WifiPolicy::State::Connected;
  const bool has_new_failure = wifi.failure() != told_failure_;
  told_wifi_ = wifi.state();
  told_failure_ = wifi.failure();
  if (wifi.isConnected()) {
    char address[16];
    sources_.radio.address(address);
    notice("WiFi connected: ", address);
  } else if (was_connected || (has_new_failure && told_failure_ != hal::WifiFailure::None)) {
    notice("WiFi not connected: ", wifiFailureText(told_failure_));
  }
}

void StatusTeller::tellPath() {
  const LinkPath path = sources_.link.path();
  if (path == told_path_) return;
  told_path_ = path;
  switch (path) {
    case LinkPath::None:
      notice("Server: no contact");
      return;
    case LinkPath::Mqtt:
      notice("Server: online over MQTT");
      return;
    case LinkPath::Http:
      notice("Server: online over HTTP");
      return;
  }
}

void StatusTeller::tellLost() {
  const EventQueue& queue = sources_.queue;
  if (queue.lostCount() == told_lost_ && queue.undatedCount() == told_undated_) return;
  told_lost_ = queue.lostCount();
  told_undated_ = queue.undatedCount();
  char text[96];
  TextWriter writer(text, sizeof text);
  writer.add("Events given up: ").addUnsigned(told_lost_).add(" for want of room, ");
  writer.addUnsigned(told_undated_).add(" of an unknown time");
  notice(writer.view());
}

void StatusTeller::tellProblem() {
  char text[40];
  TextWriter problem(text, sizeof text);
  sources_.link.describeProblem(problem);
  if (problem.view() == told_problem_.view()) return;
  told_problem_.assign(problem.view());
  if (problem.size() > 0) notice("Server did not take it: ", problem.view());
}

TextView StatusTeller::serverStanding() const {
  const Link& link = sources_.link;
  switch (link.state()) {
    case LinkState::Off:
      return "not set up";
    case LinkState::Enrolling:
      return "enrolling";
    case LinkState::Refused:
      return serverCodeName(link.refusal());
    case LinkState::Enrolled:
      return link.path() == LinkPath::None ? "no contact" : "online";
  }
  return "";
}

}  // namespace faiwatch
