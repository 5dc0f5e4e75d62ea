// Mirrors components/hal/include/hal/adc_types.h, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { ADC_UNIT_1, ADC_UNIT_2 } adc_unit_t;

typedef enum {
  ADC_CHANNEL_0,
  ADC_CHANNEL_1,
  ADC_CHANNEL_2,
  ADC_CHANNEL_3,
  ADC_CHANNEL_4,
  ADC_CHANNEL_5,
  ADC_CHANNEL_6,
  ADC_CHANNEL_7,
  ADC_CHANNEL_8,
  ADC_CHANNEL_9,
} adc_channel_t;

typedef enum {
  ADC_ATTEN_DB_0 = 0,
  ADC_ATTEN_DB_2_5 = 1,
  ADC_ATTEN_DB_6 = 2,
  ADC_ATTEN_DB_12 = 3,
} adc_atten_t;

typedef enum { ADC_BITWIDTH_DEFAULT = 0, ADC_BITWIDTH_12 = 12, ADC_BITWIDTH_13 = 13 } adc_bitwidth_t;

typedef enum { ADC_ULP_MODE_DISABLE = 0, ADC_ULP_MODE_FSM = 1 } adc_ulp_mode_t;

#ifdef __cplusplus
}
#endif
