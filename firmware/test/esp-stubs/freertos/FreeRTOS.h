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
#define portTICK_PERIOD_MS ((TickType_t)1000 / configTICK_RATE_HZ)

#define pdMS_TO_TICKS(xTimeInMs)                                                  \
  ((TickType_t)(((TickType_t)(xTimeInMs) * (TickType_t)configTICK_RATE_HZ) / (TickType_t)1000U))

#define pdFALSE ((BaseType_t)0)
#define pdTRUE ((BaseType_t)1)
#define pdPASS (pdTRUE)
#define pdFAIL (pdFALSE)
#define errQUEUE_EMPTY ((BaseType_t)0)
#define errQUEUE_FULL ((BaseType_t)0)

/// Opaque; the sizes are the vendor's business.
typedef struct xSTATIC_TCB {
  void* pxDummy1[90];
} StaticTask_t;
typedef struct xSTATIC_QUEUE {
  void* pvDummy1[21];
} StaticQueue_t;
typedef StaticQueue_t StaticSemaphore_t;
typedef struct xSTATIC_EVENT_GROUP {
  void* pvDummy1[8];
} StaticEventGroup_t;

typedef struct {
  uint32_t owner;
  uint32_t count;
} spinlock_t;
typedef spinlock_t portMUX_TYPE;
#define portMUX_INITIALIZER_UNLOCKED {.owner = 0xB33FFFFF, .count = 0}

void vPortEnterCritical(portMUX_TYPE* mux);
void vPortExitCritical(portMUX_TYPE* mux);
#define portENTER_CRITICAL(mux) vPortEnterCritical(mux)
#define portEXIT_CRITICAL(mux) vPortExitCritical(mux)
#define portENTER_CRITICAL_ISR(mux) vPortEnterCritical(mux)
#define portEXIT_CRITICAL_ISR(mux) vPortExitCritical(mux)

void _frxt_setup_switch(void);
#define portYIELD_FROM_ISR() _frxt_setup_switch()

#ifdef __cplusplus
}
#endif
