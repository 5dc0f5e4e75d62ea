import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '../../scripts/lib/paths.ts';
import { RawDevice } from '../../src/mqtt/testing/raw-device.ts';

/** Longer rules have to be compressed, which not every build can. */
const ruleBytes = 511;

interface Rule {
  /** `Info3#RestartReason`, in upper case. */
  readonly name: string;
  readonly operator: '' | '=' | '>' | '$|';
  readonly operand: string;
  readonly commands: string;
}

/**
 * A device with the rules of docs/tasmota.md, which it carries out as Tasmota does: variables are put in
 * when a rule fires, not when its commands run; arithmetic is in single precision; what is compared is in
 * upper case; an event is looked at once what runs has ended. Over MQTT it does what Tasmota does: QoS 0,
 * a Will and a birth of its own that are retained, subscriptions to its commands.
 */
export class TasmotaBoard {
  readonly #rules: Rule[] = [];
  readonly #settings = new Map<string, string>();
  readonly #variables = new Map<number, string>();
  #device: RawDevice | null = null;
  #uptimeMinutes = 0;
  #event: string | null = null;
  #timer: number | null = null;
  #hasConnected = false;

  constructor(deviceId: string) {
    const page = readFileSync(join(repositoryDir, 'docs', 'tasmota.md'), 'utf8');
    const pasted = /```tasmota\n(.*?)```/s.exec(page)?.[1] ?? '';
    const lines = pasted
      .trim()
      .replaceAll(/fw-[0-9a-f]{12}/g, deviceId)
      .split('\n');
    for (const line of lines) {
      const [, number, text = ''] = /^Rule(\d) (ON .*)$/.exec(line) ?? [];
      if (number === undefined) this.#run(line);
      else this.#learn(text);
    }
  }

  /** Its restart, with the mains sense as it is; the counter of boots goes on. */
  start(isUp: boolean): void {
    this.#fire('SWITCH1#BOOT', isUp ? '1' : '0');
  }

  async connect(port: number, token: string): Promise<RawDevice> {
    const setting = (name: string) => this.#settings.get(name) ?? '';
    const device = await RawDevice.connect(
      port,
      { deviceId: setting('MQTTUSER'), token },
      {
        clientId: setting('MQTTCLIENT'),
        keepalive: Number(setting('MQTTKEEPALIVE')),
        will: { topic: 'tele/plug/LWT', payload: Buffer.from('Offline'), qos: 1, retain: true },
      },
    );
    this.#device = device;
    this.#publish('tele/plug/LWT', 'Online', true);
    this.#publish('cmnd/plug/POWER', '');
    for (const topic of ['cmnd/plug/#', 'cmnd/tasmotas/#', 'cmnd/DVES_A1B2C3_fb/#']) {
      device.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 0 }] });
    }
    if (!this.#hasConnected) {
      const info = { RestartReason: 'Power On', BootCount: 23 };
      this.#publish('tele/plug/INFO3', JSON.stringify({ Info3: info }));
      this.#fireAll({ 'INFO3#RESTARTREASON': 'Power On', 'INFO3#BOOTCOUNT': '23' });
      this.#hasConnected = true;
    }
    this.#fire('MQTT#CONNECTED', '1');
    return device;
  }

  sense(isUp: boolean): void {
    this.#fire('SWITCH1#STATE', isUp ? '1' : '0');
  }

  pass({ minutes = 0, seconds = 0 }: { minutes?: number; seconds?: number }): void {
    this.#uptimeMinutes += minutes;
    if (this.#timer === null) return;
    this.#timer -= minutes * 60 + seconds;
    if (this.#timer > 0) return;
    this.#timer = null;
    this.#fire('RULES#TIMER', '1');
  }

  lose(): void {
    this.#device?.vanish();
    this.#device = null;
  }

  #learn(text: string): void {
    if (text.length > ruleBytes) throw new Error(`A rule has ${text.length} bytes`);
    const pattern = /\s*ON (\S+?)(?:(=|>|\$\|)(\S+))? DO (.*?) ENDON/gy;
    let read = 0;
    for (const [all, name = '', operator = '', operand = '', commands = ''] of text.matchAll(
      pattern,
    )) {
      read += all.length;
      this.#rules.push({
        name: name.toUpperCase(),
        operator: operator as Rule['operator'],
        operand: operand.toUpperCase(),
        commands,
      });
    }
    if (read !== text.length) throw new Error(`What is this? ${text.slice(read)}`);
  }

  #fire(name: string, value: string): void {
    this.#fireAll({ [name]: value });
  }

  /** All that one message tells, held against each rule in turn; then what came of it. */
  #fireAll(values: Readonly<Record<string, string>>): void {
    const backlog: string[] = [];
    for (const { name, operator, operand, commands } of this.#rules) {
      const value = values[name];
      if (value === undefined || !matches(value.toUpperCase(), operator, operand)) continue;
      const filled = commands.replaceAll(
        /%(value|uptime|var(\d+))%/gi,
        (_all, what: string, number) => {
          if (what.toLowerCase() === 'value') return value.toUpperCase();
          if (what.toLowerCase() === 'uptime') return `${this.#uptimeMinutes}`;
          return this.#variables.get(Number(number)) ?? '';
        },
      );
      if (filled.startsWith('Backlog0 ')) backlog.push(...filled.slice(9).split(';'));
      else this.#run(filled);
    }
    for (const command of backlog) this.#run(command.trim());
    const event = this.#event;
    this.#event = null;
    if (event === null) return;
    const [name = '', value = '1'] = event.split('=');
    this.#fire(`EVENT#${name.toUpperCase()}`, value);
  }

  #run(line: string): void {
    const [, command = '', rest = ''] = /^(\S+) ?(.*)$/s.exec(line) ?? [];
    const [, verb = '', index = ''] = /^([A-Za-z]+)(\d*)$/.exec(command) ?? [];
    const slot = Number(index);
    switch (verb.toLowerCase()) {
      case 'backlog':
        for (const one of rest.split(';')) this.#run(one.trim());
        return;
      case 'var':
        this.#variables.set(slot, rest);
        return;
      case 'add':
        this.#reckon(slot, (value) => value + Number(rest));
        return;
      case 'sub':
        this.#reckon(slot, (value) => value - Number(rest));
        return;
      case 'mult':
        this.#reckon(slot, (value) => value * Number(rest));
        return;
      case 'event':
        if (this.#event !== null) throw new Error(`${this.#event} was not looked at yet`);
        this.#event = rest;
        return;
      case 'ruletimer':
        this.#timer = Number(rest);
        return;
      case 'publish': {
        const [, topic = '', payload = ''] = /^(\S+) (.*)$/s.exec(rest) ?? [];
        this.#publish(topic, payload);
        return;
      }
      default:
        this.#settings.set(command.toUpperCase(), rest);
    }
  }

  #reckon(slot: number, change: (value: number) => number): void {
    const value = Math.fround(Number(this.#variables.get(slot) ?? ''));
    this.#variables.set(
      slot,
      Math.fround(change(value)).toFixed(Number(this.#settings.get('CALCRES') ?? 3)),
    );
  }

  #publish(topic: string, payload: string, retain = false): void {
    this.#device?.publish(topic, payload, 0, { qos: 0, retain });
  }
}

function matches(value: string, operator: Rule['operator'], operand: string): boolean {
  if (operator === '=') return value === operand;
  if (operator === '>') return Number(value) > Number(operand);
  return operator === '' || value.includes(operand);
}
