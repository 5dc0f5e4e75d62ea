import type { EnrolAnswer } from '../../contract/fleet/device.ts';
import { realTime } from '../../server/clock.ts';
import { type DeviceApi, makeDeviceApi } from './device-api.ts';
import { type DeviceWorld, Slots } from './device-world.ts';
import { type DeviceCredential, type Fleet, makeCounters } from './fleet.ts';
import { openMqttLink } from './mqtt-link.ts';
import type { DevicePlan } from './plan.ts';
import { VirtualDevice } from './virtual-device.ts';

interface VirtualFleetOptions {
  readonly plan: readonly DevicePlan[];
  /** One for each device of the plan, in its order. */
  readonly credentials: readonly DeviceCredential[];
  readonly servers: readonly URL[];
  /** Null: the address that the server gives at enrolment. */
  readonly mqttUrl: string | null;
  readonly transport: 'mqtt' | 'http';
  /** Ms between heartbeats. Null: the interval that the server gives. */
  readonly intervalMs: number | null;
}

/** Enrolments and connections that are opened at once. */
const slotCount = 64;

/** Devices without firmware. */
export class VirtualFleet implements Fleet {
  readonly devices: readonly VirtualDevice[];
  readonly counters = makeCounters();
  readonly failure = null;

  constructor(options: VirtualFleetOptions) {
    const apis = new Map<string, DeviceApi>();
    const world: DeviceWorld = {
      time: realTime,
      servers: options.servers.map(({ href }) => href),
      apiOf(server) {
        const api = apis.get(server) ?? makeDeviceApi(new URL(server));
        apis.set(server, api);
        return api;
      },
      openLink: options.transport === 'http' ? null : openMqttLink,
      mqttUrlOf: (server, endpoint) => options.mqttUrl ?? mqttUrlOf(new URL(server), endpoint),
      intervalMs: options.intervalMs,
      slots: new Slots(slotCount),
      counters: this.counters,
    };
    this.devices = options.plan.map((plan, index) => {
      const credential = options.credentials[index];
      if (credential === undefined) throw new Error('there are too few activation keys');
      return new VirtualDevice({ ...plan, ...credential }, world);
    });
  }

  switchOn(): void {
    for (const device of this.devices) device.switchOn();
  }

  async stop(): Promise<void> {
    for (const device of this.devices) device.stop();
  }
}

/** The broker's address: the server's host, with the port that the server gave at enrolment. */
function mqttUrlOf(server: URL, endpoint: EnrolAnswer['mqtt']): string {
  if (endpoint.port !== null) {
    return `${endpoint.tls ? 'mqtts' : 'mqtt'}://${server.hostname}:${endpoint.port}`;
  }
  const url = new URL(endpoint.path, server);
  url.protocol = server.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
