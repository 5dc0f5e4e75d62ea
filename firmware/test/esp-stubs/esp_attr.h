// Mirrors components/esp_common/include/esp_attr.h, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#define _SECTION_ATTR_STUB(section_name) __attribute__((section(section_name)))
#define IRAM_ATTR _SECTION_ATTR_STUB(".iram1")
#define DRAM_ATTR _SECTION_ATTR_STUB(".dram1")
#define WORD_ALIGNED_ATTR __attribute__((aligned(4)))
#define DMA_ATTR WORD_ALIGNED_ATTR DRAM_ATTR
