// Mirrors components/esp_adc/include/esp_adc/adc_cali.h, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#include "esp_err.h"
#include "hal/adc_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct adc_cali_scheme_t* adc_cali_handle_t;

esp_err_t adc_cali_raw_to_voltage(adc_cali_handle_t handle, int raw, int* voltage);

#ifdef __cplusplus
}
#endif
