#include "support/bench.h"

void Bench::boot(hal::ResetReason reason) {
  app.reset();
  reset.value = reason;
  boot_at_ms = clock_ms;
  mains.current_edges = {0, 0};
  wifi.current = FakeWifi::State::Idle;
  mqtt.disconnect(false);
  http.cancel();
  portal.stop();
  trust.forgetTime();
  const hal::Hal parts = {board, random, reset,  store,  flash, serial,  mains, battery, wifi,
                          mqtt,  http,   portal, crypto, trust, slot,    display, led, button};
  app = std::make_unique<faiwatch::App>(parts);
  app->start(0);
}

void Bench::configure(hal::MainsInputKind mains_input) {
  const faiwatch::ConfigRules rules(board.board, mains);
  faiwatch::ConfigStore config_store(store, rules);
  faiwatch::Config config = rules.defaults();
  config.wifi_ssid.assign("Home");
  config.wifi_pass.assign("correct horse");
  config.activation_key.assign("FTRRV-N5ACK-2A8B7-C8YGR");
  config.customer_phone.assign("0812345678");
  config.server_url.assign("http://faiwatch.test:8080");
  config.mains_input = mains_input;
  config_store.save(config);
}

void Bench::run(uint64_t ms) {
  for (uint64_t passed = 0; passed < ms; passed += tick_ms) {
    clock_ms += tick_ms;
    server.now_ms += static_cast<int64_t>(tick_ms);
    const bool has_network = is_network_up && wifi.current == FakeWifi::State::Connected;
    http.has_network = has_network;
    mqtt.has_network = has_network;
    trust.clock_ms = static_cast<int64_t>(clock_ms);
    http.is_distrusted = trust.refuses();
    mqtt.is_distrusted = trust.refuses();
    pulse();
    if (app == nullptr) continue;
    heap::watch(true);
    app->tick(uptimeMs());
    heap_uses += heap::count();
    heap::watch(false);
  }
}

std::string Bench::type(const std::string& line) {
  serial.take();
  serial.input += line;
  run(200);
  return serial.take();
}

void Bench::setMains(bool on) {
  is_mains_on = on;
  mains.vbus_mv = on ? 5000 : 300;
  if (mains.default_kind == hal::MainsInputKind::Battery) battery.mv = on ? 4800 : 3900;
}

void Bench::pulse() {
  if (!is_mains_on) return;
  mains.current_edges.count++;
  mains.current_edges.last_ms = uptimeMs();
}
