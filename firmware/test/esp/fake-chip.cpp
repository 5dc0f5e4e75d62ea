#include "fake-chip.h"

#include <string.h>

#include <algorithm>

#include "bootloader_random.h"
#include "esp_adc/adc_cali_scheme.h"
#include "esp_adc/adc_oneshot.h"
#include "esp_intr_alloc.h"
#include "esp_partition.h"
#include "driver/usb_serial_jtag.h"
#include "esp_private/usb_console.h"
#include "esp_random.h"
#include "esp_sleep.h"
#include "esp_timer.h"
#include "nvs_flash.h"

namespace chip {

namespace {

Chip current;
constexpr size_t kEventsBytes = 32'768;
constexpr size_t kPacketBytes = 64;

}  // namespace

void Chip::fall(gpio_num_t pin) {
  const auto found = interrupts.find(pin);
  if (found != interrupts.end()) found->second.first(found->second.second);
}

Chip& fresh() {
  current = Chip();
  current.flash.assign(kEventsBytes, 0xff);
  return current;
}

Chip& now() { return current; }

}  // namespace chip

using chip::now;

extern "C" {

int64_t esp_timer_get_time() { return now().now_us; }
esp_reset_reason_t esp_reset_reason() { return now().reset; }
esp_sleep_wakeup_cause_t esp_sleep_get_wakeup_cause() { return now().woken_by; }
uint32_t esp_random() { return now().is_noise_on ? now().noise : 0; }
void bootloader_random_enable() { now().is_noise_on = true; }
void bootloader_random_disable() { now().is_noise_on = false; }

esp_err_t gpio_config(const gpio_config_t* config) {
  for (int pin = 0; pin < 64; pin++) {
    if ((config->pin_bit_mask >> pin & 1) != 0) now().pins[pin] = *config;
  }
  return ESP_OK;
}
#if CONFIG_SOC_PM_SUPPORT_EXT0_WAKEUP
esp_err_t esp_sleep_enable_ext0_wakeup(gpio_num_t pin, int level) {
  chip::now().wakes = {pin, level};
  return ESP_OK;
}
#endif

esp_err_t gpio_reset_pin(gpio_num_t pin) {
  now().pins.erase(pin);
  return ESP_OK;
}
esp_err_t gpio_set_level(gpio_num_t pin, uint32_t level) {
  now().levels[pin] = static_cast<int>(level);
  return ESP_OK;
}
int gpio_get_level(gpio_num_t pin) { return now().levels[pin]; }
esp_err_t gpio_install_isr_service(int flags) {
  now().isr_flags = flags;
  return ESP_OK;
}
esp_err_t gpio_isr_handler_add(gpio_num_t pin, gpio_isr_t handler, void* args) {
  now().interrupts[pin] = {handler, args};
  return ESP_OK;
}
esp_err_t gpio_isr_handler_remove(gpio_num_t pin) {
  now().interrupts.erase(pin);
  return ESP_OK;
}

esp_err_t adc_oneshot_new_unit(const adc_oneshot_unit_init_cfg_t*, adc_oneshot_unit_handle_t*) {
  return ESP_OK;
}
esp_err_t adc_oneshot_config_channel(adc_oneshot_unit_handle_t, adc_channel_t,
                                     const adc_oneshot_chan_cfg_t*) {
  return ESP_OK;
}
/// ADC1 as on the ESP32-S2 (pins 1 to 10) and, so that one chip serves both boards, on the ESP32 (from 32).
esp_err_t adc_oneshot_io_to_channel(int pin, adc_unit_t* const unit, adc_channel_t* const channel) {
  const bool is_first = pin <= 10 || pin >= 32;
  *unit = is_first ? ADC_UNIT_1 : ADC_UNIT_2;
  *channel = static_cast<adc_channel_t>(pin >= 32 ? pin - 28 : is_first ? pin - 1 : 0);
  now().pin_of[*channel] = pin;
  return ESP_OK;
}
esp_err_t adc_oneshot_read(adc_oneshot_unit_handle_t, adc_channel_t channel, int* raw) {
  if (now().does_adc_fail) return ESP_ERR_TIMEOUT;
  auto& samples = now().volts[now().pin_of[channel]];
  *raw = samples.empty() ? 0 : samples.front();
  if (samples.size() > 1) samples.erase(samples.begin());
  return ESP_OK;
}
#if ADC_CALI_SCHEME_CURVE_FITTING_SUPPORTED
esp_err_t adc_cali_create_scheme_curve_fitting(const adc_cali_curve_fitting_config_t*,
                                               adc_cali_handle_t*) {
#else
esp_err_t adc_cali_create_scheme_line_fitting(const adc_cali_line_fitting_config_t*,
                                              adc_cali_handle_t*) {
#endif
  return now().is_calibrated ? ESP_OK : ESP_ERR_NOT_SUPPORTED;
}
esp_err_t adc_cali_raw_to_voltage(adc_cali_handle_t, int raw, int* voltage) {
  *voltage = raw;
  return ESP_OK;
}

esp_err_t nvs_flash_init() { return now().nvs.init; }
esp_err_t nvs_flash_erase() {
  now().nvs.erased++;
  now().nvs.init = ESP_OK;
  now().nvs.values.clear();
  return ESP_OK;
}
esp_err_t nvs_open(const char*, nvs_open_mode_t, nvs_handle_t*) { return ESP_OK; }
esp_err_t nvs_get_blob(nvs_handle_t, const char* key, void* out, size_t* length) {
  const auto found = now().nvs.values.find(key);
  if (found == now().nvs.values.end()) return ESP_ERR_NVS_NOT_FOUND;
  if (found->second.size() > *length) return ESP_ERR_NVS_INVALID_LENGTH;
  *length = found->second.size();
  memcpy(out, found->second.data(), *length);
  return ESP_OK;
}
esp_err_t nvs_set_blob(nvs_handle_t, const char* key, const void* value, size_t length) {
  if (now().nvs.set != ESP_OK) return now().nvs.set;
  now().nvs.values[key] = std::string(static_cast<const char*>(value), length);
  return ESP_OK;
}
esp_err_t nvs_erase_key(nvs_handle_t, const char* key) {
  return now().nvs.values.erase(key) == 1 ? ESP_OK : ESP_ERR_NVS_NOT_FOUND;
}
esp_err_t nvs_commit(nvs_handle_t) { return now().nvs.commit; }

const esp_partition_t* esp_partition_find_first(esp_partition_type_t, esp_partition_subtype_t,
                                                const char* label) {
  static esp_partition_t events = {};
  events.size = static_cast<uint32_t>(now().flash.size());
  return now().has_events_partition && strcmp(label, "events") == 0 ? &events : nullptr;
}
esp_err_t esp_partition_read(const esp_partition_t*, size_t offset, void* out, size_t size) {
  if (offset + size > now().flash.size()) return ESP_ERR_INVALID_SIZE;
  memcpy(out, now().flash.data() + offset, size);
  return ESP_OK;
}
esp_err_t esp_partition_write(const esp_partition_t*, size_t offset, const void* data,
                              size_t size) {
  if (offset + size > now().flash.size()) return ESP_ERR_INVALID_SIZE;
  for (size_t i = 0; i < size; i++) {
    now().flash[offset + i] &= static_cast<const uint8_t*>(data)[i];
  }
  return ESP_OK;
}
esp_err_t esp_partition_erase_range(const esp_partition_t*, size_t offset, size_t size) {
  if (offset + size > now().flash.size()) return ESP_ERR_INVALID_SIZE;
  memset(now().flash.data() + offset, 0xff, size);
  return ESP_OK;
}

// As in ESP-IDF's usb_console.c, a packet is sent when it is full or ends a line, one at a time.
ssize_t esp_usb_console_write_buf(const char* data, size_t size) {
  chip::UsbHost& usb = now().usb;
  const size_t taken = std::min(size, chip::kPacketBytes - usb.packet.size());
  usb.packet.append(data, taken);
  if (usb.packet.size() < chip::kPacketBytes && data[size - 1] != '\n') {
    return static_cast<ssize_t>(taken);
  }
  if (usb.is_packet_waiting) {
    usb.packet.resize(usb.packet.size() - taken);
    return 0;
  }
  if (usb.listens) {
    usb.heard += usb.packet;
  } else {
    usb.is_packet_waiting = true;
  }
  usb.packet.clear();
  return static_cast<ssize_t>(taken);
}
ssize_t esp_usb_console_read_buf(char* out, size_t size) {
  const size_t given = std::min(size, now().usb.says.size());
  memcpy(out, now().usb.says.data(), given);
  now().usb.says.erase(0, given);
  return static_cast<ssize_t>(given);
}

// As the vendor's usb_serial_jtag.c: a ring that takes a piece whole or not at all, and is emptied by whoever
// listens.
esp_err_t usb_serial_jtag_driver_install(usb_serial_jtag_driver_config_t* config) {
  now().usb.ring_bytes = config->tx_buffer_size;
  return ESP_OK;
}
int usb_serial_jtag_write_bytes(const void* data, size_t size, uint32_t) {
  chip::UsbHost& usb = now().usb;
  if (usb.is_packet_waiting || usb.packet.size() + size > usb.ring_bytes) return 0;
  usb.packet.append(static_cast<const char*>(data), size);
  if (usb.listens) {
    usb.heard += usb.packet;
    usb.packet.clear();
  }
  return static_cast<int>(size);
}
int usb_serial_jtag_read_bytes(void* out, uint32_t size, uint32_t) {
  return static_cast<int>(esp_usb_console_read_buf(static_cast<char*>(out), size));
}

}  // extern "C"
