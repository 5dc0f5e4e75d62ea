#include "hal_esp/esp-reset-info.h"

#include "esp_sleep.h"
#include "esp_system.h"

namespace faiwatch::esp {

hal::ResetReason EspResetInfo::reason() const {
  switch (esp_reset_reason()) {
    case ESP_RST_POWERON:
      return hal::ResetReason::PowerOn;
    case ESP_RST_BROWNOUT:
    case ESP_RST_PWR_GLITCH:
      return hal::ResetReason::Brownout;
    case ESP_RST_SW:
      return hal::ResetReason::Software;
    case ESP_RST_PANIC:
    case ESP_RST_CPU_LOCKUP:
      return hal::ResetReason::Panic;
    case ESP_RST_INT_WDT:
    case ESP_RST_TASK_WDT:
    case ESP_RST_WDT:
      return hal::ResetReason::Watchdog;
    case ESP_RST_EXT:
    case ESP_RST_USB:
    case ESP_RST_JTAG:
      return hal::ResetReason::External;
    case ESP_RST_DEEPSLEEP:
      return hal::ResetReason::DeepSleep;
    default:
      // Espressif may add reasons.
      break;
  }
  return hal::ResetReason::Unknown;
}

bool EspResetInfo::wasWokenByMains() const {
  // What PulseCounter::wakeOnPulse asks for on each of the chips; nothing else of ours uses either.
  const esp_sleep_wakeup_cause_t cause = esp_sleep_get_wakeup_cause();
  return cause == ESP_SLEEP_WAKEUP_EXT0 || cause == ESP_SLEEP_WAKEUP_GPIO;
}

}  // namespace faiwatch::esp
