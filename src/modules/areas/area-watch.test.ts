import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Place } from '../../domain/devices/place.ts';
import type { AreaOutage } from './area-outage.ts';
import { type AreaChanges, AreaWatch, type SiteLoss } from './area-watch.ts';
import type { AreaSite } from './find-candidate.ts';

const now = Date.UTC(2026, 10, 21, 5);
const monthMs = 30 * 86_400_000;

interface TestSite extends Partial<AreaSite> {
  readonly place?: Partial<Place>;
}

class World {
  readonly watch = new AreaWatch('Asia/Bangkok');
  #sites = 0;
  #outages = 0;

  add({ place, ...facts }: TestSite = {}): number {
    this.#sites += 1;
    const id = this.#sites;
    this.watch.place(id, {
      place: { cell: 'F1/T1', area: null, location: null, ...place },
      facts: { ownerId: id, detection: 'silence-30', provider: null, ...facts },
      since: now - monthMs,
      past: [],
    });
    this.watch.follow(id, { type: 'up' });
    return id;
  }

  addMany(count: number, site: TestSite = {}): number[] {
    return Array.from({ length: count }, () => this.add(site));
  }

  lose(siteId: number, at: number, rest: Partial<SiteLoss> = {}): number {
    this.#outages += 1;
    this.watch.follow(siteId, {
      ...{ type: 'lost', outageId: this.#outages, onset: { from: at, to: at + 25_000 } },
      ...{ isReported: false, isExcused: false, ...rest },
    });
    return this.#outages;
  }

  return(siteId: number, at: number, provenBy: 'mains' | 'network' | 'device' | null): void {
    this.watch.follow(siteId, { type: 'back', at, provenBy });
  }

  settle(at: number): AreaChanges {
    return this.watch.settle(at);
  }

  get open(): readonly AreaOutage[] {
    return [...this.watch.open()];
  }
}

function loseAll(world: World, sites: readonly number[], at: number): void {
  for (const site of sites) world.lose(site, at);
  world.settle(at + 25_000);
}

describe('an area outage', () => {
  test('is seen from three sites of two owners on, once they are enough of their cell', () => {
    const world = new World();
    const sites = world.addMany(10);
    world.lose(sites[0] ?? 0, now);
    world.lose(sites[1] ?? 0, now + 4_000);
    world.settle(now + 30_000);
    expect(world.open).toEqual([]);
    world.lose(sites[2] ?? 0, now + 2_000);
    world.settle(now + 30_000);
    expect(world.open).toMatchObject([
      { status: 'suspected', cause: 'mains', lost: 3, healthy: 7, labels: ['F1/T1'] },
    ]);
    expect(world.open[0]?.onset).toEqual({ from: now + 4_000, to: now + 25_000 });
  });

  test('is not seen in too small a part of a cell', () => {
    const world = new World();
    const sites = world.addMany(11);
    loseAll(world, sites.slice(0, 3), now);
    expect(world.open).toEqual([]);
  });

  test('is not one owner’s building', () => {
    const world = new World();
    const sites = world.addMany(6, { ownerId: 7 });
    world.addMany(6);
    loseAll(world, sites, now);
    expect(world.open).toEqual([]);
  });

  test('is not made of losses at different moments', () => {
    const world = new World();
    const sites = world.addMany(8);
    for (const [number, site] of sites.slice(0, 4).entries()) {
      world.lose(site, now + number * 120_000);
      world.settle(now + number * 120_000 + 25_000);
    }
    expect(world.open).toEqual([]);
  });

  test('may go part after part, within the window', () => {
    const world = new World();
    const sites = world.addMany(10);
    for (const [number, site] of sites.slice(0, 5).entries()) {
      const at = now + number * 20_000;
      world.lose(site, at, { onset: { from: at - 1_000, to: at + 1_000 } });
    }
    world.settle(now + 82_000);
    expect(world.open).toMatchObject([{ lost: 5, healthy: 5 }]);
  });

  test('takes in what becomes known later of the same moment', () => {
    const world = new World();
    const sites = world.addMany(8);
    loseAll(world, sites.slice(0, 4), now);
    world.lose(sites[4] ?? 0, now - 5_000, { onset: { from: now - 5_000, to: now + 175_000 } });
    const { joined } = world.settle(now + 175_000);
    expect([...joined.keys()]).toEqual([5]);
    expect(world.open).toMatchObject([{ lost: 5 }]);
  });

  test('is confirmed by a board that measures the mains, at once', () => {
    const world = new World();
    const sites = world.addMany(6, { detection: 'mains' });
    for (const site of sites.slice(0, 3)) {
      world.lose(site, now, { isReported: true, onset: { from: now - 1_000, to: now + 1_000 } });
    }
    world.settle(now + 2_000);
    expect(world.open).toMatchObject([
      { status: 'confirmed', cause: 'mains', declaredAt: now + 2_000 },
    ]);
  });

  test('does not wait for boards of which nothing can be known yet', () => {
    const world = new World();
    const quick = world.addMany(4, { detection: 'mains' });
    world.addMany(30, { detection: 'silence-timeout' });
    for (const site of quick) {
      world.lose(site, now, { isReported: true, onset: { from: now - 1_000, to: now + 1_000 } });
    }
    world.settle(now + 2_000);
    expect(world.open).toHaveLength(1);
  });

  test('of one provider alone is the provider’s, until boards return that had lost power', () => {
    const world = new World();
    const theirs = world.addMany(5, { provider: '100.64' });
    world.addMany(5, { provider: '100.65' });
    loseAll(world, theirs, now);
    expect(world.open).toMatchObject([{ status: 'suspected', cause: 'network' }]);
    for (const site of theirs.slice(0, 2)) world.return(site, now + 60_000, 'mains');
    world.settle(now + 61_000);
    expect(world.open).toMatchObject([{ status: 'confirmed', cause: 'mains' }]);
  });

  test('whose boards return as they were was none of power', () => {
    const world = new World();
    const sites = world.addMany(6);
    loseAll(world, sites, now);
    for (const site of sites.slice(0, 2)) world.return(site, now + 60_000, 'network');
    world.settle(now + 61_000);
    expect(world.open).toMatchObject([{ status: 'confirmed', cause: 'network', back: 2 }]);
  });

  test('of one provider, with one home that had a cut of its own, becomes the provider’s', () => {
    const world = new World();
    const theirs = world.addMany(9, { provider: '100.64' });
    const own = world.add({ provider: '203.0', detection: 'mains' });
    world.lose(own, now + 5_000, {
      ...{ isReported: true, onset: { from: now + 4_000, to: now + 6_000 } },
    });
    loseAll(world, theirs, now);
    expect(world.open).toMatchObject([{ status: 'suspected', cause: 'mains', lost: 10 }]);
    for (const site of theirs.slice(0, 2)) world.return(site, now + 60_000, 'network');
    const { joined } = world.settle(now + 61_000);
    expect(world.open).toMatchObject([{ status: 'confirmed', cause: 'network', lost: 9 }]);
    expect([...joined]).toEqual([[1, null]]);
    expect(world.watch.areaOf(own)).toBeNull();
  });

  test('with two homes that report is one of the power, whatever their provider', () => {
    const world = new World();
    const silent = world.addMany(5, { provider: '100.64' });
    const measured = world.addMany(2, { provider: '203.0', detection: 'mains' });
    for (const site of measured) {
      world.lose(site, now, { isReported: true, onset: { from: now - 1_000, to: now + 1_000 } });
    }
    loseAll(world, silent, now);
    for (const site of silent.slice(0, 2)) world.return(site, now + 60_000, 'network');
    world.settle(now + 61_000);
    expect(world.open).toMatchObject([{ status: 'confirmed', cause: 'mains', lost: 7 }]);
  });

  test('whose boards had only restarted is taken back', () => {
    const world = new World();
    const sites = world.addMany(6);
    loseAll(world, sites, now);
    for (const site of sites.slice(0, 2)) world.return(site, now + 60_000, 'device');
    const { removed, joined } = world.settle(now + 61_000);
    expect(removed).toHaveLength(1);
    expect([...joined.values()]).toEqual([null, null, null, null, null, null]);
    expect(world.open).toEqual([]);
    expect(world.watch.areaOf(1)).toBeNull();
  });

  test('is over once half are back', () => {
    const world = new World();
    const sites = world.addMany(5);
    loseAll(world, sites, now);
    for (const [number, site] of sites.slice(0, 2).entries()) {
      world.return(site, now + 600_000 + number, 'mains');
    }
    world.settle(now + 601_000);
    expect(world.open).toMatchObject([{ lost: 5, back: 2, endedAt: null }]);
    world.return(sites[2] ?? 0, now + 602_000, 'mains');
    world.settle(now + 602_000);
    expect(world.open).toEqual([]);
    expect(world.watch.areaOf(sites[4] ?? 0)).toMatchObject({ endedAt: now + 602_000, back: 3 });
  });

  test('goes on if its sites fall again before their return has lasted', () => {
    const world = new World();
    const sites = world.addMany(12);
    loseAll(world, sites, now);
    const [area] = world.open;
    for (const site of sites) world.return(site, now + 600_000, 'mains');
    world.settle(now + 600_000);
    expect(world.open).toEqual([]);
    for (const [number, site] of sites.entries()) {
      const onset = { from: now + 605_000, to: now + 630_000 };
      world.watch.follow(site, {
        ...{ type: 'lost', outageId: number + 1, onset, isReported: false, isExcused: false },
      });
    }
    world.settle(now + 630_000);
    expect(world.open.includes(area as AreaOutage)).toBe(true);
    expect(world.open).toMatchObject([{ lost: 12, back: 0, healthy: 0, endedAt: null }]);
  });

  test('does not count what has a reason of its own', () => {
    const world = new World();
    const sites = world.addMany(6);
    for (const site of sites) world.lose(site, now, { isExcused: true });
    world.settle(now + 25_000);
    expect(world.open).toEqual([]);
  });

  test('is not made of switches that were off at this time the night before', () => {
    const world = new World();
    const sites = world.addMany(6);
    const dayMs = 86_400_000;
    loseAll(world, sites, now - dayMs);
    for (const site of sites) {
      world.return(site, now - dayMs / 2, 'mains');
      world.watch.follow(site, { type: 'up' });
    }
    world.settle(now - dayMs / 2);
    loseAll(world, sites, now + 300_000);
    expect(world.open).toEqual([]);
  });

  test('is not a switch that was off at about this time the night before', () => {
    const world = new World();
    const sites = world.addMany(8).slice(0, 4);
    loseAll(world, sites, now - 86_400_000 + 20 * 60_000);
    for (const site of sites) {
      world.return(site, now - 40_000_000, 'mains');
      world.watch.follow(site, { type: 'up' });
    }
    world.settle(now - 40_000_000);
    loseAll(world, sites, now);
    expect(world.open).toEqual([]);
  });

  test('in an hour in which many are lost one by one needs more of them', () => {
    const world = new World();
    const sites = world.addMany(16);
    for (const [number, site] of sites.slice(0, 6).entries()) {
      world.lose(site, now - 3_000_000 + number * 300_000);
      world.settle(now - 2_900_000 + number * 300_000);
    }
    loseAll(world, sites.slice(6, 9), now);
    expect(world.open).toEqual([]);
    loseAll(world, sites.slice(9, 13), now);
    expect(world.open).toMatchObject([{ lost: 7 }]);
  });
});

describe('neighbours', () => {
  const near = { latitude: 18.788, longitude: 98.985 };

  test('of one feeder join, and those of another do not', () => {
    const world = new World();
    const first = world.addMany(4, { place: { cell: 'F1/T1' } });
    const second = world.addMany(4, { place: { cell: 'F1/T2' } });
    const other = world.addMany(4, { place: { cell: 'F2/T1' } });
    loseAll(world, first, now);
    loseAll(world, other, now);
    expect(world.open).toHaveLength(2);
    loseAll(world, second, now + 30_000);
    expect(world.open.map(({ labels }) => labels)).toEqual([['F1/T1', 'F1/T2'], ['F2/T1']]);
  });

  test('of a branch go together, while the rest of the feeder stays well', () => {
    const world = new World();
    const cells = Array.from({ length: 20 }, (_, number) =>
      world.addMany(2, { place: { cell: `F1/T${number}` } }),
    );
    loseAll(world, cells.slice(0, 3).flat(), now);
    expect(world.open).toMatchObject([
      { lost: 6, healthy: 0, labels: ['F1/T0', 'F1/T1', 'F1/T2'] },
    ]);
  });

  test('that lose one each by chance do not', () => {
    const world = new World();
    const cells = Array.from({ length: 20 }, (_, number) =>
      world.addMany(2, { place: { cell: `F1/T${number}` } }),
    );
    loseAll(
      world,
      cells.slice(0, 4).map(([first]) => first ?? 0),
      now,
    );
    expect(world.open).toEqual([]);
  });

  test('within two kilometres join, those further away do not', () => {
    const world = new World();
    const here = world.addMany(4, { place: { cell: 'A', location: near } });
    const beside = world.addMany(4, {
      place: { cell: 'B', location: { ...near, latitude: near.latitude + 0.015 } },
    });
    const far = world.addMany(4, {
      place: { cell: 'C', location: { ...near, latitude: near.latitude + 0.05 } },
    });
    for (const sites of [here, far, beside]) loseAll(world, sites, now);
    expect(world.open.map(({ labels }) => labels)).toEqual([['A', 'B'], ['C']]);
  });

  test('that are few are looked at together', () => {
    const world = new World();
    const sites = [0, 0.012, -0.012, 0.008].map((north) =>
      world.add({
        place: { cell: null, location: { ...near, latitude: near.latitude + north } },
      }),
    );
    loseAll(world, sites, now);
    expect(world.open).toMatchObject([{ lost: 4, labels: [] }]);
    expect(world.open[0]?.middle?.latitude).toBeCloseTo(near.latitude, 1);
  });

  test('that are known only by their province are not', () => {
    const world = new World();
    const sites = world.addMany(5, { place: { cell: null, area: 'TH-50' } });
    loseAll(world, sites, now);
    expect(world.open).toEqual([]);
    expect(world.watch.has(sites[0] ?? 0)).toBe(false);
  });
});

test('what rows say is taken over, and goes on as it would have', () => {
  const build = () => {
    const world = new World();
    world.addMany(8);
    return world;
  };
  const first = build();
  loseAll(first, [1, 2, 3, 4, 5], now);
  const [area] = first.open;
  if (area === undefined) throw new Error('nothing was found');

  const second = build();
  const losses = [1, 2, 3, 4, 5].map((siteId) => ({
    ...{ siteId, outageId: siteId, onset: { from: now, to: now + 25_000 }, isReported: false },
    ...{ backAt: null, provenBy: null, isOpen: true },
  }));
  second.watch.restore({ ...area, id: 9, losses });
  for (const siteId of [1, 2, 3, 4, 5]) {
    second.watch.follow(siteId, {
      ...{ type: 'lost', outageId: siteId, onset: { from: now, to: now + 25_000 } },
      ...{ isReported: false, isExcused: false },
    });
  }
  expect(second.settle(now + 100_000)).toMatchObject({ touched: [{ id: 9 }], removed: [] });
  for (const world of [first, second]) {
    for (const site of [1, 2, 3]) world.return(site, now + 600_000, 'mains');
    world.settle(now + 600_000);
    expect(world.open).toEqual([]);
  }
  const ended = { ...first.watch.areaOf(5), id: null, cells: null, losses: null };
  expect({ ...second.watch.areaOf(5), id: null, cells: null, losses: null }).toEqual(ended);
});

test('of an area outage whose sites have no place any more nothing is left', () => {
  const world = new World();
  const onset = { from: now, to: now + 25_000 };
  const losses = [1, 2, 3].map((siteId) => ({
    ...{ siteId, outageId: siteId, onset, isReported: false },
    ...{ backAt: null, provenBy: null, isOpen: true },
  }));
  world.watch.restore({
    ...{
      id: 9,
      onset,
      declaredAt: now,
      status: 'suspected',
      cause: 'mains',
      endedAt: null,
      losses,
    },
  });
  expect(world.open).toEqual([]);
  const { touched, removed, joined } = world.settle(now + 60_000);
  expect(touched).toEqual([]);
  expect(removed).toMatchObject([{ id: 9 }]);
  expect([...joined]).toEqual([1, 2, 3].map((outageId) => [outageId, null]));
});

test('whatever is said, an area outage has three sites when it is declared, and each loss one area', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('lose' as const), site: fc.nat(19), after: fc.nat(60_000) }),
    fc.record({ do: fc.constant('back' as const), site: fc.nat(19), after: fc.nat(60_000) }),
    fc.record({ do: fc.constant('up' as const), site: fc.nat(19), after: fc.nat(60_000) }),
    fc.record({ do: fc.constant('unwatched' as const), site: fc.nat(19), after: fc.nat(60_000) }),
    fc.record({ do: fc.constant('forget' as const), site: fc.nat(19), after: fc.nat(60_000) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const world = new World();
      for (let i = 0; i < 20; i += 1) {
        world.add({ ownerId: i % 7, place: { cell: `F${i % 2}/T${i % 4}` } });
      }
      let at = now;
      const known = new Map<number, AreaOutage | null>();
      for (const { do: what, site, after } of steps) {
        at += after;
        const id = site + 1;
        if (what === 'lose') world.lose(id, at);
        else if (what === 'back') world.return(id, at, null);
        else if (what === 'forget') world.watch.forget(id);
        else world.watch.follow(id, { type: what });
        const before = new Set(world.open);
        const { touched, removed, joined } = world.settle(at);
        for (const [outageId, area] of joined) known.set(outageId, area);
        for (const area of world.open) {
          if (!before.has(area)) expect(area.lost).toBeGreaterThanOrEqual(3);
          const members = [...known.values()].filter((one) => one === area).length;
          expect(members).toBe(area.lost);
          expect(area.back * 2).toBeLessThan(area.lost);
          expect(area.onset.from).toBeLessThanOrEqual(area.onset.to);
          expect(removed).not.toContain(area);
        }
        expect(touched.filter((area) => removed.includes(area))).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});
