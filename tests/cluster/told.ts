/** What owners were to hear, what they heard, and what nobody should have said. */
import type { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import { expectTaken } from '../e2e/sent-twice.ts';
import type { SentMessage } from '../fakes/telegram/methods.ts';
import type { Loss } from './fleet.ts';

export const thresholdMs = 5_000;
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

/** Epoch ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
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
}

/**
 * Every loss that lasted is told once, with its end; none below the threshold is, and none as one that goes on when it
 * was over, whenever any server heard of it.
 * @returns how many were told, and how many messages came twice
 */
export function expectTold(database: Database, heard: Heard): { told: number; twice: number } {
  const { losses, quiet, chats, sent, startedAt, hidden, held } = heard;
  const rows = readOutages(database, startedAt);
  // Silence is no outage here: boards only ever waited for a server.
  expect(rows.filter(({ cause }) => cause !== 'mains')).toEqual([]);
  expect(rows.filter(({ device_id }) => quiet.has(device_id))).toEqual([]);
  expect(sent.filter(({ chatId }) => !chats.has(chatId))).toEqual([]);
  let told = 0;
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
    // What a board says in vain is over for nobody.
    const isHidden = hidden.some(({ from, to }) => downAt < to && upAt > from - underWayMs);
    const alerts = row?.alerts ?? 0;
    if (isHidden && alerts <= 1 && alerts >= due) continue;
    // Told when it was over, it is told with its end.
    const ends = due === 1 && isAlarm ? 1 : 0;
    if (!isFalseAlarm && alerts === due && (row?.returns ?? 0) === ends) continue;
    const said = database.query('SELECT * FROM notifications WHERE outage_id = ?');
    const seen = { loss, row, isFalseAlarm, message, notifications: said.all(row?.id ?? 0) };
    throw new Error(`${due} was due: ${JSON.stringify(seen, null, 1)}`);
  }
  return { told, twice: expectTaken(database, sent).found };
}
