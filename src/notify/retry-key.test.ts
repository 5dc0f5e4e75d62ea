/** A repeat is known by its key: whatever happens on the way, a far end that keeps keys tells once. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { makeDeliveryWorld } from '../../tests/support/delivery-world.ts';
import { makeCustomer, makeDevice } from '../../tests/support/monitor.ts';
import { SendError } from './channel.ts';

/** The outcome of one try. */
const fates = ['taken', 'answer lost', 'request lost', 'killed after', 'killed before'] as const;
type Fate = (typeof fates)[number];

/** A world with one recipient, and what its far end has taken: the sites of each key's message. */
function makeWorld(fateOf: (elapsedMs: number) => Fate) {
  const world = makeDeliveryWorld();
  const begin = world.time.wallMs;
  const customerId = makeCustomer(world.monitor, '7');
  const taken = new Map<string, readonly string[]>();
  let isKilled = false;
  world.channel.answer = (_, { kind, html }, key) => {
    if (kind !== 'alert') return { externalId: null };
    const fate = fateOf(world.time.wallMs - begin);
    const sites = [...html.matchAll(/<b>(site \d+)<\/b>/g)].flatMap(([, site]) => site ?? []);
    if (fate === 'taken' || fate === 'answer lost' || fate === 'killed after') {
      if (!taken.has(key)) taken.set(key, sites);
    }
    if (fate === 'taken') return { externalId: null };
    if (fate.startsWith('killed')) {
      isKilled = true;
      return new Promise(() => {});
    }
    throw new SendError('no answer', { permanent: false, isAmbiguous: true });
  };
  let count = 0;
  return {
    ...world,
    taken,
    async lose(sites: number, thresholdSeconds = 60) {
      const devices = Array.from({ length: sites }, () => {
        count += 1;
        return makeDevice(world.monitor, {
          customerId,
          siteName: `site ${count}`,
          thresholdSeconds,
        });
      });
      await world.loseMains(...devices);
    },
    /** A process that was killed is followed by another one. */
    async advance(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        // What is on its way when a process ends is never heard of again.
        await world.time.runMs(1000, () => new Promise(setImmediate));
        await world.monitor.sweep.sweep(world.monitor.clock());
        if (!isKilled) continue;
        isKilled = false;
        world.restart();
      }
    },
  };
}

test.each(fates.slice(1))(
  '%s: it goes again as it was, and what came due meanwhile apart',
  async (fate) => {
    const world = makeWorld((elapsedMs) => (elapsedMs < 67_000 ? fate : 'taken'));
    await world.lose(2);
    // Due so soon after the others that it would go with them, had they not been tried before.
    await world.lose(1, 75);
    await world.advance(120);
    expect([...world.taken.values()].sort()).toEqual([['site 1', 'site 2'], ['site 3']]);
  },
);

test('whatever becomes of the tries, each loss is told exactly once', async () => {
  const loss = fc.record({
    sites: fc.integer({ min: 1, max: 3 }),
    thresholdSeconds: fc.constantFrom(60, 66, 75),
    wait: fc.nat(8),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(loss, { minLength: 1, maxLength: 5 }),
      fc.array(fc.constantFrom(...fates.slice(1)), { minLength: 1, maxLength: 8 }),
      async (losses, fate) => {
        const left = [...fate];
        const world = makeWorld(() => left.shift() ?? 'taken');
        let sites = 0;
        for (const { sites: more, thresholdSeconds, wait } of losses) {
          await world.lose(more, thresholdSeconds);
          await world.advance(wait);
          sites += more;
        }
        await world.advance(240);
        const told = [...world.taken.values()].flat().sort();
        const all = Array.from({ length: sites }, (_, index) => `site ${index + 1}`).sort();
        expect(told).toEqual(all);
      },
    ),
    { numRuns: 15 },
  );
}, 60_000);
