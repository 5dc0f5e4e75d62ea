// What the link makes of the server's answers over HTTP.
#include "core/link.h"

namespace faiwatch {

namespace {

/// Asking with its own token costs a revoked device's neighbours nothing.
constexpr uint32_t kRevokedWaitMs = 600'000;
/// The server counts failed enrolments per address, so a wrong key delays a neighbour's good one.
constexpr uint32_t kRefusedWaitMs = 3'600'000;
/// The longest wait before the next machine of the same server is asked.
constexpr uint32_t kNextServerMs = 1'000;
constexpr uint32_t kMostRetryAfterSeconds = 3'600;
constexpr uint64_t kNever = UINT64_MAX;

bool isAboutKey(ServerCode code) {
  return code == ServerCode::KeyNotFound || code == ServerCode::KeyInactive ||
         code == ServerCode::KeyExpired || code == ServerCode::KeyInUse ||
         code == ServerCode::KeyPhoneMismatch || code == ServerCode::Conflict ||
         code == ServerCode::Forbidden;
}

}  // namespace

void Link::refuse(ServerCode code, uint64_t now_ms) {
  mqtt_.stop(true);
  api_.cancel();
  call_ = Call::None;
  asks_http_ = false;
  // `HTTP 403` beside the refusal would read as if the server were out of reach.
  has_problem_ = false;
  refusal_ = code;
  if (code == ServerCode::Validation) {
    next_try_ms_ = kNever;
  } else {
    const uint32_t most = code == ServerCode::DeviceRevoked ? kRevokedWaitMs : kRefusedWaitMs;
    next_try_ms_ = now_ms + pickBetween(random_, most / 2, most);
  }
  goTo(LinkState::Refused);
}

void Link::forgetToken(uint64_t now_ms) {
  mqtt_.stop(false);
  asks_http_ = false;
  store_.erase();
  enrolment_ = {};
  listener_.onKeyChanged();
  // Otherwise a server that gives tokens and refuses them would be asked without end.
  next_try_ms_ = is_token_proven_ ? now_ms : now_ms + enrol_backoff_.fail();
  is_token_proven_ = false;
  goTo(LinkState::Enrolling);
}

void Link::describeProblem(TextWriter& out) const {
  if (!has_problem_) return;
  switch (problem_end_) {
    case hal::HttpEnd::Complete:
      out.add("HTTP ").addSigned(problem_status_);
      return;
    case hal::HttpEnd::Unreachable:
      out.add("unreachable");
      return;
    case hal::HttpEnd::TlsFailed:
      out.add("certificate or TLS failed");
      return;
    case hal::HttpEnd::TimedOut:
      out.add("no answer in time");
      return;
    case hal::HttpEnd::Broken:
    case hal::HttpEnd::Refused:
      out.add("not an answer of FaiWatch");
      return;
  }
}

/// @returns false when all have had their turn
bool Link::tryNextServer() {
  const size_t last = server_at_;
  const bool is_round = servers_.next(server_at_, server_);
  if (server_at_ != last) dropConnection();
  return !is_round;
}

void Link::waitForHttp(uint64_t now_ms, const ApiCall::Result& result) {
  const bool asks_for_patience = result.isAnswer() && result.status == 429;
  if (!asks_for_patience && tryNextServer()) {
    next_http_ms_ = now_ms + pickBetween(random_, 0, kNextServerMs);
    return;
  }
  uint64_t wait_ms = http_backoff_.fail();
  if (result.retry_after_seconds > 0) {
    const uint32_t seconds = result.retry_after_seconds < kMostRetryAfterSeconds
                                 ? result.retry_after_seconds
                                 : kMostRetryAfterSeconds;
    wait_ms += seconds * 1000ULL;
  }
  next_http_ms_ = now_ms + wait_ms;
}

void Link::takeResult(uint64_t now_ms, const ApiCall::Result& result) {
  const Call call = call_;
  call_ = Call::None;
  has_problem_ = !result.isSuccess();
  problem_end_ = result.end;
  problem_status_ = result.status;
  if (result.isAnswer()) listener_.onServerHeard();
  switch (call) {
    case Call::None:
      return;
    case Call::Enrol:
      takeEnrolResult(now_ms, result);
      return;
    case Call::Beat:
      takeBeatResult(now_ms, result);
      return;
    case Call::Event:
      takeEventResult(now_ms, result);
      return;
  }
}

/// Refuses the answer and ends all connections made so far. The certificates of new ones are checked against a
/// known time.
void Link::distrust(uint64_t now_ms, ApiCall::Result result) {
  mqtt_.stop(false);
  dropConnection();
  result.end = hal::HttpEnd::TlsFailed;
  has_problem_ = true;
  problem_end_ = result.end;
  waitForHttp(now_ms, result);
}

void Link::takeEnrolResult(uint64_t now_ms, const ApiCall::Result& result) {
  EnrolAnswer answer;
  if (result.isSuccess() && parseEnrolAnswer(result.body, answer)) {
    if (!learnTime(answer.server_time_ms, now_ms)) {
      next_try_ms_ = now_ms + enrol_backoff_.fail();
      distrust(now_ms, result);
      return;
    }
    enrolment_ = answer.enrolment;
    store_.save(config_, enrolment_);
    servers_.keep(answer.servers);
    next_beat_ms_ = now_ms;
    next_http_ms_ = now_ms;
    goTo(LinkState::Enrolled);
    return;
  }
  const ServerCode code = result.isAnswer() ? parseRefusal(result.body) : ServerCode::Other;
  if (code == ServerCode::Validation || isAboutKey(code)) {
    refuse(code, now_ms);
    return;
  }
  waitForHttp(now_ms, result);
  const uint64_t backoff_ms = now_ms + enrol_backoff_.fail();
  next_try_ms_ =
      result.retry_after_seconds > 0 || server_at_ != 0 ? next_http_ms_ : backoff_ms;
}

void Link::takeBeatResult(uint64_t now_ms, const ApiCall::Result& result) {
  HeartbeatAnswer answer;
  if (takeRefusal(now_ms, result)) return;
  // An older server answers at this address now.
  if (result.isAnswer() && result.status == 400) learnServerTakesMore(false);
  if (!result.isSuccess() || !parseHeartbeatAnswer(result.body, answer)) {
    waitForHttp(now_ms, result);
    if (state_ == LinkState::Refused) next_try_ms_ = next_http_ms_ + kRevokedWaitMs;
    return;
  }
  if (!learnTime(answer.server_time_ms, now_ms)) {
    distrust(now_ms, result);
    return;
  }
  asks_http_ = false;
  has_http_answered_ = true;
  is_token_proven_ = true;
  http_backoff_.succeed();
  enrol_backoff_.succeed();
  goTo(LinkState::Enrolled);
  listener_.onServerAnswered();
  keepCredentials();
  servers_.keep(answer.servers);
  for (size_t i = 0; i < answer.command_count; i++) obey(answer.commands[i], answer.credentials);
}

void Link::takeEventResult(uint64_t now_ms, const ApiCall::Result& result) {
  if (takeRefusal(now_ms, result)) return;
  if (!result.isSuccess() || !parseEventsAnswer(result.body, event_seq_)) {
    waitForHttp(now_ms, result);
    return;
  }
  has_http_answered_ = true;
  is_token_proven_ = true;
  http_backoff_.succeed();
  enrol_backoff_.succeed();
  keepCredentials();
  queue_.acknowledge(event_boot_id_, event_seq_);
  listener_.onServerAnswered();
}

bool Link::takeRefusal(uint64_t now_ms, const ApiCall::Result& result) {
  if (!result.isAnswer()) return false;
  if (result.status == 401) {
    if (!fallBack()) forgetToken(now_ms);
    return true;
  }
  if (result.status == 403) {
    refuse(ServerCode::DeviceRevoked, now_ms);
    return true;
  }
  return false;
}

}  // namespace faiwatch
