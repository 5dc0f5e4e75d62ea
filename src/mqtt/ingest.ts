import { authenticateDevice } from '../actions/devices/authenticate-device.ts';
import type { LiveDevice } from '../actions/fleet/live-device.ts';
import { loseSession } from '../actions/fleet/lose-session.ts';
import { noteRefusal } from '../actions/fleet/note-refusal.ts';
import { openSession } from '../actions/fleet/open-session.ts';
import { recordEvents } from '../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../actions/fleet/record-heartbeat.ts';
import type { Monitor } from '../actions/monitor.ts';
import type { DeviceEvent, Heartbeat } from '../contract/fleet/device.ts';
import type { Refused } from '../domain/fleet/refusals.ts';

/** Messages of devices over MQTT, from the embedded broker and from an external one. */
export interface Ingest {
  /** @throws AppError INVALID_TOKEN | DEVICE_REVOKED */
  authenticate(deviceId: string, token: string): LiveDevice;
  /** Finds a device that an external broker has authenticated. */
  find(deviceId: string): LiveDevice | undefined;
  /**
   * @returns a promise that settles with the commit. Undefined: the heartbeat changed only memory
   */
  heartbeat(device: LiveDevice, beat: Heartbeat): Promise<void> | undefined;
  /** @returns the accepted `seq`s, including repeats, once they are committed */
  events(device: LiveDevice, events: readonly DeviceEvent[]): Promise<readonly number[]>;
  /** Called when a device has connected, before its first message. */
  sessionOpened(device: LiveDevice): void;
  /** Called when a session ended without a DISCONNECT, and no newer one has taken its place. */
  sessionLost(device: LiveDevice): void;
  /**
   * Called when a message was refused.
   * @param sender the device, or the id that it claims, or null
   */
  refused(sender: LiveDevice | string | null, refused: Refused): void;
}

/** Takes it into the fleet. */
export function makeDeviceIngest(monitor: Monitor): Ingest {
  const logLoss = (error: unknown) => {
    monitor.log.error({ err: error }, 'a session change was not stored');
  };
  return {
    authenticate: (deviceId, token) => authenticateDevice(monitor, token, deviceId),
    find: (deviceId) => {
      const device = monitor.fleet.get(deviceId);
      return device?.config.revokedBecause === null ? device : undefined;
    },
    heartbeat(device, beat) {
      monitor.replication?.mustLead();
      return recordHeartbeat(monitor, device, beat, 'mqtt', monitor.clock());
    },
    events(device, events) {
      monitor.replication?.mustLead();
      return recordEvents(monitor, device, events, 'mqtt', monitor.clock());
    },
    sessionOpened: (device) => {
      openSession(monitor, device, monitor.clock())?.catch(logLoss);
    },
    sessionLost: (device) => {
      loseSession(monitor, device, monitor.clock())?.catch(logLoss);
    },
    refused: (sender, refused) => noteRefusal(monitor, sender, refused),
  };
}
