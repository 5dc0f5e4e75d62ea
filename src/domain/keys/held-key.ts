/** A key as its holder sees it. */
import type { KeyStanding } from '../states.ts';

export const heldKeyStatuses = ['available', 'expired', 'inactive'] as const;
type HeldKeyStatus = (typeof heldKeyStatuses)[number];

/**
 * Available while active and before its end; a key that has not begun to count has no end. Expired after
 * its end, otherwise inactive.
 * @param nowMs epoch ms, as the end is
 */
export function heldKeyStatus(
  key: { readonly isActive: boolean; readonly expiresAt: number | null },
  nowMs: number,
): HeldKeyStatus {
  const isOver = key.expiresAt !== null && key.expiresAt <= nowMs;
  if (isOver) return 'expired';
  return key.isActive ? 'available' : 'inactive';
}

/**
 * Whether a key and the phone number of an account together open that account: the key belongs to it, was
 * not revoked, and is not waiting for somebody to say whose it is.
 */
export function opensAccount(
  key: {
    readonly customerId: number | null;
    readonly isActive: boolean;
    readonly standing: KeyStanding;
  },
  customerId: number,
): boolean {
  return key.isActive && key.customerId === customerId && key.standing !== 'questioned';
}
