import type { HeartbeatMessage } from '../../domain/fleet/device-message.ts';
import { addVoltage } from '../../domain/fleet/mains-voltage.ts';
import type { Input } from '../../domain/fleet/transition.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Transport } from '../../domain/states.ts';
import { repeatOffer } from '../devices/device-credentials.ts';
import { noteFailedUpdate } from '../firmware/note-failed-update.ts';
import type { Monitor } from '../monitor.ts';
import { applyInput } from './apply-input.ts';
import { isStale } from './await-boards.ts';
import type { LiveDevice } from './live-device.ts';
import { noteFeatures, tellServers } from './send-command.ts';

/**
 * Records one heartbeat.
 * @returns undefined when nothing durable changed, else a promise that settles once it is stored
 * @throws StoreUnavailable (in the promise) when it could not be stored; the device should repeat it
 */
export function recordHeartbeat(
  monitor: Monitor,
  device: LiveDevice,
  beat: HeartbeatMessage,
  transport: Transport,
  now: Instant,
): Promise<void> | undefined {
  device.beatsThisHour += 1;
  device.isDirty = true;
  const { vitals } = device;
  if (beat.rssi !== undefined) vitals.rssi = beat.rssi;
  // A board sends these only while its battery feeds it. The values of the last outage say nothing about
  // now.
  vitals.voltage = beat.voltage ?? null;
  vitals.batteryLevel = beat.battery_level ?? null;
  const { health } = device;
  health.freeHeap = beat.free_heap ?? null;
  health.largestBlock = beat.largest_block ?? null;
  health.reconnects = beat.reconnects ?? null;
  health.starts = beat.starts ?? null;
  health.restartCause = beat.restart_cause ?? null;
  if (beat.mains_voltage !== undefined) {
    addVoltage(device.mainsVoltages, beat.mains_voltage, now.wallMs);
  }
  const { ssid = vitals.ssid, sleep = null } = beat;
  const isDifferent =
    vitals.ssid !== ssid ||
    vitals.sleep !== sleep ||
    device.hasMainsSense !== beat.has_mains_sense ||
    device.transport !== transport ||
    (beat.firmware_version !== undefined && device.firmwareVersion !== beat.firmware_version);
  if (isDifferent) {
    vitals.ssid = ssid;
    vitals.sleep = sleep;
    device.hasMainsSense = beat.has_mains_sense;
    device.transport = transport;
    device.firmwareVersion = beat.firmware_version ?? device.firmwareVersion;
    // Not worth a commit of its own: the next flush writes it.
    device.isRowDirty = true;
  }
  noteFeatures(monitor, device, beat, now);
  tellServers(monitor, device, beat.boot_id);
  if (device.offer !== null) repeatOffer(monitor, device, now);
  const updateFailed = beat.update_failed ?? null;
  if (device.updateFailed !== updateFailed) noteFailedUpdate(monitor, device, updateFailed, now);
  // One that waited while this process stood still proves that the device was there, and gives no dates.
  const input: Input = isStale(monitor, now)
    ? { type: 'contact' }
    : {
        type: 'heartbeat',
        beat: {
          bootId: beat.boot_id,
          seq: beat.seq,
          uptimeMs: beat.uptime_ms,
          resetReason: beat.reset_reason,
          previousBootId: beat.previous_boot_id,
          power: beat.power,
        },
      };
  const stored = applyInput(monitor, device, input, now);
  if (stored !== undefined) return countOnceStored(monitor, device, stored);
  monitor.counters.heartbeats += 1;
  return undefined;
}

async function countOnceStored(
  monitor: Monitor,
  device: LiveDevice,
  stored: Promise<void>,
): Promise<void> {
  try {
    await stored;
  } catch (error) {
    // It is not counted, since the device repeats it.
    device.beatsThisHour = Math.max(0, device.beatsThisHour - 1);
    throw error;
  }
  monitor.counters.heartbeats += 1;
}
