import { AppError } from '../../domain/errors.ts';
import type { PowerReportMessage } from '../../domain/fleet/device-message.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Transport } from '../../domain/states.ts';
import type { Store } from '../../store/engine/open.ts';
import { readAlertTiming } from '../../store/fleet/devices.ts';
import { insertEvent, readNewestReport } from '../../store/fleet/events.ts';
import type { Monitor } from '../monitor.ts';
import { applyInput } from './apply-input.ts';
import { isStale, standstillBefore } from './await-boards.ts';
import type { LiveDevice, ReportPlace } from './live-device.ts';

/** A report may be on its way for so long, in ms: some retransmissions on a bad line. */
const longestDelayMs = 60_000;

/**
 * Records a device's power reports. A repeat, known by (device, boot_id, seq), is accepted and changes
 * nothing.
 * @returns the `seq` of every report, once all of them are stored
 * @throws StoreUnavailable when they could not be, UNAVAILABLE when nobody knows how old they are: the device keeps
 * them and repeats
 */
export async function recordEvents(
  monitor: Monitor,
  device: LiveDevice,
  reports: readonly PowerReportMessage[],
  transport: Transport,
  now: Instant,
): Promise<readonly number[]> {
  if (isStale(monitor, now)) {
    const message = 'The server stood still, so it does not know how old this is. Try again.';
    throw new AppError('UNAVAILABLE', message, { retryAfterSeconds: 1 });
  }
  device.isDirty = true;
  if (device.transport !== transport) {
    device.transport = transport;
    device.isRowDirty = true;
  }
  await Promise.all(reports.map((report) => recordEvent(monitor, device, report, transport, now)));
  return reports.map((report) => report.seq);
}

function recordEvent(
  monitor: Monitor,
  device: LiveDevice,
  report: PowerReportMessage,
  transport: Transport,
  now: Instant,
): Promise<void> | undefined {
  const at = placeInTime(monitor, device, report, now);
  const { customerId, ownedSince } = device.config;
  const isOfThisOwner = at >= ownedSince;
  // A report does not say how well it was received; the last heartbeat did.
  const { rssi, ssid } = device.vitals;
  const signal = { ...(rssi !== null && { rssi }), ...(ssid !== null && { ssid }) };
  let isRepeat = false;
  const store = (): number | null => {
    const id = insertEvent(monitor.store, {
      deviceRow: device.row,
      customerId: isOfThisOwner ? customerId : null,
      eventType: report.type,
      occurredAt: at,
      createdAt: now.wallMs,
      bootId: report.boot_id,
      seq: report.seq,
      voltage: report.voltage ?? null,
      batteryLevel: report.battery_level ?? null,
      message: report.message ?? null,
      details: Object.keys(signal).length > 0 ? signal : null,
    });
    isRepeat = id === null;
    // The report is from before this owner's time: it is kept, but opens no outage of theirs.
    return isOfThisOwner ? id : null;
  };
  const stored = applyInput(
    monitor,
    device,
    {
      type: report.type === 'POWER_DOWN' ? 'power-down' : 'power-recover',
      at,
      bootId: report.boot_id,
      seq: report.seq,
      isOverSession: transport === 'mqtt',
    },
    now,
    store,
  );
  return stored?.then(
    () => {
      if (isRepeat) monitor.counters.repeatedReports += 1;
      else monitor.counters.reports += 1;
    },
    (error: unknown) => {
      // The moment given to the report is not stored; a repeat of it gets its moment from the rows.
      device.newestReport = null;
      throw error;
    },
  );
}

/**
 * When the report happened, epoch ms. A report that was held up on its way is dated too late, and its own
 * age cannot show that. But a report with a higher `seq` also happened later, so the next report is never
 * dated before this one. Otherwise a loss right after a return would be taken for the loss before it.
 */
function placeInTime(
  monitor: Monitor,
  device: LiveDevice,
  report: PowerReportMessage,
  now: Instant,
): number {
  const { boot_id: bootId, seq } = report;
  const at = dateByArrival(monitor, device, report, now);
  const newest = newestOf(monitor.store, device, bootId);
  if (newest !== null && seq <= newest.seq) return at;
  // No report is held up longer than this: then a clock was wrong.
  const isOverlapping = newest !== null && newest.at >= at && newest.at - at < longestDelayMs;
  const inOrder = isOverlapping ? newest.at + 1 : at;
  device.newestReport = { bootId, seq, at: inOrder };
  return inOrder;
}

/**
 * By its arrival and its age. The end of a loss that waited while this process stood still is dated too late; if it
 * then depends on that whether the loss reached the threshold, it counts from before the standstill: of two possible
 * dates, the one that makes no false word.
 */
function dateByArrival(
  monitor: Monitor,
  { row, state: { outage } }: LiveDevice,
  { type, age_ms: ageMs }: PowerReportMessage,
  now: Instant,
): number {
  const latest = now.wallMs - ageMs;
  const standstill = standstillBefore(monitor, now);
  if (standstill === null || type !== 'POWER_RECOVER' || outage === null) return latest;
  const earliest = latest - (now.monoMs - standstill.fromMono);
  const timing = readAlertTiming(monitor.store, row);
  if (timing === null) return latest;
  const dueAt = outage.downAt + timing.thresholdSeconds * 1000;
  return earliest < dueAt && dueAt <= latest ? Math.max(earliest, outage.downAt + 1) : latest;
}

/** The last report of this boot, from memory or, at the first since the start, from the rows. */
function newestOf(store: Store, device: LiveDevice, bootId: string): ReportPlace | null {
  if (device.newestReport?.bootId === bootId) return device.newestReport;
  const stored = readNewestReport(store, device.row, bootId);
  return stored === null ? null : { bootId, ...stored };
}
