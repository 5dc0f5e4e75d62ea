/** News of an account. */
import { type QuietHours, quietPeriodOf } from '../quiet-hours.ts';
import {
  type CommonFacts,
  type MessageKind,
  sendUnlessOld,
  supersede,
  triedForMs,
  type Verdict,
} from './verdict.ts';

export const accountKind: MessageKind = { tells: 'customer' };

/** The facts that decide about news of an account. */
export interface NewsFacts extends CommonFacts {
  readonly kind: 'account';
  /** The recipient is still meant: it belongs to the account, or has just left it. */
  readonly isForRecipient: boolean;
  /** It asks a question, with a button for each answer. */
  readonly isQuestion: boolean;
  /** Somebody has answered it meanwhile. */
  readonly isAnswered: boolean;
  /** The news announces a planned time that was changed or taken back. */
  readonly isTakenBack: boolean;
  /** The news tells how somebody answered an outage, and that holds no more. */
  readonly isOvertaken: boolean;
  /** Quiet hours of the contact, for news that can do without being told. Null: it has none. */
  readonly quietHours: QuietHours | null;
}

export function judgeNews(
  facts: NewsFacts,
  now: number,
  timezone: string,
  patienceMs?: number,
): Verdict {
  if (!facts.isCustomerActive) return supersede('the customer is not active');
  if (!facts.isForRecipient) return supersede('the recipient belongs to another customer');
  if (facts.isAnswered) return supersede('it was answered');
  if (facts.isTakenBack) return supersede('the announced outage was changed or taken back');
  if (facts.isOvertaken) return supersede('somebody answered the outage otherwise, or it is over');
  if (facts.quietHours !== null && quietPeriodOf(facts.quietHours, now, timezone) !== null) {
    return supersede('quiet hours');
  }
  return sendUnlessOld(facts.dueAt + triedForMs(accountKind, patienceMs), now);
}
