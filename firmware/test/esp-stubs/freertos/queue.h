// Mirrors components/freertos/FreeRTOS-Kernel/include/freertos/queue.h, ESP-IDF v5.5: only what hal_esp
// uses.
#pragma once

#ifndef INC_FREERTOS_H
#error "include FreeRTOS.h must appear in source files before include queue.h"
#endif

#include "freertos/task.h"

#ifdef __cplusplus
extern "C" {
#endif

struct QueueDefinition;
typedef struct QueueDefinition* QueueHandle_t;

#define queueSEND_TO_BACK ((BaseType_t)0)
#define queueQUEUE_TYPE_BASE ((uint8_t)0U)
#define queueQUEUE_TYPE_MUTEX ((uint8_t)1U)
#define queueQUEUE_TYPE_BINARY_SEMAPHORE ((uint8_t)3U)

QueueHandle_t xQueueGenericCreateStatic(const UBaseType_t uxQueueLength,
                                        const UBaseType_t uxItemSize, uint8_t* pucQueueStorage,
                                        StaticQueue_t* pxStaticQueue, const uint8_t ucQueueType);
#define xQueueCreateStatic(uxQueueLength, uxItemSize, pucQueueStorage, pxQueueBuffer)         \
  xQueueGenericCreateStatic((uxQueueLength), (uxItemSize), (pucQueueStorage), (pxQueueBuffer), \
                            (queueQUEUE_TYPE_BASE))

BaseType_t xQueueGenericSend(QueueHandle_t xQueue, const void* const pvItemToQueue,
                             TickType_t xTicksToWait, const BaseType_t xCopyPosition);
#define xQueueSend(xQueue, pvItemToQueue, xTicksToWait) \
  xQueueGenericSend((xQueue), (pvItemToQueue), (xTicksToWait), queueSEND_TO_BACK)

BaseType_t xQueueReceive(QueueHandle_t xQueue, void* const pvBuffer, TickType_t xTicksToWait);

BaseType_t xQueueGenericReset(QueueHandle_t xQueue, BaseType_t xNewQueue);
#define xQueueReset(xQueue) xQueueGenericReset((xQueue), pdFALSE)

#ifdef __cplusplus
}
#endif
