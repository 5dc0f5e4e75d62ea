/** Whether an owner is told of an outage of a device, and if not, why. */

/**
 * - `on`: an outage is told of.
 * - `muted`: after `mutedUntil`, if it is still worth saying.
 * - `off`: the owner has switched alerts off for the device.
 * - `key_expired`, `key_inactive`: the device has no valid activation key; it is still heard unless
 *   its keys were revoked.
 * - `released`: the device belongs to nobody.
 * - `customer_inactive`: the account was deactivated.
 * - `no_messenger`: there is no recipient that could be told.
 */
export const alertStandings = [
  'on',
  'muted',
  'off',
  'key_expired',
  'key_inactive',
  'released',
  'customer_inactive',
  'no_messenger',
] as const;
type AlertStanding = (typeof alertStandings)[number];

/** The standing of the best of a device's keys; `none`: it has none. */
type DeviceKeyStatus = 'active' | 'expired' | 'inactive' | 'none';

export interface AlertFacts {
  /** The device belongs to nobody. */
  readonly isReleased: boolean;
  readonly isCustomerActive: boolean;
  readonly keyStatus: DeviceKeyStatus;
  readonly isAlertEnabled: boolean;
  /** Epoch ms; null: not muted. */
  readonly mutedUntil: number | null;
  /** At least one recipient of the owner's can be reached on a channel in use. */
  readonly hasReachableRecipient: boolean;
}

/**
 * Names the one thing to put right first. What somebody else must do comes before what the owner can do,
 * and what lasts before what passes by itself. `judgeRelevance` in delivery.ts decides by the same facts
 * when an alert is about to go.
 * @param nowMs epoch ms
 */
export function alertStanding(facts: AlertFacts, nowMs: number): AlertStanding {
  if (facts.isReleased) return 'released';
  if (!facts.isCustomerActive) return 'customer_inactive';
  switch (facts.keyStatus) {
    case 'expired':
      return 'key_expired';
    case 'inactive':
    case 'none':
      return 'key_inactive';
    case 'active':
      break;
  }
  if (!facts.isAlertEnabled) return 'off';
  if (!facts.hasReachableRecipient) return 'no_messenger';
  return facts.mutedUntil !== null && facts.mutedUntil > nowMs ? 'muted' : 'on';
}

/**
 * The standing of one key as far as alerts are concerned. A key that has not begun to count is good.
 * @param key null: the device has none
 * @param nowMs epoch ms
 */
export function deviceKeyStatus(
  key: { readonly isActive: boolean; readonly expiresAt: number | null } | null,
  nowMs: number,
): DeviceKeyStatus {
  if (key === null) return 'none';
  if (!key.isActive) return 'inactive';
  return key.expiresAt === null || key.expiresAt > nowMs ? 'active' : 'expired';
}
