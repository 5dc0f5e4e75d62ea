import type { DeviceType } from '../../domain/devices/device-type.ts';
import type { CredentialsCommand, DeviceCommand } from '../../domain/fleet/device-message.ts';
import type { DeviceState } from '../../domain/fleet/device-state.ts';
import type { RefusalLog } from '../../domain/fleet/refusals.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Transport } from '../../domain/states.ts';
import type { TokenBucket } from '../../domain/token-bucket.ts';
import type { LoadedDevice } from '../../store/fleet/devices.ts';

/** What a device's row says that is not its state; replaced whole when the row changes. */
export interface DeviceConfig {
  readonly customerId: number | null;
  /** Epoch ms; what happened before belongs to an earlier owner. */
  readonly ownedSince: number;
  readonly siteName: string;
  readonly deviceType: DeviceType;
  /** SHA-256 of the device token, hex; null: it may not come in. */
  readonly tokenHash: string | null;
  /** SHA-256 of the token that it was offered, hex; both are good until it has come in with it. */
  readonly nextTokenHash: string | null;
  /** Epoch ms; not null: its owner has changed, and it has not come in with new credentials since. */
  readonly credentialsDueAt: number | null;
  /** Why a device with a valid token is refused all the same, or null. */
  readonly revokedBecause: string | null;
}

/**
 * How long the old token stays good, in ms. A connected device needs seconds; a router that is being
 * switched off and on, a restart of this server and a back-off of a minute fit in as well.
 */
export const graceMs = 600_000;

/** New credentials on their way to a device. */
export interface CredentialsOffer {
  /** Null: an earlier run of the server made it, and the token is known as a hash only. */
  readonly command: CredentialsCommand | null;
  /** Monotonic ms at which the old token ends in any case. */
  readonly endsMono: number;
}

/** What the last heartbeat said besides the state; shown, never judged. */
interface Vitals {
  rssi: number | null;
  ssid: string | null;
  voltage: number | null;
  batteryLevel: number | null;
  /** Why it was about to sleep; null: it was not. */
  sleep: string | null;
}

/** What the last heartbeat said of the board itself; null: nothing. */
export interface Health {
  /** Bytes of internal RAM. */
  freeHeap: number | null;
  largestBlock: number | null;
  /** Times that it lost Wi-Fi in its present boot. */
  reconnects: number | null;
  /** Its starts so far. */
  starts: number | null;
  /** Why it restarted by itself. */
  restartCause: string | null;
}

/** Those of a device that has said nothing, to its present owner. */
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

/** Where a report stands among those of its device: `seq` counts within a boot, `at` is epoch ms. */
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
  /** The state as the transaction that is being built will leave it; null outside of one. */
  draft: DeviceState | null;
  hasMainsSense: boolean;
  transport: Transport | null;
  /** It last came in the clear, and not from a private network. */
  isPlainOutside: boolean;
  firmwareVersion: string | null;
  /** The version it says it has tried and rolled back; null: none. */
  updateFailed: string | null;
  /** What its next heartbeat over HTTP is answered with; of each type the newest. */
  commands: readonly DeviceCommand[];
  /** What it said it can do; null: not said in its present boot and this run of the server. */
  features: readonly string[] | null;
  /** When it was last asked for that; monotonic ms. */
  featuresAskedMono: number | null;
  /** New credentials that it has not come in with yet; null: there are none. */
  offer: CredentialsOffer | null;
  readonly vitals: Vitals;
  readonly health: Health;
  /** What was not taken of what it, or somebody in its name, sent; null: nothing. */
  refusals: RefusalLog | null;
  /** The power report with the highest seq of its present boot; null: not looked up in this run. */
  newestReport: ReportPlace | null;
  /** What it may still send, through whatever door: heartbeats and events, one token each. */
  readonly allowance: TokenBucket;
  /** How often it may still be enrolled anew. */
  readonly enrolments: TokenBucket;
  /** Heartbeats since the last hourly roll-up. */
  beatsThisHour: number;
  /** Heard since the last flush. */
  isDirty: boolean;
  /** Transport, firmware version, failed update or kind of sensing differ from the row. */
  isRowDirty: boolean;
  /** Inputs that wait for the next commit; while there are any, all others of the device queue too. */
  waiting: number;
  /** Monotonic ms of its earliest entry in the deadline heap; infinity: none. */
  scheduledMono: number;
}

/** What its row holds of it besides its state. */
export function saidOfItself(device: LiveDevice) {
  const { hasMainsSense, transport, firmwareVersion, updateFailed } = device;
  return { hasMainsSense, transport, firmwareVersion, updateFailed };
}

/** What a device said to its former owner is not shown to the next. */
export function forgetReadings(device: LiveDevice): void {
  Object.assign(device.vitals, noVitals);
  Object.assign(device.health, makeHealth());
  device.refusals = null;
  device.beatsThisHour = 0;
  device.isDirty = true;
}

/** What is left of an offer that an earlier run of the server made. */
export function resumeOffer(
  { nextTokenHash, credentialsDueAt }: LoadedDevice,
  now: Instant,
): CredentialsOffer | null {
  if (nextTokenHash === null) return null;
  // The wall clock may have been set meanwhile.
  const leftMs = Math.min(graceMs, Math.max(0, (credentialsDueAt ?? 0) - now.wallMs));
  return { command: null, endsMono: now.monoMs + leftMs };
}

/** There is nothing on its way to the device any more, not even over HTTP. */
export function withdrawOffer(device: LiveDevice): void {
  device.offer = null;
  device.commands = device.commands.filter(({ type }) => type !== 'credentials');
}
