/**
 * Weeks in which everything that postpones happens: mutes, maintenance, quiet hours, channels that are away or not set
 * up, a server that is off, keys that end, contacts that come and go. For every loss, each contact who should be told is
 * told once, or the loss ended first, or the row of the message says why not. What has to happen is worked out here a
 * second time, from docs/reliability.md and not from the code.
 */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../support/runs.ts';
import {
  chatOf,
  dayMs,
  hourMs,
  type Month,
  merge,
  minuteMs,
  month,
  type Played,
  play,
  type Span,
  weeks,
} from '../support/weeks-month.ts';
import type { Heard } from '../support/weeks-world.ts';

const timezoneMs = 7 * hourMs;
const thresholdMs = minuteMs;
/** What a try may take: a back-off of five minutes, a pause of the channel, and a round of the boards. */
const slackMs = 12 * minuteMs;
/** How long boards take to come back after the server was off. Until then it does not know whether a loss goes on. */
const boardsReturnMs = 30_000;
const turnMs = 50_000;
/** What is over is told late for this long. */
const lateMs = dayMs;

/** What happens at the very moment at which a span begins may come before it. */
const isInside = (at: number, spans: readonly Span[]) =>
  spans.some(({ from, to }) => at > from && at < to);

/** What happens at the very moment at which a span ends may have come before its end. */
const wasIn = (at: number, spans: readonly Span[]) =>
  spans.some(({ from, to }) => at >= from && at <= to);

/** What a day's quiet hours of a contact are, over the whole walk. */
function quietSpans(
  quiet: { readonly from: number; readonly to: number } | null,
  begunAt: number,
): Span[] {
  if (quiet === null) return [];
  const midnight = Math.floor((begunAt + timezoneMs) / dayMs) * dayMs - timezoneMs - begunAt;
  return Array.from({ length: weeks * 7 + 12 }, (_, day) => {
    const from = midnight + (day - 1) * dayMs + quiet.from * hourMs;
    return { from, to: midnight + day * dayMs + quiet.to * hourMs };
  });
}

/** The parts of a span that none of others covers. */
function free({ from, to }: Span, blocked: readonly Span[]): Span[] {
  const rest: Span[] = [];
  let at = from;
  for (const span of merge(blocked)) {
    if (span.from > at) rest.push({ from: at, to: Math.min(span.from, to) });
    at = Math.max(at, span.to);
    if (at >= to) break;
  }
  if (at < to) rest.push({ from: at, to });
  return rest.filter((span) => span.to > span.from);
}

/** What the rules say of a month. */
class Rules {
  readonly #walked: Month;
  readonly #played: Played;

  constructor(walked: Month, played: Played) {
    this.#walked = walked;
    this.#played = played;
  }

  /**
   * When nobody may be told of a loss, whoever it is. A server that was off does not know whether a loss that it had
   * known goes on.
   */
  silent({ site, from }: Played['truth']['losses'][number], kind: Heard['kind']): Span[] {
    const { off, muted, maintained, keyless } = this.#played.truth;
    const isAsked = (span: Span) => kind !== 'recovery' && from < span.from;
    return [
      ...off.map((span) => ({
        from: span.from,
        to: span.to + (isAsked(span) ? boardsReturnMs : 0),
      })),
      ...(muted[site] ?? []),
      ...(kind === 'recovery' ? [] : (maintained[site] ?? [])),
      ...(keyless[site] ?? []),
    ];
  }

  /** Phones of critical sites ring whether it is quiet or not. */
  quiet(contact: number, kind: Heard['kind'], site: number, channel: Heard['channel']): Span[] {
    if (channel === 'call' && this.#walked.critical.includes(site)) return [];
    const { quiet = null, isWoken = false } = this.#walked.contacts[contact] ?? {};
    return isWoken && kind === 'alert' ? [] : quietSpans(quiet, this.#played.begunAt);
  }

  /** When a contact is there, and a site is one of theirs. */
  chosen(contact: number, site: number): Span[] {
    const { comes, goes, widens } = this.#played.presence[contact] ?? never();
    const { sites } = this.#walked.contacts[contact] ?? never();
    const end = Math.min(goes, this.#played.endedAt);
    if (comes >= end) return [];
    if (sites === null || sites.includes(site)) return [{ from: comes, to: end }];
    return widens < end ? [{ from: widens, to: end }] : [];
  }

  present(contact: number): Span[] {
    const { comes, goes } = this.#played.presence[contact] ?? never();
    const end = Math.min(goes, this.#played.endedAt);
    return comes < end ? [{ from: comes, to: end }] : [];
  }
}

function never(): never {
  throw new Error('there is no such contact');
}

const contactOf = ({ address }: Heard) => Number(address.split('/')[0]);

function check(walked: Month, played: Played): void {
  const { truth, heard, outbox, endedAt } = played;
  const rules = new Rules(walked, played);
  const contacts = walked.contacts.map((contact, index) => ({ ...contact, index }));

  for (const loss of truth.losses) {
    const { site, from, to, acknowledgedAt } = loss;
    // A board reports what it missed once the server is on again.
    const toldOf = heard.filter(
      (one) => one.site === site && Math.abs(one.lossAt - from) < minuteMs,
    );
    const alerts = toldOf.filter(({ kind }) => kind === 'alert');
    const recoveries = toldOf.filter(({ kind }) => kind === 'recovery');
    const name = `site ${site}, lost at ${from / hourMs} h`;
    const open: Span = { from: from + thresholdMs, to: Math.min(to, acknowledgedAt, endedAt) };

    for (const kind of ['alert', 'recovery'] as const) {
      const once = toldOf.filter((one) => one.kind === kind).map(({ address }) => address);
      expect([name, kind, once]).toEqual([name, kind, [...new Set(once)]]);
    }
    for (const one of toldOf) {
      const silent = rules.silent(loss, one.kind);
      expect([name, one, isInside(one.at, silent)]).toEqual([name, one, false]);
      expect([name, one, isInside(one.at, truth.unavailable[one.channel])]).toEqual([
        name,
        one,
        false,
      ]);
      const quiet = rules.quiet(contactOf(one), one.kind, site, one.channel);
      expect([name, one, isInside(one.at, quiet)]).toEqual([name, one, false]);
      expect([name, one, wasIn(one.at, rules.present(contactOf(one)))]).toEqual([name, one, true]);
    }
    // Never old reminders, and none of what is over or acknowledged.
    for (const reminder of toldOf.filter(({ kind }) => kind === 'reminder')) {
      expect([name, reminder, reminder.at <= Math.min(to, acknowledgedAt) + minuteMs]).toEqual([
        name,
        reminder,
        true,
      ]);
      const before = toldOf.filter(
        (one) =>
          one.address === reminder.address &&
          one.kind !== 'recovery' &&
          one !== reminder &&
          one.at <= reminder.at,
      );
      const last = Math.max(...before.map(({ at }) => at));
      expect([name, reminder, reminder.at - last >= 5 * minuteMs - 1_000]).toEqual([
        name,
        reminder,
        true,
      ]);
    }
    // What is over is told late for a day, and not at all after that.
    for (const alert of alerts) {
      if (alert.at <= to + 6 * minuteMs) continue;
      expect([name, alert, alert.at - from <= lateMs + slackMs]).toEqual([name, alert, true]);
    }
    for (const alert of alerts) {
      expect([name, alert, alert.at <= acknowledgedAt + minuteMs]).toEqual([name, alert, true]);
    }

    // Whoever should be told is, once they could have been for as long as their step and a try take.
    for (const { index, order, afterMinutes, chats } of contacts) {
      for (const [place, channel] of chats.entries()) {
        const needed =
          afterMinutes * minuteMs + (order === 'in_turn' ? place * turnMs : 0) + slackMs;
        const blocked = [
          ...rules.silent(loss, 'alert'),
          ...rules.quiet(index, 'alert', site, channel),
          ...truth.unavailable[channel],
        ];
        const windows = rules
          .chosen(index, site)
          .flatMap(({ from: since, to: until }) =>
            free({ from: Math.max(open.from, since), to: Math.min(open.to, until) }, blocked),
          )
          .filter((window) => window.to - window.from > needed);
        const [first] = windows;
        if (first === undefined) continue;
        // Calls of a critical site take turns among themselves.
        const isOfTurn = (one: Heard) =>
          order === 'in_turn' &&
          (!walked.critical.includes(site) || (one.channel === 'call') === (channel === 'call'));
        const isTheirs = (one: Heard) =>
          contactOf(one) === index && (one.address === chatOf(index, place) || isOfTurn(one));
        const toldAt = Math.min(...alerts.filter(isTheirs).map(({ at }) => at));
        expect([name, chatOf(index, place), first, toldAt <= first.from + needed]).toEqual([
          name,
          chatOf(index, place),
          first,
          true,
        ]);
      }
    }

    // Nobody is told instead while those who were chosen only could not be told yet.
    for (const alert of alerts) {
      const index = contactOf(alert);
      const isChosen = rules.chosen(index, site).some((span) => span.from <= alert.at);
      const others = contacts.filter((one) => {
        const spans = rules.chosen(one.index, site);
        return spans.some((span) => span.from <= from && span.to > Math.min(alert.at, to));
      });
      const isReached = others.some(({ chats }) =>
        chats.every(
          (channel) =>
            !truth.unavailable[channel].some((span) => span.from < alert.at && span.to > from),
        ),
      );
      expect([name, alert, isChosen || !isReached]).toEqual([name, alert, true]);
    }

    // Whoever was told of a loss is told of its end, by phone only where that is wished.
    const callsOnRecovery = walked.callsOnRecovery.includes(site);
    for (const alert of alerts) {
      if (to >= endedAt || alert.at >= to) continue;
      if (alert.channel === 'call' && !callsOnRecovery) continue;
      const index = contactOf(alert);
      const since = to + 6 * minuteMs;
      const isKeyless = (truth.keyless[site] ?? []).some(
        (span) => span.to > to && span.from < endedAt,
      );
      if (isKeyless) continue;
      const blocked = [
        ...rules.silent(loss, 'recovery'),
        ...rules.quiet(index, 'recovery', site, alert.channel),
        ...truth.unavailable[alert.channel],
      ];
      const [first] = rules
        .present(index)
        .filter((span) => span.from <= alert.at)
        .flatMap((span) => free({ from: since, to: span.to }, blocked))
        .filter((window) => window.to - window.from > slackMs);
      if (first === undefined || first.from > since + 6 * dayMs) continue;
      // A mute drops the call, and holds the message.
      const isMuted = (truth.muted[site] ?? []).some(
        (span) => span.to > to && span.from < first.from + slackMs,
      );
      if (alert.channel === 'call' && isMuted) continue;
      const toldAt = Math.min(
        ...recoveries.filter(({ address }) => address === alert.address).map(({ at }) => at),
      );
      expect([name, 'its end', alert.address, first, toldAt <= first.from + slackMs]).toEqual([
        name,
        'its end',
        alert.address,
        first,
        true,
      ]);
    }
    // An end is news to nobody else.
    for (const recovery of recoveries) {
      const isTold = alerts.some(({ address }) => address === recovery.address);
      expect([name, recovery, isTold]).toEqual([name, recovery, true]);
      const isWished = recovery.channel !== 'call' || callsOnRecovery;
      expect([name, recovery, isWished]).toEqual([name, recovery, true]);
    }
  }

  // What was not sent says why, in one sentence.
  for (const row of outbox) {
    if (row.kind !== 'alert' || row.status === 'sent') continue;
    expect([row.id, row.status, row.recipient, row.lastError]).toEqual([
      row.id,
      row.status,
      row.recipient,
      expect.any(String),
    ]);
  }
}

/** So long one month takes at most, on a slow machine beside other tests. */
const mostMsOfMonth = 30_000;

/** 200 months in the night. */
test('over weeks, each contact is told once of every loss that goes on, or something says why not', async () => {
  await fc.assert(
    fc.asyncProperty(month, async (walked) => check(walked, await play(walked))),
    {
      numRuns: runs(4),
      // A failure that is made smaller month by month would keep everything else waiting for up to an hour.
      interruptAfterTimeLimit: runs(4) * mostMsOfMonth,
      markInterruptAsFailure: true,
    },
  );
}, 3_600_000);
