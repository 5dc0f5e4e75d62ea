// A FaiWatch device for an ESP32 with Arduino and the library PubSubClient: docs/device-protocol.md.
// For an ESP8266 include <ESP8266WiFi.h> instead, and set resetReason by ESP.getResetReason().
//
// Device ID and token: in the portal, "Configure a device", at the end "A board of your own".
#include <PubSubClient.h>
#include <WiFi.h>

const char *wifiName = "Home", *wifiPassword = "…";
const char *server = "192.168.1.10";
const char *deviceId = "fw-a1b2c3d4e5f6", *token = "fwd_…";
const int mainsPin = 4;  // an optocoupler pulls it low while there is mains

struct Change { uint32_t seq, at; bool isUp; };
Change changes[8];  // told again at every connection: a repeat, by boot_id and seq, changes nothing
int changeCount = 0;
uint32_t bootId, seq = 0, triedAt = 0, beatAt = 0, seenAt = 0;
bool isUp, isSeenUp;

WiFiClient socket;
PubSubClient mqtt(socket);

const char *resetReason() {
  switch (esp_reset_reason()) {
    case ESP_RST_POWERON: return "power_on";
    case ESP_RST_BROWNOUT: return "brownout";
    case ESP_RST_SW: return "software";
    case ESP_RST_PANIC: return "panic";
    case ESP_RST_INT_WDT: case ESP_RST_TASK_WDT: case ESP_RST_WDT: return "watchdog";
    default: return "unknown";
  }
}

void say(const char *leaf, const char *text) {
  char topic[64];
  snprintf(topic, sizeof topic, "faiwatch/v1/%s/%s", deviceId, leaf);
  mqtt.publish(topic, text);
}

void tell(const Change &change) {
  char text[160];
  snprintf(text, sizeof text, "{\"boot_id\":\"%08x\",\"seq\":%u,\"type\":\"%s\",\"age_ms\":%u}", (unsigned) bootId,
           (unsigned) change.seq, change.isUp ? "POWER_RECOVER" : "POWER_DOWN", (unsigned) (millis() - change.at));
  say("events", text);
}

void beat() {
  char text[256];
  snprintf(text, sizeof text,
           "{\"boot_id\":\"%08x\",\"seq\":%u,\"uptime_ms\":%u,\"reset_reason\":\"%s\",\"power\":\"%s\",\"has_mains_sense\":true}",
           (unsigned) bootId, (unsigned) ++seq, (unsigned) millis(), resetReason(), isUp ? "UP" : "DOWN");
  say("heartbeat", text);
}

// What the pin has said for a tenth of a second is so.
void sense() {
  bool now = digitalRead(mainsPin) == LOW;
  if (now != isSeenUp) {
    isSeenUp = now;
    seenAt = millis();
  }
  if (now == isUp || millis() - seenAt < 100) return;
  isUp = now;
  if (changeCount == 8) memmove(changes, changes + 1, sizeof(Change) * --changeCount);
  changes[changeCount++] = {++seq, seenAt, isUp};
  if (mqtt.connected()) tell(changes[changeCount - 1]);
}

void connect() {
  if (WiFi.status() != WL_CONNECTED || (triedAt != 0 && millis() - triedAt < 5000)) return;
  triedAt = millis();
  char status[64];
  snprintf(status, sizeof status, "faiwatch/v1/%s/status", deviceId);
  if (!mqtt.connect(deviceId, deviceId, token, status, 1, false, "offline")) return;
  for (int i = 0; i < changeCount; i++) tell(changes[i]);
  beat();
}

void setup() {
  pinMode(mainsPin, INPUT_PULLUP);
  isUp = isSeenUp = digitalRead(mainsPin) == LOW;
  bootId = esp_random();
  WiFi.begin(wifiName, wifiPassword);
  mqtt.setServer(server, 1883);
  mqtt.setKeepAlive(10);
  mqtt.setBufferSize(512);  // its 256 bytes are too few for a heartbeat
}

void loop() {
  sense();
  if (!mqtt.connected()) connect();
  else if (millis() - beatAt >= 10000) {
    beatAt = millis();
    beat();
  }
  mqtt.loop();
}
