import { describe, expect, test } from 'bun:test';
import { TestTime } from '../../../tests/support/monitor.ts';
import {
  type DeviceEvent,
  deviceEventSchema,
  enrolRequestSchema,
  type Heartbeat,
  heartbeatSchema,
} from '../../contract/fleet/device.ts';
import { ApiRefusal, type DeviceApi } from './device-api.ts';
import { type DeviceWorld, Slots } from './device-world.ts';
import { makeCounters } from './fleet.ts';
import type { LinkHandlers, OpenLink } from './mqtt-link.ts';
import { VirtualDevice } from './virtual-device.ts';

/** A server that accepts everything, unless the test says otherwise. */
class FakeServer {
  readonly time = new TestTime();
  readonly #startedMono = this.time.monoMs;
  readonly beats: (Heartbeat & { via: 'mqtt' | 'http'; atMs: number })[] = [];
  readonly events: (DeviceEvent & { via: 'mqtt' | 'http' })[] = [];
  readonly links: { handlers: LinkHandlers; token: string; end: 'open' | 'frozen' | 'closed' }[] =
    [];
  enrolments = 0;
  isMqttDown = false;
  isAckLost = false;
  enrolRefusal: ApiRefusal | null = null;
  mqttRefusals = 0;

  readonly api: DeviceApi = {
    enrol: async (request) => {
      if (this.enrolRefusal !== null) throw this.enrolRefusal;
      enrolRequestSchema.parse(request);
      this.enrolments += 1;
      return {
        ok: true,
        device_token: `token-${this.enrolments}`,
        joined: true,
        heartbeat_interval_seconds: 10,
        mqtt: { port: 1883, tls: false, path: '/mqtt' },
        server_time: new Date(this.time.clock().wallMs).toISOString(),
      };
    },
    heartbeat: async (_token, beat) => {
      const atMs = this.time.monoMs - this.#startedMono;
      this.beats.push({ ...heartbeatSchema.parse(beat), via: 'http', atMs });
      return { commands: [] };
    },
    events: async (_token, events) => {
      for (const event of events) {
        this.events.push({ ...deviceEventSchema.parse(event), via: 'http' });
      }
      return events.map((event) => event.seq);
    },
  };

  readonly openLink: OpenLink = (_url, _deviceId, token, handlers) => {
    const link = { handlers, token, end: 'open' as 'open' | 'frozen' | 'closed' };
    this.links.push(link);
    queueMicrotask(() => {
      if (link.end !== 'open') return;
      if (this.mqttRefusals > 0) {
        this.mqttRefusals -= 1;
        handlers.onClose('refused');
      } else if (this.isMqttDown) handlers.onClose('lost');
      else handlers.onOpen();
    });
    return {
      publish: (topic, payload, onAck) => {
        expect(link.end).toBe('open');
        const json: unknown = JSON.parse(payload);
        const atMs = this.time.monoMs - this.#startedMono;
        if (topic.endsWith('/heartbeat')) {
          this.beats.push({ ...heartbeatSchema.parse(json), via: 'mqtt', atMs });
        } else this.events.push({ ...deviceEventSchema.parse(json), via: 'mqtt' });
        if (!this.isAckLost) queueMicrotask(onAck);
      },
      freeze: () => {
        link.end = 'frozen';
      },
      close: () => {
        link.end = 'closed';
      },
    };
  };

  world(overrides: Partial<DeviceWorld> = {}): DeviceWorld {
    return {
      time: this.time,
      servers: ['http://server/'],
      apiOf: () => this.api,
      openLink: this.openLink,
      mqttUrlOf: () => 'mqtt://server',
      intervalMs: null,
      slots: new Slots(4),
      counters: makeCounters(),
      ...overrides,
    };
  }
}

async function start(
  options: { hasMainsSense?: boolean; world?: Partial<DeviceWorld>; prepare?: FakeServer } = {},
) {
  const server = options.prepare ?? new FakeServer();
  const device = new VirtualDevice(
    {
      deviceId: 'fw-020000000001',
      deviceType: 's2-mini',
      hasMainsSense: options.hasMainsSense ?? false,
      activationKey: 'KEY',
      phone: '0990000001',
      seed: 'test',
    },
    server.world(options.world),
  );
  device.switchOn();
  await server.time.runMs(100, settle);
  return {
    server,
    device,
    advance: (seconds: number) => server.time.runMs(seconds * 1000, settle),
  };
}

test('a device enrols once, then sends a heartbeat at once and every interval', async () => {
  const { server, device, advance } = await start();
  await advance(30);
  expect(server.enrolments).toBe(1);
  expect(server.beats.map((beat) => Math.round(beat.atMs / 1000))).toEqual([0, 10, 20, 30]);
  expect(device.isOnline).toBe(true);
});

test('a boot has one id, one counter and an uptime that goes on', async () => {
  const { server, advance } = await start();
  await advance(20);
  expect(new Set(server.beats.map((beat) => beat.boot_id)).size).toBe(1);
  expect(server.beats.map((beat) => beat.seq)).toEqual([1, 2, 3]);
  expect(server.beats.map((beat) => Math.round(beat.uptime_ms / 1000))).toEqual([0, 10, 20]);
});

test('a board with mains sense reports the loss at once, lives on, and reports the return', async () => {
  const { server, device, advance } = await start({ hasMainsSense: true });
  await advance(3);
  device.suffer('lose-mains');
  await advance(0);
  expect(server.events).toMatchObject([{ type: 'POWER_DOWN', age_ms: 0, seq: 2 }]);
  expect(server.beats.at(-1)).toMatchObject({ power: 'DOWN', seq: 3 });
  await advance(25);
  device.suffer('restore-mains');
  await advance(0);
  expect(server.events.at(-1)).toMatchObject({ type: 'POWER_RECOVER', age_ms: 0 });
  expect(server.beats.at(-1)).toMatchObject({ power: 'UP' });
  expect(new Set([...server.beats, ...server.events].map((sent) => sent.boot_id)).size).toBe(1);
});

test('a board without mains sense goes silent without closing, and boots anew', async () => {
  const { server, device, advance } = await start();
  await advance(12);
  const before = server.beats.length;
  device.suffer('lose-mains');
  await advance(60);
  expect(server.beats).toHaveLength(before);
  expect(server.links.map((link) => link.end)).toEqual(['frozen']);
  device.suffer('restore-mains');
  await advance(5);
  const [first, last] = [server.beats[0], server.beats.at(-1)];
  expect(last?.boot_id).not.toBe(first?.boot_id ?? '');
  expect(last).toMatchObject({ seq: 1, reset_reason: 'power_on' });
  expect(last?.uptime_ms).toBeGreaterThan(1_000);
  expect(last?.uptime_ms).toBeLessThan(4_000);
  expect(server.enrolments).toBe(1);
});

test('a board whose router was off returns with the same boot id and its uptime', async () => {
  const { server, device, advance } = await start();
  await advance(5);
  device.suffer('lose-network');
  await advance(60);
  device.suffer('restore-network');
  await advance(5);
  const [first, last] = [server.beats[0], server.beats.at(-1)];
  expect(last?.boot_id).toBe(first?.boot_id ?? '');
  expect(last?.uptime_ms).toBeGreaterThan(64_000);
});

test('reports made without a network wait, and are replayed in order with their age', async () => {
  const { server, device, advance } = await start({ hasMainsSense: true });
  device.suffer('lose-network');
  device.suffer('lose-mains');
  await advance(100);
  device.suffer('restore-mains');
  await advance(10);
  expect(server.events).toEqual([]);
  expect(device.waitingReports).toBe(2);
  device.suffer('restore-network');
  await advance(3);
  expect(server.events.map((event) => event.type)).toEqual(['POWER_DOWN', 'POWER_RECOVER']);
  const [down, up] = server.events.map((event) => event.age_ms);
  expect((down ?? 0) - (up ?? 0)).toBe(100_000);
  expect(device.waitingReports).toBe(0);
});

test('a report is sent again until it is acknowledged', async () => {
  const { server, device, advance } = await start({ hasMainsSense: true });
  server.isAckLost = true;
  device.suffer('lose-mains');
  await advance(1);
  expect(device.waitingReports).toBe(1);
  server.links[0]?.handlers.onClose('lost');
  server.isAckLost = false;
  await advance(5);
  expect(server.events).toHaveLength(2);
  expect(server.events[0]?.seq).toBe(server.events[1]?.seq ?? -1);
  expect(device.waitingReports).toBe(0);
});

test('a panic gives a new boot id and says so', async () => {
  const { server, device, advance } = await start();
  await advance(5);
  device.suffer('crash');
  await advance(1);
  device.suffer('reboot');
  await advance(5);
  expect(server.links[0]?.end).toBe('frozen');
  expect(server.beats.at(-1)).toMatchObject({ reset_reason: 'panic', seq: 1 });
  expect(new Set(server.beats.map((beat) => beat.boot_id)).size).toBe(2);
});

test('HTTP takes over after MQTT has failed three times, and gives way when it answers', async () => {
  const server = new FakeServer();
  server.isMqttDown = true;
  const { advance } = await start({ prepare: server });
  await advance(60);
  expect(server.links.length).toBeGreaterThanOrEqual(3);
  expect(server.beats.length).toBeGreaterThan(3);
  expect(new Set(server.beats.map((beat) => beat.via))).toEqual(new Set(['http']));
  server.isMqttDown = false;
  await advance(45);
  const switched = server.beats.length;
  await advance(30);
  const after = server.beats.slice(switched);
  expect(after.map((beat) => beat.via)).toEqual(['mqtt', 'mqtt', 'mqtt']);
});

test('without MQTT everything goes over HTTP', async () => {
  const { server, device, advance } = await start({
    hasMainsSense: true,
    world: { openLink: null },
  });
  await advance(10);
  device.suffer('lose-mains');
  await advance(1);
  expect(server.links).toEqual([]);
  expect(server.events).toMatchObject([{ type: 'POWER_DOWN', via: 'http' }]);
  expect(server.beats.at(-1)).toMatchObject({ power: 'DOWN', via: 'http' });
});

test('a connection that acknowledges nothing is given up and opened anew', async () => {
  const { server, advance } = await start();
  server.isAckLost = true;
  await advance(21);
  expect(server.links[0]?.end).toBe('closed');
  server.isAckLost = false;
  await advance(5);
  expect(server.links).toHaveLength(2);
});

test('a refused token is replaced by enrolling again', async () => {
  const server = new FakeServer();
  server.mqttRefusals = 1;
  const { device, advance } = await start({ prepare: server });
  await advance(5);
  expect(server.enrolments).toBe(2);
  expect(device.isOnline).toBe(true);
});

test('a key the server does not know ends the attempts', async () => {
  const server = new FakeServer();
  server.enrolRefusal = new ApiRefusal(404, 'KEY_NOT_FOUND', 'There is no such activation key.');
  const { device, advance } = await start({ prepare: server });
  server.enrolRefusal = null;
  await advance(120);
  expect(server.enrolments).toBe(0);
  expect(device.refusal).toStartWith('KEY_NOT_FOUND: ');
});

test('a server that is away is asked again, ever more patiently', async () => {
  const server = new FakeServer();
  server.enrolRefusal = new ApiRefusal(503, 'UNAVAILABLE', 'later');
  const { device, advance } = await start({ prepare: server });
  await advance(60);
  expect(device.refusal).toBeNull();
  server.enrolRefusal = null;
  await advance(31);
  expect(device.isOnline).toBe(true);
});

test('the same seed gives the same boot ids and moments', async () => {
  const run = async () => {
    const { server, device, advance } = await start();
    device.suffer('crash');
    device.suffer('reboot');
    await advance(20);
    return server.beats;
  };
  expect(await run()).toEqual(await run());
});

test('stopped, it says goodbye and sends nothing more', async () => {
  const { server, device, advance } = await start();
  device.suffer('lose-network');
  device.suffer('restore-network');
  await advance(5);
  device.stop();
  const before = server.beats.length;
  await advance(60);
  expect(server.beats).toHaveLength(before);
  expect(server.links.map((link) => link.end)).toEqual(['closed', 'closed']);
});

test('the voltage of the mains is told to a server that has asked for features, and only then', async () => {
  const { server } = await start({ hasMainsSense: true });
  await server.time.runMs(20_000, settle);
  const told = () => server.beats.flatMap(({ mains_voltage: volts }) => volts ?? []);
  expect(told()).toEqual([]);
  server.links[0]?.handlers.onCommand({ type: 'tell_features' });
  await server.time.runMs(20_000, settle);
  expect(told().length).toBeGreaterThan(0);
  expect(told().every((volts) => volts > 190 && volts < 240)).toBe(true);
});

describe('new credentials', () => {
  const offer = {
    type: 'credentials',
    device_token: 'token-new',
    key_digest: 'ab'.repeat(32),
  };

  test('are announced when asked for, once', async () => {
    const { server } = await start();
    await server.time.runMs(20_000, settle);
    server.links[0]?.handlers.onCommand({ type: 'tell_features' });
    await server.time.runMs(20_000, settle);
    const said = server.beats.flatMap(({ features }) => (features === undefined ? [] : [features]));
    expect(said).toEqual([['credentials']]);
  });

  test('are used at once, and the old ones forgotten once they were taken', async () => {
    const { server } = await start();
    await server.time.runMs(20_000, settle);
    server.links[0]?.handlers.onCommand(offer);
    await server.time.runMs(100, settle);
    expect(server.links.map(({ token, end }) => [token, end])).toEqual([
      ['token-1', 'closed'],
      ['token-new', 'open'],
    ]);
    // A repeated offer changes nothing.
    server.links[1]?.handlers.onCommand(offer);
    server.links[1]?.handlers.onClose('lost');
    server.mqttRefusals = 1;
    await server.time.runMs(60_000, settle);
    // The old token is gone, so a device that is refused later enrols again.
    expect(server.links.at(-1)?.token).toBe('token-2');
    expect(server.enrolments).toBe(2);
  });

  test('that are refused leave the old ones in force', async () => {
    const { server } = await start();
    await server.time.runMs(20_000, settle);
    server.mqttRefusals = 1;
    server.links[0]?.handlers.onCommand(offer);
    await server.time.runMs(60_000, settle);
    expect(server.links.map(({ token }) => token)).toEqual(['token-1', 'token-new', 'token-1']);
    expect(server.enrolments).toBe(1);
  });
});

/** Waits until short chains of promises have settled. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

describe('a server of several machines', () => {
  const named = { servers: ['http://server', 'http://other', 'http://third'] };

  test('is looked for at the next one, over MQTT and HTTP, and stayed with', async () => {
    const server = new FakeServer();
    const dead = new Set<string>();
    const asked: string[] = [];
    const refuse = async () => {
      throw new Error('unreachable');
    };
    const { device, advance } = await start({
      prepare: server,
      world: {
        apiOf: (url) =>
          dead.has(new URL(url).hostname)
            ? { enrol: refuse, heartbeat: refuse, events: refuse }
            : {
                ...server.api,
                enrol: async (request) => ({ ...(await server.api.enrol(request)), ...named }),
                heartbeat: async (...beat) => {
                  asked.push(new URL(url).hostname);
                  return { ...(await server.api.heartbeat(...beat)), ...named };
                },
              },
        mqttUrlOf: (url) => `mqtt://${new URL(url).hostname}`,
        openLink: (url, ...rest) => {
          asked.push(new URL(url).hostname);
          server.isMqttDown = dead.has(new URL(url).hostname) || dead.has('mqtt');
          return server.openLink(url, ...rest);
        },
      },
    });
    await advance(1);
    expect(asked).toEqual(['server']);
    for (const host of ['server', 'other']) dead.add(host);
    server.links[0]?.handlers.onClose('lost');
    await advance(60);
    expect(device.isOnline).toBe(true);
    expect(asked.at(-1)).toBe('third');
    expect(server.enrolments).toBe(1);

    dead.add('mqtt');
    server.links.at(-1)?.handlers.onClose('lost');
    await advance(120);
    const before = server.beats.length;
    await advance(60);
    expect(server.beats.slice(before).filter(({ via }) => via === 'http').length).toBeGreaterThan(
      1,
    );
  });

  test('may say over MQTT where it is', async () => {
    const urls: string[] = [];
    const server = new FakeServer();
    const { advance } = await start({
      prepare: server,
      world: {
        mqttUrlOf: (url) => url,
        openLink: (url, ...rest) => {
          urls.push(url);
          return server.openLink(url, ...rest);
        },
      },
    });
    server.links[0]?.handlers.onCommand({ type: 'servers', servers: ['http://other'] });
    server.links[0]?.handlers.onCommand({ type: 'servers', servers: 'none' });
    server.links[0]?.handlers.onClose('lost');
    await advance(5);
    expect(urls).toEqual(['http://server/', 'http://other/']);
  });
});
