/** Notices of a key's end. */
import { nearestStep, noticeTime, stepReachedAt } from '../../keys/expiry-notice.ts';
import {
  type CommonFacts,
  expired,
  type MessageKind,
  send,
  supersede,
  type Verdict,
} from './verdict.ts';

// It is tried for as long as it is true.
export const expiryKind: MessageKind = {
  tells: 'customer',
  triedForMs: Number.POSITIVE_INFINITY,
};

/**
 * The facts that decide about a notice of a key's end. A key that is deleted takes its notices with it.
 */
export interface ExpiryFacts extends CommonFacts {
  readonly kind: 'key-expiry';
  readonly isRecipientTheirs: boolean;
  /** The end that the notice is about, and the days that were left; epoch ms. */
  readonly toldExpiresAt: number;
  readonly step: number;
  /** When the key ends now. Null: it has not begun to count. */
  readonly expiresAt: number | null;
  readonly isKeyActive: boolean;
  /** The key, and the device it serves, still belong to the customer the notification is for. */
  readonly isKeyTheirs: boolean;
  /** Another key keeps the device going when this one has ended. */
  readonly hasLongerKey: boolean;
}

export function judgeExpiry(facts: ExpiryFacts, now: number, timezone: string): Verdict {
  const { toldExpiresAt, step } = facts;
  if (!facts.isCustomerActive) return supersede('the customer is not active');
  if (!facts.isRecipientTheirs) return supersede('the recipient belongs to another customer');
  if (!facts.isKeyActive) return supersede('the key was revoked');
  if (!facts.isKeyTheirs) return supersede('the key serves no device of the customer any more');
  if (facts.expiresAt !== toldExpiresAt) return supersede('the key ends at another time now');
  if (facts.hasLongerKey) return supersede('another key keeps the device going');
  const reachedAt = stepReachedAt(toldExpiresAt, step);
  if (now < reachedAt) {
    // The clock by which it was queued ran ahead.
    return { action: 'postpone', until: reachedAt, reason: 'it is not its time yet' };
  }
  const nearest = nearestStep(toldExpiresAt, now);
  if (nearest === null) return expired;
  if (nearest !== step) return supersede('a nearer notice is there');
  const mayGoAt = noticeTime(toldExpiresAt, now, timezone);
  if (mayGoAt > now) return { action: 'postpone', until: mayGoAt, reason: 'it waits for the day' };
  return send;
}
