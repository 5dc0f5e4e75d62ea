// Mirrors components/freertos/FreeRTOS-Kernel/include/freertos/task.h, ESP-IDF v5.5: only what hal_esp
// uses.
#pragma once

#ifndef INC_FREERTOS_H
#error "include FreeRTOS.h must appear in source files before include task.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct tskTaskControlBlock;
typedef struct tskTaskControlBlock* TaskHandle_t;

TaskHandle_t xTaskCreateStaticPinnedToCore(TaskFunction_t pxTaskCode, const char* const pcName,
                                           const uint32_t ulStackDepth, void* const pvParameters,
                                           UBaseType_t uxPriority,
                                           StackType_t* const puxStackBuffer,
                                           StaticTask_t* const pxTaskBuffer,
                                           const BaseType_t xCoreID);
TaskHandle_t xTaskCreateStatic(TaskFunction_t pxTaskCode, const char* const pcName,
                               const uint32_t ulStackDepth, void* const pvParameters,
                               UBaseType_t uxPriority, StackType_t* const puxStackBuffer,
                               StaticTask_t* const pxTaskBuffer);
void vTaskDelay(const TickType_t xTicksToDelay);
TaskHandle_t xTaskGetCurrentTaskHandle(void);

#ifdef __cplusplus
}
#endif
