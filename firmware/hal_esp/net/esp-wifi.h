#pragma once

#include <stddef.h>
#include <stdint.h>

#include "esp_netif.h"
#include "esp_wifi.h"
#include "hal/clock.h"
#include "hal/wifi.h"
#include "hal_esp/net/access-point.h"
#include "hal_esp/net/wifi-notes.h"
#include "hal_esp/net/wifi-scan.h"

namespace faiwatch::esp {

/// Station and set-up network by esp_wifi. The calls used here only start something in the driver's task; the
/// results arrive as notes.
///
///   Off        --connect()-->                 Joining
///   Joining    --associated-->                Addressing
///   Addressing --DHCP answered-->             Connected
///   Joining, Addressing, Connected --disassociated--> Off, Failed
///   Joining 60 s, Addressing 12 s, Connected without address or access point --> Leaving, Failed
///   any but Off --connect(), disconnect()-->  Leaving
///   Leaving    --disassociated, or 1 s-->     Off, or Joining if there is another to join
class EspWifi final : public hal::Wifi {
 public:
  explicit EspWifi(const hal::Clock& clock) : clock_(clock) {}
  EspWifi(const EspWifi&) = delete;
  EspWifi& operator=(const EspWifi&) = delete;

  /// Once, before anything else, with NVS ready (the radio keeps its calibration there).
  /// @returns false when the vendor could not: memory has run out
  bool begin();

  void connect(const char* ssid, const char* passphrase) override;
  void disconnect() override;
  hal::WifiState state() const override { return state_; }
  hal::WifiFailure failure() const override { return failure_; }
  bool rssi(int8_t& out) const override;
  void address(char (&out)[16]) const override;
  bool startScan() override;
  hal::WifiScan scan() const override { return scanner_.state(); }
  size_t networkCount() const override { return scanner_.count(); }
  bool network(size_t index, hal::WifiNetwork& out) const override {
    return scanner_.network(index, out);
  }
  bool startAccessPoint(const char* ssid, const char* passphrase) override {
    return access_point_.start(ssid, passphrase);
  }
  void stopAccessPoint() override { access_point_.stop(); }
  uint8_t accessPointClients() const override { return access_point_.clients(); }
  void restart() override;
  void poll() override;

 private:
  enum class Phase : uint8_t { Off, Joining, Addressing, Connected, Leaving };

  void join();
  void leave();
  void goTo(Phase phase, uint64_t lasts_ms);
  void fail(hal::WifiFailure failure);
  void take(const WifiNote& note);
  void onDisassociated(uint32_t reason);
  void onAddress(uint32_t address);
  void watchPhase();
  /// Asks once a second for what the driver does not report by itself.
  void look();
  bool hasAddress() const;

  const hal::Clock& clock_;
  WifiNotes notes_;
  WifiScanner scanner_;
  AccessPoint access_point_;
  esp_netif_t* netif_ = nullptr;
  Phase phase_ = Phase::Off;
  uint64_t due_ms_ = 0;
  uint64_t next_look_ms_ = 0;
  hal::WifiState state_ = hal::WifiState::Idle;
  hal::WifiFailure failure_ = hal::WifiFailure::None;
  /// The network to join; in Leaving only if has_next_.
  wifi_config_t config_ = {};
  bool has_next_ = false;
  /// In network order.
  uint32_t address_ = 0;
  int8_t rssi_ = 0;
};

}  // namespace faiwatch::esp
