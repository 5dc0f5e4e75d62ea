import { beforeEach, describe, expect, test } from 'bun:test';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { tattleJpeg, tinyJpeg } from '../../../tests/support/tiny-jpeg.ts';
import { mostPhotoBytes } from '../../domain/system/shop.ts';
import { auditLog } from '../../store/people/tables.ts';

const path = '/api/settings/shop';
const photoPath = '/api/public/photo';
let world: HttpWorld;
let owner: string;

beforeEach(async () => {
  world = new HttpWorld();
  owner = await world.admin();
});

const save = (settings: object) => world.put(path, owner, settings);
const seen = async () => (await world.get('/api/public/info')).body.shop;
const base64 = (file: Uint8Array) => Buffer.from(file).toString('base64');

test('the front page names no seller until one is saved', async () => {
  expect(await seen()).toEqual({
    marketplaces: [],
    name: '',
    address: '',
    phone: '',
    lineId: '',
    email: '',
    noteTh: '',
    noteEn: '',
    photo: null,
  });
  expect(await world.get(photoPath)).toMatchObject(refused(404, 'NOT_FOUND'));
});

test('everybody sees what the owner saves about the shop', async () => {
  const shopeeUrl = 'https://shopee.co.th/product/1/2';
  const contact = { phone: '081-234-5678', lineId: '@faiwatch', email: 'shop@example.com' };
  const { body } = await save({ shopeeUrl, otherName: 'TikTok Shop', ...contact, noteEn: 'Hello' });
  expect(body).toMatchObject({ ok: true, data: { shopeeUrl, ...contact, noteTh: '' } });
  expect((await world.get(path, owner)).body.data).toEqual(body.data);
  await world.put('/api/settings/privacy', owner, { operatorName: 'Corner Electric' });
  // A name without an address leads nowhere.
  const marketplaces = [{ name: 'Shopee', url: shopeeUrl }];
  const shown = { ...contact, noteEn: 'Hello', name: 'Corner Electric', marketplaces };
  expect(await seen()).toMatchObject(shown);
  const otherUrl = 'https://shop.tiktok.com/faiwatch';
  await save({ otherUrl });
  expect((await seen()).marketplaces).toEqual([
    ...marketplaces,
    { name: 'TikTok Shop', url: otherUrl },
  ]);
});

test.each([
  ['shopeeUrl', 'http://shopee.co.th/product/1/2'],
  ['shopeeUrl', 'javascript:alert(1)'],
  ['lazadaUrl', 'https://'],
  ['lazadaUrl', `https://lazada.co.th/${'x'.repeat(500)}`],
  ['otherUrl', 'shop.example.com'],
  ['otherName', 'x'.repeat(41)],
  ['phone', 'call me'],
  ['lineId', 'https://line.me/x'],
  ['email', 'nobody'],
  ['photo', '<svg/>'],
  ['photo', base64(new TextEncoder().encode('no picture'))],
  ['photo', base64(new Uint8Array(mostPhotoBytes + 3))],
])('%#: %s may not be anything', async (name, value) => {
  const answer = await save({ [name]: value });
  expect(answer).toMatchObject(refused(400, 'VALIDATION'));
  expect(Object.keys(answer.body.fields)).toEqual([name]);
  expect(await seen()).toMatchObject({ marketplaces: [], photo: null });
});

describe('the photo', () => {
  test('is shown without what was in its file besides, and goes again', async () => {
    const { body } = await save({ photo: base64(tattleJpeg()) });
    const { photo } = body.data;
    expect(photo).toMatch(/^\/api\/public\/photo\?v=[0-9a-f]{16}$/);
    expect((await seen()).photo).toBe(photo);
    const response = await world.app.handle(new Request(`http://localhost${photo}`));
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(tinyJpeg);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    const etag = response.headers.get('etag') ?? '';
    const again = await world.app.handle(
      new Request(`http://localhost${photo}`, { headers: { 'If-None-Match': etag } }),
    );
    expect([again.status, await again.text()]).toEqual([304, '']);

    expect((await save({ noteTh: 'สวัสดี' })).body.data.photo).toBe(photo);
    expect((await save({ photo: null })).body.data.photo).toBeNull();
    expect((await world.get(photoPath)).status).toBe(404);
  });

  test('stands in the audit log by its name, not as a whole', async () => {
    await save({ photo: base64(tinyJpeg), phone: '0812345678' });
    const [entry] = world.monitor.store.db.select().from(auditLog).all().slice(-1);
    expect(entry).toMatchObject({ action: 'settings.shop', subject: 'settings' });
    expect(JSON.stringify(entry).length).toBeLessThan(600);
  });

  test('comes with every copy of the database', async () => {
    await save({ photo: base64(tinyJpeg) });
    const copy = world.monitor.store.sqlite.serialize();
    expect(Buffer.from(copy).includes(base64(tinyJpeg).slice(0, 60))).toBe(true);
  });
});
