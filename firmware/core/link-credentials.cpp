// How a device that is handed over gets another token, over its own session (docs/device-protocol.md, "New
// credentials").
#include "core/link.h"

namespace faiwatch {

KeyDigest Link::keyDigest() const {
  return enrolment_.key_digest.empty() ? digestActivationKey(config_.activation_key.view())
                                       : enrolment_.key_digest;
}

void Link::obey(CommandType type, const Credentials& credentials) {
  switch (type) {
    case CommandType::Credentials:
      takeCredentials(credentials);
      return;
    case CommandType::TellFeatures:
      tells_features_ = true;
      learnServerTakesMore(true);
      return;
    case CommandType::Unknown:
    case CommandType::Servers:
    case CommandType::Restart:
    case CommandType::CheckFirmware:
    case CommandType::Identify:
      break;
  }
  listener_.onServerCommand(type);
}

/// Keeps whether this server ignores unknown fields: the first heartbeat of the next boot needs to know.
void Link::learnServerTakesMore(bool takes_more) {
  if (takes_more == server_takes_more_) return;
  server_takes_more_ = takes_more;
  store_.keepServerTakesMore(config_, takes_more);
}

/// Stores the new credentials before anything else. The server repeats the command until the device uses them.
/// What is in flight still goes with the present ones.
void Link::takeCredentials(const Credentials& credentials) {
  Enrolment stored = enrolment_;
  if (has_new_credentials_ && !store_.load(config_, stored)) return;
  if (credentials.device_token.view() == stored.device_token.view()) return;
  Enrolment next = stored;
  static_cast<Credentials&>(next) = credentials;
  next.previous = enrolment_;
  has_new_credentials_ = store_.save(config_, next) || has_new_credentials_;
}

void Link::adoptCredentials() {
  if (api_.isRunning() || mqtt_.isEventInFlight() || mqtt_.isBeatInFlight()) return;
  has_new_credentials_ = false;
  Enrolment next;
  if (!store_.load(config_, next)) return;
  mqtt_.stop(true);
  enrolment_ = next;
  next_beat_ms_ = now_ms_;
  listener_.onKeyChanged();
}

/// The server has accepted the present credentials.
void Link::keepCredentials() {
  if (enrolment_.previous.device_token.empty()) return;
  enrolment_.previous = {};
  store_.save(config_, enrolment_);
}

/// The server has refused the present credentials. @returns false when there are no earlier ones
bool Link::fallBack() {
  if (enrolment_.previous.device_token.empty()) return false;
  mqtt_.stop(false);
  const Credentials previous = enrolment_.previous;
  static_cast<Credentials&>(enrolment_) = previous;
  enrolment_.previous = {};
  store_.save(config_, enrolment_);
  next_beat_ms_ = now_ms_;
  next_http_ms_ = now_ms_;
  listener_.onKeyChanged();
  return true;
}

}  // namespace faiwatch
