import type { LiveDevice } from '../actions/fleet/live-device.ts';
import type { DeviceEvent, Heartbeat } from '../contract/fleet/device.ts';
import type { Refused } from '../domain/fleet/refusals.ts';

/**
 * What the MQTT doors need of the rest: the composition root implements it with monitor actions, a
 * test with a fake. Both the embedded broker and the client of an external one end here.
 */
export interface Ingest {
  /** @throws AppError INVALID_TOKEN | DEVICE_REVOKED */
  authenticate(deviceId: string, token: string): LiveDevice;
  /** For an external broker, which has authenticated the device itself. */
  find(deviceId: string): LiveDevice | undefined;
  /**
   * @returns undefined when the heartbeat took effect in memory only, so there is nothing to wait
   * for; else a promise that settles with its commit.
   */
  heartbeat(device: LiveDevice, beat: Heartbeat): Promise<void> | undefined;
  /** @returns the accepted `seq`s, repeats included, once they are committed. */
  events(device: LiveDevice, events: readonly DeviceEvent[]): Promise<readonly number[]>;
  /** The device has come in; called before its first message. */
  sessionOpened(device: LiveDevice): void;
  /** Its session died without a DISCONNECT and no newer one has taken its place. */
  sessionLost(device: LiveDevice): void;
  /**
   * Something was not taken.
   * @param sender the device; or the id of the one that it claims to be; or null
   */
  refused(sender: LiveDevice | string | null, refused: Refused): void;
}
