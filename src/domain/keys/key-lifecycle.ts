/** The life of an activation key: its standing, and when it ends. */

interface KeyStanding {
  readonly isActive: boolean;
  /** Epoch ms. */
  readonly activatedAt: number | null;
  readonly expiresAt: number | null;
  readonly hasDevice: boolean;
}

/** Standings of a key. */
export const keyStatuses = ['inactive', 'unused', 'active', 'expired'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

/**
 * `used`: the key serves a device, whether it is good, expired or revoked. `ending`: it is good, and ends
 * within 30 days.
 */
export const keyFilters = [
  'all',
  'unused',
  'used',
  'active',
  'expired',
  'inactive',
  'ending',
] as const;
export type KeyFilter = (typeof keyFilters)[number];

/** A key that ends within this time is to be renewed: its owner is told for the first time. */
export const endingSoonMs = 30 * 86_400_000;

/** Orders of a list of keys. */
export const keySorts = [
  'code',
  'customer',
  'device',
  'type',
  'price',
  'expiry',
  'created',
] as const;
export type KeySort = (typeof keySorts)[number];

/** The way in which a key was sold. */
export const purchaseTypes = ['key_only', 'device_bundle', 'renewal'] as const;
export type PurchaseType = (typeof purchaseTypes)[number];

const renewalMonths = [1, 3, 6, 12, 24];

/** Months by which a key can be renewed at once: among them what the price list sells. */
export function renewalChoices(validityYears: number): number[] {
  return [...new Set([...renewalMonths, validityYears * 12])].sort((a, b) => a - b);
}

/** The status, decided in this order. */
export function keyStatus(key: KeyStanding, nowMs: number): KeyStatus {
  if (!key.isActive) return 'inactive';
  if (key.activatedAt === null || !key.hasDevice || key.expiresAt === null) return 'unused';
  return key.expiresAt > nowMs ? 'active' : 'expired';
}

/**
 * A moment so many calendar months later, in UTC; the 31st of a shorter month is its last day.
 * @param atMs epoch ms
 */
export function addMonths(atMs: number, months: number): number {
  const from = new Date(atMs);
  const to = new Date(atMs);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime();
}

/** When a key ends that starts counting now. */
export function firstExpiry(nowMs: number, validityYears: number): number {
  return addMonths(nowMs, validityYears * 12);
}

/** When a renewed key ends: counted from its present end, or from now if that has passed. */
export function renewedExpiry(expiresAt: number, nowMs: number, months: number): number {
  return addMonths(Math.max(expiresAt, nowMs), months);
}
