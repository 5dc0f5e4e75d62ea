#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch {

/// Packets of Improv over serial, version 1 (https://www.improv-wifi.com/serial):
///   `IMPROV`, 0x01, type, length of the data, data, the sum of all bytes before modulo 256
/// A line feed follows, which the standard does not count among them.
constexpr char kImprovHead[] = {'I', 'M', 'P', 'R', 'O', 'V', 1};
/// Before the data: head, type, length.
constexpr size_t kImprovHeadBytes = sizeof kImprovHead + 2;
constexpr size_t kImprovMostData = 255;

enum class ImprovPacket : uint8_t {
  CurrentState = 0x01,
  ErrorState = 0x02,
  RpcCommand = 0x03,
  RpcResult = 0x04,
};

enum class ImprovState : uint8_t { Ready = 0x02, Provisioning = 0x03, Provisioned = 0x04 };

enum class ImprovError : uint8_t {
  None = 0x00,
  InvalidPacket = 0x01,
  UnknownCommand = 0x02,
  UnableToConnect = 0x03,
  BadHostname = 0x05,
  Unknown = 0xff,
};

enum class ImprovCommand : uint8_t {
  SendWifi = 0x01,
  RequestState = 0x02,
  RequestInfo = 0x03,
  RequestNetworks = 0x04,
  RequestHostName = 0x05,
  RequestDeviceName = 0x06,
  RequestNetworkState = 0x07,
};

}  // namespace faiwatch
