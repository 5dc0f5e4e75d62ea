import type { LiveDevice } from '../actions/fleet/live-device.ts';
import type { DeviceEvent, Heartbeat } from '../contract/fleet/device.ts';
import type { Refused } from '../domain/fleet/refusals.ts';

/**
 * What MQTT needs from the server, for the embedded broker and the client of an external one. The
 * composition root implements it with actions, tests with a fake.
 */
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
