import type { Refused } from '../../domain/fleet/refusals.ts';
import { RefusalLog } from '../../domain/fleet/refusals.ts';
import { householdOf } from '../../domain/ip-address.ts';
import type { Monitor } from '../monitor.ts';
import type { LiveDevice } from './live-device.ts';

/**
 * Remembers a message that was not taken, for whoever has to find the mistake. A refused device has it
 * under its own name, even if somebody else only claimed to be the device.
 * @param sender the device, the id of the device it claims to be, or null
 */
export function noteRefusal(
  { fleet, clock }: Pick<Monitor, 'fleet' | 'clock'>,
  sender: LiveDevice | string | null,
  refused: Refused,
): void {
  const { wallMs } = clock();
  const device = typeof sender === 'string' ? fleet.get(sender) : sender;
  if (device == null) {
    fleet.strangers.note(refused, wallMs, householdOf(refused.address ?? ''));
    return;
  }
  device.refusals ??= new RefusalLog();
  device.refusals.note(refused, wallMs);
}
