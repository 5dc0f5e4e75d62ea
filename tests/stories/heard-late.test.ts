/** Losses that were over before they were heard of: what counts is how long they lasted. */
import { expect, test } from 'bun:test';
import { recordEvents } from '../../src/actions/fleet/record-events.ts';
import { outages } from '../../src/store/alerts/tables.ts';
import { report } from '../support/beats.ts';
import { makeDeliveryWorld } from '../support/delivery-world.ts';
import { makeCustomer, makeDevice } from '../support/monitor.ts';

/** One call that tells of a loss and of its end, so many seconds ago each. */
async function hearOf(lostAgo: number, backAgo: number) {
  const world = makeDeliveryWorld();
  const { monitor } = world;
  const customerId = makeCustomer(monitor, 'me');
  const device = makeDevice(monitor, { customerId, siteName: 'Shop', thresholdSeconds: 5 });
  await world.loseMains(device);
  await world.restoreMains(device);
  await world.advance(300);
  const reports = [
    report('POWER_DOWN', { age_ms: lostAgo * 1000 }),
    report('POWER_RECOVER', { age_ms: backAgo * 1000 }),
  ];
  await recordEvents(monitor, device, reports, 'http', monitor.clock());
  await world.advance(300);
  return {
    said: world.channel.sent.map(({ html }) => html.split('\n')[0]?.replaceAll(/<\/?b>/g, '')),
    lasted: monitor.store.db
      .select()
      .from(outages)
      .all()
      .map(({ downAt, recoverAt }) => ((recoverAt ?? Number.NaN) - downAt) / 1000),
  };
}

test('one below the threshold is told to nobody, and is in the report', async () => {
  expect(await hearOf(12, 11)).toEqual({ said: [], lasted: [0.001, 1] });
});

test('a longer one is told in one message', async () => {
  expect(await hearOf(50, 20)).toEqual({ said: ['⚪ Power was out'], lasted: [0.001, 30] });
});
