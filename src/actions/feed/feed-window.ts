import type { Store } from '../../store/engine/open.ts';
import {
  type FeedChange,
  type FeedEvent,
  type FeedPosition,
  readLastFeedChanges,
  readLastFeedEvents,
  readOwnedRows,
} from '../../store/feed/change-feed.ts';

/** A listener that missed more rows than this is told to read everything again. */
export const windowRows = 1_000;
/**
 * How far back the timeline is walked at most. Most of its rows are hourly heartbeats, which are skipped:
 * with ten thousand devices this covers two rounds.
 */
const windowWalk = 20_000;

/** Rows that a listener missed. */
export interface Replay {
  readonly events: readonly FeedEvent[];
  readonly changes: readonly FeedChange[];
}

interface Row {
  readonly id: number;
}

/**
 * The id above which every row is known.
 * @param walkedFrom where the rows begin, if all of them are here
 */
function startOf(rows: readonly Row[], walkedFrom: number): number {
  const [first] = rows;
  return rows.length < windowRows || first === undefined ? walkedFrom : first.id - 1;
}

/** The newest rows of one table, kept in memory: all with an id above `after`. */
class Tail<T extends Row> {
  after: number;
  rows: T[];

  constructor(after: number, rows: T[]) {
    this.after = after;
    this.rows = rows;
  }

  add(rows: readonly T[]): void {
    this.rows.push(...rows);
    // This runs seldom, so it costs nothing.
    if (this.rows.length <= 2 * windowRows) return;
    const dropped = this.rows.splice(0, this.rows.length - windowRows);
    this.after = dropped.at(-1)?.id ?? this.after;
  }

  since(id: number): T[] {
    return this.rows.filter((row) => row.id > id);
  }
}

/**
 * The last thousand rows or so of the timeline and of the audit log. Any number of listeners that return
 * at once (after a restart: all of them) cost one look into the tables.
 */
export class FeedWindow {
  readonly #store: Store;
  #events: Tail<FeedEvent>;
  #changes: Tail<FeedChange>;
  #isFilled = false;

  /** Begins empty at `position`; older rows are read when a listener asks for them. */
  constructor(store: Store, position: FeedPosition) {
    this.#store = store;
    this.#events = new Tail(position.event, []);
    this.#changes = new Tail(position.audit, []);
  }

  add(events: readonly FeedEvent[], changes: readonly FeedChange[]): void {
    this.#events.add(events);
    this.#changes.add(changes);
  }

  /**
   * What came after `from`.
   * @param customerId only what this customer may see; null: everything
   * @returns null when it is too long ago
   */
  since(from: FeedPosition, customerId: number | null): Replay | null {
    if (!this.#covers(from)) this.#fill();
    if (!this.#covers(from)) return null;
    const events = this.#events.since(from.event);
    const changes = this.#changes.since(from.audit);
    if (events.length > windowRows || changes.length > windowRows) return null;
    if (customerId === null) return { events, changes };
    return {
      events: this.#keepVisible(events, customerId),
      changes: changes.filter(({ concerns }) => concerns.includes(customerId)),
    };
  }

  #covers(from: FeedPosition): boolean {
    return from.event >= this.#events.after && from.audit >= this.#changes.after;
  }

  /** Reads the rows before those that are here, once. */
  #fill(): void {
    if (this.#isFilled) return;
    const { after: eventsEnd, rows: events } = this.#events;
    const { after: changesEnd, rows: changes } = this.#changes;
    const walkFrom = Math.max(0, eventsEnd - windowWalk);
    const olderEvents = readLastFeedEvents(this.#store, walkFrom, eventsEnd, windowRows);
    const olderChanges = readLastFeedChanges(this.#store, 0, changesEnd, windowRows);
    this.#events = new Tail(startOf(olderEvents, walkFrom), [...olderEvents, ...events]);
    this.#changes = new Tail(startOf(olderChanges, 0), [...olderChanges, ...changes]);
    this.#isFilled = true;
  }

  /** A device may have changed hands since its rows were read, so its owner is looked up again. */
  #keepVisible(events: readonly FeedEvent[], customerId: number): FeedEvent[] {
    const theirs = events.filter((event) => event.customerId === customerId);
    if (theirs.length === 0) return [];
    const owned = new Map(readOwnedRows(this.#store, customerId).map((one) => [one.row, one]));
    return theirs.flatMap((event) => {
      const device = event.deviceRow === null ? undefined : owned.get(event.deviceRow);
      if (device === undefined || event.occurredAt < device.ownedSince) return [];
      const { deviceId, siteName } = device;
      return { ...event, deviceId, siteName, visibleTo: customerId };
    });
  }
}
