/**
 * How fast Telegram lets a bot send: about 30 messages a second over all, one a second in a chat,
 * 20 a minute in a group (https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this).
 * Only new messages count, as the page says; edits and answers to buttons do not.
 */
export interface Limits {
  /** Messages a second over all chats. */
  readonly perSecond: number;
  /** How many may come at once before `perSecond` bites. */
  readonly burst: number;
  readonly perChatPerSecond: number;
  readonly perChatBurst: number;
  /** Messages a minute in one group (negative chat ids), all of which may come at once. */
  readonly perGroupPerMinute: number;
  /**
   * How much too early a message may arrive, in ms. A sender that spaces its messages exactly
   * cannot help that the network delays one a little more than the next. It is not added up: over
   * any longer time the rates above hold.
   */
  readonly slackMs: number;
}

export const telegramLimits: Limits = {
  perSecond: 30,
  burst: 30,
  perChatPerSecond: 1,
  perChatBurst: 1,
  perGroupPerMinute: 20,
  slackMs: 50,
};

export const noLimits: Limits = {
  perSecond: Number.POSITIVE_INFINITY,
  burst: 1,
  perChatPerSecond: Number.POSITIVE_INFINITY,
  perChatBurst: 1,
  perGroupPerMinute: Number.POSITIVE_INFINITY,
  slackMs: 0,
};

/** A token bucket in its time form (GCRA): remembers only when the next token is regularly due. */
class TokenBucket {
  private nextDueMs = Number.NEGATIVE_INFINITY;
  private readonly intervalMs: number;
  private readonly toleranceMs: number;

  constructor(perSecond: number, burst: number, slackMs: number) {
    this.intervalMs = 1000 / perSecond;
    // Without a limit the interval is 0, and an unlimited burst times 0 would be no number.
    this.toleranceMs = (this.intervalMs === 0 ? 0 : (burst - 1) * this.intervalMs) + slackMs;
  }

  /** Milliseconds until a token may be taken; 0: now. */
  waitMs(now: number): number {
    const waitMs = this.nextDueMs - this.toleranceMs - now;
    // Thirty thirds of a second are not quite ten seconds in floating point.
    return waitMs > 1e-6 ? waitMs : 0;
  }

  take(now: number): void {
    this.nextDueMs = Math.max(this.nextDueMs, now) + this.intervalMs;
  }
}

/** Requests that were already on their way when a wait began are refused but not counted. */
const inFlightGraceMs = 100;

/** All buckets of one bot, and the waits a test has imposed on it. */
export class Limiter {
  /** Messages refused because they came too fast, or before the time a 429 had asked for. */
  violations = 0;
  private readonly limits: Limits;
  private readonly overall: TokenBucket;
  private readonly perChat = new Map<number, TokenBucket[]>();
  private readonly waits = new Map<number | 'everyone', { fromMs: number; untilMs: number }>();

  constructor(limits: Limits) {
    this.limits = limits;
    this.overall = new TokenBucket(limits.perSecond, limits.burst, limits.slackMs);
  }

  /**
   * Counts one message to a chat.
   * @returns 0 if it may pass, else whole seconds to wait (`retry_after`).
   */
  admit(chatId: number, now: number): number {
    const buckets = [this.overall, ...this.bucketsOf(chatId)];
    const tooFastMs = Math.max(...buckets.map((bucket) => bucket.waitMs(now)));
    const imposed = [this.waits.get(chatId), this.waits.get('everyone')].filter(
      (wait) => wait !== undefined && now < wait.untilMs,
    );
    const imposedMs = Math.max(0, ...imposed.map((wait) => (wait?.untilMs ?? now) - now));
    if (tooFastMs === 0 && imposedMs === 0) {
      for (const bucket of buckets) bucket.take(now);
      return 0;
    }
    const isDisobedient = imposed.some((wait) => now - (wait?.fromMs ?? now) > inFlightGraceMs);
    if (tooFastMs > 0 || isDisobedient) this.violations++;
    return Math.max(1, Math.ceil(Math.max(tooFastMs, imposedMs) / 1000));
  }

  /** After a 429 that a test asked for: until then, nothing may come (to that chat, or at all). */
  imposeWait(scope: number | 'everyone', seconds: number, now: number): void {
    // The sender may round to the whole second and its timer may fire a hair early.
    this.waits.set(scope, { fromMs: now, untilMs: now + seconds * 1000 - this.limits.slackMs });
  }

  private bucketsOf(chatId: number): TokenBucket[] {
    const known = this.perChat.get(chatId);
    if (known) return known;
    const { perChatPerSecond, perChatBurst, perGroupPerMinute, slackMs } = this.limits;
    const buckets = [new TokenBucket(perChatPerSecond, perChatBurst, slackMs)];
    if (chatId < 0) {
      buckets.push(new TokenBucket(perGroupPerMinute / 60, perGroupPerMinute, slackMs));
    }
    this.perChat.set(chatId, buckets);
    return buckets;
  }
}
