import { AppError } from '../../domain/errors.ts';
import { joinHours, slotMs } from '../../domain/fleet/mains-voltage.ts';
import type { Period } from '../../domain/local-days.ts';
import { readVoltageHours } from '../../store/fleet/mains-voltages.ts';
import type { Monitor } from '../monitor.ts';

/** Measurements of ten minutes, in volts. */
interface MeasuredVoltage {
  /** When they began, epoch ms. */
  readonly at: number;
  readonly min: number;
  readonly mean: number;
  readonly max: number;
}

/**
 * The voltage of the mains at a device, oldest first, with what is not stored yet.
 * @param customerId whose device; null: anybody's
 * @param period of which whole hours are read
 * @throws AppError NOT_FOUND when the device is not there or not theirs
 */
export function readMainsVoltage(
  { store, fleet }: Pick<Monitor, 'store' | 'fleet'>,
  { deviceId, customerId }: { readonly deviceId: string; readonly customerId: number | null },
  period: Period,
): MeasuredVoltage[] {
  const device = fleet.get(deviceId);
  if (device === undefined || (customerId ?? device.config.customerId) !== device.config.customerId)
    throw new AppError('NOT_FOUND', 'There is no such device.');
  const hours = new Map(
    readVoltageHours(store, device.row, period).map(({ hourAt, hour }) => [hourAt, hour]),
  );
  for (const [hourAt, hour] of device.mainsVoltages) {
    if (hourAt < period.fromAt || hourAt >= period.toAt) continue;
    const known = hours.get(hourAt);
    hours.set(hourAt, known === undefined ? hour : joinHours(known, hour));
  }
  return [...hours]
    .sort(([one], [other]) => one - other)
    .flatMap(([hourAt, hour]) =>
      hour.flatMap((slot, index) =>
        slot === null
          ? []
          : [
              {
                at: hourAt + index * slotMs,
                min: slot.min,
                mean: slot.sum / slot.count,
                max: slot.max,
              },
            ],
      ),
    );
}
