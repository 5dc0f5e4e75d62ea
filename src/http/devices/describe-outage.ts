import type { DeviceFacts } from '../../store/devices/device-facts.ts';
import { isoTime } from '../engine/iso-time.ts';

/** The outage of a device that goes on, or whose end is not confirmed yet. */
export function describeOutage(outage: Omit<NonNullable<DeviceFacts['outage']>, 'acknowledgedBy'>) {
  return {
    id: outage.id,
    cause: outage.cause,
    down_at: isoTime(outage.downAt),
    recover_at: isoTime(outage.recoverAt),
    acknowledged_at: isoTime(outage.acknowledgedAt),
  };
}
