#pragma once

#include "core/text.h"
#include "hal/board.h"
#include "hal/mains-input.h"
#include "hal/reset-info.h"

namespace faiwatch {

/// `s2-mini`, `t-display`, `s2-test`, `c3-mini`: what the server stores.
TextView boardName(hal::BoardKind kind);
/// `esp32-s2-mini` …: what the serial line and the configuration page say.
TextView serialBoardName(hal::BoardKind kind);
/// `ESP32-S2` …: the chip, as esptool and ESP Web Tools name it.
TextView chipName(hal::BoardKind kind);
/// Takes either name.
bool parseBoardName(TextView name, hal::BoardKind& out);

/// `none`, `optocoupler`, `vbus`, `battery`
TextView mainsInputName(hal::MainsInputKind kind);
bool parseMainsInputName(TextView name, hal::MainsInputKind& out);

/// The words of docs/device-protocol.md.
TextView resetReasonName(hal::ResetReason reason);

/// `fw-` and the twelve hex digits of the MAC, lower case.
using DeviceId = FixedText<15>;
DeviceId makeDeviceId(const uint8_t (&mac)[6]);

/// `FaiWatch-` and the last six hex digits, upper case.
using NetworkName = FixedText<15>;
NetworkName makeNetworkName(const uint8_t (&mac)[6]);

/// `faiwatch-` and the last six hex digits, lower case: what a router's list of devices says.
using HostName = FixedText<15>;
HostName makeHostName(const uint8_t (&mac)[6]);

}  // namespace faiwatch
