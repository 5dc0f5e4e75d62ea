/**
 * The voltage of the mains where a board measures it: the least, the mean and the highest of every ten
 * minutes. An hour is one packed row.
 */

const hourMs = 3_600_000;
/** One slot, in ms. */
export const slotMs = 600_000;
const slotsPerHour = hourMs / slotMs;

/** 230 V and a tenth more or less, which is normal where 230 V are supplied (IEC 60038). */
export const normalVolts = { low: 207, high: 253 } as const;

/** Voltages are kept so long, in ms. */
export const keptVoltageMs = 90 * 24 * hourMs;

/** Measurements of one slot, in volts. */
interface VoltageSlot {
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  readonly count: number;
}

/** The slots of one hour; null: nothing was measured. */
export type VoltageHour = readonly (VoltageSlot | null)[];

/** Hours that are not stored yet, by their first moment in epoch ms. */
export type VoltageHours = Map<number, VoltageHour>;

/** Adds a reading. */
export function addVoltage(hours: VoltageHours, volts: number, at: number): void {
  const hourAt = Math.floor(at / hourMs) * hourMs;
  const slot = Math.floor((at - hourAt) / slotMs);
  const reading = { min: volts, max: volts, sum: volts, count: 1 };
  const hour = hours.get(hourAt) ?? Array.from({ length: slotsPerHour }, () => null);
  hours.set(hourAt, hour.with(slot, joinSlots(hour[slot] ?? null, reading)));
}

function joinSlots(one: VoltageSlot | null, other: VoltageSlot | null): VoltageSlot | null {
  if (one === null || other === null) return one ?? other;
  return {
    min: Math.min(one.min, other.min),
    max: Math.max(one.max, other.max),
    sum: one.sum + other.sum,
    count: one.count + other.count,
  };
}

/** The same hour, measured in two parts. */
export function joinHours(one: VoltageHour, other: VoltageHour): VoltageHour {
  return one.map((slot, index) => joinSlots(slot, other[index] ?? null));
}

/** Of each slot: least, mean and highest in tenths of a volt, and how many readings; 16 bits each. */
const fieldsPerSlot = 4;
const most = 0xffff;

/** 48 bytes. */
export function packHour(hour: VoltageHour): Uint8Array {
  const fields = hour.flatMap((slot) =>
    slot === null
      ? [0, 0, 0, 0]
      : [
          Math.round(slot.min * 10),
          Math.round((slot.sum / slot.count) * 10),
          Math.round(slot.max * 10),
          Math.min(slot.count, most),
        ],
  );
  const view = new DataView(new ArrayBuffer(fields.length * 2));
  for (const [index, field] of fields.entries()) view.setUint16(index * 2, field, true);
  return new Uint8Array(view.buffer);
}

export function unpackHour(packed: Uint8Array): VoltageHour {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: slotsPerHour }, (_, index) => {
    const field = (place: number) => view.getUint16((index * fieldsPerSlot + place) * 2, true);
    const count = field(3);
    if (count === 0) return null;
    return { min: field(0) / 10, max: field(2) / 10, sum: (field(1) / 10) * count, count };
  });
}
