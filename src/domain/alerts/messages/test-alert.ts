/** Tests, and what the simulated board of the first evening says. */
import {
  type CommonFacts,
  keepTryingTestMs,
  type MessageKind,
  sendUnlessOld,
  supersede,
  type Verdict,
} from './verdict.ts';

// Somebody is waiting in front of a screen for the test.
export const testKind: MessageKind = { tells: 'customer', triedForMs: keepTryingTestMs };

export interface TestFacts extends CommonFacts {
  readonly kind: 'test';
  /** The recipient still belongs to the customer the notification is for. */
  readonly isRecipientTheirs: boolean;
  /** It tells of the simulated board, and shares its message with nothing. */
  readonly isSimulated: boolean;
}

/** The cut of the simulated board. Epoch ms. */
export interface SimulatedOutage {
  readonly downAt: number;
  /** Null: its power is still out. */
  readonly recoverAt: number | null;
}

export function judgeTest(facts: TestFacts, now: number): Verdict {
  if (!facts.isCustomerActive) return supersede('the customer is not active');
  if (!facts.isRecipientTheirs) return supersede('the recipient belongs to another customer');
  return sendUnlessOld(facts.dueAt + keepTryingTestMs, now);
}
