#include "core/app.h"

#include "core/screen-model.h"

namespace faiwatch {

namespace {

/// How long an event stays in memory, so that it is sent before flash is written. A packet is out after some
/// milliseconds, and a capacitor may be all that feeds the board.
constexpr uint64_t kSendFirstMs = 30;
/// Power is judged within a second. An input that cannot be read must not keep the board silent for longer.
constexpr uint64_t kJudgeMs = 5'000;
constexpr uint64_t kRestartMs = 500;
/// A UART still shifts bytes that have left the buffer, and a USB host has to fetch them.
constexpr uint64_t kLeastRestartMs = 100;
/// Time for the last messages before sleep, enough to open a connection first. A router without power never
/// answers.
constexpr uint64_t kLastWordsMs = 15'000;

}  // namespace

App::App(const hal::Hal& hal)
    : hal_(hal),
      device_id_(makeDeviceId(hal.board.info().mac)),
      setup_{makeNetworkName(hal.board.info().mac), {}, false},
      rules_(hal.board.info(), hal.mains),
      config_store_(hal.store, rules_),
      authority_(hal.store, hal.trust),
      out_(hal.serial),
      improv_(out_, rules_, config_, hal.board.info(), *this),
      console_(hal.serial, out_, rules_, config_store_, hal.board.info(), hal.wifi, config_,
               authority_, improv_, *this),
      queue_(hal.flash, clock_),
      wifi_(hal.wifi, hal.random),
      link_(hal_, device_id_, boot_, queue_, clock_, api_room_, *this),
      care_(hal.store),
      trial_(hal.ota, hal.store),
      update_(hal_, trial_, api_room_, *this),
      portal_(hal.wifi, hal.portal, rules_, setup_, authority_, *this),
      led_(hal.led),
      teller_(out_, {hal.board, hal.wifi, device_id_, wifi_, link_, power_, queue_, setup_}) {}

void App::start(uint64_t now_ms) {
  now_ms_ = now_ms;
  const hal::BoardInfo& board = hal_.board.info();
  boot_.id = hal_.random.next();
  teller_.notice("FaiWatch ", board.firmware_version);
  teller_.notice("device_id: ", device_id_.view());
  teller_.notice("reset: ", resetReasonName(hal_.reset.reason()));
  queue_.start(boot_.id, last_event_);
  care_.start(hal_.reset.reason(), maySafelyWriteFlash(hal_.battery.millivolts()));
  trial_.start(board.firmware_version, hal_.reset.reason());
  update_.start(now_ms);
  hal_.display.setBacklight(true);
  is_backlight_on_ = true;
  loadConfig();
  joinConfigured();
  if (is_configured_) link_.start(config_, now_ms);
  renewSetupNetwork();
}

void App::tick(uint64_t now_ms) {
  now_ms_ = now_ms;
  supply_mv_ = hal_.battery.millivolts();
  hal_.board.feedWatchdog();
  if (endIfDue()) return;
  samplePower();
  sleepOnLowBattery();
  tickNetwork();
  lookAfterItself();
  // Comes after the network, so that an event is sent before it is written to flash.
  queue_.tick(now_ms, maySafelyWriteFlash(supply_mv_), !power_.isLossLikely());
  tickUpdate();
  console_.poll(now_ms);
  improv_.tick(now_ms);
  const bool has_led_changed = led_.tick(now_ms, ambientPattern());
  if (has_led_changed && led_.pattern() == LedPattern::Test) {
    teller_.notice(led_.isOn() ? "LED on" : "LED off");
  }
  showScreen();
  teller_.tellChanges();
  out_.flush();
}

void App::loadConfig() {
  is_configured_ = config_store_.load(config_) && isComplete(config_);
  authority_.load();
  console_.resetDraft();
  selectMainsInput();
}

void App::renewSetupNetwork() {
  if (portal_.isOpen()) return;
  setup_.is_secret = is_configured_;
  setup_.password = is_configured_ ? deriveSetupPassword(link_.keyDigest().view())
                                   : loadSetupPassword(hal_.store, hal_.random);
}

void App::joinConfigured() {
  if (config_.wifi_ssid.empty()) {
    wifi_.stop(now_ms_);
  } else {
    wifi_.start(config_.wifi_ssid.view(), config_.wifi_pass.view(), now_ms_);
  }
}

void App::applyConfig(const Config& config) {
  improv_.cancel();
  const bool is_other_input = config.mains_input != config_.mains_input;
  config_ = config;
  is_configured_ = isComplete(config_);
  if (is_other_input) selectMainsInput();
  if (wifi_.isFor(config_.wifi_ssid.view(), config_.wifi_pass.view())) {
    wifi_.hurry(now_ms_);
  } else {
    joinConfigured();
  }
  if (authority_.takeChange()) link_.stop(true);
  if (is_configured_) link_.start(config_, now_ms_);
  renewSetupNetwork();
}

void App::selectMainsInput() {
  hal_.mains.select(config_.mains_input);
  power_.configure(config_.mains_input, now_ms_);
  power_since_ms_ = now_ms_;
}

void App::samplePower() {
  MainsReading reading = {};
  switch (config_.mains_input) {
    case hal::MainsInputKind::None:
      break;
    case hal::MainsInputKind::Optocoupler:
      reading.edges = hal_.mains.edges();
      break;
    case hal::MainsInputKind::Vbus:
      reading.level_mv = hal_.mains.vbusMillivolts();
      break;
    case hal::MainsInputKind::Battery:
      reading.level_mv = supply_mv_;
      break;
  }
  const PowerChange change = power_.sample(now_ms_, reading);
  if (change.has_changed) onPower(change);
  // The display is the largest load, so it goes out at the first sign of a loss.
  const bool wants_backlight = !power_.isLossLikely();
  if (wants_backlight != is_backlight_on_) {
    is_backlight_on_ = wants_backlight;
    hal_.display.setBacklight(wants_backlight);
  }
}

void App::onPower(const PowerChange& change) {
  power_since_ms_ = change.at_ms;
  const EventType type =
      change.power == Power::Down ? EventType::PowerDown : EventType::PowerRecover;
  // At the start of a boot, power is reported only if it differs from the last report.
  if (change.is_first && type == last_event_) return;
  teller_.notice(type == EventType::PowerDown ? "Mains lost" : "Power restored");
  recordEvent(type, change.at_ms);
  if (!change.is_first) link_.onPowerChanged(now_ms_);
}

uint16_t App::batteryMillivolts() const {
  return power_.power() == Power::Down ? supply_mv_ : 0;
}

void App::recordEvent(EventType type, uint64_t at_ms) {
  PowerEvent event;
  event.type = type;
  event.boot_id = boot_.id;
  event.seq = boot_.next_seq++;
  event.uptime_ms = at_ms;
  event.battery_mv = batteryMillivolts();
  last_event_ = type;
  queue_.add(event, link_.canSend() ? now_ms_ + kSendFirstMs : now_ms_);
  if (type == EventType::PowerDown) update_.interrupt(now_ms_);
}

void App::tickNetwork() {
  hal_.wifi.poll();
  hal_.http.poll();
  const bool is_judged = power_.power() != Power::Unknown || now_ms_ >= kJudgeMs;
  link_.tick(now_ms_, wifi_.isConnected() && is_judged);
  const bool is_button_held = hal_.button.isPressed();
  if (button_.sample(now_ms_, is_button_held)) portal_.demand(now_ms_);
  portal_.tick(now_ms_, {is_configured_, wifi_.isConnected(), wifi_.offlineMs(now_ms_),
                         power_.isLossLikely(), is_button_held});
  wifi_.tick(now_ms_, portal_.isUsed(now_ms_));
}

void App::tickUpdate() {
  if (update_.isBusy() && link_.needsHttp(now_ms_)) update_.interrupt(now_ms_);
  const bool is_allowed = link_.leavesHttpFree() && !power_.isLossLikely() && !trial_.isOnTrial() &&
                          maySafelyWriteFlash(supply_mv_);
  update_.tick(now_ms_, is_allowed, link_.server(), link_.enrolment().device_token.c_str());
  trial_.tick(now_ms_, !power_.isLossLikely());
}

LedPattern App::ambientPattern() const {
  if (power_.power() == Power::Down) return LedPattern::PowerOut;
  if (link_.path() != LinkPath::None) return LedPattern::Online;
  if (portal_.isOpen()) return LedPattern::Setup;
  if (!wifi_.isConnected()) return LedPattern::Joining;
  return link_.state() == LinkState::Refused ? LedPattern::Refused : LedPattern::Contacting;
}

void App::showScreen() {
  if (!is_backlight_on_) return;
  ScreenFacts facts;
  facts.power = power_.power();
  facts.has_sense = power_.hasSense();
  facts.power_for_ms = now_ms_ - power_since_ms_;
  facts.is_portal_open = portal_.isOpen();
  facts.setup_network = setup_.name.view();
  // Only somebody at the board can hold the button. A screen can be read from the street.
  const bool is_told = !setup_.is_secret || portal_.state() == Portal::State::OpenOnDemand;
  if (is_told) facts.setup_password = setup_.password.view();
  facts.wifi = wifi_.state();
  facts.wifi_failure = wifi_.failure();
  facts.ssid = config_.wifi_ssid.view();
  facts.has_rssi = wifi_.isConnected() && hal_.wifi.rssi(facts.rssi);
  facts.link = link_.state();
  facts.path = link_.path();
  facts.refusal = link_.refusal();
  facts.waiting_events = queue_.pendingCount();
  facts.is_updating = update_.state() == FirmwareUpdate::State::Downloading;
  facts.device_id = device_id_.view();
  const hal::Screen screen = makeScreen(facts);
  if (has_screen_ && screen == screen_) return;
  has_screen_ = true;
  screen_ = screen;
  hal_.display.draw(screen);
}

void App::lookAfterItself() {
  const bool is_waiting = is_configured_ && !improv_.isTrying() &&
                          link_.state() != LinkState::Refused && !power_.isLossLikely() && !portal_.isUsed(now_ms_);
  switch (care_.tick(now_ms_, is_waiting)) {
    case SelfCare::Remedy::None:
      return;
    case SelfCare::Remedy::RestartWifi:
      teller_.notice("No answer for an hour: Wi-Fi is started anew");
      link_.doubtTime();
      hal_.wifi.restart();
      joinConfigured();
      return;
    case SelfCare::Remedy::RestartBoard:
      restartSoon(RestartCause::NoAnswer);
      return;
  }
}

void App::sleepOnLowBattery() {
  if (!low_battery_.sample(now_ms_, supply_mv_)) {
    is_falling_asleep_ = false;
    return;
  }
  if (!is_falling_asleep_) {
    is_falling_asleep_ = true;
    has_said_sleep_ = is_sleep_known_ = false;
    falling_asleep_ms_ = now_ms_;
    teller_.notice("Battery low: sleeps until power is back");
    link_.onPowerChanged(now_ms_);
  }
  if (is_sleep_known_ || now_ms_ - falling_asleep_ms_ >= kLastWordsMs) endSoon(End::Sleep);
}

void App::restartSoon(RestartCause cause) {
  if (end_ != End::None) return;
  restart_cause_ = cause;
  endSoon(End::Restart);
}

void App::endSoon(End end) {
  end_ = end;
  end_asked_ms_ = now_ms_;
}

/// @returns whether nothing else is to be done any more
bool App::endIfDue() {
  if (end_ == End::None) return false;
  link_.stop(true);
  out_.flush();
  // The command's answer may take a moment to leave. A port that takes nothing is not waited for.
  const uint64_t waits_ms = out_.isEmpty() ? kLeastRestartMs : kRestartMs;
  if (now_ms_ - end_asked_ms_ >= waits_ms) end();
  return true;
}

void App::end() {
  const bool may_write = maySafelyWriteFlash(supply_mv_);
  if (may_write) queue_.storeAll(now_ms_);
  if (end_ == End::Sleep) {
    hal_.display.sleep();
    hal_.mains.wakeOnMains();
    hal_.board.sleep(kSleepMs);
    return;
  }
  if (may_write) care_.noteRestart(boot_.id, restart_cause_);
  hal_.board.restart();
}

void App::onConfigSaved(const Config& config) { applyConfig(config); }

void App::tryWifi(TextView ssid, TextView passphrase) { wifi_.start(ssid, passphrase, now_ms_); }

bool App::keepWifi() {
  Config config = config_;
  config.wifi_ssid.assign(wifi_.ssid());
  config.wifi_pass.assign(wifi_.passphrase());
  if (!config_store_.save(config)) return false;
  teller_.notice("Configuration saved");
  applyConfig(config);
  console_.resetDraft();
  return true;
}

void App::giveUpWifi() { joinConfigured(); }

void App::onConfigCleared() {
  improv_.cancel();
  config_ = rules_.defaults();
  is_configured_ = false;
  selectMainsInput();
  wifi_.stop(now_ms_);
  link_.forget();
  renewSetupNetwork();
}

void App::onRestartCommand() { restartSoon(RestartCause::Command); }

void App::onLedTest() { led_.playOnce(LedPattern::Test, now_ms_); }

void App::describeStatus(SerialOut& out) { teller_.describe(out); }

void App::describe(Heartbeat& beat) {
  // The board slept because the mains was gone. Every release of the server knows this word for it.
  const bool has_slept = hal_.reset.reason() == hal::ResetReason::DeepSleep;
  beat.reset_reason = has_slept ? hal::ResetReason::PowerOn : hal_.reset.reason();
  beat.is_power_up = power_.power() != Power::Down;
  beat.has_mains_sense = power_.hasSense();
  beat.has_rssi = hal_.wifi.rssi(beat.rssi);
  beat.ssid = config_.wifi_ssid.view();
  beat.battery_mv = batteryMillivolts();
  beat.mains_mv = hal_.mains.mainsMillivolts();
  beat.update_failed = trial_.failedVersion();
  beat.tells_more = link_.serverTakesMore();
  beat.previous_boot_id = care_.previousBootId();
  beat.restart_cause = restartCauseName(care_.cause());
  beat.memory = hal_.board.memory();
  beat.reconnects = wifi_.joins() > 0 ? wifi_.joins() - 1 : 0;
  beat.starts = care_.starts();
  beat.is_falling_asleep = is_falling_asleep_;
  has_said_sleep_ = is_falling_asleep_;
}

void App::onLinkChanged(LinkState state) {
  switch (state) {
    case LinkState::Off:
      return;
    case LinkState::Enrolling:
      teller_.notice("Server: enrolling");
      return;
    case LinkState::Refused:
      teller_.notice("Server refused: ", serverCodeName(link_.refusal()));
      return;
    case LinkState::Enrolled:
      teller_.notice("Server: enrolled");
      return;
  }
}

void App::onServerHeard() { care_.onHeard(now_ms_); }

void App::onServerAnswered() {
  trial_.onServerAnswered();
  care_.onAnswer(now_ms_);
  is_sleep_known_ = has_said_sleep_;
}

void App::onServerCommand(CommandType command) {
  switch (command) {
    case CommandType::Unknown:
    case CommandType::TellFeatures:
    case CommandType::Credentials:
    case CommandType::Servers:
      return;
    case CommandType::Restart:
      restartSoon(RestartCause::Command);
      return;
    case CommandType::CheckFirmware:
      update_.checkNow(now_ms_);
      return;
    case CommandType::Identify:
      led_.playOnce(LedPattern::Identify, now_ms_);
      return;
  }
}

void App::onKeyChanged() { renewSetupNetwork(); }

void App::describePortal(PortalStatus& status) {
  status.config = &config_;
  status.device_id = device_id_.view();
  status.key_digest = link_.keyDigest();
  status.wifi_failure = wifi_.failure();
  status.is_refused = link_.state() == LinkState::Refused;
  status.refusal = link_.refusal();
}

FormProblem App::onPortalSubmit(const Config& config) {
  const OwnAuthority::Saving saving = authority_.saveDraft();
  if (saving == OwnAuthority::Saving::NoCertificate) {
    return {FormProblem::Kind::Invalid, ConfigField::ServerCa};
  }
  if (saving == OwnAuthority::Saving::NotStored || !config_store_.save(config)) {
    return {FormProblem::Kind::NotStored, {}};
  }
  teller_.notice("Configuration saved");
  applyConfig(config);
  console_.resetDraft();
  return {};
}

void App::onPortalChanged(bool is_open) {
  teller_.notice(is_open ? "Setup network open: " : "Setup network closed: ", setup_.name.view());
  if (is_open && !setup_.is_secret) teller_.notice("Setup password: ", setup_.password.view());
  if (!is_open) renewSetupNetwork();
}

void App::onUpdateEnded(UpdateOutcome outcome, TextView version) {
  char text[96];
  TextWriter writer(text, sizeof text);
  writer.add("Update ").add(version).add(version.empty() ? "" : ": ").add(outcomeText(outcome));
  teller_.notice(writer.view());
  if (outcome == UpdateOutcome::Installed) restartSoon(RestartCause::Update);
}

}  // namespace faiwatch
