import { admitDevice } from '../../actions/devices/admit-device.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import type { Monitor } from '../../actions/monitor.ts';
import type { Account } from '../../actions/people/find-account.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { type Rate, TokenBucket } from '../../domain/token-bucket.ts';
import type { RouteSpec } from './route.ts';

/**
 * What a call costs the account that makes it. `change`: a token. `search` and `export`: one of two
 * places, while it runs. `free`: nothing. Quick calls are free, and so is logging out, so that no other
 * session of the account can block it.
 */
export type Cost = 'free' | 'change' | 'search' | 'export';

/** What a call costs an account. */
export function costOf({ cost, method }: Pick<RouteSpec, 'cost' | 'method'>): Cost {
  return cost ?? (method === 'GET' ? 'free' : 'change');
}

/**
 * A customer saves a page that sets 25 sites a few times, and an operator fixes a whole list. In the long
 * run nobody types faster than this, and a script that does must not wear out the SD card.
 */
const changeRates: Readonly<Record<Account['kind'], Rate>> = {
  customer: { perSecond: 1, burst: 100 },
  admin: { perSecond: 10, burst: 500 },
};

const atOnce = 2;
/** How many more calls of an account may wait for a place; a page makes three or four at once. */
const mostWaiting = 8;
/** A board makes one call at a time; some may have died on their way without the server knowing. */
const deviceCallsAtOnce = 4;

/** Above this many entries, those with nothing to remember are forgotten. */
const sweepAbove = 1_000;

interface AccountShare {
  readonly changes: TokenBucket;
  readonly search: Places;
  readonly export: Places;
}

/** Returns what a call had taken. */
export type Release = () => void;

const nothing: Release = () => {};

/**
 * Limits what one account or one device may ask of the server, so that its flood does not delay others.
 * Kept in memory: a restart gives everybody their burst again, and nothing more.
 */
export class CallLimits {
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
    if (cost === 'free') return nothing;
    const share = this.#shareOf(caller, now);
    if (cost !== 'change') return share[cost].take();
    const waitMs = share.changes.waitMs(now.monoMs);
    if (waitMs > 0) throw tooMany('Too many changes in a short time.', waitMs);
    share.changes.take(now.monoMs);
    return nothing;
  }

  async #admitDevice(device: LiveDevice, now: Instant): Promise<Release> {
    admitDevice(this.#monitor, device, now);
    let places = this.#devices.get(device);
    if (places === undefined) {
      places = new Places(deviceCallsAtOnce, 0);
      this.#devices.set(device, places);
    }
    return places.take();
  }

  #shareOf({ kind, id }: Account, now: Instant): AccountShare {
    const name = `${kind}:${id}`;
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    if (this.#accounts.size >= this.#sweepAbove) this.#forgetIdle(now);
    const share = {
      changes: new TokenBucket(changeRates[kind]),
      search: new Places(atOnce, mostWaiting),
      export: new Places(atOnce, mostWaiting),
    };
    this.#accounts.set(name, share);
    return share;
  }

  #forgetIdle(now: Instant): void {
    for (const [name, share] of this.#accounts) {
      const isIdle = share.search.areFree && share.export.areFree;
      if (isIdle && share.changes.isFull(now.monoMs)) this.#accounts.delete(name);
    }
    this.#sweepAbove = Math.max(sweepAbove, 2 * this.#accounts.size);
  }
}

/** A number of places; a few more callers wait in line. */
class Places {
  readonly #count: number;
  readonly #mostWaiting: number;
  readonly #line: (() => void)[] = [];
  #taken = 0;

  constructor(count: number, mostWaiting: number) {
    this.#count = count;
    this.#mostWaiting = mostWaiting;
  }

  get areFree(): boolean {
    return this.#taken === 0;
  }

  /** @throws AppError RATE_LIMITED */
  async take(): Promise<Release> {
    if (this.#taken < this.#count) this.#taken += 1;
    else if (this.#line.length < this.#mostWaiting) {
      await new Promise<void>((resolve) => this.#line.push(resolve));
    } else throw tooMany('Too many calls at the same time.', 1000);
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

function tooMany(what: string, waitMs: number): AppError {
  return new AppError('RATE_LIMITED', `${what} Please wait a moment and try again.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}
