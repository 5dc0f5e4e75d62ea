/** The reason that a device may not come in: its keys were revoked, or it was released from its owner. */
export const refusedReasons = ['revoked', 'released'] as const;
export type RefusedReason = (typeof refusedReasons)[number];

/** @returns null: it may come in */
export function whyRefused(facts: {
  readonly hasOwner: boolean;
  /** The device has no owner yet, and somebody is asked whether it is theirs. */
  readonly isAwaitingOwner: boolean;
  /** Any of its keys is active; one that has expired may be. */
  readonly hasActiveKey: boolean;
}): RefusedReason | null {
  if (!facts.hasOwner && !facts.isAwaitingOwner) return 'released';
  return facts.hasActiveKey ? null : 'revoked';
}
