#pragma once

#include <stdint.h>

#include "core/button-press.h"
#include "core/config-store.h"
#include "core/console.h"
#include "core/device-names.h"
#include "core/event-queue.h"
#include "core/firmware-trial.h"
#include "core/firmware-update.h"
#include "core/improv.h"
#include "core/led-player.h"
#include "core/link.h"
#include "core/low-battery.h"
#include "core/own-authority.h"
#include "core/portal.h"
#include "core/power-fsm.h"
#include "core/self-care.h"
#include "core/serial-out.h"
#include "core/setup-network.h"
#include "core/status-teller.h"
#include "core/wall-clock.h"
#include "core/wifi-policy.h"
#include "hal/hal.h"

namespace faiwatch {

/// The whole device. Platforms make one, statically, call start() once and tick() every 10 ms or so;
/// everything else happens through the interfaces in hal/. Uses no heap.
class App : private ConsoleListener,
            private ImprovOwner,
            private LinkListener,
            private PortalOwner,
            private UpdateListener {
 public:
  explicit App(const hal::Hal& hal);
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  /// @param now_ms hal::Clock::nowMs(): ms since this boot
  void start(uint64_t now_ms);
  /// Does what is due and returns without waiting. A gap between two calls only delays what was due.
  void tick(uint64_t now_ms);

 private:
  /// How this boot is about to end.
  enum class End : uint8_t { None, Restart, Sleep };

  void loadConfig();
  /// Takes effect once the portal is closed: an open portal keeps its password.
  void renewSetupNetwork();
  void applyConfig(const Config& config);
  /// Begins with the stored network anew, if there is one.
  void joinConfigured();
  void selectMainsInput();
  void samplePower();
  void onPower(const PowerChange& change);
  /// 0 while there is mains: the pin then shows the charger's rail, which is above the ADC's calibrated range.
  uint16_t batteryMillivolts() const;
  void recordEvent(EventType type, uint64_t at_ms);
  void tickNetwork();
  void tickUpdate();
  LedPattern ambientPattern() const;
  void showScreen();
  void lookAfterItself();
  void sleepOnLowBattery();
  void restartSoon(RestartCause cause);
  void endSoon(End end);
  bool endIfDue();
  void end();

  void onConfigSaved(const Config& config) override;
  void onConfigCleared() override;
  void onRestartCommand() override;
  void onLedTest() override;
  void describeStatus(SerialOut& out) override;

  void tryWifi(TextView ssid, TextView passphrase) override;
  bool keepWifi() override;
  void giveUpWifi() override;
  bool isWifiConnected() const override { return wifi_.isConnected(); }

  void describe(Heartbeat& beat) override;
  void onLinkChanged(LinkState state) override;
  void onServerHeard() override;
  void onServerAnswered() override;
  void onServerCommand(CommandType command) override;
  void onKeyChanged() override;

  void describePortal(PortalStatus& status) override;
  FormProblem onPortalSubmit(const Config& config) override;
  void onPortalChanged(bool is_open) override;

  void onUpdateEnded(UpdateOutcome outcome, TextView version) override;

  hal::Hal hal_;
  DeviceId device_id_;
  SetupNetwork setup_;
  Boot boot_;
  uint64_t now_ms_ = 0;
  /// Read once per tick.
  uint16_t supply_mv_ = 0;
  ConfigRules rules_;
  ConfigStore config_store_;
  Config config_;
  bool is_configured_ = false;
  OwnAuthority authority_;
  SerialOut out_;
  Improv improv_;
  Console console_;
  WallClock clock_;
  EventQueue queue_;
  PowerFsm power_;
  uint64_t power_since_ms_ = 0;
  /// Power as last reported, in this boot or an earlier one. A loss that was never reported counts as power.
  EventType last_event_ = EventType::PowerRecover;
  WifiPolicy wifi_;
  ApiRoom api_room_ = {};
  Link link_;
  SelfCare care_;
  RestartCause restart_cause_ = RestartCause::None;
  FirmwareTrial trial_;
  FirmwareUpdate update_;
  Portal portal_;
  ButtonPress button_;
  LedPlayer led_;
  StatusTeller teller_;
  bool is_backlight_on_ = false;
  bool has_screen_ = false;
  hal::Screen screen_ = {};
  LowBattery low_battery_;
  bool is_falling_asleep_ = false;
  /// The server has answered a heartbeat that announces the sleep.
  bool has_said_sleep_ = false;
  bool is_sleep_known_ = false;
  uint64_t falling_asleep_ms_ = 0;
  End end_ = End::None;
  uint64_t end_asked_ms_ = 0;
};

}  // namespace faiwatch
