import { beforeEach, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { makeRelease } from '../../../tests/support/firmware.ts';
import { addTestFirmware } from '../../../tests/support/firmware-world.ts';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';

let world: HttpWorld;
beforeEach(() => {
  world = new HttpWorld();
});

const manifest = (board = 's2-mini') =>
  world.get(`/api/public/firmware/manifest.json?board=${board}`);

describe('the manifest for flashing', () => {
  test('is what ESP Web Tools reads, with digests besides', async () => {
    addTestFirmware(world);
    const { status, body } = await manifest();
    expect(status).toBe(200);
    const [bootloader, table, otadata, app] = makeRelease().parts.map(({ bytes, sha256 }) => ({
      size: bytes.length,
      md5: createHash('md5').update(bytes).digest('hex'),
      sha256,
    }));
    const path = (name: string) => `/api/public/firmware/s2-mini/1.1.0/${name}.bin`;
    expect(body).toEqual({
      name: 'FaiWatch s2-mini',
      version: '1.1.0',
      builds: [
        {
          chipFamily: 'ESP32-S2',
          parts: [
            { path: path('bootloader'), offset: 0x1000, ...bootloader },
            { path: path('partition-table'), offset: 0x8000, ...table },
            { path: path('otadata'), offset: 0xf000, ...otadata },
            { path: path('app'), offset: 0x2_0000, ...app },
          ],
        },
      ],
    });
  });

  test('names the chip of the board, whichever of its names is given', async () => {
    addTestFirmware(world, { board: 't-display' });
    expect((await manifest('esp32-lilygo-t-display')).body).toMatchObject({
      name: 'FaiWatch t-display',
      builds: [{ chipFamily: 'ESP32' }],
    });
  });

  test('is not there before any firmware was added, or once it is lost', async () => {
    expect(await manifest()).toMatchObject(refused(404, 'NOT_FOUND'));
    addTestFirmware(world);
    expect((await manifest()).status).toBe(200);
    expect(await manifest('s2-test')).toMatchObject(refused(404, 'NOT_FOUND'));
    rmSync(world.firmware.pathOf({ board: 's2-mini', version: '1.1.0' }, 'otadata'));
    expect(await manifest()).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('a part', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    world.app.handle(new Request(`http://localhost${path}`, { headers }));

  test('of the manifest is what its digests say, and may be kept', async () => {
    addTestFirmware(world);
    for (const part of (await manifest()).body.builds[0].parts) {
      const answer = await get(part.path);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
      expect(answer.headers.get('etag')).toBe(`"${part.sha256}"`);
      expect(bytes.length).toBe(part.size);
      expect(createHash('md5').update(bytes).digest('hex')).toBe(part.md5);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(part.sha256);
      const again = await get(part.path, { 'If-None-Match': `"${part.sha256}"` });
      expect(again.status).toBe(304);
    }
  });

  test.each([
    ['/api/public/firmware/s2-mini/1.1.0/app.elf', 400],
    ['/api/public/firmware/s2-mini/1.1.0/..%2f..%2frelease-key.pub.pem', 400],
    ['/api/public/firmware/s2-mini/..%2f..%2f/app.bin', 400],
    ['/api/public/firmware/toaster/1.1.0/app.bin', 400],
    ['/api/public/firmware/s2-mini/1.2.0/app.bin', 404],
    ['/api/public/firmware/s2-mini/1.1.0', 404],
  ])('%s is none', async (path, status) => {
    addTestFirmware(world);
    expect((await get(path)).status).toBe(status);
  });
});

test('the landing page is told for which boards there is firmware', async () => {
  addTestFirmware(world, { board: 't-display', version: '1.1.0' });
  addTestFirmware(world, { version: '1.0.0' });
  addTestFirmware(world, { version: '1.2.0' });
  addTestFirmware(world, { board: 's2-test', rollout: { isPaused: true } });
  expect((await world.get('/api/public/info')).body).toMatchObject({
    firmwareAvailable: true,
    firmware: [
      { board: 's2-mini', version: '1.2.0' },
      { board: 't-display', version: '1.1.0' },
    ],
  });
});
