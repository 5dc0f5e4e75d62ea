/** When waiting messages will go if nothing changes until then. */
import type { ChannelName } from '../states.ts';
import { judgeOutage, type OutageFacts } from './messages/outage.ts';
import type { QuietHours } from './quiet-hours.ts';

/** A message of an outage that waits in the outbox. */
export interface WaitingMessage {
  readonly kind: 'alert' | 'reminder';
  /** Epoch ms, both. */
  readonly dueAt: number;
  readonly delayMs: number;
  readonly turnMs: number;
  readonly nextAttemptAt: number;
  readonly channel: ChannelName;
  readonly recipient: string;
  /** As `OutageFacts` has it. */
  readonly criticalCalls: number | null;
  /** Quiet hours of the contact. Null: there are none. */
  readonly quietHours: QuietHours | null;
}

/** Facts of an outage and its site that decide when somebody is told. */
type SiteFacts = Pick<
  OutageFacts,
  'outage' | 'hasValidKey' | 'isAlertEnabled' | 'mutedUntil' | 'planned'
>;

/** One reason to wait may end within another; more of them in a row than this nobody has. */
const mostWaits = 20;

/**
 * When a message will be sent, as `judgeRelevance` will decide if nothing changes until then. Null: it will
 * not be.
 * @param at when it is looked at first; epoch ms
 */
export function foresee(
  message: SiteFacts &
    Pick<
      OutageFacts,
      'kind' | 'channel' | 'dueAt' | 'delayMs' | 'turnMs' | 'quietHours' | 'criticalCalls'
    >,
  at: number,
  timezone: string,
): { readonly at: number; readonly isHeld: boolean } | null {
  const facts = {
    ...message,
    // Until a board has had its time to come back, what waits for it is looked at no sooner.
    awaited: null,
    nextAttemptAt: message.dueAt,
    isTried: false,
    mayHaveArrived: false,
    // What is foreseen goes on.
    thresholdMs: 0,
    isCustomerActive: true,
    isDeviceTheirs: true,
    isAlertOnRecovery: true,
    isCallOnRecovery: true,
    lostAgain: null,
    hasNewerReminder: false,
    alertWaitsUntil: null,
    isToldInstead: false,
    isNobodyReached: false,
    isLossUntold: false,
    quietUntil: null,
    sayableSince: null,
  };
  let { dueAt } = message;
  let sentAt = at;
  let isHeld = false;
  for (let waits = 0; waits < mostWaits; waits += 1) {
    const verdict = judgeOutage({ ...facts, dueAt }, sentAt, timezone);
    if (verdict.action === 'send') return { at: sentAt, isHeld };
    if (verdict.action !== 'postpone') return null;
    sentAt = verdict.until;
    if (verdict.by === 'plan') dueAt = verdict.until;
    isHeld ||= verdict.by === 'quiet';
  }
  return null;
}

/**
 * When somebody is told of an outage the next time, and how many recipients are: as `judgeRelevance` will
 * decide if nothing changes until then. Null: nobody will be.
 * @param waiting of this outage
 * @param facts what is true of the outage and its device
 * @param now epoch ms
 * @param timezone IANA name
 */
export function nextMessageOf(
  waiting: readonly WaitingMessage[],
  facts: SiteFacts,
  now: number,
  timezone: string,
): { readonly at: number; readonly recipients: number } | null {
  const times = waiting.flatMap(({ nextAttemptAt, channel, recipient, ...message }) => {
    const foreseen = foresee(
      { ...message, channel, ...facts },
      Math.max(now, nextAttemptAt),
      timezone,
    );
    return foreseen === null ? [] : [{ at: foreseen.at, channel, recipient }];
  });
  if (times.length === 0) return null;
  return {
    at: Math.min(...times.map(({ at }) => at)),
    recipients: new Set(times.map(({ channel, recipient }) => `${channel}:${recipient}`)).size,
  };
}
