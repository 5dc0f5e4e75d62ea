/** A made-up district: its sites on the grid, and everything about it that differs from seed to seed. */

import type { Place } from '../../../domain/devices/place.ts';
import { Prng } from '../../../domain/prng.ts';
import type { AreaSite } from '../find-candidate.ts';

export interface SimulatedSite extends AreaSite {
  readonly id: number;
  readonly ownerId: number;
  readonly place: Place;
  readonly feeder: number;
  /** The transformer, counted over all feeders. */
  readonly transformer: number;
  /** Its place in truth, in km; a site may not have told its point. */
  readonly km: readonly [number, number];
  readonly provider: string | null;
  /** Which carrier it is with, even where the server does not know. */
  readonly carrier: number;
  /** A board that reports the loss only where the router goes on. */
  readonly isRouterBuffered: boolean;
  /** Its own losses a day. */
  readonly rate: number;
  /** When its switch goes off, in minutes after midnight, and by how much that varies. Null: never. */
  readonly nightly: { readonly minute: number; readonly spread: number } | null;
  /** Sites of the same number hang behind one switch. */
  readonly building: number | null;
  /** By how much its clock makes its reports wrong, in ms. */
  readonly skewMs: number;
}

/** How a district is. Each is drawn anew for every seed. */
export interface Traits {
  readonly placing: 'tags' | 'points' | 'areas' | 'mixed';
  readonly sensing: number;
  readonly buffered: number;
  readonly carriers: number;
  /** Addresses are hidden behind a proxy. */
  readonly isProxied: boolean;
  /** Days of `unpluggers` in the evening, per week. */
  readonly eveningsPerWeek: number;
  readonly unpluggers: number;
  readonly stormsPerMonth: number;
  /** Area outages a day. */
  readonly outagesPerDay: number;
}

export interface World {
  readonly sites: readonly SimulatedSite[];
  readonly traits: Traits;
  readonly days: number;
}

/** @param days how long it is watched */
export function makeWorld(seed: string, days: number): World {
  const random = new Prng(`${seed} world`);
  const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random.next() * items.length)] as T;
  const traits: Traits = {
    placing: oneOf(['tags', 'tags', 'points', 'areas', 'mixed']),
    sensing: oneOf([0, 0.2, 0.5, 0.9]),
    buffered: oneOf([0.1, 0.5, 0.9]),
    carriers: oneOf([1, 2, 3, 3, 4]),
    isProxied: random.next() < 0.05,
    eveningsPerWeek: oneOf([0, 1, 3, 7]),
    unpluggers: oneOf([0.1, 0.3, 0.6]),
    stormsPerMonth: oneOf([0, 2, 6]),
    outagesPerDay: oneOf([0.1, 0.3, 0.6]),
  };
  const sites: SimulatedSite[] = [];
  const feeders = 1 + Math.floor(random.next() * 4);
  const isSparse = traits.placing === 'points' && random.next() < 0.5;
  const shares = Array.from({ length: traits.carriers }, () => random.between(0.2, 1));
  let owner = 0;
  let transformer = 0;
  let building = 0;
  for (let feeder = 0; feeder < feeders; feeder += 1) {
    const [x, y] = [random.between(-8, 8), random.between(-8, 8)];
    const transformers = 1 + Math.floor(random.next() * 6);
    for (let count = 0; count < transformers; count += 1, transformer += 1) {
      const spread = isSparse ? 1.5 : 0.2;
      const [tx, ty] = [x + random.between(-1.5, 1.5), y + random.between(-1.5, 1.5)];
      const size = isSparse
        ? 1 + Math.floor(random.next() * 6)
        : Math.round(3 * 20 ** (random.next() ** 1.5));
      const market = random.next() < 0.02 ? building++ : null;
      const marketAt = random.between(17, 24) * 60;
      for (let left = size; left > 0; ) {
        owner += 1;
        const owned = Math.min(left, random.next() < 0.1 ? 2 + Math.floor(random.next() * 5) : 1);
        const own = owned > 1 && random.next() < 0.7 ? building++ : null;
        const ownNightly = random.next() < 0.08;
        const ownAt = random.between(17, 25) * 60;
        for (let of = 0; of < owned; of += 1, left -= 1) {
          const isInMarket = market !== null && left <= Math.max(3, size / 2);
          const km = [tx + random.between(-spread, spread), ty + random.between(-spread, spread)];
          const carrier = pickShare(shares, random.next());
          const isHttp = random.next() < 0.15;
          const isSensing = random.next() < traits.sensing;
          const nightly = isInMarket
            ? { minute: marketAt, spread: 8 }
            : { minute: ownAt, spread: 15 };
          sites.push({
            id: sites.length + 1,
            ownerId: owner,
            place: placeOf(traits, random, feeder, transformer, [km[0] ?? 0, km[1] ?? 0]),
            ...{ feeder, transformer, km: [km[0] ?? 0, km[1] ?? 0], carrier },
            provider: traits.isProxied ? null : `100.${carrier}`,
            detection: isSensing ? 'mains' : isHttp ? 'silence-timeout' : 'silence-30',
            isRouterBuffered: isSensing && random.next() < traits.buffered,
            rate: (1.5 / 30) * Math.exp(random.between(-1.5, 1.2)),
            nightly: isInMarket || ownNightly ? nightly : null,
            building: isInMarket ? market : own,
            skewMs:
              random.next() < 0.05 ? random.between(-30_000, 30_000) : random.between(-1500, 1500),
          });
        }
      }
    }
  }
  return { sites, traits, days };
}

function placeOf(
  { placing }: Traits,
  random: Prng,
  feeder: number,
  transformer: number,
  [east, north]: readonly [number, number],
): Place {
  const kind = placing === 'mixed' ? pick(random.next(), ['tags', 'both', 'points']) : placing;
  const perDegree = 111.2;
  const location = {
    latitude: Math.round((18.8 + north / perDegree) * 1000) / 1000,
    longitude: Math.round((98.98 + east / (perDegree * 0.947)) * 1000) / 1000,
  };
  return {
    cell: kind === 'tags' || kind === 'both' ? `F${feeder}/T${transformer}` : null,
    area: kind === 'areas' ? `TH-50${String(10 + feeder)}${String(10 + (transformer % 90))}` : null,
    location: kind === 'points' || kind === 'both' ? location : null,
  };
}

function pick<T>(at: number, items: readonly T[]): T {
  return items[Math.floor(at * items.length)] as T;
}

function pickShare(shares: readonly number[], at: number): number {
  let left = at * shares.reduce((sum, share) => sum + share, 0);
  return Math.max(
    0,
    shares.findIndex((share) => {
      left -= share;
      return left < 0;
    }),
  );
}
