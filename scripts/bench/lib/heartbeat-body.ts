/** A heartbeat as bytes, whose `seq` can be changed in place. */

/** `seq` has ten digits throughout, so that the packet keeps its length. */
export const seqDigits = 10;
const smallestSeq = 1_000_000_000;
/** The bench devices are said to have booted then and not since; a run never looks like a restart. */
const bootedAtMs = Date.UTC(2026, 0, 1);

export interface HeartbeatBody {
  readonly bytes: Uint8Array;
  /** Where the first of the ten digits of `seq` stands. */
  readonly seqOffset: number;
}

/**
 * What a healthy board with mains sensing says every few seconds (src/contract/fleet/device.ts).
 * @param now epoch ms; a later run begins with a higher `seq` and uptime, as a board that stayed on.
 */
export function makeHeartbeatBody(now: number): HeartbeatBody {
  const uptimeMs = Math.floor(now - bootedAtMs);
  // Room for 100,000 messages a second from one device, and for eight hours of runs.
  const seq = smallestSeq + (Math.floor(uptimeMs / 1000) % 30_000) * 100_000;
  const text = JSON.stringify({
    boot_id: 'be0c0001',
    seq,
    uptime_ms: uptimeMs,
    reset_reason: 'power_on',
    power: 'UP',
    has_mains_sense: true,
    rssi: -61,
    ssid: 'FaiWatch bench',
    voltage: 4.97,
    firmware_version: '1.0.0',
  });
  return { bytes: new TextEncoder().encode(text), seqOffset: text.indexOf(`${seq}`) };
}

/** Adds one to a decimal number written in ASCII, in place. */
export function incrementDigits(bytes: Uint8Array, offset: number, width: number): void {
  for (let i = offset + width - 1; i >= offset; i--) {
    const digit = bytes[i] ?? 0x30;
    if (digit !== 0x39) {
      bytes[i] = digit + 1;
      return;
    }
    bytes[i] = 0x30;
  }
}
