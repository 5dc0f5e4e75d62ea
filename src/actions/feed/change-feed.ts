import type { Instant } from '../../domain/instant.ts';
import { type FeedArea, findFeedArea } from '../../store/areas/area-outages.ts';
import {
  type FeedChange,
  type FeedEvent,
  type FeedNotification,
  type FeedPosition,
  readFeedChanges,
  readFeedEvents,
  readFeedNotifications,
  readLastFeedEvents,
  readNewestPosition,
} from '../../store/feed/change-feed.ts';
import { type DeviceStanding, DeviceStandings } from '../fleet/device-standings.ts';
import type { Monitor } from '../monitor.ts';
import { FeedWindow, type Replay } from './feed-window.ts';

/** Changes that became known together. Events come before changes; the `positionOf…` functions rely on it. */
export interface FeedBatch {
  readonly events: readonly FeedEvent[];
  readonly changes: readonly FeedChange[];
  readonly devices: readonly DeviceStanding[];
  readonly notifications: readonly FeedNotification[];
  readonly areas: readonly FeedArea[];
  /** Area outages that are none any more, by row. */
  readonly removedAreas: readonly number[];
  /** Where the feed stood before this batch, and where it stands after it. */
  readonly before: FeedPosition;
  readonly position: FeedPosition;
}

type FeedSink = (batch: FeedBatch, now: Instant) => void;

type Context = Pick<Monitor, 'store' | 'fleet' | 'clock' | 'log'>;

/** Rows of one kind in a batch. More follow in the next batch, after others had their turn. */
const batchRows = 500;
/** Every device is looked at so often, in ms. */
const scanIntervalMs = 1_000;
/** The search for the last row that is not an hourly heartbeat goes back by at most so many rows. */
const mostRowsBack = 20_000;

/**
 * The feed of stored changes for one listener, the sink.
 *
 * Events and entries of the audit log are read from their tables by id. So nothing is told that was not committed,
 * nothing is missed that another process wrote, and a listener can catch up after an absence or a restart. The state
 * of devices is compared with what was last told. Deliveries and area outages are announced by `noteDelivered` and
 * `noteAreas`. While nobody listens, nothing is read.
 */
export class ChangeFeed {
  readonly #context: Context;
  readonly #standings: DeviceStandings;
  readonly #delivered = new Set<number>();
  readonly #areas = new Set<number>();
  #sink: FeedSink | null = null;
  #position: FeedPosition = { event: 0, audit: 0 };
  /** Rows up to here were read; hourly heartbeats among them do not move the position. */
  #looked: FeedPosition = { event: 0, audit: 0 };
  #window: FeedWindow;
  #nextScanMono = 0;
  #soon: ReturnType<typeof setImmediate> | null = null;

  constructor(context: Context) {
    this.#context = context;
    this.#standings = new DeviceStandings(context.store, context.fleet);
    this.#window = new FeedWindow(context.store, this.#position);
  }

  /** Everything up to here was told. */
  get position(): FeedPosition {
    return this.#position;
  }

  /** The position for a listener that reads the stored state now. Everything later is told from there. */
  readPlace(): FeedPosition {
    const isTold = this.#sink !== null;
    return isTold ? this.#position : this.#readPosition(readNewestPosition(this.#context.store));
  }

  /**
   * Hourly heartbeats are written without a sync of the disk, so a power cut may hand out their ids
   * again. A position therefore names the last row that is sure to stay.
   */
  #readPosition({ event, audit }: FeedPosition): FeedPosition {
    const walkFrom = Math.max(0, event - mostRowsBack);
    const [last] = readLastFeedEvents(this.#context.store, walkFrom, event, 1);
    return { event: last?.id ?? walkFrom, audit };
  }

  get standings(): DeviceStandings {
    return this.#standings;
  }

  /** Starts telling what is stored from now on. */
  start(sink: FeedSink, now: Instant): void {
    const { store } = this.#context;
    this.#looked = readNewestPosition(store);
    this.#position = this.#readPosition(this.#looked);
    this.#window = new FeedWindow(store, this.#position);
    this.#standings.begin();
    this.#delivered.clear();
    this.#areas.clear();
    this.#nextScanMono = now.monoMs + scanIntervalMs;
    this.#sink = sink;
  }

  stop(): void {
    this.#sink = null;
    if (this.#soon !== null) clearImmediate(this.#soon);
    this.#soon = null;
    this.#standings.clear();
    this.#delivered.clear();
    this.#areas.clear();
    this.#window = new FeedWindow(this.#context.store, this.#position);
  }

  /** Something was stored: look now. Cheap enough to be called at any time. */
  wake(): void {
    if (this.#sink === null) return;
    this.#soon ??= setImmediate(() => {
      this.#soon = null;
      try {
        this.poll(this.#context.clock());
      } catch (error) {
        // Nothing was told, so nothing is lost: the next look finds the same.
        this.#context.log.error({ err: error }, 'what changed could not be read');
      }
    });
  }

  /** Deliveries ended, well or not. */
  noteDelivered(ids: readonly number[]): void {
    if (this.#sink === null) return;
    for (const id of ids) this.#delivered.add(id);
    this.wake();
  }

  /** Area outages were stored anew. */
  noteAreas(ids: readonly number[]): void {
    if (this.#sink === null) return;
    for (const id of ids) this.#areas.add(id);
    this.wake();
  }

  /** Tells what is new. To be called now and then, since not every change wakes the feed. */
  poll(now: Instant): void {
    if (this.#sink === null) return;
    const { store } = this.#context;
    const before = this.#position;
    const newest = readNewestPosition(store);
    const events =
      newest.event > this.#looked.event
        ? readFeedEvents(store, this.#looked.event, newest.event, batchRows)
        : [];
    const changes =
      newest.audit > this.#looked.audit
        ? readFeedChanges(store, this.#looked.audit, newest.audit, batchRows)
        : [];
    const ids = [...this.#delivered].slice(0, batchRows);
    const notifications = readFeedNotifications(store, ids);
    const areas: FeedArea[] = [];
    const removedAreas: number[] = [];
    for (const id of this.#areas) {
      const area = findFeedArea(store, id);
      if (area === null) removedAreas.push(id);
      else areas.push(area);
    }
    for (const { deviceId } of events) if (deviceId !== null) this.#standings.mark(deviceId);
    if (now.monoMs >= this.#nextScanMono) {
      this.#standings.scan();
      this.#nextScanMono = now.monoMs + scanIntervalMs;
    }
    const devices = this.#standings.take(now, batchRows);
    // Nothing below can fail.
    for (const id of ids) this.#delivered.delete(id);
    this.#areas.clear();
    const isCut = { event: events.length === batchRows, audit: changes.length === batchRows };
    const last = { event: events.at(-1)?.id, audit: changes.at(-1)?.id };
    this.#looked = {
      event: (isCut.event ? last.event : undefined) ?? newest.event,
      audit: (isCut.audit ? last.audit : undefined) ?? newest.audit,
    };
    this.#position = { event: last.event ?? before.event, audit: last.audit ?? before.audit };
    this.#window.add(events, changes);
    const news = { events, changes, devices, notifications, areas, removedAreas };
    if (Object.values(news).some((rows) => rows.length > 0)) {
      this.#sink({ ...news, before, position: this.#position }, now);
    }
    const hasMore = isCut.event || isCut.audit || devices.length === batchRows;
    if (hasMore || this.#delivered.size > 0) this.wake();
  }

  /**
   * What a listener that knew everything up to `from` has missed, as far as others were told.
   * @param customerId only what this customer may see. Null: everything
   * @returns null when that is too much, or `from` is a place where this database never was
   */
  replay(from: FeedPosition, customerId: number | null): Replay | null {
    // The last row may have been taken back since: the device's own report replaces an inferred loss.
    if (from.event > this.#looked.event || from.audit > this.#looked.audit) return null;
    return this.#window.since(from, customerId);
  }
}
