#pragma once

#include <stdint.h>

#include "esp_event.h"
#include "hal_esp/net/channel.h"

namespace faiwatch::esp {

/// A short copy of an event of ESP-IDF.
struct WifiNote {
  enum class Kind : uint8_t {
    Associated,
    /// `value`: wifi_err_reason_t.
    Disassociated,
    /// `value`: the address in network order.
    GotAddress,
    LostAddress,
    /// `value`: 0 went well.
    Scanned,
  };
  Kind kind;
  uint32_t value;
};

/// Keeps the Wi-Fi events of ESP-IDF's default event loop until core's task takes them. An event that does not fit
/// is lost; EspWifi therefore checks the real state once a second.
class WifiNotes {
 public:
  /// Once, after the default event loop was made. @returns false when memory has run out
  bool begin();
  bool take(WifiNote& out) { return notes_.receive(out); }

 private:
  static void onWifi(void* self, esp_event_base_t base, int32_t id, void* data);
  static void onAddress(void* self, esp_event_base_t base, int32_t id, void* data);
  void add(WifiNote::Kind kind, uint32_t value) { notes_.send({kind, value}); }

  Channel<WifiNote, 16> notes_;
};

}  // namespace faiwatch::esp
