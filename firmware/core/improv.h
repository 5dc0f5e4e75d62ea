#pragma once

#include <stdint.h>

#include "core/config.h"
#include "core/improv-packet.h"
#include "core/serial-out.h"
#include "core/wifi-search.h"
#include "hal/board.h"

namespace faiwatch {

/// What Improv needs of the device, and starts there.
class ImprovOwner {
 public:
  /// Joins a network in place of the present one. Nothing is stored.
  virtual void tryWifi(TextView ssid, TextView passphrase) = 0;
  /// Stores the network that was joined, and nothing else.
  /// @returns false when it could not be stored
  virtual bool keepWifi() = 0;
  /// Back to the network that is stored; to none if none is.
  virtual void giveUpWifi() = 0;
  virtual bool isWifiConnected() const = 0;

 protected:
  ~ImprovOwner() = default;
};

/// Improv over serial: the open standard by which ESP Web Tools and others give a board its Wi-Fi
/// (https://www.improv-wifi.com/serial; core/improv-packet.h).
///
///   Ready, Provisioned --Wi-Fi settings-->      Provisioning
///   Provisioning       --connected, stored-->   Provisioned
///   Provisioning       --20 s without-->        Ready, with the network that was there before
///
/// It changes the Wi-Fi and nothing else, and only to a network that the board has joined. Server, key, phone and
/// certificate authority are out of its reach, so whoever speaks it cannot make the board somebody else's
/// (docs/decisions/022-setting-up-a-board.md). Whoever does not speak it never gets a packet.
class Improv {
 public:
  /// @param config what holds now; must outlive this
  Improv(SerialOut& out, const ConfigRules& rules, const Config& config,
         const hal::BoardInfo& board, ImprovOwner& owner)
      : out_(out), rules_(rules), config_(config), board_(board), owner_(owner) {}

  /// Answers a packet, unless it asks for networks.
  /// @returns whether it does: networks() or failNetworks() is then the answer
  bool take(uint8_t type, TextView data, uint64_t now_ms);
  /// A packet was damaged.
  void refuse() { fail(ImprovError::InvalidPacket); }
  void networks(const WifiSearch& search);
  void failNetworks() { fail(ImprovError::Unknown); }

  void tick(uint64_t now_ms);
  /// A network is being tried.
  bool isTrying() const { return is_trying_; }
  /// Another configuration holds now: what was tried does not matter any more.
  void cancel();

 private:
  class Result;

  bool run(ImprovCommand command, TextView data, uint64_t now_ms);
  void setWifi(TextView data, uint64_t now_ms);
  void endTry(bool is_connected);
  void tellInfo();
  void tellNetworkState();
  /// Where to go on: the portal of the server, if one is known.
  void addUrl(Result& result);
  void tellUrl(ImprovCommand command);
  ImprovState state() const;
  void tellState();
  void fail(ImprovError error);

  SerialOut& out_;
  const ConfigRules& rules_;
  const Config& config_;
  const hal::BoardInfo& board_;
  ImprovOwner& owner_;
  /// Somebody speaks Improv, and is told of changes.
  bool has_client_ = false;
  ImprovState told_ = ImprovState::Ready;
  bool is_trying_ = false;
  uint64_t give_up_ms_ = 0;
};

}  // namespace faiwatch
