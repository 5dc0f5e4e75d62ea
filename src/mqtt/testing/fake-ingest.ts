import { type LiveDevice, makeHealth, noVitals } from '../../actions/fleet/live-device.ts';
import type { DeviceEvent, Heartbeat } from '../../contract/fleet/device.ts';
import { AppError } from '../../domain/errors.ts';
import { initialDeviceState } from '../../domain/fleet/device-state.ts';
import type { Refused } from '../../domain/fleet/refusals.ts';
import { type Rate, TokenBucket } from '../../domain/token-bucket.ts';
import type { Ingest } from '../ingest.ts';

const unlimited: Rate = { perSecond: Number.POSITIVE_INFINITY, burst: 1 };

/** A device of the fleet after its enrolment. */
function makeLiveDevice(deviceId: string, rate: Rate = unlimited): LiveDevice {
  return {
    row: 1,
    deviceId,
    config: {
      customerId: 1,
      ownedSince: 0,
      siteName: deviceId,
      deviceType: 's2-mini',
      place: { cell: null, area: null, location: null },
      tokenHash: null,
      nextTokenHash: null,
      credentialsDueAt: null,
      revokedBecause: null,
    },
    state: initialDeviceState,
    draft: null,
    hasMainsSense: false,
    transport: null,
    firmwareVersion: null,
    updateFailed: null,
    isPlainOutside: false,
    arrivalDueMono: Number.NEGATIVE_INFINITY,
    heardFrom: null,
    provider: null,
    imageOfferedMono: null,
    commands: [],
    features: null,
    featuresAskedMono: null,
    serversTold: null,
    offer: null,
    vitals: { ...noVitals },
    health: makeHealth(),
    refusals: null,
    newestReport: null,
    allowance: new TokenBucket(rate),
    enrolments: new TokenBucket(rate),
    beatsThisHour: 0,
    mainsVoltages: new Map(),
    isDirty: false,
    isRowDirty: false,
    waiting: 0,
    scheduledMono: Number.POSITIVE_INFINITY,
  };
}

/** The n-th device id of a test. */
export function testDeviceId(n: number): string {
  return `fw-${n.toString(16).padStart(12, '0')}`;
}

/**
 * Plays the server and notes all calls. After `enrol`, a device has the token `fwd_` and its id.
 */
export class FakeIngest implements Ingest {
  readonly devices = new Map<string, LiveDevice>();
  readonly revoked = new Set<string>();
  readonly beats: { deviceId: string; beat: Heartbeat }[] = [];
  readonly received: { deviceId: string; event: DeviceEvent }[] = [];
  /** Refused messages with their senders. */
  readonly refusals: { sender: string | null; refused: Refused }[] = [];
  /** `opened fw-…` and `lost fw-…`, in order. */
  readonly sessions: string[] = [];
  /** What a commit waits for. Default: nothing. */
  commit: () => Promise<void> = async () => {};
  /** Whether heartbeats have to be committed, too. */
  beatsAreCommitted = false;

  enrol(deviceId: string, rate?: Rate): { deviceId: string; token: string } {
    this.devices.set(deviceId, makeLiveDevice(deviceId, rate));
    return { deviceId, token: `fwd_${deviceId}` };
  }

  authenticate(deviceId: string, token: string): LiveDevice {
    const device = this.devices.get(deviceId);
    if (device === undefined || token !== `fwd_${deviceId}`) {
      throw new AppError('INVALID_TOKEN', 'The device token is not valid.');
    }
    if (this.revoked.has(deviceId)) throw new AppError('DEVICE_REVOKED', 'The device is revoked.');
    return device;
  }

  find(deviceId: string): LiveDevice | undefined {
    return this.devices.get(deviceId);
  }

  heartbeat({ deviceId }: LiveDevice, beat: Heartbeat): Promise<void> | undefined {
    this.beats.push({ deviceId, beat });
    return this.beatsAreCommitted ? this.commit() : undefined;
  }

  async events(
    { deviceId }: LiveDevice,
    events: readonly DeviceEvent[],
  ): Promise<readonly number[]> {
    await this.commit();
    for (const event of events) this.received.push({ deviceId, event });
    return events.map(({ seq }) => seq);
  }

  sessionOpened({ deviceId }: LiveDevice): void {
    this.sessions.push(`opened ${deviceId}`);
  }

  sessionLost({ deviceId }: LiveDevice): void {
    this.sessions.push(`lost ${deviceId}`);
  }

  refused(sender: LiveDevice | string | null, refused: Refused): void {
    const id = typeof sender === 'string' ? sender : (sender?.deviceId ?? null);
    this.refusals.push({ sender: id, refused });
  }
}
