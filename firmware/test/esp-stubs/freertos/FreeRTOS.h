// Mirrors components/freertos (FreeRTOS-Kernel/include/freertos/{FreeRTOS,projdefs}.h and the Xtensa
// port's portmacro.h), ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sdkconfig.h"

#ifdef __cplusplus
extern "C" {
#endif

#define INC_FREERTOS_H

#define configTICK_RATE_HZ CONFIG_FREERTOS_HZ
#define configSTACK_DEPTH_TYPE uint32_t

/// Stacks are counted in bytes.
typedef uint8_t StackType_t;
typedef int BaseType_t;
typedef unsigned int UBaseType_t;
typedef uint32_t TickType_t;
typedef void (*TaskFunction_t)(void*);

#define portMAX_DELAY (TickType_t)0xffffffffUL

#define pdMS_TO_TICKS(xTimeInMs)                                                  \
  ((TickType_t)(((TickType_t)(xTimeInMs) * (TickType_t)configTICK_RATE_HZ) / (TickType_t)1000U))

#define pdFALSE ((BaseType_t)0)
#define pdTRUE ((BaseType_t)1)
#define pdPASS (pdTRUE)

/// Opaque; the sizes are the vendor's business.
typedef struct xSTATIC_TCB {
  void* pxDummy1[90];
} StaticTask_t;
typedef struct xSTATIC_QUEUE {
  void* pvDummy1[21];
} StaticQueue_t;
typedef StaticQueue_t StaticSemaphore_t;

#ifdef __cplusplus
}
#endif
