import { expect, test } from 'bun:test';
import { asc, eq } from 'drizzle-orm';
import { makeDeliveryWorld } from '../../../tests/support/delivery-world.ts';
import { makeCustomer, makeDevice, testActor } from '../../../tests/support/monitor.ts';
import { outages } from '../../store/alerts/tables.ts';
import { events } from '../../store/fleet/tables.ts';
import { readSentMessage } from '../../store/outbox/sent-messages.ts';
import { acknowledgeOutages } from './acknowledge-outages.ts';

type World = ReturnType<typeof makeDeliveryWorld>;

const outageRows = ({ monitor }: World) =>
  monitor.store.db.select().from(outages).orderBy(asc(outages.id)).all();
const acknowledgements = ({ monitor }: World) =>
  monitor.store.db
    .select()
    .from(events)
    .orderBy(asc(events.id))
    .all()
    .filter((event) => event.eventType.startsWith('ACK'))
    .map((event) => [event.eventType, event.outageId, event.details]);

test('an acknowledged outage is not reminded of, and says who acknowledged it', async () => {
  const world = makeDeliveryWorld();
  const customerId = makeCustomer(world.monitor);
  await world.loseMains(makeDevice(world.monitor, { customerId, siteName: 'Shop' }));
  await world.advance(60);
  const now = world.monitor.clock();
  const result = acknowledgeOutages(
    world.monitor,
    { customerId, outageIds: [1], by: 'Nok', actor: testActor },
    now,
  );
  expect(result).toEqual([
    { outageId: 1, siteName: 'Shop', by: 'Nok', isBack: false, earlier: null },
  ]);
  expect(outageRows(world)).toMatchObject([
    { acknowledgedAt: now.wallMs, acknowledgedBy: 'Nok', confirmedAt: null },
  ]);
  expect(acknowledgements(world)).toEqual([['ACKNOWLEDGE', 1, { by: 'Nok' }]]);
  await world.advance(900);
  expect(world.channel.sent).toHaveLength(1);
  expect(world.rows().at(-1)).toMatchObject({ kind: 'reminder', status: 'superseded' });
});

test('the recovery of an acknowledged outage is told', async () => {
  const world = makeDeliveryWorld();
  const customerId = makeCustomer(world.monitor);
  const device = makeDevice(world.monitor, { customerId });
  await world.loseMains(device);
  await world.advance(60);
  acknowledgeOutages(
    world.monitor,
    { customerId, outageIds: [1], actor: testActor },
    world.monitor.clock(),
  );
  await world.restoreMains(device);
  await world.advance(120);
  expect(world.channel.sent.at(-1)?.html).toContain('Power restored');
  expect(outageRows(world)[0]?.acknowledgedBy).toBe('customer');
});

test('a second acknowledgement changes nothing and names the first person', async () => {
  const world = makeDeliveryWorld();
  const customerId = makeCustomer(world.monitor);
  await world.loseMains(makeDevice(world.monitor, { customerId }));
  const first = world.monitor.clock();
  acknowledgeOutages(
    world.monitor,
    { customerId, outageIds: [1], by: 'Nok', actor: testActor },
    first,
  );
  await world.advance(5);
  const again = acknowledgeOutages(
    world.monitor,
    { customerId, outageIds: [1], by: 'Lek', actor: testActor },
    world.monitor.clock(),
  );
  expect(again).toMatchObject([{ earlier: { by: 'Nok', at: first.wallMs } }]);
  expect(acknowledgements(world)).toHaveLength(1);
  expect(outageRows(world)[0]?.acknowledgedBy).toBe('Nok');
});

test('an outage that is over gets an event of its own kind', async () => {
  const world = makeDeliveryWorld();
  const customerId = makeCustomer(world.monitor);
  const device = makeDevice(world.monitor, { customerId });
  await world.loseMains(device);
  await world.advance(60);
  await world.restoreMains(device);
  await world.advance(200);
  const args = { customerId, outageIds: [1], by: 'Nok', actor: testActor };
  expect(acknowledgeOutages(world.monitor, args, world.monitor.clock())).toMatchObject([
    { isBack: true, earlier: null },
  ]);
  acknowledgeOutages(world.monitor, args, world.monitor.clock());
  expect(acknowledgements(world)).toEqual([['ACK_RECOVER', 1, { by: 'Nok' }]]);
});

test('outages of other customers are not acknowledged', async () => {
  const world = makeDeliveryWorld();
  const customerId = makeCustomer(world.monitor);
  await world.loseMains(makeDevice(world.monitor));
  expect(
    acknowledgeOutages(
      world.monitor,
      { customerId, outageIds: [1], actor: testActor },
      world.monitor.clock(),
    ),
  ).toEqual([]);
  expect(outageRows(world)[0]?.acknowledgedAt).toBeNull();
});

test('every outage of a message can be found by the message', async () => {
  const world = makeDeliveryWorld();
  const customerId = makeCustomer(world.monitor);
  const a = makeDevice(world.monitor, { customerId });
  const b = makeDevice(world.monitor, { customerId });
  await world.loseMains(a, b);
  await world.advance(60);
  const id = Number(world.channel.sent[0]?.buttons[0]?.slice('ack:'.length));
  expect(readSentMessage(world.monitor.store, id)).toEqual({
    customerId,
    outageIds: [1, 2],
    deviceRows: [a.row, b.row],
  });
  expect(readSentMessage(world.monitor.store, 999)).toBeUndefined();
  const outage = world.monitor.store.db.select().from(outages).where(eq(outages.id, 2)).get();
  expect(outage?.deviceRow).toBe(b.row);
});
