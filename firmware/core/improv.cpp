#include "core/improv.h"

#include "core/device-names.h"

namespace faiwatch {

namespace {

/// Clients wait for half a minute. A router that was just switched on does not answer in that time either way.
constexpr uint64_t kTryMs = 20'000;

/// Takes a string with its length before it from the front.
bool takeString(TextView& data, TextView& out) {
  if (data.empty()) return false;
  const size_t size = static_cast<uint8_t>(data[0]);
  if (data.size() - 1 < size) return false;
  out = data.substr(1, size);
  data = data.substr(1 + size);
  return true;
}

}  // namespace

/// The result of a command: strings, each with its length before it.
class Improv::Result {
 public:
  explicit Result(ImprovCommand command) { bytes_[0] = static_cast<char>(command); }

  Result& add(TextView text) {
    if (text.size() > sizeof bytes_ - size_ - 1) return *this;
    bytes_[size_++] = static_cast<char>(text.size());
    for (size_t i = 0; i < text.size(); i++) bytes_[size_++] = text[i];
    return *this;
  }
  void send(SerialOut& out) {
    bytes_[1] = static_cast<char>(size_ - 2);
    out.packet(ImprovPacket::RpcResult, {bytes_, size_});
  }

 private:
  char bytes_[kImprovMostData];
  size_t size_ = 2;
};

bool Improv::take(uint8_t type, TextView data, uint64_t now_ms) {
  if (!has_client_) {
    has_client_ = true;
    told_ = state();
  }
  const bool is_command = type == static_cast<uint8_t>(ImprovPacket::RpcCommand) &&
                          data.size() >= 2 && static_cast<uint8_t>(data[1]) == data.size() - 2;
  if (!is_command) {
    refuse();
    return false;
  }
  const char none = static_cast<char>(ImprovError::None);
  out_.packet(ImprovPacket::ErrorState, {&none, 1});
  return run(static_cast<ImprovCommand>(data[0]), data.substr(2), now_ms);
}

bool Improv::run(ImprovCommand command, TextView data, uint64_t now_ms) {
  switch (command) {
    case ImprovCommand::SendWifi:
      setWifi(data, now_ms);
      return false;
    case ImprovCommand::RequestState:
      tellState();
      if (state() == ImprovState::Provisioned) tellUrl(command);
      return false;
    case ImprovCommand::RequestInfo:
      tellInfo();
      return false;
    case ImprovCommand::RequestNetworks:
      return true;
    case ImprovCommand::RequestHostName:
      // Names follow from the MAC: routers, labels and the server know the board by them.
      if (!data.empty()) {
        fail(ImprovError::BadHostname);
      } else {
        Result(command).add(makeHostName(board_.mac).view()).send(out_);
      }
      return false;
    case ImprovCommand::RequestDeviceName:
      if (!data.empty()) break;
      Result(command).add(makeNetworkName(board_.mac).view()).send(out_);
      return false;
    case ImprovCommand::RequestNetworkState:
      tellNetworkState();
      return false;
  }
  fail(ImprovError::UnknownCommand);
  return false;
}

void Improv::setWifi(TextView data, uint64_t now_ms) {
  TextView ssid;
  TextView passphrase;
  if (!takeString(data, ssid) || !takeString(data, passphrase) || !data.empty()) {
    refuse();
    return;
  }
  // A name or a password that no network can have.
  Config wanted = config_;
  if (rules_.set(wanted, ConfigField::WifiSsid, ssid) != nullptr ||
      rules_.set(wanted, ConfigField::WifiPass, passphrase) != nullptr) {
    fail(ImprovError::UnableToConnect);
    return;
  }
  is_trying_ = true;
  give_up_ms_ = now_ms + kTryMs;
  owner_.tryWifi(ssid, passphrase);
  tellState();
}

void Improv::tick(uint64_t now_ms) {
  if (is_trying_ && (owner_.isWifiConnected() || now_ms >= give_up_ms_)) {
    endTry(owner_.isWifiConnected());
  }
  // Gives way to answers, as a notice does.
  if (has_client_ && state() != told_ && out_.hasRoomForAnswer()) tellState();
}

void Improv::endTry(bool is_connected) {
  is_trying_ = false;
  if (is_connected && owner_.keepWifi()) {
    tellState();
    tellUrl(ImprovCommand::SendWifi);
    return;
  }
  owner_.giveUpWifi();
  tellState();
  fail(is_connected ? ImprovError::Unknown : ImprovError::UnableToConnect);
}

void Improv::cancel() {
  if (!is_trying_) return;
  is_trying_ = false;
  fail(ImprovError::UnableToConnect);
}

void Improv::networks(const WifiSearch& search) {
  search.forEach([this](const hal::WifiNetwork& network) {
    char text[8];
    const TextView rssi = TextWriter(text, sizeof text).addSigned(network.rssi).view();
    Result(ImprovCommand::RequestNetworks)
        .add(network.ssid)
        .add(rssi)
        .add(network.is_open ? "NO" : "YES")
        .send(out_);
  });
  Result(ImprovCommand::RequestNetworks).send(out_);
}

void Improv::tellInfo() {
  // The first is what the server's manifest calls the firmware; ESP Web Tools compares them.
  char text[40];
  TextWriter name(text, sizeof text);
  name.add("FaiWatch ").add(boardName(board_.kind));
  Result(ImprovCommand::RequestInfo)
      .add(name.view())
      .add(board_.firmware_version)
      .add(chipName(board_.kind))
      .add(makeNetworkName(board_.mac).view())
      .send(out_);
}

void Improv::tellNetworkState() {
  const bool is_online = owner_.isWifiConnected();
  // A bit each: online, has Wi-Fi.
  Result result(ImprovCommand::RequestNetworkState);
  result.add(is_online ? "3" : "2");
  if (is_online) addUrl(result);
  result.send(out_);
}

void Improv::tellUrl(ImprovCommand command) {
  Result result(command);
  addUrl(result);
  result.send(out_);
}

void Improv::addUrl(Result& result) {
  if (config_.server_url.empty()) return;
  char text[160];
  result.add(TextWriter(text, sizeof text).add(config_.server_url.view()).add("/customer").view());
}

ImprovState Improv::state() const {
  if (is_trying_) return ImprovState::Provisioning;
  return owner_.isWifiConnected() ? ImprovState::Provisioned : ImprovState::Ready;
}

void Improv::tellState() {
  told_ = state();
  const char state = static_cast<char>(told_);
  out_.packet(ImprovPacket::CurrentState, {&state, 1});
}

void Improv::fail(ImprovError error) {
  const char code = static_cast<char>(error);
  out_.packet(ImprovPacket::ErrorState, {&code, 1});
}

}  // namespace faiwatch
