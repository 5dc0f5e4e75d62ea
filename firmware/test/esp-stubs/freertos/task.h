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

typedef enum {
  eNoAction = 0,
  eSetBits,
  eIncrement,
  eSetValueWithOverwrite,
  eSetValueWithoutOverwrite
} eNotifyAction;

#define tskIDLE_PRIORITY ((UBaseType_t)0U)
#define tskNO_AFFINITY ((BaseType_t)0x7FFFFFFF)
#define tskDEFAULT_INDEX_TO_NOTIFY (0)

BaseType_t xTaskCreatePinnedToCore(TaskFunction_t pxTaskCode, const char* const pcName,
                                   const configSTACK_DEPTH_TYPE ulStackDepth,
                                   void* const pvParameters, UBaseType_t uxPriority,
                                   TaskHandle_t* const pxCreatedTask, const BaseType_t xCoreID);
BaseType_t xTaskCreate(TaskFunction_t pxTaskCode, const char* const pcName,
                       const configSTACK_DEPTH_TYPE usStackDepth, void* const pvParameters,
                       UBaseType_t uxPriority, TaskHandle_t* const pxCreatedTask);
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
void vTaskDelete(TaskHandle_t xTaskToDelete);
void vTaskDelay(const TickType_t xTicksToDelay);
BaseType_t xTaskDelayUntil(TickType_t* const pxPreviousWakeTime, const TickType_t xTimeIncrement);
TickType_t xTaskGetTickCount(void);
TaskHandle_t xTaskGetCurrentTaskHandle(void);
UBaseType_t uxTaskGetStackHighWaterMark(TaskHandle_t xTask);

BaseType_t xTaskGenericNotify(TaskHandle_t xTaskToNotify, UBaseType_t uxIndexToNotify,
                              uint32_t ulValue, eNotifyAction eAction,
                              uint32_t* pulPreviousNotificationValue);
#define xTaskNotifyGive(xTaskToNotify) \
  xTaskGenericNotify((xTaskToNotify), (tskDEFAULT_INDEX_TO_NOTIFY), (0), eIncrement, NULL)
uint32_t ulTaskGenericNotifyTake(UBaseType_t uxIndexToWaitOn, BaseType_t xClearCountOnExit,
                                 TickType_t xTicksToWait);
#define ulTaskNotifyTake(xClearCountOnExit, xTicksToWait) \
  ulTaskGenericNotifyTake((tskDEFAULT_INDEX_TO_NOTIFY), (xClearCountOnExit), (xTicksToWait))

#ifdef __cplusplus
}
#endif
