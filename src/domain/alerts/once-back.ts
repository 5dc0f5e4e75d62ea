/** Messages in the outbox that power's return makes needless. What counts is how long the loss lasted. */
import type { OutageKind } from '../states.ts';
import { belowThreshold, heldBecause, isShort } from './messages/outage.ts';
import { keepTryingMs } from './messages/verdict.ts';

/** A message of an outage that waits in the outbox. */
export interface WaitingWord {
  readonly kind: OutageKind;
  /** Epoch ms, both. */
  readonly dueAt: number;
  readonly nextAttemptAt: number;
  readonly delayMs: number;
  readonly isTried: boolean;
  /** The reason why it is held back. Null: it is not due yet. */
  readonly reason: string | null;
}

/** A loss whose end is known. Epoch ms. */
export interface EndedLoss {
  readonly downAt: number;
  readonly recoverAt: number;
  readonly thresholdMs: number;
  /** The end of the site's mute. Null: the site is not muted. */
  readonly mutedUntil: number | null;
}

/** The reasons, as the outbox stores them. */
export const needless = {
  short: belowThreshold,
  over: 'it was over before it was told',
  old: 'it was over before it could be told',
} as const;

/**
 * The reason why a message is not needed any more. Null: it is still needed. An alert that is still needed tells of the
 * loss and of its end in one message, once power is steady.
 * @param now epoch ms
 */
export function whyNeedless(word: WaitingWord, loss: EndedLoss, now: number): string | null {
  if (word.kind === 'recovery') return null;
  if (word.kind === 'reminder') return needless.over;
  const isMuted = loss.mutedUntil !== null && loss.mutedUntil > now;
  if (isMuted && word.nextAttemptAt > now) return needless.over;
  // A message that was tried may have arrived.
  if (word.isTried) return null;
  if (isShort(loss, loss.thresholdMs)) return needless.short;
  if (now - (loss.downAt + loss.thresholdMs) > keepTryingMs) return needless.old;
  const isBeforeItsStep = word.delayMs > 0 || word.reason === heldBecause.planned;
  return isBeforeItsStep && word.dueAt > now ? needless.over : null;
}
