#include "hal_esp/adc-unit.h"

#include "esp_adc/adc_cali_scheme.h"
#include "sdkconfig.h"

namespace faiwatch::esp {

namespace {

/// Up to about 2.5 V on all chips.
constexpr adc_atten_t kAttenuation = ADC_ATTEN_DB_12;
constexpr int kSamples = 8;

/// Calibration from the chip's fuses; the scheme depends on the chip.
bool calibrate(adc_cali_handle_t& calibration) {
#if ADC_CALI_SCHEME_CURVE_FITTING_SUPPORTED
  adc_cali_curve_fitting_config_t scheme = {};
#else
  adc_cali_line_fitting_config_t scheme = {};
#endif
  scheme.unit_id = ADC_UNIT_1;
  scheme.atten = kAttenuation;
  scheme.bitwidth = ADC_BITWIDTH_DEFAULT;
#if ADC_CALI_SCHEME_CURVE_FITTING_SUPPORTED
  return adc_cali_create_scheme_curve_fitting(&scheme, &calibration) == ESP_OK;
#else
#if CONFIG_IDF_TARGET_ESP32
  // The oldest chips have no calibration in their fuses. This is the reference's nominal voltage, in mV.
  scheme.default_vref = 1100;
#endif
  return adc_cali_create_scheme_line_fitting(&scheme, &calibration) == ESP_OK;
#endif
}

}  // namespace

bool AdcUnit::begin() {
  adc_oneshot_unit_init_cfg_t unit = {};
  unit.unit_id = ADC_UNIT_1;
  unit.ulp_mode = ADC_ULP_MODE_DISABLE;
  is_ready_ = calibrate(calibration_) && adc_oneshot_new_unit(&unit, &unit_) == ESP_OK;
  return is_ready_;
}

bool AdcUnit::open(gpio_num_t pin, adc_channel_t& channel) {
  adc_unit_t unit;
  if (!is_ready_ || adc_oneshot_io_to_channel(pin, &unit, &channel) != ESP_OK ||
      unit != ADC_UNIT_1) {
    return false;
  }
  adc_oneshot_chan_cfg_t config = {};
  config.atten = kAttenuation;
  config.bitwidth = ADC_BITWIDTH_DEFAULT;
  return adc_oneshot_config_channel(unit_, channel, &config) == ESP_OK;
}

bool AdcUnit::read(adc_channel_t channel, int& millivolts) {
  int lowest = 0;
  int highest = 0;
  int sum = 0;
  for (int i = 0; i < kSamples; i++) {
    int raw;
    if (adc_oneshot_read(unit_, channel, &raw) != ESP_OK) return false;
    if (i == 0 || raw < lowest) lowest = raw;
    if (i == 0 || raw > highest) highest = raw;
    sum += raw;
  }
  const int mean = (sum - lowest - highest) / (kSamples - 2);
  return adc_cali_raw_to_voltage(calibration_, mean, &millivolts) == ESP_OK;
}

}  // namespace faiwatch::esp
