/** The numbers and the latest events on the console's first page. */
import type { Period } from '../../domain/local-days.ts';
import type { Steps } from '../../domain/steps.ts';
import { perStore, type Store } from '../engine/open.ts';
import { countRows } from '../engine/row-walk.ts';

export function* countCustomers(store: Store): Steps<number> {
  const { total } = yield* countRows(store, { table: 'customers' }, { total: undefined });
  return total;
}

interface Mark {
  /** Epoch ms. */
  readonly at: number;
  readonly id: number;
}

type MarkedRange = [fromAt: number, at: number, id: number, limit: number];

/** Entries of an index that are counted in one step. */
const countedPerStep = 10_000;

const inPeriod = perStore(({ sqlite }) => {
  // SQLite uses the partial index only for its exact condition on the type.
  const from = `FROM events INDEXED BY events_occurred
    WHERE event_type <> 'HEARTBEAT' AND occurred_at >= ?1 AND (occurred_at, id) < (?2, ?3)`;
  return {
    next: sqlite.query<Mark, MarkedRange>(`SELECT occurred_at AS at, id ${from}
      ORDER BY occurred_at DESC, id DESC LIMIT 1 OFFSET ?4 - 1`),
    rest: sqlite.query<{ total: number }, MarkedRange>(
      `SELECT count(*) AS total FROM (SELECT 1 ${from} LIMIT ?4)`,
    ),
  };
});

/** Counts the events of a period without hourly heartbeats. */
export function* countEvents(store: Store, { fromAt, toAt }: Period): Steps<number> {
  const { next, rest } = inPeriod(store);
  let mark: Mark = { at: toAt, id: 0 };
  for (let total = 0; ; total += countedPerStep) {
    const range: MarkedRange = [fromAt, mark.at, mark.id, countedPerStep];
    const found = next.get(...range);
    if (found === null) return total + (rest.get(...range)?.total ?? 0);
    mark = found;
    yield;
  }
}
