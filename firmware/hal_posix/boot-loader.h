#pragma once

#include <string>

#include "hal/board.h"
#include "hal_posix/log.h"

namespace faiwatch::posix {

/// How the image of a slot stands; the states of ESP-IDF's esp_ota_img_states_t.
enum class SlotState : uint8_t {
  /// Written and not booted yet.
  New,
  /// Booted once, and not marked valid.
  Pending,
  Valid,
  /// Gave itself up, or was replaced because it restarted while pending.
  Aborted,
};

/// The two slots in the store: `ota-0.bin`, `ota-1.bin`, and in `ota-state` which one boots. A slot
/// without a file holds the firmware the board came with.
class SlotTable {
 public:
  explicit SlotTable(std::string directory);

  unsigned active() const { return active_; }
  SlotState state(unsigned slot) const { return states_[slot]; }
  std::string imagePath(unsigned slot) const;

  void set(unsigned slot, SlotState state) { states_[slot] = state; }
  void activate(unsigned slot) { active_ = slot; }
  bool save() const;

 private:
  std::string directory_;
  unsigned active_ = 0;
  SlotState states_[2] = {SlotState::Valid, SlotState::Aborted};
};

/// What the boot loader has chosen.
struct BootedImage {
  unsigned slot;
  bool is_on_trial;
  std::string version;
  bool crashes;
};

/// Chooses the image of the next boot as ESP-IDF's boot loader with rollback does: a new one is given
/// one boot; if it was not marked valid in it, the other slot boots again.
/// @param factory_version of a slot without a file
BootedImage chooseImage(const Log& log, const std::string& directory,
                        const std::string& factory_version);

}  // namespace faiwatch::posix
