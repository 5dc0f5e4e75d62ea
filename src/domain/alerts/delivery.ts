/** The verdict on a queued notification: each kind of message has its rules in a file of its own. */
import type { NotificationKind } from '../states.ts';
import { accountKind, judgeNews, type NewsFacts } from './messages/account.ts';
import { type DigestFacts, digestKind, judgeDigest } from './messages/digest.ts';
import { type ExpiryFacts, expiryKind, judgeExpiry } from './messages/expiry.ts';
import { judgeOperator, type OperatorFacts, operatorKind } from './messages/operator.ts';
import {
  alertKind,
  judgeOutage,
  mayGoAt,
  type OutageAge,
  type OutageFacts,
  type OutageGrouping,
  outageGoesAlong,
  outageLapsesAt,
  recoveryKind,
  reminderKind,
} from './messages/outage.ts';
import { judgeStatus, type StatusFacts, statusKind } from './messages/status.ts';
import { judgeTest, type TestFacts, testKind } from './messages/test-alert.ts';
import {
  groupingWindowMs,
  type MessageKind,
  triedForMs,
  type Verdict,
} from './messages/verdict.ts';

/** All facts that decide whether a due notification still says something true to the right person. */
export type DeliveryFacts =
  | OutageFacts
  | TestFacts
  | ExpiryFacts
  | NewsFacts
  | DigestFacts
  | OperatorFacts
  | StatusFacts;

/** The kinds in the order in which they go when not everything can go at once. */
export const messageKinds: Readonly<Record<NotificationKind, MessageKind>> = {
  alert: alertKind,
  recovery: recoveryKind,
  test: testKind,
  operator: operatorKind,
  account: accountKind,
  reminder: reminderKind,
  status: statusKind,
  'key-expiry': expiryKind,
  digest: digestKind,
};

export const kindsByUrgency = Object.keys(messageKinds) as readonly NotificationKind[];

/** The kinds that go to people who are nobody's customers. */
export const kindsForFollowers = kindsByUrgency.filter(
  (kind) => messageKinds[kind].tells === 'follower',
);

/**
 * The recipients of one customer take turns with those of everybody else: on a channel, no customer's
 * second one goes before the first of all others. Those beyond this number share the last turn.
 */
export const lastTurn = 20;

const turnCount = lastTurn + 1;
/** The turn of a recipient in a call of a critical site: all of these go before everything else of their kind. */
export function criticalTurn(turn: number): number {
  return turn - turnCount;
}
/** All turns, in their order. */
export const allTurns = Array.from({ length: 2 * turnCount }, (_, index) => criticalTurn(index));

/** A message that goes out this long after it was due says that it is late. */
const lateAfterMs = 60_000;

const firstDelayMs = 2_000;
const longestDelayMs = 5 * 60_000;

/**
 * Full-jitter exponential back-off (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param attempts tries that have failed, at least 1
 * @param random in [0, 1)
 * @returns ms to wait before the next try, at most 5 minutes
 */
export function retryDelayMs(attempts: number, random: number): number {
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(random * ceiling);
}

/** @param dueAt epoch ms, as `now` */
export function isLate(dueAt: number, now: number): boolean {
  return now - dueAt > lateAfterMs;
}

/**
 * Looks at a due notification once more, at the moment it would be sent.
 * @param now epoch ms
 * @param timezone IANA name; some things are not said in the night
 * @param patienceMs how long its channel tries. Left out: a day
 */
export function judgeRelevance(
  facts: DeliveryFacts,
  now: number,
  timezone: string,
  patienceMs?: number,
): Verdict {
  switch (facts.kind) {
    case 'alert':
    case 'reminder':
    case 'recovery':
      return judgeOutage(facts, now, timezone, patienceMs);
    case 'test':
      return judgeTest(facts, now);
    case 'key-expiry':
      return judgeExpiry(facts, now, timezone);
    case 'account':
      return judgeNews(facts, now, timezone, patienceMs);
    case 'operator':
      return judgeOperator(facts, now, patienceMs);
    case 'status':
      return judgeStatus(facts, now, patienceMs);
    case 'digest':
      return judgeDigest(facts, now, timezone);
  }
}

/** The facts by which a message ages; epoch ms. */
type AgeFacts =
  | OutageAge
  | {
      readonly kind: Exclude<NotificationKind, OutageAge['kind']>;
      readonly dueAt: number;
    };

/**
 * When a message is given up that did not get through until then. Epoch ms, as `now`; Infinity: it is tried for as
 * long as it is true.
 * @param patienceMs how long its channel tries. Left out: it has no schedule of its own
 */
export function lapsesAt(facts: AgeFacts, now: number, patienceMs?: number): number {
  switch (facts.kind) {
    case 'alert':
    case 'reminder':
    case 'recovery':
      return outageLapsesAt(facts, now, patienceMs);
    default:
      return facts.dueAt + triedForMs(messageKinds[facts.kind], patienceMs);
  }
}

/** Facts that decide whether two notifications of one recipient go in one message. */
type GroupingFacts =
  | OutageGrouping
  | Pick<TestFacts, 'kind' | 'dueAt' | 'isSimulated'>
  | Pick<NewsFacts | StatusFacts, 'kind' | 'dueAt' | 'isQuestion'>
  | Pick<ExpiryFacts | OperatorFacts | DigestFacts, 'kind' | 'dueAt'>;

/**
 * Whether `other` goes along in one message with `first`, which is due; it may go up to 10 s early. What outages
 * share, `outageGoesAlong` says. Tests, ends of keys, news of the account, the service or the public page go
 * together, but a question stands alone with its buttons, and so does each word of the simulated board.
 * @param now epoch ms
 */
export function canShareMessage(first: GroupingFacts, other: GroupingFacts, now: number): boolean {
  const dueAt = 'outage' in other ? mayGoAt(other) : other.dueAt;
  if (dueAt > now + groupingWindowMs) return false;
  if ('outage' in first && 'outage' in other) return outageGoesAlong(first, other, now);
  return first.kind === other.kind && first.kind !== 'digest' && !isAlone(first) && !isAlone(other);
}

function isAlone(facts: GroupingFacts): boolean {
  if ('isSimulated' in facts) return facts.isSimulated;
  return 'isQuestion' in facts && facts.isQuestion;
}
