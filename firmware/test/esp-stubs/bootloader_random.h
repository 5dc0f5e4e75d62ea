// Mirrors components/bootloader_support/include/bootloader_random.h, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

void bootloader_random_enable(void);
void bootloader_random_disable(void);

#ifdef __cplusplus
}
#endif
