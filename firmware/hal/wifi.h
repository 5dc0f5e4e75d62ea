#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch::hal {

enum class WifiState : uint8_t {
  Idle,
  Connecting,
  /// Associated and with an address.
  Connected,
  /// The attempt failed, or the connection was lost; failure() says how.
  Failed,
};

enum class WifiFailure : uint8_t { None, NetworkNotFound, WrongPassword, NoAddress, Lost, Other };

struct WifiNetwork {
  /// As the access point sends it: perhaps not UTF-8, NUL-terminated. Hidden ones are left out.
  char ssid[33];
  int8_t rssi;
  bool is_open;
};

enum class WifiScan : uint8_t { Idle, Running, Done, Failed };

/// Station and set-up access point. No call blocks.
class Wifi {
 public:
  /// Begins one attempt and gives up an earlier one. Core repeats attempts; the platform does not.
  /// @param passphrase empty for an open network
  virtual void connect(const char* ssid, const char* passphrase) = 0;
  virtual void disconnect() = 0;
  virtual WifiState state() const = 0;
  virtual WifiFailure failure() const = 0;
  /// dBm; false while not connected.
  virtual bool rssi(int8_t& out) const = 0;
  /// Dotted IPv4 address; empty while not connected.
  virtual void address(char (&out)[16]) const = 0;

  /// @returns false when it cannot be done now, e.g. while an attempt is under way
  virtual bool startScan() = 0;
  virtual WifiScan scan() const = 0;
  /// Results of the last scan that was Done, the strongest first.
  virtual size_t networkCount() const = 0;
  virtual bool network(size_t index, WifiNetwork& out) const = 0;

  /// Opens the set-up network, under WPA2, at 4.3.2.1/24 with DHCP (option 114: `http://4.3.2.1/`),
  /// besides the station.
  /// @param passphrase 8 to 63 characters
  virtual bool startAccessPoint(const char* ssid, const char* passphrase) = 0;
  virtual void stopAccessPoint() = 0;
  virtual uint8_t accessPointClients() const = 0;

  /// Stops the driver and starts it again. An attempt, a connection or a search ends without notice.
  virtual void restart() = 0;

  virtual void poll() = 0;

 protected:
  ~Wifi() = default;
};

}  // namespace faiwatch::hal
