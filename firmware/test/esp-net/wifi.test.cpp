// EspWifi against fake-radio.cpp.
#include <memory>
#include <vector>

#include "desk-rtos.h"
#include "fake-radio.h"
#include "hal_esp/net/esp-wifi.h"
#include "support/check.h"

using namespace faiwatch;
using faiwatch::esp::EspWifi;
using hal::WifiFailure;
using hal::WifiScan;
using hal::WifiState;
using radio::the;

namespace {

constexpr uint32_t kAddress = ESP_IP4TOADDR(192, 168, 1, 7);

struct Bench {
  Bench() {
    rtos::fresh();
    the = {};
    CHECK(wifi.begin());
  }

  void run(uint32_t ms) {
    for (uint32_t passed = 0; passed < ms; passed += 10) {
      rtos::advance(10);
      wifi.poll();
    }
  }
  void join() {
    wifi.connect("Home", "password");
    radio::associate();
    run(10);
    radio::giveAddress(kAddress);
    run(10);
  }
  std::string address() {
    char text[16];
    wifi.address(text);
    return text;
  }

  rtos::Clock clock;
  EspWifi wifi{clock};
};

}  // namespace

TEST("the radio starts as a station that stores nothing by itself") {
  Bench bench;
  CHECK(the.is_started);
  CHECK(the.keeps_nothing);
  CHECK_EQ(the.mode, WIFI_MODE_STA);
  CHECK_EQ(bench.wifi.state(), WifiState::Idle);
}

TEST("a network is joined when there is an address, not before") {
  Bench bench;
  bench.wifi.connect("Home", "password");
  CHECK_EQ(bench.wifi.state(), WifiState::Connecting);
  CHECK_EQ(the.count("set Home/password"), 1);
  CHECK_EQ(the.station.sta.threshold.authmode, WIFI_AUTH_WPA_PSK);
  radio::associate();
  bench.run(100);
  CHECK_EQ(bench.wifi.state(), WifiState::Connecting);
  CHECK_EQ(bench.address(), std::string());
  radio::giveAddress(kAddress);
  bench.run(10);
  CHECK_EQ(bench.wifi.state(), WifiState::Connected);
  CHECK_EQ(bench.address(), std::string("192.168.1.7"));
  int8_t rssi = 0;
  CHECK(bench.wifi.rssi(rssi));
  CHECK_EQ(rssi, -60);
}

TEST("an open network is joined without a password") {
  Bench bench;
  bench.wifi.connect("Cafe", "");
  CHECK_EQ(the.station.sta.threshold.authmode, WIFI_AUTH_OPEN);
  CHECK_EQ(the.station.sta.password[0], 0);
}

TEST("a name and a password of full length fit") {
  Bench bench;
  const std::string name(32, 'n');
  const std::string password(63, 'p');
  bench.wifi.connect(name.c_str(), password.c_str());
  CHECK_EQ(std::string(reinterpret_cast<char*>(the.station.sta.ssid), 32), name);
  CHECK_EQ(std::string(reinterpret_cast<char*>(the.station.sta.password)), password);
}

TEST("why an attempt failed is told apart") {
  const struct {
    uint8_t reason;
    WifiFailure failure;
  } cases[] = {
      {201, WifiFailure::NetworkNotFound}, {15, WifiFailure::WrongPassword},
      {204, WifiFailure::WrongPassword},   {202, WifiFailure::WrongPassword},
      {211, WifiFailure::WrongPassword},   {2, WifiFailure::Other},
      {205, WifiFailure::Other},
  };
  for (const auto& each : cases) {
    check::setContext(std::to_string(each.reason));
    Bench bench;
    bench.wifi.connect("Home", "password");
    radio::disassociate(each.reason);
    bench.run(10);
    CHECK_EQ(bench.wifi.state(), WifiState::Failed);
    CHECK_EQ(bench.wifi.failure(), each.failure);
    // Core begins the next attempt, not the platform.
    bench.run(60'000);
    CHECK_EQ(the.count("connect"), 1);
  }
}

TEST("a router that gives no address is left") {
  Bench bench;
  bench.wifi.connect("Home", "password");
  radio::associate();
  bench.run(13'000);
  CHECK_EQ(bench.wifi.state(), WifiState::Failed);
  CHECK_EQ(bench.wifi.failure(), WifiFailure::NoAddress);
  CHECK_EQ(the.count("disconnect"), 1);
}

TEST("a connection that is lost is lost, and joined anew when asked") {
  Bench bench;
  bench.join();
  radio::disassociate(200);
  bench.run(10);
  CHECK_EQ(bench.wifi.state(), WifiState::Failed);
  CHECK_EQ(bench.wifi.failure(), WifiFailure::Lost);
  CHECK_EQ(bench.address(), std::string());
  int8_t rssi = 0;
  CHECK(!bench.wifi.rssi(rssi));
  bench.join();
  CHECK_EQ(bench.wifi.state(), WifiState::Connected);
  CHECK_EQ(the.count("disconnect"), 0);
}

TEST("an address that is lost is the end of the connection, an old one's loss is not") {
  Bench bench;
  bench.join();
  radio::loseAddress();
  bench.run(10);
  CHECK_EQ(bench.wifi.state(), WifiState::Connected);
  the.station_address = {};
  radio::loseAddress();
  bench.run(10);
  CHECK_EQ(bench.wifi.state(), WifiState::Failed);
  CHECK_EQ(bench.wifi.failure(), WifiFailure::Lost);
}

TEST("another network is joined when the old one has been left") {
  Bench bench;
  bench.join();
  bench.wifi.connect("Other", "secret-word");
  CHECK_EQ(bench.wifi.state(), WifiState::Connecting);
  bench.run(50);
  CHECK_EQ(the.count("connect"), 1);
  radio::disassociate(WIFI_REASON_ASSOC_LEAVE);
  bench.run(10);
  CHECK_EQ(bench.wifi.state(), WifiState::Connecting);
  CHECK_EQ(the.count("set Other/secret-word"), 1);
  CHECK_EQ(the.count("connect"), 2);
}

TEST(
    "a driver that does not say that it left is not waited for, nor believed when it does at "
    "last") {
  Bench bench;
  bench.wifi.connect("Home", "password");
  bench.wifi.connect("Other", "secret-word");
  bench.run(1'500);
  CHECK_EQ(the.count("set Other/secret-word"), 1);
  radio::disassociate(WIFI_REASON_ASSOC_LEAVE);
  bench.run(10);
  CHECK_EQ(bench.wifi.state(), WifiState::Connecting);
}

TEST("who disconnects stays disconnected") {
  Bench bench;
  bench.join();
  bench.wifi.disconnect();
  CHECK_EQ(bench.wifi.state(), WifiState::Idle);
  CHECK_EQ(bench.address(), std::string());
  radio::disassociate(WIFI_REASON_ASSOC_LEAVE);
  bench.run(5'000);
  CHECK_EQ(bench.wifi.state(), WifiState::Idle);
  CHECK_EQ(the.count("connect"), 1);
}

TEST("a loss of which no note came is found out") {
  Bench bench;
  bench.join();
  the.is_associated = false;
  bench.run(1'100);
  CHECK_EQ(bench.wifi.state(), WifiState::Failed);
  CHECK_EQ(bench.wifi.failure(), WifiFailure::Lost);
}

TEST("a search lists each network once, the strongest first, without the hidden ones") {
  Bench bench;
  radio::putInAir("Home", -40, WIFI_AUTH_WPA2_PSK);
  radio::putInAir("", -45, WIFI_AUTH_WPA2_PSK);
  radio::putInAir("Cafe", -50, WIFI_AUTH_OPEN);
  radio::putInAir("Home", -70, WIFI_AUTH_WPA2_PSK);
  CHECK(bench.wifi.startScan());
  CHECK_EQ(bench.wifi.scan(), WifiScan::Running);
  radio::finishScan(0);
  bench.run(10);
  CHECK_EQ(bench.wifi.scan(), WifiScan::Done);
  CHECK_EQ(bench.wifi.networkCount(), 2);
  hal::WifiNetwork network = {};
  CHECK(bench.wifi.network(0, network));
  CHECK_EQ(std::string(network.ssid), std::string("Home"));
  CHECK_EQ(network.rssi, -40);
  CHECK(!network.is_open);
  CHECK(bench.wifi.network(1, network));
  CHECK(network.is_open);
  CHECK(!bench.wifi.network(2, network));
  CHECK(!the.is_list_kept);
}

TEST("more networks than there is room for leave nothing in the driver's memory") {
  Bench bench;
  for (int i = 0; i < 60; i++) {
    radio::putInAir(("n" + std::to_string(i)).c_str(), -50, WIFI_AUTH_OPEN);
  }
  CHECK(bench.wifi.startScan());
  radio::finishScan(0);
  bench.run(10);
  CHECK_EQ(bench.wifi.networkCount(), 24);
  CHECK(!the.is_list_kept);
}

TEST("there is no search while a network is being joined, and joining ends one") {
  Bench bench;
  CHECK(bench.wifi.startScan());
  bench.wifi.connect("Home", "password");
  CHECK_EQ(the.count("stop scan"), 1);
  CHECK_EQ(bench.wifi.scan(), WifiScan::Failed);
  CHECK(!bench.wifi.startScan());
}

TEST("a search that hangs or fails is over") {
  Bench bench;
  CHECK(bench.wifi.startScan());
  bench.run(13'000);
  CHECK_EQ(bench.wifi.scan(), WifiScan::Failed);
  CHECK(bench.wifi.startScan());
  radio::finishScan(1);
  bench.run(10);
  CHECK_EQ(bench.wifi.scan(), WifiScan::Failed);
}

TEST("the set-up network is under WPA2, at its address, and tells phones where the portal is") {
  Bench bench;
  CHECK_EQ(the.portal_address.ip.addr, ESP_IP4TOADDR(4, 3, 2, 1));
  CHECK_EQ(the.portal_uri, std::string("http://4.3.2.1/"));
  CHECK(the.offers_dns);
  CHECK(the.is_dhcp_running);
  CHECK(bench.wifi.startAccessPoint("FaiWatch-A1B2C3", "7K3QX9ABCD"));
  CHECK_EQ(the.mode, WIFI_MODE_APSTA);
  CHECK_EQ(std::string(reinterpret_cast<char*>(the.access_point.ap.ssid)),
           std::string("FaiWatch-A1B2C3"));
  CHECK_EQ(the.access_point.ap.ssid_len, 15);
  CHECK_EQ(the.access_point.ap.authmode, WIFI_AUTH_WPA2_PSK);
  CHECK_EQ(the.access_point.ap.pairwise_cipher, WIFI_CIPHER_TYPE_CCMP);
  CHECK_EQ(std::string(reinterpret_cast<char*>(the.access_point.ap.password)),
           std::string("7K3QX9ABCD"));
  the.clients = 2;
  bench.run(1'100);
  CHECK_EQ(bench.wifi.accessPointClients(), 2);
  bench.wifi.stopAccessPoint();
  CHECK_EQ(the.mode, WIFI_MODE_STA);
  CHECK_EQ(bench.wifi.accessPointClients(), 0);
}

TEST("a set-up network that could not be closed is closed later") {
  Bench bench;
  CHECK(bench.wifi.startAccessPoint("FaiWatch-A1B2C3", "7K3QX9ABCD"));
  the.set_mode = ESP_FAIL;
  bench.wifi.stopAccessPoint();
  CHECK_EQ(the.mode, WIFI_MODE_APSTA);
  the.set_mode = ESP_OK;
  bench.run(1'100);
  CHECK_EQ(the.mode, WIFI_MODE_STA);
}

TEST("a set-up network that does not start is said not to") {
  Bench bench;
  the.set_mode = ESP_FAIL;
  CHECK(!bench.wifi.startAccessPoint("FaiWatch-A1B2C3", "7K3QX9ABCD"));
}

TEST("a router's list of devices names the board") {
  Bench bench;
  CHECK_EQ(the.host_name, std::string("faiwatch-d4e5f6"));
}

TEST("the driver is started anew, and joins again") {
  Bench bench;
  bench.wifi.connect("Home", "correct horse");
  bench.wifi.restart();
  CHECK_EQ(the.count("stop"), 1);
  CHECK(the.is_started);
  CHECK_EQ(bench.wifi.state(), WifiState::Idle);
  bench.wifi.connect("Home", "correct horse");
  CHECK_EQ(the.count("connect"), 2);
}
