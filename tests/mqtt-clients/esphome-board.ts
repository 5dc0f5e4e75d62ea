import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '../../scripts/lib/paths.ts';
import { RawDevice } from '../../src/mqtt/testing/raw-device.ts';
import { CompiledBoard } from './compiled-board.ts';

type Action = { lambda: string } | { 'script.execute': string };
interface Actions {
  readonly then: readonly Action[];
}

/** What of a configuration this client understands. */
interface Configuration {
  readonly esphome: { readonly name: string; readonly on_boot: Actions };
  readonly mqtt: {
    readonly id: string;
    readonly username: string;
    readonly client_id: string;
    readonly keepalive: string;
    readonly clean_session?: boolean;
    readonly birth_message: { readonly topic: string; readonly payload: string };
    readonly will_message: { readonly topic: string; readonly payload: string };
    readonly on_connect: Actions;
  };
  readonly globals: readonly { readonly id: string; readonly type: string }[];
  readonly binary_sensor: readonly [{ readonly id: string; readonly on_state: Actions }];
  readonly script: readonly ({ readonly id: string } & Actions)[];
  readonly interval: readonly [Actions];
}

/** What the lambdas of a configuration find around them on a board. */
const surroundings = `
#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>
#define id(name) name
static uint32_t now_ms = 0;
static uint32_t millis() { return now_ms; }
static uint32_t random_uint32() { return 0x00c0ffee; }
__attribute__((format(printf, 1, 2))) static std::string str_sprintf(const char *format, ...) {
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}
struct Client {
  bool publish(const std::string &topic, const std::string &payload, uint8_t qos, bool retain) {
    std::cout << "{\\"topic\\":\\"" << topic << "\\",\\"qos\\":" << int(qos) << ",\\"retain\\":"
              << (retain ? "true" : "false") << ",\\"payload\\":" << payload << "}\\n";
    return true;
  }
};
struct Text { std::string state; };
struct Sensor { bool state; };
static Text reset_text{"Power On Reset"};
`;

interface Said {
  readonly topic: string;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly payload: object;
}

/**
 * A board with the configuration of docs/esphome.md: its lambdas are compiled and run as they stand, and
 * around them it does over MQTT what ESPHome does: a session to be kept, a Will and a birth that are
 * retained, its own subscriptions at QoS 2, and five seconds between tries.
 */
export class EsphomeBoard {
  readonly #configuration: Configuration;
  readonly #lambdas: CompiledBoard;
  #device: RawDevice | null = null;
  #packetId = 0;

  private constructor(configuration: Configuration, lambdas: CompiledBoard) {
    this.#configuration = configuration;
    this.#lambdas = lambdas;
  }

  /** @param dir where it is compiled */
  static async flash(dir: string, deviceId: string): Promise<EsphomeBoard> {
    const page = readFileSync(join(repositoryDir, 'docs', 'esphome.md'), 'utf8');
    const text = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? '';
    const own = text
      .replace(/^ {2}device_id: .*$/m, `  device_id: ${deviceId}`)
      .replaceAll(/\$\{device_id\}/g, deviceId);
    const configuration = Bun.YAML.parse(own) as Configuration;
    const lambdas = new CompiledBoard(dir, { 'main.cpp': toProgram(configuration) });
    const board = new EsphomeBoard(configuration, lambdas);
    await board.run('boot');
    return board;
  }

  /** Connects as ESPHome does, with what it says of itself before anything else. */
  async connect(port: number, token: string): Promise<RawDevice> {
    const { mqtt, esphome } = this.#configuration;
    const { username, client_id: clientId, birth_message: birth, will_message: will } = mqtt;
    const device = await RawDevice.connect(
      port,
      { deviceId: username, token },
      {
        clientId,
        clean: mqtt.clean_session ?? false,
        keepalive: Number.parseInt(mqtt.keepalive, 10),
        will: { ...will, payload: Buffer.from(will.payload), qos: 0, retain: true },
      },
    );
    this.#device = device;
    for (const topic of ['esphome/discover', `esphome/ping/${esphome.name}`]) {
      const messageId = ++this.#packetId;
      device.send({ cmd: 'subscribe', messageId, subscriptions: [{ topic, qos: 2 }] });
    }
    const about = { ip: '192.0.2.4', name: esphome.name, board: 'esp32dev' };
    const discover = `esphome/discover/${esphome.name}`;
    device.publish(discover, about, ++this.#packetId, { qos: 2, retain: true });
    await device.until(() => device.packets.some(({ cmd }) => cmd === 'pubrec'));
    device.send({ cmd: 'pubrel', messageId: this.#packetId });
    device.publish(birth.topic, birth.payload, 0, { qos: 0, retain: true });
    await this.run('connected');
    return device;
  }

  /** Its mains sense changes. */
  async sense(isUp: boolean): Promise<void> {
    await this.run(`mains ${isUp ? 1 : 0}`);
  }

  async beat(): Promise<void> {
    await this.run('beat');
  }

  /** Its counter of ms since the start. */
  async setUptime(ms: number): Promise<void> {
    await this.run(`now ${ms}`);
  }

  /** The connection is lost: what it publishes from now on goes nowhere. */
  lose(): void {
    this.#device?.vanish();
    this.#device = null;
  }

  stop(): void {
    this.#lambdas.stop();
  }

  /** Has the lambdas do their part, and publishes what they say. */
  private async run(command: string): Promise<void> {
    for (const line of await this.#lambdas.ask(command)) {
      const { topic, qos, retain, payload } = JSON.parse(line) as Said;
      this.#device?.publish(topic, payload, ++this.#packetId, { qos, retain });
    }
  }
}

/** The lambdas as functions, and a main that calls them. */
function toProgram({ esphome, mqtt, globals, binary_sensor, script, interval }: Configuration) {
  const [sensor] = binary_sensor;
  const actions = ({ then }: Actions) =>
    then
      .map((action) =>
        'lambda' in action ? `{ ${action.lambda} }` : `script_${action['script.execute']}();`,
      )
      .join('\n');
  return [
    surroundings,
    `static Client ${mqtt.id};`,
    `static Sensor ${sensor.id}{true};`,
    ...globals.map(({ id, type }) => `static ${type} ${id}{};`),
    ...script.map((one) => `static void script_${one.id}() { ${actions(one)} }`),
    `static void on_state(bool x) { ${actions(sensor.on_state)} }`,
    'int main() {',
    '  for (std::string word; std::cin >> word;) {',
    `    if (word == "boot") { ${actions(esphome.on_boot)} }`,
    `    else if (word == "connected") { ${actions(mqtt.on_connect)} }`,
    `    else if (word == "beat") { ${actions(interval[0])} }`,
    '    else if (word == "now") std::cin >> now_ms;',
    `    else if (word == "mains") { std::cin >> ${sensor.id}.state; on_state(${sensor.id}.state); }`,
    '    std::cout << "done" << std::endl;',
    '  }',
    '}',
  ].join('\n');
}
