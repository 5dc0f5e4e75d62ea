#pragma once

#include "hal/mains-input.h"
#include "hal_esp/adc-battery.h"
#include "hal_esp/pulse-counter.h"
#include "hal_esp/voltage-input.h"

namespace faiwatch::esp {

class EspMainsInput final : public hal::MainsInput {
 public:
  EspMainsInput(const BoardLayout& layout, AdcUnit& adc, const AdcBattery& battery)
      : layout_(layout), battery_(battery), vbus_(adc) {}

  void begin();

  hal::MainsInputKind defaultKind() const override;
  bool supports(hal::MainsInputKind kind) const override;
  void select(hal::MainsInputKind kind) override;
  hal::MainsEdges edges() override { return pulses_.edges(); }
  uint16_t vbusMillivolts() override { return vbus_.millivolts(); }
  /// No board of ours has a meter.
  uint32_t mainsMillivolts() override { return 0; }
  /// Only the optocoupler can wake the board: a pin does not read the dividers' 1.7 V and 2.5 V as high.
  void wakeOnMains() override { pulses_.wakeOnPulse(); }

 private:
  const BoardLayout& layout_;
  const AdcBattery& battery_;
  VoltageInput vbus_;
  PulseCounter pulses_;
  bool has_pulses_ = false;
};

}  // namespace faiwatch::esp
