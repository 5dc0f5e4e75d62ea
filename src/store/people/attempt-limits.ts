import { and, eq, gt, gte, lt, sql } from 'drizzle-orm';
import type { Store } from '../engine/open.ts';
import { sealName } from './sealed-names.ts';
import { attemptLimits } from './tables.ts';

export interface AttemptLimit {
  readonly scope:
    | 'login-address'
    | 'login-account'
    /** Account and household, as one text. */
    | 'login-pair'
    /** Wrong answers in a session that is to prove whose it is. */
    | 'session-proof'
    | 'second-factor'
    | 'enrol-address'
    | 'enrol-key'
    | 'register-chat'
    /** Test alerts of a customer. In these scopes and the next, successes count, too. */
    | 'test-alert'
    | 'test-alert-day'
    /** Tests that operators send: to an address, and of an operator to named addresses and to others. */
    | 'test-address'
    | 'test-namer'
    | 'test-operator'
    /** Cuts of the simulated board: all are successes. */
    | 'simulated-board'
    | 'simulated-board-day'
    /** Keys that a household uses with phone numbers of existing accounts. */
    | 'join-address'
    /** Keys that are used with the phone number of one existing account. */
    | 'join-question'
    /** Downloads of what is stored about a customer, by themselves and by operators. All are successes. */
    | 'data-own'
    | 'data-operator'
    /** Whole key codes that a customer looks at. */
    | 'key-show'
    /** Messages that ask whether an address is somebody's: of an account, to an address, from a household. */
    | 'confirm-account'
    | 'confirm-account-call'
    | 'confirm-address'
    | 'confirm-household'
    /** Wrong codes for a number. */
    | 'confirm-code'
    /** Numbers whose owners asked in a call not to be called until the morning, and not with codes today. */
    | 'call-night'
    | 'call-codes'
    /** Webhooks that an account tries to connect. Successes count, too. */
    | 'webhook'
    /** Messages of a channel on a day, in all and to an address: each is a success. */
    | 'sent-in-day'
    /** Questions whether somebody follows an area: from a household, to an address, and in all. */
    | 'follow-household'
    | 'follow-address'
    | 'follow-all'
    /** Answers to one of these questions: a yes. */
    | 'follow-link'
    /** Browsers of a household that leave. Successes count, too. */
    | 'unfollow-household'
    /** Restarts of the server that operators ask for: all are successes. */
    | 'restart'
    /** Recordings of names of sites that an account saves: all are successes. */
    | 'spoken-name'
    /** Calendars that an account, or the operator, tries to have read. Successes count, too. */
    | 'calendar';
  readonly maxFailures: number;
  /** Length of the window that begins with the first failure. */
  readonly windowMs: number;
}

/**
 * Time that a subject must wait, in ms. 0: it may try.
 */
export function readAttemptWait(
  store: Store,
  limit: AttemptLimit,
  subject: string,
  nowMs: number,
): number {
  const row = store.db
    .select()
    .from(attemptLimits)
    .where(
      and(
        eq(attemptLimits.scope, limit.scope),
        eq(attemptLimits.subject, sealName(store, subject)),
      ),
    )
    .get();
  if (row === undefined || row.failures < limit.maxFailures) return 0;
  return Math.max(0, row.windowStart + limit.windowMs - nowMs);
}

/**
 * Counts attempts, in a new window when the last one is over.
 * @param count a negative one takes some back
 * @returns the number of attempts in the window
 */
export function recordFailedAttempt(
  store: Store,
  limit: AttemptLimit,
  subject: string,
  nowMs: number,
  count = 1,
): number {
  const over = sql`${attemptLimits.windowStart} + ${limit.windowMs} <= ${nowMs}`;
  return store.db
    .insert(attemptLimits)
    .values({
      scope: limit.scope,
      subject: sealName(store, subject),
      windowStart: nowMs,
      failures: count,
    })
    .onConflictDoUpdate({
      target: [attemptLimits.scope, attemptLimits.subject],
      set: {
        failures: sql`CASE WHEN ${over} THEN ${count} ELSE ${attemptLimits.failures} + ${count} END`,
        windowStart: sql`CASE WHEN ${over} THEN ${nowMs} ELSE ${attemptLimits.windowStart} END`,
      },
    })
    .returning({ failures: attemptLimits.failures })
    .get().failures;
}

/** The number of counted attempts, however old they are. */
export function readAttempts(
  store: Store,
  { scope }: Pick<AttemptLimit, 'scope'>,
  subject: string,
): number {
  const row = store.db
    .select({ failures: attemptLimits.failures })
    .from(attemptLimits)
    .where(and(eq(attemptLimits.scope, scope), eq(attemptLimits.subject, sealName(store, subject))))
    .get();
  return row?.failures ?? 0;
}

/** Takes one counted attempt back, as it succeeded. */
export function forgiveAttempt(store: Store, limit: AttemptLimit, subject: string): void {
  const ofSubject = and(
    eq(attemptLimits.scope, limit.scope),
    eq(attemptLimits.subject, sealName(store, subject)),
  );
  store.db
    .update(attemptLimits)
    .set({ failures: sql`${attemptLimits.failures} - 1` })
    .where(and(ofSubject, gt(attemptLimits.failures, 0)))
    .run();
}

/** Forgets all counted attempts of a subject. */
export function forgetAttempts(store: Store, scope: AttemptLimit['scope'], subject: string): void {
  store.db
    .delete(attemptLimits)
    .where(and(eq(attemptLimits.scope, scope), eq(attemptLimits.subject, sealName(store, subject))))
    .run();
}

/**
 * Forgets the attempts of all pairs that begin with `first`, and those that `ofSecond` has counted for their second
 * halves.
 */
export function forgetPairs(
  store: Store,
  ofPair: AttemptLimit['scope'],
  first: string,
  ofSecond: AttemptLimit['scope'],
): void {
  const { scope, subject } = attemptLimits;
  const beginning = `${sealName(store, first)}\n`;
  // U+10FFFF is the last character, so in SQLite's order every text with this beginning comes before it.
  const range = and(gte(subject, beginning), lt(subject, `${beginning}\u{10ffff}`));
  const pairs = store.db
    .delete(attemptLimits)
    .where(and(eq(scope, ofPair), range))
    .returning({ subject })
    .all();
  for (const pair of pairs) {
    const second = pair.subject.slice(beginning.length);
    store.db
      .delete(attemptLimits)
      .where(and(eq(scope, ofSecond), eq(subject, second)))
      .run();
  }
}

/** Forgets windows that began before `beforeMs`. */
export function pruneAttempts(store: Store, beforeMs: number): void {
  store.db.delete(attemptLimits).where(lt(attemptLimits.windowStart, beforeMs)).run();
}
