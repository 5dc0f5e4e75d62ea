#include "core/config-draft.h"

namespace faiwatch {

void ConfigDraft::reset() {
  config_ = saved_;
  authority_.resetDraft();
  typed_ = 0;
  allows_plain_ = false;
}

const char* ConfigDraft::set(const ConfigRules& rules, ConfigField field, TextView value) {
  const char* problem = rules.set(config_, field, value);
  if (problem == nullptr) typed_ |= 1U << static_cast<unsigned>(field);
  return problem;
}

bool ConfigDraft::changesOwner() const {
  return changesServer() || authority_.isDraftChange() || saved_.activation_key.view() != config_.activation_key.view() ||
         saved_.customer_phone.view() != config_.customer_phone.view();
}

DraftProblem ConfigDraft::findProblem() const {
  ConfigField field;
  if (findMissing(config_, field)) return {DraftProblem::Kind::Missing, field};
  if (!changesServer() && !authority_.isDraftChange()) return {};
  constexpr ConfigField kSecrets[] = {ConfigField::ActivationKey, ConfigField::CustomerPhone};
  for (const ConfigField secret : kSecrets) {
    if (!isTyped(secret)) return {DraftProblem::Kind::NotTypedAgain, secret};
  }
  if (!changesServer()) return {};
  ServerUrl server;
  const bool is_safe = parseServerUrl(config_.server_url.view(), server) &&
                       (server.is_tls || isOnPrivateNetwork(server));
  if (is_safe || allows_plain_) return {};
  return {DraftProblem::Kind::NotEncrypted, ConfigField::ServerUrl};
}

}  // namespace faiwatch
