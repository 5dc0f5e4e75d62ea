/** What owners were to hear, what they heard, and what nobody should have said. */
import type { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import { expectTaken } from '../e2e/sent-twice.ts';
import type { SentMessage } from '../fakes/telegram/methods.ts';
import { heardFor } from '../support/gaps-truth.ts';
import type { Loss, Span } from './fleet.ts';

export const thresholdMs = 5_000;
/** Far below the least an administrator may choose, so that many outages fit into the time. */
export const recoveryDelayMs = 1_200;
/** The worst that a time in which machines did not hear boards costs after it, as docs/reliability.md has it. */
const longestReturnMs = 60_000;
/** The way to the messenger, a log that is slow for a moment and a busy machine take that much, in ms. */
const slackMs = 6_000;
/** How far clocks may be apart that round. */
const dateToleranceMs = 500;
/** For so long, in ms, a report may be on its way; then the board repeats it, with its age by then. */
const underWayMs = 2_500;
/** The longest pause, in ms, after which a kernel repeats what was not taken for 20 s. */
const repeatedAfterMs = 15_000;

interface OutageRow {
  readonly id: number;
  readonly device_id: string;
  readonly cause: string;
  readonly down_at: number;
  readonly alerts: number;
  readonly returns: number;
  /** The message that told of it. */
  readonly told_in: string | null;
}

export function countWaiting(database: Database): number {
  const [row] = database
    .query<{ n: number }, []>(
      `SELECT (SELECT count(*) FROM notifications WHERE status IN ('pending', 'sending'))
        + (SELECT count(*) FROM outages WHERE confirmed_at IS NULL) AS n`,
    )
    .all();
  return row?.n ?? 0;
}

function readOutages(database: Database, since: number): readonly OutageRow[] {
  const sent = (kind: string) =>
    `(SELECT count(*) FROM notifications n
      WHERE n.outage_id = o.id AND n.kind = '${kind}' AND n.status = 'sent')`;
  return database
    .query<OutageRow, [number]>(
      `SELECT o.id, d.device_id, o.cause, o.down_at, ${sent('alert')} AS alerts, ${sent('recovery')} AS returns,
        (SELECT n.external_id FROM notifications n
          WHERE n.outage_id = o.id AND n.kind = 'alert' AND n.status = 'sent') AS told_in
      FROM outages o JOIN devices d ON d.id = o.device_row WHERE o.down_at >= ?`,
    )
    .all(since);
}

export interface Heard {
  readonly losses: readonly Loss[];
  /** Boards that never lost their mains. */
  readonly quiet: ReadonlySet<string>;
  /** Chats of owners who are to hear something. */
  readonly chats: ReadonlySet<number>;
  readonly sent: readonly SentMessage[];
  readonly startedAt: number;
  /** When boards could not reach the machine that led. */
  readonly hidden: readonly Span[];
  /** When what the machine that led had sent to the messenger could not arrive. */
  readonly held: readonly Span[];
  /** When no machine heard boards. */
  readonly silences: readonly Span[];
}

/**
 * When a loss is told at the latest, epoch ms, as docs/reliability.md has it.
 * @param silences when machines did not hear, or could not tell
 */
export function latestTold(
  { downAt, upAt, downHeardAt, upHeardAt }: Loss,
  silences: readonly Span[],
): number {
  const dueAt = Math.max(downAt + thresholdMs, downHeardAt);
  const steadyAt = Math.max(upAt + recoveryDelayMs, upHeardAt);
  const faults = silences.map((span) => ({ kind: 'freeze' as const, ...span }));
  const unheard = heardFor(longestReturnMs, downHeardAt < upAt ? dueAt : steadyAt, faults);
  // Its silence is over with its word, unless another one follows.
  const later = faults.filter(({ to }) => to > upHeardAt);
  return Math.min(unheard, heardFor(longestReturnMs, steadyAt, later));
}

export interface Told {
  /** Losses that were told, and those that were too short for it. */
  readonly told: number;
  readonly short: number;
  /** Messages that came twice. */
  readonly twice: number;
  /** How long after the latest moment for it the slowest came, in ms: on its way, or on a busy machine. */
  readonly slowestMs: number;
}

/**
 * Every loss that lasted is told once, in time and with its end; none below the threshold is, and none as one that goes
 * on when it was over, whenever any server heard of it.
 */
export function expectTold(database: Database, heard: Heard): Told {
  const { losses, quiet, chats, sent, startedAt, hidden, held } = heard;
  const untold = held.map(({ from, to }) => ({ from, to: to + repeatedAfterMs }));
  const silences = [...heard.silences, ...untold];
  const rows = readOutages(database, startedAt);
  // Silence is no outage here: boards only ever waited for a server.
  expect(rows.filter(({ cause }) => cause !== 'mains')).toEqual([]);
  expect(rows.filter(({ device_id }) => quiet.has(device_id))).toEqual([]);
  expect(sent.filter(({ chatId }) => !chats.has(chatId))).toEqual([]);
  let told = 0;
  let slowestMs = 0;
  for (const loss of losses) {
    const { deviceId, downAt, upAt } = loss;
    const row = rows.find(
      ({ device_id, down_at }) =>
        device_id === deviceId &&
        down_at >= downAt - dateToleranceMs &&
        down_at <= downAt + underWayMs + dateToleranceMs,
    );
    const due = upAt - downAt > thresholdMs ? 1 : 0;
    told += due;
    const message = sent.find(({ messageId }) => String(messageId) === row?.told_in);
    const isAlarm = message?.text.includes('🔴') === true;
    const isLate = isAlarm && message.arrivedAt > upAt + underWayMs + dateToleranceMs;
    // No server can call back what it has sent while it was true. Its end follows.
    const hadLeft = held.some(
      ({ from, to }) =>
        from < upAt && due === 1 && (message?.arrivedAt ?? 0) < to + repeatedAfterMs,
    );
    const isFalseAlarm = isLate && !hadLeft;
    const latest = latestTold(loss, silences);
    const tooLateMs = Math.max(0, Math.round((message?.arrivedAt ?? 0) - latest));
    slowestMs = Math.max(slowestMs, tooLateMs);
    // What a board says in vain is over for nobody.
    const isHidden = hidden.some(({ from, to }) => downAt < to && upAt > from - underWayMs);
    const alerts = row?.alerts ?? 0;
    const isInTime = tooLateMs <= slackMs;
    if (isInTime && isHidden && alerts <= 1 && alerts >= due) continue;
    // Told when it was over, it is told with its end.
    const ends = due === 1 && isAlarm ? 1 : 0;
    if (isInTime && !isFalseAlarm && alerts === due && (row?.returns ?? 0) === ends) continue;
    const said = database.query('SELECT * FROM notifications WHERE outage_id = ?');
    const seen = {
      loss,
      row,
      isFalseAlarm,
      tooLateMs,
      message,
      notifications: said.all(row?.id ?? 0),
    };
    throw new Error(`${due} was due: ${JSON.stringify(seen, null, 1)}`);
  }
  const short = losses.length - told;
  return { told, short, twice: expectTaken(database, sent).found, slowestMs };
}
