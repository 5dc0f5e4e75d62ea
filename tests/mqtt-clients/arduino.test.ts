/** docs/examples/device/device.ino: compiled against what Arduino and PubSubClient offer it, and run. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '../../scripts/lib/paths.ts';
import { testDeviceId } from '../../src/mqtt/testing/fake-ingest.ts';
import { RawDevice } from '../../src/mqtt/testing/raw-device.ts';
import { eventually, startTestBroker } from '../../src/mqtt/testing/test-broker.ts';
import { tempDir } from '../support/temp-dir.ts';
import { CompiledBoard } from './compiled-board.ts';

/** As much of both as the sketch uses. PubSubClient publishes nothing that its buffer does not hold. */
const surroundings = {
  'WiFi.h': `
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>
enum { LOW, HIGH, INPUT_PULLUP, WL_CONNECTED };
enum { ESP_RST_POWERON, ESP_RST_BROWNOUT, ESP_RST_SW, ESP_RST_PANIC, ESP_RST_INT_WDT, ESP_RST_TASK_WDT, ESP_RST_WDT };
static uint32_t now_ms = 0;
static int pin = LOW;
static bool is_connected = false, is_reachable = true;
static uint32_t millis() { return now_ms; }
static uint32_t esp_random() { return 0x00c0ffee; }
static int esp_reset_reason() { return ESP_RST_POWERON; }
static int digitalRead(int) { return pin; }
static void pinMode(int, int) {}
struct WiFiClient {};
struct { void begin(const char *, const char *) {} int status() { return WL_CONNECTED; } } WiFi;
`,
  'PubSubClient.h': `
#pragma once
#include "WiFi.h"
struct PubSubClient {
  size_t size = 256;
  int keepalive = 15;
  PubSubClient(WiFiClient &) {}
  void setServer(const char *, int) {}
  void setKeepAlive(int seconds) { keepalive = seconds; }
  bool setBufferSize(size_t bytes) { size = bytes; return true; }
  bool connected() { return is_connected; }
  bool loop() { return is_connected; }
  bool connect(const char *id, const char *user, const char *, const char *will, int qos, bool retain, const char *text) {
    if (!is_reachable) return false;
    std::cout << "connect " << id << " " << user << " " << keepalive << " " << will << " " << qos << " " << retain << " " << text << "\\n";
    return is_connected = true;
  }
  bool publish(const char *topic, const char *text) {
    if (!is_connected || strlen(topic) + strlen(text) + 7 > size) return false;
    std::cout << "publish " << topic << " " << text << "\\n";
    return true;
  }
};
`,
};

const driver = `
int main() {
  setup();
  for (std::string word; std::cin >> word;) {
    if (word == "pin") std::cin >> pin;
    else if (word == "reach") std::cin >> is_reachable, is_connected = is_connected && is_reachable;
    else std::cin >> now_ms, loop();
    std::cout << "done" << std::endl;
  }
}
`;

test('the sketch tells what happens, at once and later', async () => {
  const it = await startTestBroker();
  const { deviceId, token } = it.ingest.enrol(testDeviceId(0xa2));
  const path = join(repositoryDir, 'docs', 'examples', 'device', 'device.ino');
  const sketch = readFileSync(path, 'utf8').replace('fw-a1b2c3d4e5f6', deviceId);
  const files = { ...surroundings, 'main.cpp': `${sketch}${driver}` };
  const board = new CompiledBoard(tempDir('faiwatch-arduino'), files);
  let device: RawDevice | null = null;
  const ask = async (command: string) => {
    for (const line of await board.ask(command)) {
      const [verb, ...words] = line.split(' ');
      if (verb === 'connect') {
        const [clientId = '', username = '', keepalive, topic = '', qos, , text = ''] = words;
        const will = { topic, payload: Buffer.from(text), qos: Number(qos) as 1, retain: false };
        const fields = { clientId, keepalive: Number(keepalive), will };
        device = await RawDevice.connect(it.port, { deviceId: username, token }, fields);
      } else device?.publish(words[0] ?? '', words.slice(1).join(' '), 0, { qos: 0 });
    }
  };
  const events = () => it.ingest.received.map(({ event }) => event);
  try {
    await ask('loop 1000');
    await eventually(() => it.ingest.beats.length === 1);
    expect(it.ingest.beats[0]?.beat).toMatchObject({
      ...{ boot_id: '00c0ffee', seq: 1, reset_reason: 'power_on', power: 'UP' },
    });
    await ask('pin 1');
    await ask('loop 2000');
    expect(events()).toEqual([]);
    await ask('loop 2100');
    const down = { boot_id: '00c0ffee', seq: 2, type: 'POWER_DOWN' } as const;
    await eventually(() => events().length === 1);
    expect(events()).toEqual([{ ...down, age_ms: 100 }]);

    await ask('reach 0');
    (device as RawDevice | null)?.vanish();
    await eventually(() => it.ingest.sessions.at(-1) === `lost ${deviceId}`);
    await ask('pin 0');
    await ask('loop 10000');
    await ask('loop 10200');
    await ask('reach 1');
    await ask('loop 20000');
    await eventually(() => events().length === 3);
    expect(events().slice(1)).toEqual([
      { ...down, age_ms: 18_000 },
      { boot_id: '00c0ffee', seq: 3, type: 'POWER_RECOVER', age_ms: 10_000 },
    ]);
    await eventually(() => it.ingest.beats.at(-1)?.beat.power === 'UP');
    expect(it.ingest.refusals).toEqual([]);
  } finally {
    board.stop();
    await it.broker.stop();
  }
});
