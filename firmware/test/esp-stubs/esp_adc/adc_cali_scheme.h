// Mirrors components/esp_adc/include/esp_adc/adc_cali_scheme.h, ESP-IDF v5.5, as it is for ESP32,
// ESP32-S2 and ESP32-C3: only what hal_esp uses.
#pragma once

#include <stdint.h>

#include "esp_adc/adc_cali.h"
#include "sdkconfig.h"

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_IDF_TARGET_ESP32C3

#define ADC_CALI_SCHEME_CURVE_FITTING_SUPPORTED 1

typedef struct {
  adc_unit_t unit_id;
  adc_channel_t chan;
  adc_atten_t atten;
  adc_bitwidth_t bitwidth;
} adc_cali_curve_fitting_config_t;

esp_err_t adc_cali_create_scheme_curve_fitting(const adc_cali_curve_fitting_config_t* config,
                                               adc_cali_handle_t* ret_handle);

#else

#define ADC_CALI_SCHEME_LINE_FITTING_SUPPORTED 1

typedef struct {
  adc_unit_t unit_id;
  adc_atten_t atten;
  adc_bitwidth_t bitwidth;
#if CONFIG_IDF_TARGET_ESP32
  uint32_t default_vref;
#endif
} adc_cali_line_fitting_config_t;

esp_err_t adc_cali_create_scheme_line_fitting(const adc_cali_line_fitting_config_t* config,
                                              adc_cali_handle_t* ret_handle);

#endif

#ifdef __cplusplus
}
#endif
