/** A key as its holder sees it. */
import type { KeyStanding } from '../states.ts';

export const heldKeyStatuses = ['available', 'expired', 'inactive'] as const;
export type HeldKeyStatus = (typeof heldKeyStatuses)[number];

/**
 * Available while active and not past its end (one that has not begun to count has none), expired
 * when past it, otherwise inactive.
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
 * Whether a key and the phone of an account together open that account: it is theirs, was not revoked,
 * and nobody has to say first whether it is theirs.
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
