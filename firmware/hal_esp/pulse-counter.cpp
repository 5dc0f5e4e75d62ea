#include "hal_esp/pulse-counter.h"

#include "esp_attr.h"
#include "esp_sleep.h"
#include "esp_timer.h"
#include "sdkconfig.h"

namespace faiwatch::esp {

namespace {

/// Edges closer than this count once: an optocoupler's slow edge is seen as several. Pulses are 10 or 20 ms apart.
constexpr uint32_t kDeadTimeUs = 4000;

}  // namespace

bool PulseCounter::begin() {
  is_ready_ = gpio_install_isr_service(ESP_INTR_FLAG_IRAM) == ESP_OK;
  return is_ready_;
}

void PulseCounter::start(gpio_num_t pin) {
  stop();
  if (!is_ready_) return;
  edge_us_ = 0;
  count_ = 0;
  edges_ = {0, 0};
  gpio_config_t config = {};
  config.pin_bit_mask = 1ULL << pin;
  config.mode = GPIO_MODE_INPUT;
  // The pull-up keeps an unconnected pin quiet, and is too weak to disturb an external one of 10 kΩ.
  config.pull_up_en = GPIO_PULLUP_ENABLE;
  config.intr_type = GPIO_INTR_NEGEDGE;
  if (gpio_config(&config) != ESP_OK) return;
  if (gpio_isr_handler_add(pin, onEdge, this) == ESP_OK) pin_ = pin;
}

void PulseCounter::stop() {
  if (pin_ == GPIO_NUM_NC) return;
  gpio_isr_handler_remove(pin_);
  gpio_reset_pin(pin_);
  pin_ = GPIO_NUM_NC;
}

hal::MainsEdges PulseCounter::edges() {
  // The interrupt writes the count last. If the count is the same before and after, the time belongs to it or to the
  // edge that is just being counted.
  uint32_t count = __atomic_load_n(&count_, __ATOMIC_ACQUIRE);
  uint32_t edge_us = 0;
  for (;;) {
    edge_us = __atomic_load_n(&edge_us_, __ATOMIC_ACQUIRE);
    const uint32_t again = __atomic_load_n(&count_, __ATOMIC_ACQUIRE);
    if (again == count) break;
    count = again;
  }
  if (count == edges_.count) return edges_;
  // Edges are read every few milliseconds, and the microseconds wrap after 71 minutes, so a new edge is never
  // mistaken for an old one.
  const auto now_us = static_cast<uint64_t>(esp_timer_get_time());
  const uint32_t age_us = static_cast<uint32_t>(now_us) - edge_us;
  edges_ = {count, (now_us - age_us) / 1000};
  return edges_;
}

void PulseCounter::wakeOnPulse() {
  if (pin_ == GPIO_NUM_NC) return;
#if CONFIG_SOC_PM_SUPPORT_EXT0_WAKEUP
  esp_sleep_enable_ext0_wakeup(pin_, 0);
#elif CONFIG_SOC_GPIO_SUPPORT_DEEPSLEEP_WAKEUP
  esp_deep_sleep_enable_gpio_wakeup(1ULL << pin_, ESP_GPIO_WAKEUP_GPIO_LOW);
#endif
}

// Built-ins only, since a function called from here could be in flash.
void IRAM_ATTR PulseCounter::onEdge(void* self) {
  auto& counter = *static_cast<PulseCounter*>(self);
  const auto now_us = static_cast<uint32_t>(esp_timer_get_time());
  const uint32_t count = counter.count_;
  if (count != 0 && now_us - counter.edge_us_ < kDeadTimeUs) return;
  __atomic_store_n(&counter.edge_us_, now_us, __ATOMIC_RELEASE);
  __atomic_store_n(&counter.count_, count + 1, __ATOMIC_RELEASE);
}

}  // namespace faiwatch::esp
