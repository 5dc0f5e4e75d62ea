import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';
import { lossOf } from '../../../../src/domain/fleet/loss.ts';
import type { PowerState } from '../power-state.ts';

/** `power_unknown`: the board is heard, and cannot tell whether there is mains. Or it is refused. */
export type DevicePower = PowerState | 'power_unknown' | NonNullable<DeviceAnswer['refused']>;

type Facts = Pick<DeviceAnswer, 'status' | 'refused' | 'power_status' | 'outage'>;

/**
 * What can be said of the power at a device now. An outage that is open says it best; without one, what
 * the device said last, as long as it is heard.
 */
export function readDevicePower({
  status,
  refused,
  power_status: power,
  outage,
}: Facts): DevicePower {
  const cause = outage === null || outage.recover_at !== null ? null : outage.cause;
  const loss = lossOf({ link: status, power: power ?? 'unknown', cause });
  if (loss !== null) return loss;
  if (status === 'unknown') return refused ?? 'unknown';
  return power === 'UP' ? 'up' : 'power_unknown';
}
