/** What is the same for all messages of a kind. */
import type { NotificationKind } from '../states.ts';

interface MessageKind {
  /**
   * Who is told. `follower`: somebody who follows an area of the public page. That is nobody's customer, so
   * their address is in no log, and a message that does not reach them is none that a customer misses.
   */
  readonly tells: 'customer' | 'operator' | 'follower';
  /** It also goes to an account that has had its part of what may be sent. */
  readonly goesBeyondPart?: true;
  /** How long it is tried, in ms; from when on, `lapsesAt` says. Left out: as long as its channel tries. */
  readonly triedForMs?: number;
}

const dayMs = 24 * 3_600_000;

/** How long a message is tried, in ms, where neither its kind nor its channel says. */
export const keepTryingMs = dayMs;
/** The same for a test, and for a question whether somebody will follow: a later one would only puzzle. */
export const keepTryingTestMs = 10 * 60_000;

/** The kinds in the order in which they go when not everything can go at once. */
export const messageKinds: Readonly<Record<NotificationKind, MessageKind>> = {
  alert: { tells: 'customer' },
  // Whoever was told of a loss is told of its end, also where its channel was away for days.
  recovery: { tells: 'customer', goesBeyondPart: true, triedForMs: 7 * dayMs },
  // Somebody is waiting in front of a screen for the test.
  test: { tells: 'customer', triedForMs: keepTryingTestMs },
  operator: { tells: 'operator', goesBeyondPart: true },
  account: { tells: 'customer' },
  // There is one at a time, and it says what is so when it goes.
  reminder: { tells: 'customer', triedForMs: Number.POSITIVE_INFINITY },
  status: { tells: 'follower' },
  // It is tried for as long as it is true.
  'key-expiry': { tells: 'customer', triedForMs: Number.POSITIVE_INFINITY },
  // After a week nobody waits for the report of a month.
  digest: { tells: 'customer', triedForMs: 7 * dayMs },
};

export const kindsByUrgency = Object.keys(messageKinds) as readonly NotificationKind[];

/** The kinds that go to people who are nobody's customers. */
export const kindsForFollowers = kindsByUrgency.filter(
  (kind) => messageKinds[kind].tells === 'follower',
);

/** How long a message is tried, in ms. @param patienceMs how long its channel tries */
export function triedForMs(kind: NotificationKind, patienceMs = keepTryingMs): number {
  return messageKinds[kind].triedForMs ?? patienceMs;
}
