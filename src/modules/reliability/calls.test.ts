import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../../tests/support/monitor.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import type { ReportAnswer } from '../../contract/fleet/report.ts';
import { insertOutage } from '../../store/alerts/outages.ts';
import { insertPlannedTime } from '../../store/alerts/planned-times.ts';
import { devices } from '../../store/devices/tables.ts';
import { insertGap } from '../../store/fleet/gaps.ts';
import { events } from '../../store/fleet/tables.ts';
import type { OwnYearAnswer, ReliabilityAnswer } from './contract.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let world: HttpWorld;
let admin: string;

/** It is noon of 15 January 2026 in Bangkok. */
beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
});

const at = (text: string) => Date.parse(`${text}:00+07:00`);

/** A site that has been heard all the time since a moment, and still is. */
function makeSite(
  since: string,
  { area = null, cell = null }: { area?: string | null; cell?: string | null } = {},
  customerId = makeCustomer(world.monitor),
): LiveDevice {
  const device = makeDevice(world.monitor, { customerId });
  const { store } = world.monitor;
  store.db
    .update(devices)
    .set({ area, cell, link: 'online' })
    .where(eq(devices.id, device.row))
    .run();
  device.state = { ...device.state, link: 'online', lastHeardAt: world.monitor.clock().wallMs };
  const occurredAt = at(since);
  store.db
    .insert(events)
    .values({
      deviceRow: device.row,
      customerId,
      eventType: 'ONLINE',
      occurredAt,
      createdAt: occurredAt,
    })
    .run();
  return device;
}

function lose(device: LiveDevice, from: string, minutes: number): void {
  const downAt = at(from);
  const recoverAt = downAt + minutes * minuteMs;
  insertOutage(world.monitor.store, {
    deviceRow: device.row,
    customerId: device.config.customerId,
    cause: 'mains',
    downAt,
    startKnown: 'reported',
    detectedAt: downAt,
    recoverAt,
    confirmedAt: recoverAt,
    flaps: 0,
  });
}

async function read(query = ''): Promise<ReliabilityAnswer> {
  return (await world.get(`/api/reliability${query}`, admin)).body;
}

describe('the figures of the sites that are monitored', () => {
  test('say what a period was like, beside the period before, by area, and month by month', async () => {
    const mae = makeSite('2025-12-01T00:00', { area: 'TH-500101' });
    const rim = makeSite('2025-12-01T00:00', { area: 'TH-500701' });
    makeSite('2025-12-01T00:00', { area: 'TH-100101' });
    makeSite('2025-12-01T00:00');
    lose(mae, '2026-01-03T08:00', 60);
    lose(rim, '2026-01-03T08:00', 20);
    lose(rim, '2026-01-05T08:00', 4);
    lose(rim, '2025-12-05T08:00', 200);
    // After as much of December as has passed of January.
    lose(rim, '2025-12-20T08:00', 400);
    const january = await read();
    expect(january).toMatchObject({
      basis: 'sample of monitored sites',
      area: null,
      period: { name: 'month', first_date: '2026-01-01', last_date: '2026-01-31' },
      total: {
        first_date: '2026-01-01',
        last_date: '2026-01-15',
        sites: 4,
        owners: 4,
        observed_site_days: 58,
        figures: { saidi: 20, saifi: 0.5, caidi: 40, maifi: 0.25, planned_saifi: 0 },
        intervals: null,
        without_major_event_days: null,
      },
      before: {
        first_date: '2025-12-01',
        last_date: '2025-12-15',
        figures: { saidi: 50, saifi: 0.25 },
      },
    });
    expect(january.parts.map(({ area, sites, figures }) => [area, sites, figures.saidi])).toEqual([
      ['TH-50', 2, 40],
      ['TH-10', 1, 0],
      [null, 1, 0],
    ]);
    expect(january.months.slice(-3).map(({ month, saidi }) => [month, saidi])).toEqual([
      ['2025-11', null],
      ['2025-12', 150],
      ['2026-01', 20],
    ]);
    const province = await read('?area=TH-50&month=2025-12');
    expect(province.total).toMatchObject({ sites: 2, figures: { saidi: 300, saifi: 1 } });
    expect(province.before).toBeNull();
    expect(province.parts.map(({ area }) => area)).toEqual(['TH-5007', 'TH-5001']);
  });

  test('are the time and the number of the report, to the minute', async () => {
    const customerId = makeCustomer(world.monitor);
    const site = makeSite('2026-01-04T06:00', {}, customerId);
    lose(site, '2026-01-06T23:30', 90);
    lose(site, '2026-01-09T10:00', 31);
    insertGap(world.monitor.store, {
      kind: 'server_off',
      fromAt: at('2026-01-10T00:00'),
      toAt: at('2026-01-10T06:00'),
    });
    const owner = await world.customer(customerId);
    const report: ReportAnswer = (await world.get('/api/customer/power-outages', owner)).body;
    const { total } = await read();
    const sites = total.observed_site_days / 14.5;
    expect((total.figures.saidi ?? 0) * sites).toBeCloseTo(
      report.summary.total_duration_hours * 60,
      2,
    );
    expect((total.figures.saifi ?? 0) * sites).toBeCloseTo(report.summary.total_outages, 2);
    expect(total.observed_site_days).toBeCloseTo(
      (report.by_device[0]?.observed_hours ?? 0) / 24,
      3,
    );
    expect(total.figures.asai).toBeCloseTo(report.summary.availability_percent ?? 0, 2);
  });

  test('have planned outages apart', async () => {
    const site = makeSite('2025-12-01T00:00');
    lose(site, '2026-01-03T08:00', 60);
    lose(site, '2026-01-04T08:00', 30);
    const plan = {
      customerId: site.config.customerId,
      kind: 'maintenance' as const,
      note: '',
      startsAt: at('2026-01-03T07:00'),
      endsAt: at('2026-01-03T10:00'),
      isWeekly: false,
      createdAt: 0,
      calendarId: null,
      externalId: null,
      isForChosenSites: false,
      tellAt: null,
    };
    insertPlannedTime(world.monitor.store, plan, []);
    const { total } = await read();
    expect(total.figures).toMatchObject({
      saidi: 30,
      saifi: 1,
      planned_saidi: 60,
      planned_saifi: 1,
    });
  });

  test('name the major event days that they leave out, and say when there is too little to judge by', async () => {
    const site = makeSite('2024-12-01T00:00');
    for (let day = 0; day < 40; day += 1) {
      const date = new Date(Date.UTC(2025, 0, 2) + day * 7 * dayMs).toISOString().slice(0, 10);
      lose(site, `${date}T08:00`, day % 2 === 0 ? 30 : 60);
    }
    lose(site, '2026-01-03T08:00', 600);
    lose(site, '2026-01-05T08:00', 20);
    const { total } = await read();
    expect(total.major_event_days).toMatchObject({
      is_applied: true,
      event_days: 40,
      reference: { from: '2021-01-01', to: '2025-12-31' },
      days: [{ date: '2026-01-03', saidi: 600 }],
    });
    expect(total.figures.saidi).toBe(620);
    expect(total.without_major_event_days).toMatchObject({ saidi: 20, saifi: 1 });
    const year = await read('?month=2025-03');
    expect(year.total.major_event_days).toMatchObject({
      is_applied: false,
      threshold: null,
      days: [],
    });
    expect(year.total.without_major_event_days).toBeNull();
  });

  test('have intervals where there are five areas', async () => {
    for (const [index, minutes] of [0, 30, 60, 90, 240].entries()) {
      const site = makeSite('2025-12-01T00:00', { area: `TH-1001${index}1` });
      if (minutes > 0) lose(site, '2026-01-03T08:00', minutes);
    }
    const { total } = await read();
    const [low, high] = total.intervals?.saidi ?? [0, 0];
    expect(total.figures.saidi).toBe(84);
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(84);
    expect(high).toBeGreaterThan(84);
    expect(await read()).toEqual(await read());
  });

  test('are a table, too', async () => {
    lose(makeSite('2025-12-01T00:00', { area: 'TH-100101' }), '2026-01-03T08:00', 60);
    const { text } = await world.get('/api/reliability/export.csv?format=plain', admin);
    const [heading, total, before, part] = text.trim().split(/\r?\n/);
    expect(heading).toStartWith('basis,row,area,cell,first_date,last_date,sites,owners');
    expect(total).toStartWith(
      'sample of monitored sites,total,,,2026-01-01,2026-01-15,1,1,14.5,60,',
    );
    expect(before).toStartWith('sample of monitored sites,before,');
    expect(part).toStartWith('sample of monitored sites,part,TH-10,,');
  });
});

describe("a customer's year", () => {
  async function year(customerId: number, query = ''): Promise<OwnYearAnswer> {
    const owner = await world.customer(customerId);
    return (await world.get(`/api/customer/reliability${query}`, owner)).body;
  }

  /** Sites of the same area with so many minutes each, of so many owners in turn. */
  function makeArea(area: string, minutes: readonly number[], owners: number): number[] {
    const customers = Array.from({ length: owners }, () => makeCustomer(world.monitor));
    for (const [index, length] of minutes.entries()) {
      const site = makeSite('2025-12-01T00:00', { area }, customers[index % owners]);
      if (length > 0) lose(site, '2026-01-03T08:00', length);
    }
    return customers;
  }

  test('is that of the report, and nothing is said of an area without a place', async () => {
    const customerId = makeCustomer(world.monitor);
    const site = makeSite('2025-12-01T00:00', {}, customerId);
    lose(site, '2026-01-03T08:00', 60);
    lose(site, '2026-01-05T08:00', 3);
    // Two in 14.5 days.
    expect(await year(customerId)).toEqual({
      ok: true,
      first_date: '2026-01-01',
      sites: 1,
      own: { minutes: 63, cuts_per_month: 4.2 },
      around: null,
    });
  });

  test('is not worked out from a first evening: one cut would be thousands a month', async () => {
    const customerId = makeCustomer(world.monitor);
    const site = makeSite('2026-01-15T11:00', {}, customerId);
    lose(site, '2026-01-15T11:30', 5);
    expect(await year(customerId)).toMatchObject({ sites: 1, own: null, around: null });
  });

  test('stands beside that of five sites of three owners', async () => {
    const [first = 0] = makeArea('TH-500101', [60, 0, 30, 0, 10], 3);
    expect(await year(first)).toMatchObject({
      own: { minutes: 30 },
      around: { area: 'TH-500101', minutes: 20, cuts_per_month: 1.3 },
    });
  });

  test.each([
    ['four sites', [60, 0, 30, 0], 4],
    ['two owners', [60, 0, 30, 0, 10, 10], 2],
  ])('stands alone beside %s', async (_, minutes, owners) => {
    const [first = 0] = makeArea('TH-500101', minutes, owners);
    const { own, around } = await year(first);
    expect(own).not.toBeNull();
    expect(around).toBeNull();
  });

  test('stands beside the smallest area that has enough', async () => {
    const [first = 0] = makeArea('TH-500101', [60, 0], 2);
    makeArea('TH-500102', [40, 0, 0], 1);
    makeArea('TH-100101', [500, 500, 500, 500, 500], 5);
    expect((await year(first)).around).toMatchObject({ area: 'TH-5001', minutes: 20 });
  });

  test('counts no site of which nothing is known this year', async () => {
    const [first = 0] = makeArea('TH-500101', [60, 0, 30, 0], 4);
    const silent = makeDevice(world.monitor, { customerId: makeCustomer(world.monitor) });
    world.monitor.store.db
      .update(devices)
      .set({ area: 'TH-500101' })
      .where(eq(devices.id, silent.row))
      .run();
    expect((await year(first)).around).toBeNull();
  });

  test('speaks of the own sites only where they lie in one area', async () => {
    const [first = 0] = makeArea('TH-500101', [60, 0, 30, 0, 10], 3);
    makeSite('2025-12-01T00:00', { area: 'TH-100101' }, first);
    expect((await year(first)).around).toBeNull();
    const [site] = [...world.monitor.fleet.all()].filter(
      ({ config }) => config.customerId === first,
    );
    expect((await year(first, `?deviceId=${site?.deviceId}`)).around).not.toBeNull();
  });
});
