#include "core/link.h"

namespace faiwatch {

namespace {

constexpr TextView kEnrolPath("/api/device/v1/enrol", 20);
constexpr TextView kBeatPath("/api/device/v1/heartbeat", 24);
constexpr TextView kEventsPath("/api/device/v1/events", 21);

constexpr uint32_t kMqttFailuresForHttp = 3;
constexpr uint32_t kFirstWaitMs = 1'000;
constexpr uint32_t kMostWaitMs = 60'000;
constexpr uint32_t kMostEnrolWaitMs = 300'000;
/// How long events of this boot wait behind older ones whose age is not known yet.
constexpr uint64_t kTimeWaitMs = 30'000;
/// The crystal is off by some 20 ppm, which is two seconds a day.
constexpr uint64_t kTimeRefreshMs = 86'400'000;
/// A heartbeat that is late by this much takes the HTTP client back from an update.
constexpr uint64_t kLateBeatMs = 100'000;

}  // namespace

Link::Link(const hal::Hal& hal, const DeviceId& device_id, Boot& boot, EventQueue& queue,
           WallClock& clock, ApiRoom& room, LinkListener& listener)
    : random_(hal.random),
      board_(hal.board.info()),
      device_id_(device_id),
      boot_(boot),
      queue_(queue),
      clock_(clock),
      trust_(hal.trust),
      listener_(listener),
      store_(hal.store, device_id),
      servers_(hal.store, config_),
      mqtt_(hal.mqtt, hal.random, device_id, servers_, *this),
      api_(hal.http, room),
      enrol_backoff_(hal.random, kFirstWaitMs, kMostEnrolWaitMs),
      http_backoff_(hal.random, kFirstWaitMs, kMostWaitMs) {}

void Link::start(const Config& config, uint64_t now_ms) {
  const bool is_same = state_ != LinkState::Off && isSameEnrolment(config, config_);
  if (is_same && state_ == LinkState::Enrolled) {
    config_ = config;
    return;
  }
  stop(true);
  config_ = config;
  server_at_ = 0;
  if (!servers_.start(server_)) return;
  enrol_backoff_.succeed();
  http_backoff_.succeed();
  next_try_ms_ = now_ms;
  next_http_ms_ = now_ms;
  next_beat_ms_ = now_ms;
  is_token_proven_ = false;
  has_new_credentials_ = false;
  server_takes_more_ = store_.doesServerTakeMore(config);
  enrolment_ = {};
  goTo(store_.load(config, enrolment_) ? LinkState::Enrolled : LinkState::Enrolling);
}

void Link::stop(bool says_goodbye) {
  mqtt_.stop(says_goodbye);
  api_.cancel();
  call_ = Call::None;
  asks_http_ = false;
  has_http_answered_ = false;
  has_problem_ = false;
  is_ready_ = false;
  goTo(LinkState::Off);
}

/// Closes an idle connection, since MQTT's connection needs its memory.
void Link::dropConnection() {
  keeps_connection_ = false;
  api_.dropConnection();
}

void Link::forget() {
  stop(true);
  store_.erase();
  servers_.erase();
  enrolment_ = {};
}

void Link::tick(uint64_t now_ms, bool has_network) {
  now_ms_ = now_ms;
  if (has_network && !has_network_) {
    next_http_ms_ = now_ms;
    if (state_ == LinkState::Enrolling) next_try_ms_ = now_ms;
  }
  has_network_ = has_network;
  if (keeps_connection_ && !(has_network && usesHttp())) dropConnection();
  if (!has_network) {
    mqtt_.stop(false);
    api_.cancel();
    call_ = Call::None;
    has_http_answered_ = false;
    is_ready_ = false;
    return;
  }
  ApiCall::Result result;
  if (api_.takeResult(now_ms, result)) takeResult(now_ms, result);
  switch (state_) {
    case LinkState::Off:
      return;
    case LinkState::Enrolling:
      if (now_ms >= next_try_ms_ && api_.isReady()) enrol(now_ms);
      return;
    case LinkState::Refused:
      if (now_ms < next_try_ms_ || !api_.isReady()) return;
      if (refusal_ == ServerCode::DeviceRevoked) {
        postBeat(now_ms);
      } else {
        goTo(LinkState::Enrolling);
      }
      return;
    case LinkState::Enrolled:
      if (has_new_credentials_) adoptCredentials();
      if (mqtt_.state() == MqttChannel::State::Off && !asks_http_) {
        mqtt_.start(server_at_, server_, enrolment_, now_ms);
      }
      mqtt_.tick(now_ms);
      // The answer may have changed any of this.
      if (state_ == LinkState::Enrolled) say(now_ms);
      return;
  }
}

void Link::onPowerChanged(uint64_t now_ms) {
  is_urgent_ = true;
  next_beat_ms_ = now_ms;
  next_http_ms_ = now_ms;
}

void Link::doubtTime() {
  trust_.forgetTime();
  is_time_doubted_ = true;
}

LinkPath Link::path() const {
  if (state_ != LinkState::Enrolled || !is_token_proven_) return LinkPath::None;
  if (mqtt_.isUp()) return LinkPath::Mqtt;
  return has_http_answered_ ? LinkPath::Http : LinkPath::None;
}

bool Link::leavesHttpFree() const {
  return state_ == LinkState::Enrolled && has_network_ && is_token_proven_ && !api_.isRunning();
}

bool Link::needsHttp(uint64_t now_ms) const {
  if (!has_network_ || state_ != LinkState::Enrolled) return true;
  if (mqtt_.isUp()) return false;
  return queue_.pendingCount() > 0 || now_ms >= next_beat_ms_ + kLateBeatMs;
}

void Link::goTo(LinkState state) {
  if (state == state_) return;
  state_ = state;
  listener_.onLinkChanged(state);
}

void Link::enrol(uint64_t now_ms) {
  const EnrolRequest request = {
      device_id_.view(),   config_.activation_key.view(), config_.customer_phone.view(),
      config_.device_type, board_.firmware_version,
  };
  if (encodeEnrolRequest(request, api_.body(), kMessageBytes) &&
      api_.post(server_, kEnrolPath, nullptr, false, now_ms)) {
    call_ = Call::Enrol;
  } else {
    next_try_ms_ = now_ms + kFirstWaitMs;
  }
}

void Link::say(uint64_t now_ms) {
  if (!canSend()) {
    is_ready_ = false;
    return;
  }
  if (!is_ready_) {
    is_ready_ = true;
    ready_since_ms_ = now_ms;
  }
  // A long queue must not keep the one HTTP client from the heartbeats.
  const bool is_late = now_ms >= next_beat_ms_ + intervalMs();
  if (is_late) sayBeat(now_ms);
  sayEvent(now_ms);
  sayBeat(now_ms);
}

void Link::sayEvent(uint64_t now_ms) {
  if (mqtt_.isEventInFlight() || call_ == Call::Event) return;
  if (!mqtt_.isUp() && !isHttpDue(now_ms)) return;
  const bool only_this_boot = is_urgent_ || now_ms - ready_since_ms_ >= kTimeWaitMs;
  PowerEvent event;
  uint64_t age_ms = 0;
  if (!queue_.next(now_ms, only_this_boot, event, age_ms)) {
    is_urgent_ = false;
    return;
  }
  event_boot_id_ = event.boot_id;
  event_seq_ = event.seq;
  if (mqtt_.isUp()) {
    char message[kMessageBytes];
    if (encodeEvent(event, age_ms, message, sizeof message)) mqtt_.sendEvent(message, now_ms);
  } else if (encodeEventsRequest(event, age_ms, api_.body(), kMessageBytes)) {
    post(Call::Event, kEventsPath, now_ms);
  }
}

void Link::sayBeat(uint64_t now_ms) {
  const bool is_due = now_ms >= next_beat_ms_;
  if (mqtt_.isUp()) {
    char message[kMessageBytes];
    if (is_due && !mqtt_.isBeatInFlight() && encodeBeat(message) &&
        mqtt_.sendBeat(message, now_ms)) {
      next_beat_ms_ = now_ms + intervalMs();
    }
    // Only an answer over HTTP tells the time.
    if (isTimeWanted(now_ms) && isHttpDue(now_ms)) postBeat(now_ms);
  } else if (is_due && isHttpDue(now_ms) && postBeat(now_ms)) {
    next_beat_ms_ = now_ms + intervalMs();
  }
}

bool Link::post(Call call, TextView path, uint64_t now_ms) {
  const bool keeps_connection = usesHttp();
  if (!api_.post(server_, path, enrolment_.device_token.c_str(), keeps_connection, now_ms)) {
    next_http_ms_ = now_ms + kFirstWaitMs;
    return false;
  }
  keeps_connection_ = keeps_connection;
  call_ = call;
  return true;
}

bool Link::postBeat(uint64_t now_ms) {
  return encodeBeat(api_.body()) && post(Call::Beat, kBeatPath, now_ms);
}

bool Link::encodeBeat(char* out) {
  Heartbeat beat;
  listener_.describe(beat);
  beat.boot_id = boot_.id;
  beat.seq = boot_.next_seq++;
  beat.uptime_ms = now_ms_;
  beat.firmware_version = board_.firmware_version;
  beat.tells_features = tells_features_;
  tells_features_ = false;
  return encodeHeartbeat(beat, out, kMessageBytes);
}

/// @returns false when an earlier connection was to a server whose certificate had expired
bool Link::learnTime(int64_t epoch_ms, uint64_t now_ms) {
  if (epoch_ms <= 0) return true;
  if (!trust_.setTime(epoch_ms)) return false;
  clock_.learn(epoch_ms, now_ms);
  is_time_doubted_ = false;
  return true;
}

bool Link::usesHttp() const {
  return state_ == LinkState::Enrolled && !mqtt_.isUp() &&
         (asks_http_ || is_urgent_ || mqtt_.failures() >= kMqttFailuresForHttp);
}

/// Asks once a day, and at once while an event's age depends on it. An event of this boot needs the time, too, if
/// the boot ends before the event was delivered.
bool Link::isTimeWanted(uint64_t now_ms) const {
  if (!is_token_proven_) return false;
  return is_time_doubted_ || !clock_.isKnown() || now_ms - clock_.learnedAtMs() >= kTimeRefreshMs;
}

void Link::onMqttUp() {
  keepCredentials();
  asks_http_ = false;
  next_beat_ms_ = now_ms_;
  server_at_ = mqtt_.at();
  server_ = mqtt_.server();
}

void Link::onEventAcknowledged() {
  is_token_proven_ = true;
  enrol_backoff_.succeed();
  queue_.acknowledge(event_boot_id_, event_seq_);
  listener_.onServerAnswered();
}

void Link::onBeatAcknowledged() {
  is_token_proven_ = true;
  enrol_backoff_.succeed();
  listener_.onServerAnswered();
}

void Link::onCommand(const Command& command) {
  if (command.type == CommandType::Servers) servers_.keep(command.servers);
  obey(command.type, command.credentials);
}

void Link::onMqttNotAuthorised() {
  if (fallBack()) return;
  asks_http_ = true;
  next_http_ms_ = now_ms_;
  next_beat_ms_ = now_ms_;
}

}  // namespace faiwatch
