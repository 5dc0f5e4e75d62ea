import type { DeviceType } from '../../domain/devices/device-type.ts';
import type { Place } from '../../domain/devices/place.ts';
import type { CredentialsCommand, DeviceCommand } from '../../domain/fleet/device-message.ts';
import type { DeviceState } from '../../domain/fleet/device-state.ts';
import type { VoltageHours } from '../../domain/fleet/mains-voltage.ts';
import type { RefusalLog } from '../../domain/fleet/refusals.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Transport } from '../../domain/states.ts';
import type { TokenBucket } from '../../domain/token-bucket.ts';
import type { LoadedDevice } from '../../store/fleet/devices.ts';

/** The columns of a device's row that are not its state; replaced as a whole when the row changes. */
export interface DeviceConfig {
  readonly customerId: number | null;
  /** Epoch ms; what happened before belongs to an earlier owner. */
  readonly ownedSince: number;
  readonly siteName: string;
  readonly deviceType: DeviceType;
  readonly place: Place;
  /** SHA-256 of the device token, hex. Null: the device is refused. */
  readonly tokenHash: string | null;
  /** SHA-256 of the offered token, hex. Both tokens are valid until the device has used this one. */
  readonly nextTokenHash: string | null;
  /** Epoch ms. Not null: the owner has changed, and the device has not used new credentials since. */
  readonly credentialsDueAt: number | null;
  /** The reason that a device with a valid token is refused all the same, or null. */
  readonly revokedBecause: string | null;
}

/**
 * The old token stays valid for so long, in ms. A connected device needs seconds; this also leaves time for
 * a router that is switched off and on, a restart of this server and a back-off of a minute.
 */
export const graceMs = 600_000;

/** New credentials on their way to a device. */
export interface CredentialsOffer {
  /** Null: an earlier run of the server made the token, and only its hash is known. */
  readonly command: CredentialsCommand | null;
  /** Monotonic ms at which the old token ends in any case. */
  readonly endsMono: number;
}

/** The readings of the last heartbeat; shown, never judged. */
interface Vitals {
  rssi: number | null;
  ssid: string | null;
  voltage: number | null;
  batteryLevel: number | null;
  /** The reason that the device was about to sleep. Null: it was not. */
  sleep: string | null;
}

/** The readings about the board itself. Null: none. */
export interface Health {
  /** Bytes of internal RAM. */
  freeHeap: number | null;
  largestBlock: number | null;
  /** Times that it lost Wi-Fi in its present boot. */
  reconnects: number | null;
  /** Its starts so far. */
  starts: number | null;
  /** The reason of its restart by itself. */
  restartCause: string | null;
}

/** The vitals of a device that has told its present owner nothing. */
export const noVitals: Readonly<Vitals> = {
  rssi: null,
  ssid: null,
  voltage: null,
  batteryLevel: null,
  sleep: null,
};

export function makeHealth(): Health {
  return {
    freeHeap: null,
    largestBlock: null,
    reconnects: null,
    starts: null,
    restartCause: null,
  };
}

/** The place of a report among those of its device: `seq` counts within a boot, `at` is epoch ms. */
export interface ReportPlace {
  readonly bootId: string;
  readonly seq: number;
  readonly at: number;
}

/** One device in memory. Mutable on purpose: a heartbeat that changes nothing touches only this. */
export interface LiveDevice {
  readonly row: number;
  readonly deviceId: string;
  config: DeviceConfig;
  state: DeviceState;
  /** The state as the transaction under way will leave it. Null outside of one. */
  draft: DeviceState | null;
  hasMainsSense: boolean;
  transport: Transport | null;
  /** The device last connected without encryption, and not from a private network. */
  isPlainOutside: boolean;
  /** When that is next looked at with a heartbeat over HTTP; monotonic ms. */
  arrivalDueMono: number;
  /**
   * The address that it was last heard from in this run, or `relayed` (domain/fleet/sight.ts). Null: it was not
   * heard in this run.
   */
  heardFrom: string | null;
  /**
   * The network that stands for the provider of its internet. Null: it comes from a private network, or was not
   * heard.
   */
  provider: string | null;
  /** When an image was last offered to it; monotonic ms. Null: not in this run of the server. */
  imageOfferedMono: number | null;
  firmwareVersion: string | null;
  /** The version it says it has tried and rolled back; null: none. */
  updateFailed: string | null;
  /** Commands that wait for its next heartbeat over HTTP; of each type the newest. */
  commands: readonly DeviceCommand[];
  /** Features of the device. Null: not said in its present boot and this run of the server. */
  features: readonly string[] | null;
  /** When it was last asked what it can do; monotonic ms. */
  featuresAskedMono: number | null;
  /** The servers that it was last told of, as they stand in the monitor. Null: not told in this run. */
  serversTold: readonly string[] | null;
  /** New credentials that it has not used yet. Null: none. */
  offer: CredentialsOffer | null;
  readonly vitals: Vitals;
  readonly health: Health;
  /** Refused messages of the device, or of somebody in its name. Null: none. */
  refusals: RefusalLog | null;
  /** The power report with the highest seq of its present boot; null: not looked up in this run. */
  newestReport: ReportPlace | null;
  /** The rate limit of the device over all doors: heartbeats and events, one token each. */
  readonly allowance: TokenBucket;
  /** The rate limit of its enrolments. */
  readonly enrolments: TokenBucket;
  /** Heartbeats since the last hourly roll-up. */
  beatsThisHour: number;
  /** Measurements of the mains since the last hourly roll-up. */
  readonly mainsVoltages: VoltageHours;
  /** Heard since the last flush. */
  isDirty: boolean;
  /** What it said of itself, as `saidOfItself` has it, differs from the row. */
  isRowDirty: boolean;
  /**
   * Inputs that wait for the next commit. While there are any, further inputs of the device queue too.
   */
  waiting: number;
  /** Monotonic ms of its earliest entry in the deadline heap; infinity: none. */
  scheduledMono: number;
}

/** The columns of its row besides its state. */
export function saidOfItself(device: LiveDevice) {
  const { hasMainsSense, transport, firmwareVersion, updateFailed, vitals } = device;
  const { ssid, sleep } = vitals;
  return { hasMainsSense, transport, firmwareVersion, updateFailed, ssid, sleep };
}

/** Words of a device to its former owner are not shown to the next. */
export function forgetReadings(device: LiveDevice): void {
  Object.assign(device.vitals, noVitals);
  Object.assign(device.health, makeHealth());
  device.refusals = null;
  device.arrivalDueMono = Number.NEGATIVE_INFINITY;
  forgetRolledUp(device);
  device.isDirty = true;
  device.isRowDirty = true;
}

/** Begins the next hour, once the last is stored. */
export function forgetRolledUp(device: LiveDevice): void {
  device.beatsThisHour = 0;
  device.mainsVoltages.clear();
}

/** The rest of an offer that an earlier run of the server made. */
export function resumeOffer(
  { nextTokenHash, credentialsDueAt }: LoadedDevice,
  now: Instant,
): CredentialsOffer | null {
  if (nextTokenHash === null) return null;
  // The wall clock may have been set meanwhile.
  const leftMs = Math.min(graceMs, Math.max(0, (credentialsDueAt ?? 0) - now.wallMs));
  return { command: null, endsMono: now.monoMs + leftMs };
}

/** Ends the offer: nothing more is sent to the device, not even over HTTP. */
export function withdrawOffer(device: LiveDevice): void {
  device.offer = null;
  device.commands = device.commands.filter(({ type }) => type !== 'credentials');
}
