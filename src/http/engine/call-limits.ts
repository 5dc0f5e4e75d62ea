import { admitDevice } from '../../actions/devices/admit-device.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import type { Monitor } from '../../actions/monitor.ts';
import type { Account } from '../../actions/people/find-account.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { type Rate, TokenBucket } from '../../domain/token-bucket.ts';
import { HeldBodies } from './read-body.ts';
import type { RouteSpec } from './route.ts';

/**
 * The cost of a call to the account that makes it, or, without one, the bound of it. All but `kept` ones take a turn
 * of the event loop besides, so that others wait for one of them at most, however many are asked for at once.
 *
 * - `read`: one of four places while a bounded answer is made
 * - `change`: a token
 * - `search`, `export`: one of two places, while it runs and until it was read
 * - `download`: the only place of its kind, for which nobody waits
 * - `kept`: nothing. The answer is the same for many: it was made once, and its bytes are kept
 * - `exempt`: nothing but the turn. It ends what it is called with, or has limits of its own, and no other session of
 *   the account may use that up
 */
export const costs = ['read', 'change', 'search', 'export', 'download', 'kept', 'exempt'] as const;
export type Cost = (typeof costs)[number];

/** The cost of a call. */
export function costOf({ cost, method }: Pick<RouteSpec, 'cost' | 'method'>): Cost {
  return cost ?? (method === 'GET' ? 'read' : 'change');
}

/**
 * A customer saves a page that sets 25 sites a few times, and an operator fixes a whole list. In the long
 * run nobody types faster than this, and a script that does must not wear out the SD card.
 */
const changeRates: Readonly<Record<Account['kind'], Rate>> = {
  customer: { perSecond: 1, burst: 100 },
  admin: { perSecond: 10, burst: 500 },
};

interface Room {
  readonly atOnce: number;
  /** Calls that may wait for a place besides. */
  readonly waiting: number;
  /** The answer to a call that finds no place. */
  readonly refusal?: string;
}

/** Calls of an account that are answered at once, and that wait besides; a page makes three or four searches at once. */
const places = {
  read: { atOnce: 4, waiting: 60 },
  search: { atOnce: 2, waiting: 8 },
  export: { atOnce: 2, waiting: 8 },
  download: { atOnce: 1, waiting: 0, refusal: refusals.dataUnderWay },
} as const satisfies Partial<Record<Cost, Room>>;
type PlacedCost = keyof typeof places;
const placedCosts = Object.keys(places) as PlacedCost[];

/** A board makes one call at a time; some may have died on their way without the server knowing. */
const deviceRoom: Room = { atOnce: 4, waiting: 0 };

/** Above this many entries, those with nothing to remember are forgotten. */
const sweepAbove = 1_000;

interface AccountShare {
  readonly changes: TokenBucket;
  readonly places: Readonly<Record<PlacedCost, Places>>;
}

const later = 'Please wait a moment and try again.';
const crowded = `Too many calls at the same time. ${later}`;

/** Returns what a call had taken. */
type Release = () => void;

const nothing: Release = () => {};

/**
 * Limits what one account or one device may ask of the server, so that its flood does not delay others.
 * Kept in memory: a restart gives everybody their burst again, and nothing more.
 */
export class CallLimits {
  readonly bodies = new HeldBodies();
  readonly #monitor: Monitor;
  readonly #accounts = new Map<string, AccountShare>();
  readonly #devices = new WeakMap<LiveDevice, Places>();
  #sweepAbove = sweepAbove;

  constructor(monitor: Monitor) {
    this.#monitor = monitor;
  }

  /**
   * Admits a call, perhaps after a while.
   * @throws AppError RATE_LIMITED
   */
  async admit(caller: Account | LiveDevice | null, cost: Cost, now: Instant): Promise<Release> {
    if (caller === null) return nothing;
    if ('deviceId' in caller) return this.#admitDevice(caller, now);
    if (cost === 'kept' || cost === 'exempt') return nothing;
    const share = this.#shareOf(caller, now);
    if (cost !== 'change') return share.places[cost].take();
    const waitMs = share.changes.waitMs(now.monoMs);
    if (waitMs > 0) {
      throw new AppError('RATE_LIMITED', `Too many changes in a short time. ${later}`, {
        retryAfterSeconds: Math.ceil(waitMs / 1000),
      });
    }
    share.changes.take(now.monoMs);
    return nothing;
  }

  async #admitDevice(device: LiveDevice, now: Instant): Promise<Release> {
    admitDevice(this.#monitor, device, now);
    let places = this.#devices.get(device);
    if (places === undefined) {
      places = new Places(deviceRoom);
      this.#devices.set(device, places);
    }
    return places.take();
  }

  #shareOf(account: Account, now: Instant): AccountShare {
    const { kind } = account;
    const name = nameOf(account);
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    if (this.#accounts.size >= this.#sweepAbove) this.#forgetIdle(now);
    const share = {
      changes: new TokenBucket(changeRates[kind]),
      places: {
        read: new Places(places.read),
        search: new Places(places.search),
        export: new Places(places.export),
        download: new Places(places.download),
      },
    };
    this.#accounts.set(name, share);
    return share;
  }

  #forgetIdle(now: Instant): void {
    for (const [name, share] of this.#accounts) {
      const isIdle = placedCosts.every((cost) => share.places[cost].areFree);
      if (isIdle && share.changes.isFull(now.monoMs)) this.#accounts.delete(name);
    }
    this.#sweepAbove = Math.max(sweepAbove, 2 * this.#accounts.size);
  }
}

/** Whose share it is. Whoever a chat let in uses up nothing of the account's owner. */
function nameOf(account: Account): string {
  const name = `${account.kind}:${account.id}`;
  const isGuest = account.kind === 'customer' && !account.isOwner;
  return isGuest ? `${name}:${account.recipientId}` : name;
}

/** A number of places; a few more callers wait in line. */
class Places {
  readonly #room: Room;
  readonly #line: (() => void)[] = [];
  #taken = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  get areFree(): boolean {
    return this.#taken === 0;
  }

  /** @throws AppError RATE_LIMITED */
  async take(): Promise<Release> {
    const { atOnce, waiting, refusal = crowded } = this.#room;
    if (this.#taken < atOnce) this.#taken += 1;
    else if (this.#line.length < waiting) {
      await new Promise<void>((resolve) => this.#line.push(resolve));
    } else throw new AppError('RATE_LIMITED', refusal, { retryAfterSeconds: 1 });
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      // The next in line takes over the place.
      const next = this.#line.shift();
      if (next === undefined) this.#taken -= 1;
      else next();
    };
  }
}
