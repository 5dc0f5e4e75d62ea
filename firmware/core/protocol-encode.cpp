#include "core/encodings.h"
#include "core/json-writer.h"
#include "core/power-fsm.h"
#include "core/protocol.h"

namespace faiwatch {

namespace {

/// The server takes no more.
constexpr uint32_t kMostMainsMillivolts = 500'000;

TextView bootIdText(uint32_t boot_id, char (&out)[9]) {
  return TextWriter(out, sizeof out).addHex(boot_id, 8).view();
}

void addEvent(JsonWriter& json, const PowerEvent& event, uint64_t age_ms) {
  char boot_id[9];
  json.beginObject();
  json.key("boot_id").text(bootIdText(event.boot_id, boot_id));
  json.key("seq").number(event.seq);
  json.key("type").text(event.type == EventType::PowerDown ? "POWER_DOWN" : "POWER_RECOVER");
  json.key("age_ms").number(age_ms);
  if (event.battery_mv > 0) json.key("voltage").thousandths(event.battery_mv);
  json.endObject();
}

}  // namespace

bool encodeEnrolRequest(const EnrolRequest& request, char* out, size_t capacity) {
  JsonWriter json(out, capacity);
  json.beginObject();
  json.key("device_id").text(request.device_id);
  json.key("activation_key").text(request.activation_key);
  json.key("phone").text(request.phone);
  json.key("device_type").text(boardName(request.device_type));
  json.key("firmware_version").text(request.firmware_version);
  json.endObject();
  return json.ok();
}

namespace {

void addMore(JsonWriter& json, const Heartbeat& beat) {
  char boot_id[9];
  if (beat.previous_boot_id != 0) {
    json.key("previous_boot_id").text(bootIdText(beat.previous_boot_id, boot_id));
  }
  if (!beat.restart_cause.empty()) json.key("restart_cause").text(beat.restart_cause);
  if (beat.memory.free > 0) {
    json.key("free_heap").number(beat.memory.free);
    json.key("largest_block").number(beat.memory.largest_block);
  }
  json.key("reconnects").number(beat.reconnects);
  json.key("starts").number(beat.starts);
  if (beat.mains_mv > 0 && beat.mains_mv <= kMostMainsMillivolts) {
    json.key("mains_voltage").thousandths(beat.mains_mv);
  }
  if (beat.is_falling_asleep) json.key("sleep").text("battery_low");
}

}  // namespace

bool encodeHeartbeat(const Heartbeat& beat, char* out, size_t capacity) {
  char boot_id[9];
  JsonWriter json(out, capacity);
  json.beginObject();
  json.key("boot_id").text(bootIdText(beat.boot_id, boot_id));
  json.key("seq").number(beat.seq);
  json.key("uptime_ms").number(beat.uptime_ms);
  json.key("reset_reason").text(resetReasonName(beat.reset_reason));
  json.key("power").text(beat.is_power_up ? "UP" : "DOWN");
  json.key("has_mains_sense").boolean(beat.has_mains_sense);
  // The server takes only this range, so another reading is left out.
  if (beat.has_rssi && beat.rssi >= -127 && beat.rssi <= 20) {
    json.key("rssi").signedNumber(beat.rssi);
  }
  if (!beat.ssid.empty() && isUtf8(beat.ssid) && !holdsControl(beat.ssid)) {
    json.key("ssid").text(beat.ssid);
  }
  if (beat.battery_mv > 0) {
    json.key("voltage").thousandths(beat.battery_mv);
    json.key("battery_level").number(batteryPercent(beat.battery_mv));
  }
  json.key("firmware_version").text(beat.firmware_version);
  if (!beat.update_failed.empty()) json.key("update_failed").text(beat.update_failed);
  if (beat.tells_features) json.key("features").beginArray().text("credentials").endArray();
  if (beat.tells_more) addMore(json, beat);
  json.endObject();
  return json.ok();
}

bool encodeEvent(const PowerEvent& event, uint64_t age_ms, char* out, size_t capacity) {
  JsonWriter json(out, capacity);
  addEvent(json, event, age_ms);
  return json.ok();
}

bool encodeEventsRequest(const PowerEvent& event, uint64_t age_ms, char* out, size_t capacity) {
  JsonWriter json(out, capacity);
  json.beginObject().key("events").beginArray();
  addEvent(json, event, age_ms);
  json.endArray().endObject();
  return json.ok();
}

}  // namespace faiwatch
