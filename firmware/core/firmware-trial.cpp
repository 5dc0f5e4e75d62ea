#include "core/firmware-trial.h"

#include "core/power-fsm.h"

namespace faiwatch {

namespace {

constexpr const char* kTriedKey = "ota_tried";
constexpr const char* kFailedKey = "ota_failed";
constexpr const char* kCutsKey = "ota_cuts";

}  // namespace

void FirmwareTrial::start(TextView running, hal::ResetReason reason) {
  running_ = running;
  is_on_trial_ = slot_.isOnTrial();
  VersionText tried;
  const bool has_tried = load(kTriedKey, tried);
  if (!load(kFailedKey, failed_)) failed_.clear();
  if (is_on_trial_) {
    // The installation may have lost power before it noted the version.
    if (!has_tried || tried.view() != running) {
      store_.put(kTriedKey, running.data(), running.size());
    }
    return;
  }
  const bool was_cut = has_tried && isPowerLoss(reason) && isNewer(tried.view(), running) &&
                       countCut(tried.view()) < kTries;
  if (was_cut) {
    store_.erase(kTriedKey);
  } else if (has_tried) {
    if (failed_.assign(tried.view())) store_.put(kFailedKey, failed_.c_str(), failed_.size());
    store_.erase(kTriedKey);
    store_.erase(kCutsKey);
  }
  // The failed version is out of date: it or a newer one runs now, perhaps flashed over a cable.
  if (!isNewer(failed_.view(), running)) forgetFailure();
}

void FirmwareTrial::tick(uint64_t now_ms, bool has_mains) {
  if (!has_mains) deadline_ms_ = now_ms + kTrialMs;
  if (!is_on_trial_ || now_ms < deadline_ms_) return;
  is_on_trial_ = false;
  slot_.rollBack();
}

void FirmwareTrial::onServerAnswered() {
  if (!is_on_trial_ || !slot_.markValid()) return;
  is_on_trial_ = false;
  store_.erase(kTriedKey);
  store_.erase(kCutsKey);
  forgetFailure();
}

void FirmwareTrial::onInstalled(TextView version) {
  store_.put(kTriedKey, version.data(), version.size());
}

void FirmwareTrial::forgetFailure() {
  if (failed_.empty()) return;
  failed_.clear();
  store_.erase(kFailedKey);
}

uint8_t FirmwareTrial::countCut(TextView version) {
  Cuts stored;
  size_t length = 0;
  const bool is_known =
      store_.get(kCutsKey, &stored, sizeof stored, length) == hal::KeyValueStore::Read::Found &&
      length == sizeof stored && version == TextView(stored.version, version.size()) &&
      stored.version[version.size()] == '\0';
  Cuts cuts;
  copyText(cuts.version, sizeof cuts.version, version);
  cuts.count = static_cast<uint8_t>(is_known ? stored.count + 1 : 1);
  store_.put(kCutsKey, &cuts, sizeof cuts);
  return cuts.count;
}

bool FirmwareTrial::load(const char* key, VersionText& out) {
  char text[VersionText::kCapacity];
  size_t length = 0;
  if (store_.get(key, text, sizeof text, length) != hal::KeyValueStore::Read::Found) return false;
  const TextView version(text, length);
  return isVersion(version) && out.assign(version);
}

}  // namespace faiwatch
