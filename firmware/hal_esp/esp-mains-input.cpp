#include "hal_esp/esp-mains-input.h"

namespace faiwatch::esp {

using hal::MainsInputKind;

void EspMainsInput::begin() {
  has_pulses_ = pulses_.begin();
  vbus_.begin(layout_.vbus);
}

MainsInputKind EspMainsInput::defaultKind() const {
  return battery_.isReady() ? MainsInputKind::Battery : MainsInputKind::None;
}

bool EspMainsInput::supports(MainsInputKind kind) const {
  switch (kind) {
    case MainsInputKind::None:
      return true;
    case MainsInputKind::Optocoupler:
      return has_pulses_;
    case MainsInputKind::Vbus:
      return vbus_.isReady();
    case MainsInputKind::Battery:
      return battery_.isReady();
  }
  return false;
}

void EspMainsInput::select(MainsInputKind kind) {
  if (kind == MainsInputKind::Optocoupler) {
    pulses_.start(layout_.mains_pulses);
  } else {
    pulses_.stop();
  }
}

}  // namespace faiwatch::esp
