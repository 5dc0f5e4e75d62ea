import { expect, test } from 'bun:test';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';

test('operators choose among all tags; customers among their own and those of a crowd', async () => {
  const world = new HttpWorld();
  const { monitor } = world;
  const owners = [1, 2, 3].map(() => makeCustomer(monitor));
  const place = async (cell: string, owner: number | undefined) => {
    if (owner === undefined) throw new Error('there is no such owner');
    const { deviceId } = makeDevice(monitor, { customerId: owner });
    await world.put(`/api/devices/${deviceId}`, operator, { cell });
  };
  const operator = await world.admin();
  const [me, ...others] = owners;
  const mine = await world.customer(me ?? 0);
  const shown = async (path: string, token: string) => (await world.get(path, token)).body.data;

  expect(await shown('/api/cells', operator)).toEqual([]);
  await place('own', me);
  // Enough sites, but of two owners; and enough owners, but of four sites.
  for (const owner of [...others, ...others, ...others]) await place('of two', owner);
  for (const owner of [...others, ...owners.slice(1)]) await place('of four', owner);
  for (const owner of [...owners, ...others]) await place('shared', owner);
  expect(await shown('/api/cells', operator)).toEqual(['of four', 'of two', 'own', 'shared']);
  expect(await shown('/api/customer/cells', mine)).toEqual(['own', 'shared']);
});
