/** Messages to people who follow an area of the public page. */
import {
  keepTryingTestMs,
  type MessageKind,
  sendUnlessOld,
  supersede,
  triedForMs,
  type Verdict,
} from './verdict.ts';

export const statusKind: MessageKind = { tells: 'follower' };

/** The facts that decide about a message to whoever follows an area of the public page. */
export interface StatusFacts {
  readonly kind: 'status';
  readonly dueAt: number;
  /** The area is shown and the address follows it, or is asked whether it will. */
  readonly isWanted: boolean;
  /** It tells that an outage began which is over. */
  readonly isOver: boolean;
  /** It asks whether somebody there will follow. */
  readonly isQuestion: boolean;
  /** It may not go again: what a stranger gave as a browser's address may be anybody's. */
  readonly isSpent: boolean;
}

export function judgeStatus(facts: StatusFacts, now: number, patienceMs?: number): Verdict {
  if (!facts.isWanted) return supersede('nobody follows the area at this address');
  if (facts.isOver) return supersede('the outage is over');
  if (facts.isSpent) return { action: 'fail', reason: 'a browser is asked only once' };
  const forMs = facts.isQuestion ? keepTryingTestMs : triedForMs(statusKind, patienceMs);
  return sendUnlessOld(facts.dueAt + forMs, now);
}
