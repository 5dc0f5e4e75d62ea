import type { Refused } from '../../domain/fleet/refusals.ts';
import { RefusalLog } from '../../domain/fleet/refusals.ts';
import { householdOf } from '../../domain/people/household-of.ts';
import type { Monitor } from '../monitor.ts';
import type { LiveDevice } from './live-device.ts';

/**
 * Remembers, for those who have to find the mistake, that something was not taken. A device that may
 * not come in has it under its own name, even if only somebody else says to be it.
 * @param sender the device; or the id of the one that it claims to be; or null
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
