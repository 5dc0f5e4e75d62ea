import { beforeEach, expect, test } from 'bun:test';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';

const own = '/api/customer/planned-times';
const operators = '/api/announcements';

let world: HttpWorld;
let me: string;
let shop: LiveDevice;

beforeEach(async () => {
  world = new HttpWorld();
  const customerId = makeCustomer(world.monitor);
  me = await world.customer(customerId);
  shop = makeDevice(world.monitor, { customerId, siteName: 'Shop, front' });
  for (const siteName of ['Farm', 'House', 'house'])
    makeDevice(world.monitor, { customerId, siteName });
});

const send = (csv: string, more: object = {}) =>
  world.post(`${own}/csv`, me, { csv, is_preview: true, ...more });

interface Line {
  readonly line: number;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly sites: string[] | null;
  readonly note: string;
  readonly fault: string | null;
}
const lines = async (csv: string): Promise<Line[]> => (await send(csv)).body.data.lines;
const spans = async (csv: string) =>
  (await lines(csv)).map(({ starts_at: from, ends_at: to }) =>
    [from, to].map((at) => at?.slice(0, 16)).join(' '),
  );

test.each([
  ['commas', 'from,to\n2026-02-01 09:00,2026-02-01 12:00'],
  ['a spreadsheet’s own', '\uFEFFFrom;To\r\n01/02/2026 9:00;01/02/2026 12.00\r\n'],
  ['Thai', 'วันที่\tเริ่ม\tสิ้นสุด\n1/2/2569\t9:00\t12:00'],
  ['no header', '2026-02-01 09:00,12:00'],
  ['offsets', 'to,from\n2026-02-01T05:00Z,2026-02-01T09:00:00+07:00'],
])('a file with %s is read by the clocks of the installation', async (_how, csv) => {
  expect(await spans(csv)).toEqual(['2026-02-01T02:00 2026-02-01T05:00']);
});

test('a time of day before the beginning is on the next day', async () => {
  expect(await spans('date,from,to\n2026-02-01,22:00,04:00')).toEqual([
    '2026-02-01T15:00 2026-02-01T21:00',
  ]);
});

test('each line that cannot be used says why, by its number in the file', async () => {
  const csv = [
    'from,to,sites,note',
    '2026-02-01 09:00,2026-02-01 12:00,"Shop, front",Poles',
    '2026-02-30 09:00,2026-02-30 12:00',
    'tomorrow,2026-02-01 12:00',
    '',
    '2026-02-01 09:00,2026-02-01 08:00',
    '2025-02-01 09:00,2025-02-01 12:00',
    '2026-02-01 09:00,2026-02-10 12:00',
    '2026-02-01 09:00,2026-02-01 12:00,Nowhere',
    '2026-02-01 09:00,2026-02-01 12:00,house',
    `2026-02-01 09:00,2026-02-01 12:00,${shop.deviceId}`,
    '2026-02-01 09:00,2026-02-01 12:00,Farm; Shop',
    '2026-02-01 09:00,2026-02-01 12:00,FARM',
    '2026-02-01 09:00,2026-02-01 12:00',
  ].join('\n');
  expect((await lines(csv)).map(({ line, fault }) => [line, fault])).toEqual([
    [2, null],
    [3, 'lineTime'],
    [4, 'lineTime'],
    [6, 'plannedBackwards'],
    [7, 'plannedOver'],
    [8, 'plannedTooLong'],
    [9, 'lineSiteUnknown'],
    [10, 'lineSiteTwice'],
    [11, 'lineKnown'],
    [12, 'lineSiteUnknown'],
    [13, null],
    [14, null],
  ]);
  expect((await world.get(own, me)).body.data).toEqual([]);
});

test('what can be used is planned once, however often the file is sent', async () => {
  const csv = 'from,to,sites,note\n2026-02-01 09:00,12:00,"Shop, front",Poles\nnever,x\n';
  expect((await send(csv, { is_preview: false })).status).toBe(200);
  const planned = async () => (await world.get(own, me)).body.data;
  expect(await planned()).toMatchObject([
    {
      ...{ kind: 'announced', note: 'Poles', starts_at: '2026-02-01T02:00:00.000Z' },
      sites: [{ site_name: 'Shop, front' }],
    },
  ]);
  const again = await send(csv, { is_preview: false });
  expect(again.body.data.lines[0].fault).toBe('lineKnown');
  expect(await planned()).toHaveLength(1);
});

test.each([
  ['csvEmpty', ''],
  ['csvEmpty', 'from,to'],
  ['csvQuotes', 'from,to\n"2026'],
  ['csvLong', `from,to${'\n2026-02-01 09:00,12:00'.repeat(201)}`],
])('a file as a whole is refused: %s', async (code, csv) => {
  const { status, body } = await send(csv);
  expect({ status, code: body.findings.csv.code }).toEqual({ status: 400, code });
});

test('the operator names sites by their devices, in a line or for all of them', async () => {
  const admin = await world.admin();
  const other = makeDevice(world.monitor, { siteName: 'Secret' });
  const csv = [
    'from,to,sites',
    '2026-02-01 09:00,12:00',
    `2026-02-02 09:00,12:00,${other.deviceId} ${shop.deviceId}`,
    `2026-02-02 09:00,12:00,${other.deviceId}|${shop.deviceId}`,
    '2026-02-03 09:00,12:00,Farm',
  ].join('\n');
  const sendAs = async (body: object) =>
    (await world.post(`${operators}/csv`, admin, { csv, is_preview: false, ...body })).body.data
      .lines as Line[];
  const faults = (found: Line[]) => found.map(({ fault }) => fault);
  expect(faults(await sendAs({ is_preview: true }))).toEqual([
    'lineSites',
    'lineSiteUnknown',
    null,
    'lineSiteUnknown',
  ]);
  expect(faults(await sendAs({ device_ids: [shop.deviceId] }))[0]).toBeNull();
  const { body } = await world.get(operators, admin);
  expect(body.data.map(({ sites }: { sites: object[] }) => sites.length)).toEqual([1, 2]);
  const over = await world.get(`${operators}?state=over`, admin);
  expect(over.body.data).toEqual([]);
});

test('the sites of a file are those of its owner', async () => {
  const theirs = makeDevice(world.monitor, { siteName: 'Secret' });
  const csv = `from,to,sites\n2026-02-01 09:00,12:00,${theirs.deviceId}`;
  expect((await lines(csv))[0]?.fault).toBe('lineSiteUnknown');
  const wanted = { device_ids: [theirs.deviceId] };
  expect(await send(csv, wanted)).toMatchObject(refused(404, 'NOT_FOUND'));
});
