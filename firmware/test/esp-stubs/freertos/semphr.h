// Mirrors components/freertos/FreeRTOS-Kernel/include/freertos/semphr.h, ESP-IDF v5.5: only what hal_esp
// uses.
#pragma once

#include "freertos/queue.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef QueueHandle_t SemaphoreHandle_t;

#define semGIVE_BLOCK_TIME ((TickType_t)0U)
#define semSEMAPHORE_QUEUE_ITEM_LENGTH ((uint8_t)0U)

QueueHandle_t xQueueCreateMutexStatic(const uint8_t ucQueueType, StaticQueue_t* pxStaticQueue);
TaskHandle_t xQueueGetMutexHolder(QueueHandle_t xSemaphore);
BaseType_t xQueueSemaphoreTake(QueueHandle_t xQueue, TickType_t xTicksToWait);
BaseType_t xQueueGiveFromISR(QueueHandle_t xQueue, BaseType_t* const pxHigherPriorityTaskWoken);

#define xSemaphoreCreateBinaryStatic(pxStaticSemaphore)                                       \
  xQueueGenericCreateStatic((UBaseType_t)1, semSEMAPHORE_QUEUE_ITEM_LENGTH, NULL,             \
                            (pxStaticSemaphore), queueQUEUE_TYPE_BINARY_SEMAPHORE)
#define xSemaphoreCreateMutexStatic(pxMutexBuffer) \
  xQueueCreateMutexStatic(queueQUEUE_TYPE_MUTEX, (pxMutexBuffer))
#define xSemaphoreGetMutexHolder(xSemaphore) xQueueGetMutexHolder((xSemaphore))
#define xSemaphoreTake(xSemaphore, xBlockTime) xQueueSemaphoreTake((xSemaphore), (xBlockTime))
#define xSemaphoreGive(xSemaphore)                                                      \
  xQueueGenericSend((QueueHandle_t)(xSemaphore), NULL, semGIVE_BLOCK_TIME, queueSEND_TO_BACK)
#define xSemaphoreGiveFromISR(xSemaphore, pxHigherPriorityTaskWoken) \
  xQueueGiveFromISR((QueueHandle_t)(xSemaphore), (pxHigherPriorityTaskWoken))

#ifdef __cplusplus
}
#endif
