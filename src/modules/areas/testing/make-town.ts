/**
 * Made-up towns, by other assumptions than those of the districts in make-world.ts and make-days.ts, so that
 * the detection is not judged by what it was built for.
 *
 * A town's grid is a tree: substation, feeders, laterals, transformers, and three phases. Feeders lie across
 * each other. Any branch may fail, whole or one phase of it, and power comes back at once, in stages, or only
 * to go again. Boards come late, are jittery and share addresses; half of the towns have bare boards only.
 */

import type { Place } from '../../../domain/devices/place.ts';
import type { AreaSite } from '../find-candidate.ts';
import { Dice } from './dice.ts';
import { day, second } from './durations.ts';

interface Branch {
  readonly substation: number;
  readonly feeder: number;
  readonly lateral: number;
  readonly transformer: number;
}

export interface TownSite extends AreaSite {
  readonly id: number;
  readonly ownerId: number;
  readonly place: Place;
  readonly branch: Branch;
  readonly phase: number;
  readonly carrier: number;
  /** Its report leaves while the power is gone: the router has a battery. */
  readonly tellsAtOnce: boolean;
  /** Its own power cuts, and its own silences, a day. */
  readonly cutsPerDay: number;
  readonly silencesPerDay: number;
  /** It closes at this minute of the day, and by how much that varies. Null: it never does. */
  readonly closing: { readonly minute: number; readonly deviation: number } | null;
  /** All of one hall close by one switch. */
  readonly hall: number | null;
  readonly skewMs: number;
  /** When it is first heard, in ms after the start. */
  readonly joinsAfter: number;
}

/** How a town is. Each is drawn anew for every seed. */
export interface TownTraits {
  readonly placing: 'feeder and transformer' | 'transformer' | 'feeder' | 'points' | 'some of each';
  readonly perCell: 'five' | 'few' | 'many';
  readonly sensing: number;
  readonly addresses: 'hidden' | 'one' | 'several';
  readonly timeoutMs: number;
  readonly outagesPerDay: number;
  readonly feastsPerMonth: number;
  readonly squallsPerMonth: number;
}

export interface Town {
  readonly sites: readonly TownSite[];
  readonly traits: TownTraits;
  readonly days: number;
}

export function makeTown(seed: string, days: number): Town {
  const random = new Dice(`${seed} town`);
  const traits: TownTraits = {
    placing: random.oneOf([
      ...(['feeder and transformer', 'feeder and transformer', 'transformer'] as const),
      ...(['feeder', 'points', 'some of each'] as const),
    ]),
    perCell: random.oneOf(['five', 'few', 'many']),
    sensing: random.oneOf([0, 0, 0, 0.3, 0.7, 1]),
    addresses: random.oneOf(['hidden', 'one', 'several', 'several', 'several']),
    timeoutMs: random.oneOf([60, 90, 180]) * second,
    outagesPerDay: random.oneOf([0.15, 0.4, 0.8]),
    feastsPerMonth: random.oneOf([0, 1, 4]),
    squallsPerMonth: random.oneOf([0, 1, 4]),
  };
  const carriers = traits.addresses === 'one' ? 1 : random.whole(2, 5);
  const sites: TownSite[] = [];
  let transformer = 0;
  let lateral = 0;
  let owner = 0;
  let hall = 0;
  for (let feeder = 0, feeders = random.whole(2, 6); feeder < feeders; feeder += 1) {
    // Each feeder is a line through the town, so that they cross.
    const angle = random.between(0, Math.PI);
    const [fromX, fromY] = [random.between(-1, 1), random.between(-1, 1)];
    for (let branches = random.whole(1, 4); branches > 0; branches -= 1, lateral += 1) {
      const along = random.between(-3, 3);
      for (let count = random.whole(1, 4); count > 0; count -= 1, transformer += 1) {
        const far = along + random.between(-0.6, 0.6);
        const x = fromX + far * Math.cos(angle) + random.between(-0.3, 0.3);
        const y = fromY + far * Math.sin(angle) + random.between(-0.3, 0.3);
        const size = { five: 5, few: random.whole(1, 4), many: random.whole(4, 24) }[
          traits.perCell
        ];
        const hallHere = size >= 5 && random.chance(0.03) ? hall++ : null;
        for (let left = size; left > 0; left -= 1) {
          // Landlords own many sites, here and there.
          const ownerId = owner > 3 && random.chance(0.12) ? random.whole(1, owner) : ++owner;
          const isSensing = random.chance(traits.sensing);
          const carrier = Math.floor(carriers * random.next() ** 1.6);
          const inHall = hallHere !== null && left > size / 2 ? hallHere : null;
          const closes = inHall !== null || random.chance(0.07);
          const at = { x: x + random.normal() * 0.12, y: y + random.normal() * 0.12 };
          const branch = { substation: feeder % 2, feeder, lateral, transformer };
          sites.push({
            ...{ id: sites.length + 1, ownerId, branch, phase: random.whole(0, 2), carrier },
            place: placeIn(traits, random, branch, at),
            provider: traits.addresses === 'hidden' ? null : `203.${carrier}`,
            detection: isSensing ? 'mains' : random.chance(0.8) ? 'silence-30' : 'silence-timeout',
            tellsAtOnce: isSensing && random.chance(0.6),
            cutsPerDay: 0.02 * Math.exp(random.normal()),
            silencesPerDay: random.chance(0.08)
              ? random.between(0.5, 4)
              : 0.03 * Math.exp(random.normal()),
            closing: closes
              ? {
                  minute: inHall === null ? random.between(1020, 1380) : 1260 + (inHall % 7) * 17,
                  deviation: inHall === null ? random.between(4, 25) : 6,
                }
              : null,
            hall: inHall,
            skewMs: random.chance(0.03)
              ? random.normal() * 20 * second
              : random.normal() * 0.4 * second,
            joinsAfter: random.chance(0.2) ? random.next() * days * day : 0,
          });
        }
      }
    }
  }
  return { sites, traits, days };
}

function placeIn(
  { placing }: TownTraits,
  random: Dice,
  { feeder, transformer }: Branch,
  { x, y }: { readonly x: number; readonly y: number },
): Place {
  const location = {
    latitude: Math.round((13.75 + y / 111.2) * 1000) / 1000,
    longitude: Math.round((100.5 + x / 108) * 1000) / 1000,
  };
  const both = { cell: `F${feeder}/T${transformer}`, area: null, location: null };
  switch (placing) {
    case 'feeder and transformer':
      return both;
    case 'transformer':
      return { ...both, cell: `T${transformer}`, location: random.chance(0.5) ? location : null };
    case 'feeder':
      return { ...both, cell: `F${feeder}` };
    case 'points':
      return { ...both, cell: null, location };
    case 'some of each':
      return random.chance(0.6) ? both : { ...both, cell: null, location };
  }
}
