#include "hal_posix/boot-loader.h"

#include <stdio.h>

#include <optional>

#include "hal_posix/files.h"
#include "hal_posix/firmware-image.h"

namespace faiwatch::posix {

namespace {

constexpr const char* kStateNames[] = {"new", "pending", "valid", "aborted"};

const char* stateName(SlotState state) { return kStateNames[static_cast<size_t>(state)]; }

}  // namespace

SlotTable::SlotTable(std::string directory) : directory_(std::move(directory)) {
  const std::optional<std::string> text = readFile(directory_ + "/ota-state");
  char names[2][16];
  unsigned active = 0;
  if (!text || sscanf(text->c_str(), "%u %15s %15s", &active, names[0], names[1]) != 3) return;
  active_ = active == 1 ? 1 : 0;
  for (unsigned slot = 0; slot < 2; slot++) {
    for (size_t i = 0; i < 4; i++) {
      if (std::string_view(names[slot]) == kStateNames[i]) {
        states_[slot] = static_cast<SlotState>(i);
      }
    }
  }
}

std::string SlotTable::imagePath(unsigned slot) const {
  return directory_ + "/ota-" + std::to_string(slot) + ".bin";
}

bool SlotTable::save() const {
  return replaceFile(directory_ + "/ota-state", std::to_string(active_) + " " +
                                                    stateName(states_[0]) + " " +
                                                    stateName(states_[1]) + "\n");
}

BootedImage chooseImage(const Log& log, const std::string& directory,
                        const std::string& factory_version) {
  SlotTable slots(directory);
  unsigned slot = slots.active();
  if (slots.state(slot) == SlotState::Pending || slots.state(slot) == SlotState::Aborted) {
    slots.set(slot, SlotState::Aborted);
    LogLine(log, "boot_loader").text("state", "rolled back").number("slot", slot);
    slot = 1 - slot;
    slots.activate(slot);
  }
  const bool is_on_trial = slots.state(slot) == SlotState::New;
  if (is_on_trial) slots.set(slot, SlotState::Pending);
  slots.save();
  const std::optional<FirmwareImage> image = readImage(slots.imagePath(slot));
  return {slot, is_on_trial, image ? image->version : factory_version,
          image && image->crashes};
}

}  // namespace faiwatch::posix
