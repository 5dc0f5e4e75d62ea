// What Kconfig would write from firmware/sdkconfig.defaults*, ESP-IDF v5.5: only what the code asks for.
// check-esp.sh says which board: -DFAIWATCH_STUB_BOARD_T_DISPLAY, _S2_MINI or _S2_TEST.
#pragma once

#define CONFIG_FREERTOS_HZ 1000

#if defined(FAIWATCH_STUB_BOARD_T_DISPLAY)
#define CONFIG_IDF_TARGET "esp32"
#define CONFIG_IDF_TARGET_ESP32 1
#define CONFIG_FAIWATCH_BOARD_T_DISPLAY 1
#define CONFIG_ESP_CONSOLE_UART_DEFAULT 1
#else
#define CONFIG_IDF_TARGET "esp32s2"
#define CONFIG_IDF_TARGET_ESP32S2 1
#define CONFIG_FREERTOS_UNICORE 1
#define CONFIG_ESP_CONSOLE_USB_CDC 1
#define CONFIG_ESP_CONSOLE_USB_CDC_RX_BUF_SIZE 512
#if defined(FAIWATCH_STUB_BOARD_S2_TEST)
#define CONFIG_FAIWATCH_BOARD_S2_TEST 1
#else
#define CONFIG_FAIWATCH_BOARD_S2_MINI 1
#endif
#endif

#define CONFIG_FAIWATCH_SERVER_URL ""
