// What the boards' pins tell: pulses of the optocoupler, voltages, the reason of a boot.
#include "fake-chip.h"
#include "hal_esp/adc-battery.h"
#include "hal_esp/esp-mains-input.h"
#include "hal_esp/esp-random.h"
#include "hal_esp/esp-reset-info.h"
#include "hal_esp/gpio-button.h"
#include "hal_esp/gpio-led.h"
#include "hal_esp/pulse-counter.h"
#include "support/check.h"

using namespace faiwatch;
using namespace faiwatch::esp;

namespace {

constexpr gpio_num_t kPulses = GPIO_NUM_5;
constexpr BoardLayout kWithBattery = {
    hal::BoardKind::TDisplay, {GPIO_NUM_NC, true}, GPIO_NUM_0, GPIO_NUM_27,
    {GPIO_NUM_33, 3},         {GPIO_NUM_34, 2}, GPIO_NUM_14};
constexpr BoardLayout kBare = {hal::BoardKind::S2Mini, {GPIO_NUM_15, true}, GPIO_NUM_0, kPulses,
                               {GPIO_NUM_3, 3},        {GPIO_NUM_NC, 1}, GPIO_NUM_NC};

/// The board's inputs, begun as main does it.
struct Inputs {
  explicit Inputs(const BoardLayout& layout) : battery(adc), mains(layout, adc, battery) {
    adc.begin();
    battery.begin(layout);
    mains.begin();
  }
  AdcUnit adc;
  AdcBattery battery;
  EspMainsInput mains;
};

}  // namespace

TEST("pulses are counted, and the newest is dated in milliseconds of this boot") {
  auto& chip = chip::fresh();
  PulseCounter pulses;
  pulses.begin();
  pulses.start(kPulses);
  CHECK_EQ(pulses.edges().count, 0U);
  for (int i = 0; i < 50; i++) {
    chip.now_us = 1'000'000 + i * 10'000;
    chip.fall(kPulses);
  }
  chip.now_us = 1'495'000;
  CHECK_EQ(pulses.edges().count, 50U);
  CHECK_EQ(pulses.edges().last_ms, 1'490U);
}

TEST("a slow edge that is seen as several counts once") {
  auto& chip = chip::fresh();
  PulseCounter pulses;
  pulses.begin();
  pulses.start(kPulses);
  for (const int64_t us : {10'000, 10'040, 10'300, 20'000, 20'900}) {
    chip.now_us = us;
    chip.fall(kPulses);
  }
  CHECK_EQ(pulses.edges().count, 2U);
  CHECK_EQ(pulses.edges().last_ms, 20U);
}

TEST("a pulse long ago stays long ago when the microseconds wrap") {
  auto& chip = chip::fresh();
  PulseCounter pulses;
  pulses.begin();
  pulses.start(kPulses);
  chip.now_us = 5'000'000'000;
  chip.fall(kPulses);
  chip.now_us += 2'000;
  CHECK_EQ(pulses.edges().last_ms, 5'000'000U);
  chip.now_us += 4'300'000'000;
  CHECK_EQ(pulses.edges().last_ms, 5'000'000U);
  chip.fall(kPulses);
  CHECK_EQ(pulses.edges().count, 2U);
  CHECK_EQ(pulses.edges().last_ms, 9'300'002U);
}

TEST("the interrupt may run while flash is written") {
  auto& chip = chip::fresh();
  PulseCounter pulses;
  pulses.begin();
  CHECK_EQ(chip.isr_flags, ESP_INTR_FLAG_IRAM);
}

TEST("an input is watched only while it is selected, and counts from nothing") {
  auto& chip = chip::fresh();
  Inputs inputs(kBare);
  inputs.mains.select(hal::MainsInputKind::Optocoupler);
  CHECK_EQ(chip.pins[kPulses].pull_up_en, GPIO_PULLUP_ENABLE);
  CHECK_EQ(chip.pins[kPulses].intr_type, GPIO_INTR_NEGEDGE);
  chip.now_us = 10'000;
  chip.fall(kPulses);
  CHECK_EQ(inputs.mains.edges().count, 1U);
  inputs.mains.select(hal::MainsInputKind::None);
  CHECK(chip.interrupts.empty());
  inputs.mains.select(hal::MainsInputKind::Optocoupler);
  CHECK_EQ(inputs.mains.edges().count, 0U);
}

TEST("the optocoupler ends deep sleep with its first pulse; no divider gives a pin's level") {
  auto& chip = chip::fresh();
  Inputs inputs(kWithBattery);
  for (const auto kind : {hal::MainsInputKind::Battery, hal::MainsInputKind::Vbus}) {
    inputs.mains.select(kind);
    inputs.mains.wakeOnMains();
    CHECK_EQ(chip.wakes.first, GPIO_NUM_NC);
  }
  inputs.mains.select(hal::MainsInputKind::Optocoupler);
  inputs.mains.wakeOnMains();
  CHECK_EQ(chip.wakes.first, GPIO_NUM_27);
  CHECK_EQ(chip.wakes.second, 0);
}

TEST("a bare board senses nothing by itself, one with a battery its charge") {
  chip::fresh();
  Inputs bare(kBare);
  CHECK_EQ(bare.mains.defaultKind(), hal::MainsInputKind::None);
  CHECK(bare.mains.supports(hal::MainsInputKind::Optocoupler));
  CHECK(bare.mains.supports(hal::MainsInputKind::Vbus));
  CHECK(!bare.mains.supports(hal::MainsInputKind::Battery));
  CHECK_EQ(bare.battery.millivolts(), 0U);
  Inputs display(kWithBattery);
  CHECK_EQ(display.mains.defaultKind(), hal::MainsInputKind::Battery);
  CHECK(display.mains.supports(hal::MainsInputKind::Battery));
  CHECK_EQ(chip::now().levels[GPIO_NUM_14], 1);
}

TEST("voltages are those before the divider, without the outermost samples") {
  auto& chip = chip::fresh();
  Inputs inputs(kWithBattery);
  chip.volts[34] = {2100, 900, 2100, 2100, 3000, 2100, 2100, 2100};
  CHECK_EQ(inputs.battery.millivolts(), 4200U);
  chip.volts[33] = {1667};
  CHECK_EQ(inputs.mains.vbusMillivolts(), 5001U);
}

TEST("a measurement that fails is no power cut") {
  auto& chip = chip::fresh();
  Inputs inputs(kWithBattery);
  chip.volts[33] = {1667};
  CHECK_EQ(inputs.mains.vbusMillivolts(), 5001U);
  chip.does_adc_fail = true;
  CHECK_EQ(inputs.mains.vbusMillivolts(), 5001U);
}

TEST("without a calibration nothing is measured") {
  chip::fresh().is_calibrated = false;
  Inputs inputs(kWithBattery);
  CHECK(!inputs.mains.supports(hal::MainsInputKind::Vbus));
  CHECK_EQ(inputs.mains.defaultKind(), hal::MainsInputKind::None);
  CHECK_EQ(inputs.battery.millivolts(), 0U);
}

TEST("a pin that only the radio's ADC could read is refused") {
  chip::fresh();
  AdcUnit adc;
  adc.begin();
  adc_channel_t channel;
  CHECK(!adc.open(GPIO_NUM_15, channel));
}

TEST("the button is pressed when low, the LED lit at its board's level") {
  auto& chip = chip::fresh();
  GpioButton button;
  button.begin(GPIO_NUM_0);
  chip.levels[0] = 1;
  CHECK(!button.isPressed());
  chip.levels[0] = 0;
  CHECK(button.isPressed());
  GpioLed led;
  led.begin({GPIO_NUM_15, true});
  CHECK_EQ(chip.levels[15], 0);
  led.set(true);
  CHECK_EQ(chip.levels[15], 1);
  GpioLed inverted;
  inverted.begin({GPIO_NUM_8, false});
  CHECK_EQ(chip.levels[8], 1);
  inverted.set(true);
  CHECK_EQ(chip.levels[8], 0);
  GpioLed none;
  none.begin({GPIO_NUM_NC, true});
  none.set(true);
}

TEST("reset reasons are told apart, and what is not known is not guessed") {
  auto& chip = chip::fresh();
  const EspResetInfo info;
  using hal::ResetReason;
  constexpr struct {
    esp_reset_reason_t vendor;
    ResetReason ours;
  } kReasons[] = {
      {ESP_RST_POWERON, ResetReason::PowerOn},  {ESP_RST_BROWNOUT, ResetReason::Brownout},
      {ESP_RST_SW, ResetReason::Software},      {ESP_RST_PANIC, ResetReason::Panic},
      {ESP_RST_INT_WDT, ResetReason::Watchdog}, {ESP_RST_TASK_WDT, ResetReason::Watchdog},
      {ESP_RST_EXT, ResetReason::External},     {ESP_RST_DEEPSLEEP, ResetReason::DeepSleep},
      {ESP_RST_UNKNOWN, ResetReason::Unknown},  {ESP_RST_SDIO, ResetReason::Unknown},
  };
  for (const auto& each : kReasons) {
    chip.reset = each.vendor;
    CHECK_EQ(info.reason(), each.ours);
  }
}

TEST("a pin that ended the sleep is the mains; time, or no sleep at all, is not") {
  auto& chip = chip::fresh();
  const EspResetInfo info;
  for (const auto cause : {ESP_SLEEP_WAKEUP_EXT0, ESP_SLEEP_WAKEUP_GPIO}) {
    chip.woken_by = cause;
    CHECK(info.wasWokenByMains());
  }
  for (const auto cause : {ESP_SLEEP_WAKEUP_TIMER, ESP_SLEEP_WAKEUP_UNDEFINED}) {
    chip.woken_by = cause;
    CHECK(!info.wasWokenByMains());
  }
}

TEST("two boots draw different numbers though the radio is off") {
  auto& chip = chip::fresh();
  EspRandom first;
  chip.noise = 1;
  first.begin();
  EspRandom second;
  chip.noise = 2;
  second.begin();
  CHECK(!chip.is_noise_on);
  CHECK(first.next() != second.next());
  CHECK(first.next() != first.next());
}
