/** A key as its holder sees it; spec section 4, "customer key display". */

export type HeldKeyStatus = 'available' | 'expired' | 'inactive';

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
