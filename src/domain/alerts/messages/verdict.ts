/** Verdicts on queued notifications, and the rules that all kinds share. */

export type Verdict =
  | { readonly action: 'send' }
  | {
      readonly action: 'postpone';
      readonly until: number;
      readonly reason: string;
      /**
       * `plan`: its due time moves along, so that it will not count as late. `quiet`: quiet hours hold it,
       * and it goes in one message with everything else that they hold.
       */
      readonly by?: 'plan' | 'quiet';
    }
  /** Overtaken: nothing is left to say. */
  | { readonly action: 'supersede'; readonly reason: string }
  /** The notification was needed, and can no longer be sent. */
  | { readonly action: 'fail'; readonly reason: string };

export const send: Verdict = { action: 'send' };
export const supersede = (reason: string): Verdict => ({ action: 'supersede', reason });
export const expired: Verdict = { action: 'fail', reason: 'expired' };

/** Rules that hold for all messages of a kind. */
export interface MessageKind {
  /**
   * The reader. `follower`: somebody who follows an area of the public page. That is nobody's customer, so
   * their address is in no log, and a message that does not reach them is none that a customer misses.
   */
  readonly tells: 'customer' | 'operator' | 'follower';
  /** It also goes to an account that has had its part of what may be sent. */
  readonly goesBeyondPart?: true;
  /** Time in which it is tried, in ms; `lapsesAt` says from when on. Left out: as long as its channel tries. */
  readonly triedForMs?: number;
}

export const dayMs = 24 * 3_600_000;
/** Time in which a message is tried, in ms, where neither its kind nor its channel says. */
export const keepTryingMs = dayMs;
/** The same for a test, and for a question whether somebody will follow: a later one would only puzzle. */
export const keepTryingTestMs = 10 * 60_000;

/** Time in which a message is tried, in ms. @param patienceMs the time in which its channel tries */
export function triedForMs({ triedForMs: own }: MessageKind, patienceMs = keepTryingMs): number {
  return own ?? patienceMs;
}

/** @param lapsesAt epoch ms, as `now` */
export function sendUnlessOld(lapsesAt: number, now: number): Verdict {
  return now >= lapsesAt ? expired : send;
}

/** Devices that fall, or come back, within this time of each other share one message. */
export const groupingWindowMs = 10_000;

/** The facts that decide about every kind of notification. */
export interface CommonFacts {
  /** Epoch ms at which the notification was meant to go. */
  readonly dueAt: number;
  readonly isCustomerActive: boolean;
}
