import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpWorld, wellProbe } from '../../../tests/support/http-world.ts';
import { drawTiles, packMap, town } from '../../../tests/support/make-map.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import type { MapFile } from '../../domain/system/map-file.ts';

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

describe('the map of streets', () => {
  const content = packMap({ tiles: drawTiles(town) });

  /** A world whose operator put a map there. */
  async function withMap(problem: MapFile['problem'] = null) {
    const path = join(tempDir('map'), 'map.pmtiles');
    writeFileSync(path, content);
    const map = { path, version: '17-42', size: content.length, problem };
    const world = new HttpWorld({ system: { ...wellProbe, map: () => map } });
    const customer = await world.customer(makeCustomer(world.monitor));
    return { world, customer };
  }

  test('is there for whoever is logged in, and can be read piece by piece', async () => {
    const { world, customer } = await withMap();
    const operator = await world.operator('viewer', 'viewer');
    for (const token of [operator, customer]) {
      const { body } = await world.get('/api/map-file', token);
      expect(body.data).toEqual({ version: '17-42', size_bytes: content.length });
    }
    const read = (path: string, headers: Record<string, string>) =>
      world.app.handle(new Request(`http://localhost${path}`, { headers }));
    const path = '/api/map-file/17-42';
    const authorization = `Bearer ${customer}`;
    const part = await read(path, { authorization, range: 'bytes=0-6' });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe('PMTiles');
    expect(part.headers.get('content-range')).toBe(`bytes 0-6/${content.length}`);
    expect(part.headers.get('cache-control')).toContain('private');
    const again = await read(path, {
      authorization,
      'if-none-match': part.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
    expect((await read(path, {})).status).toBe(401);
  });

  test('is not there once another one is', async () => {
    const { world, customer } = await withMap();
    expect((await world.get('/api/map-file/16-42', customer)).status).toBe(404);
  });

  test('is not there where it cannot be shown; the system page says so', async () => {
    const { world, customer } = await withMap('cut_short');
    expect((await world.get('/api/map-file', customer)).body.data).toBeNull();
    expect((await world.get('/api/map-file/17-42', customer)).status).toBe(404);
    const { data } = (await world.get('/api/system', await world.admin())).body;
    expect(data.problems).toContain('map_unusable');
    expect(data.map).toEqual({ size_bytes: content.length, problem: 'cut_short' });
  });

  test('need not be there', async () => {
    const world = new HttpWorld();
    const operator = await world.admin();
    expect((await world.get('/api/map-file', operator)).body.data).toBeNull();
    expect((await world.get('/api/system', operator)).body.data.map).toBeNull();
  });
});
