import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { HttpWorld } from '../../../../tests/support/http-world.ts';
import { handOver, makeCustomer, makeDevice } from '../../../../tests/support/monitor.ts';
import { followStatus } from '../../../actions/fleet/follow-status.ts';
import type { LiveDevice } from '../../../actions/fleet/live-device.ts';
import { Tickets } from '../../../actions/people/tickets.ts';
import type { Cause } from '../../../domain/states.ts';
import { outages } from '../../../store/alerts/tables.ts';
import { devices } from '../../../store/devices/tables.ts';
import { insertGap } from '../../../store/fleet/gaps.ts';
import { statusAreas, statusSubscriptions } from '../../../store/fleet/tables.ts';
import { notifications } from '../../../store/outbox/tables.ts';
import { publishStatus } from '../publish-status.ts';
import { makeStatusPages, type StatusPages } from './status-pages.ts';

const minute = 60_000;
const timezone = 'Asia/Bangkok';
const settings = { timezone, public_status_messages: true };
const template = '<html lang="th"><title>x</title><div id="status"></div></html>';

/** An installation with a public page, and time that can go by. */
class Town {
  readonly world = new HttpWorld();
  readonly pages: StatusPages;
  /** What an operator who switched the page off serves. */
  readonly off: StatusPages;
  readonly tickets = new Tickets('0'.repeat(32));

  constructor() {
    const { monitor } = this.world;
    const facts = { monitor, timezone, publicUrl: 'https://fai.example', tickets: this.tickets };
    const ways = () => ({ email: true, pushKey: 'BKey' });
    this.pages = makeStatusPages({ ...facts, ways, isShown: true });
    const none = () => ({ email: false, pushKey: null });
    this.off = makeStatusPages({ ...facts, ways: none, isShown: false });
  }

  get now(): number {
    return this.world.monitor.clock().wallMs;
  }

  /** Sites whose owners agree: by the number of sites of each owner. */
  async settle(area: string, sitesOf: readonly number[], isOn = true): Promise<LiveDevice[]> {
    const { monitor } = this.world;
    const settled: LiveDevice[] = [];
    for (const sites of sitesOf) {
      const customerId = makeCustomer(monitor);
      for (let site = 0; site < sites; site += 1) {
        const device = makeDevice(monitor, { customerId, siteName: `Home of ${customerId}` });
        await this.set(device, { area, on_status_page: isOn, cell: 'F12' });
        settled.push(device);
      }
    }
    return settled;
  }

  async set(device: LiveDevice, fields: object): Promise<void> {
    const token = await this.world.customer(device.config.customerId ?? 0);
    const { status } = await this.world.put(
      `/api/customer/devices/${device.deviceId}`,
      token,
      fields,
    );
    expect(status).toBe(200);
  }

  lose(lost: readonly LiveDevice[], cause: Cause = 'mains', downAt = this.now): void {
    for (const { row: deviceRow, config } of lost) {
      const times = { downAt, detectedAt: downAt, startKnown: 'reported' as const };
      const { customerId } = config;
      this.world.monitor.store.db
        .insert(outages)
        .values({ deviceRow, customerId, cause, ...times })
        .run();
    }
  }

  restore(back: readonly LiveDevice[]): void {
    for (const { row } of back) {
      this.world.monitor.store.db
        .update(outages)
        .set({ recoverAt: this.now, confirmedAt: this.now })
        .where(eq(outages.deviceRow, row))
        .run();
    }
  }

  async pass(minutes: number): Promise<void> {
    for (let passed = 0; passed < minutes; passed += 1) {
      this.world.monitor.time.advanceMs(minute);
      publishStatus(this.world.monitor, settings, this.world.monitor.clock());
    }
  }

  /** To five past midnight. */
  async nextDay(): Promise<void> {
    const { monitor } = this.world;
    const day = 86_400_000;
    const shown = this.now + 7 * 3_600_000;
    monitor.time.advanceMs(day - (shown % day) + 5 * minute);
    await this.pass(1);
  }

  async ask(path: string, headers: Record<string, string> = {}) {
    return this.pages(new Request(`https://fai.example${path}`, { headers }), template);
  }

  async read(path: string): Promise<string> {
    return (await (await this.ask(path))?.text()) ?? 'nothing';
  }

  /** All that anybody can learn at this moment: what is shown, and what whoever follows was sent when. */
  async everything(area = 'TH-5001'): Promise<string> {
    const of = `area=${area}`;
    const paths = ['', '/feed.atom', '/feed.json', `/feed.atom?${of}`, `/feed.json?${of}`];
    const all = paths.flatMap((path) =>
      ['th', 'en'].map((lang) => `/status${path}${path.includes('?') ? '&' : '?'}lang=${lang}`),
    );
    const shown = await Promise.all(all.map((path) => this.read(path)));
    return [...shown, ...this.told().map((one) => JSON.stringify(one))].join('\n');
  }

  follow(area = 'TH-5001'): void {
    const follower = { channel: 'email', address: 'som@example.com', language: 'en' } as const;
    followStatus(this.world.monitor, { ...follower, area });
  }

  told() {
    const rows = this.world.monitor.store.db.select().from(notifications).all();
    return rows.map(({ recipient, details, createdAt }) => ({ recipient, details, createdAt }));
  }
}

let town: Town;

beforeEach(() => {
  town = new Town();
});

describe('an area with five sites of three owners', () => {
  test('is shown from the next day on; its outage five minutes late, until half are back', async () => {
    await town.pass(1);
    const sites = await town.settle('TH-500108', [3, 2, 1]);
    await town.pass(1);
    expect(await town.everything()).not.toContain('Mueang Chiang Mai');
    await town.nextDay();
    const shown = await town.read('/status?lang=en');
    expect(shown).toContain('Mueang Chiang Mai, Chiang Mai</h3>');
    expect(shown).toContain('Power is on');
    expect(await town.read('/status?lang=th')).toContain('เมืองเชียงใหม่ เชียงใหม่');

    town.lose(sites);
    await town.pass(4);
    expect(await town.read('/status?lang=en')).not.toContain('Power is out');
    await town.pass(1);
    expect(await town.read('/status?lang=en')).toContain('Power is out');
    const { items } = JSON.parse(await town.read('/status/feed.json?lang=en&area=TH-5001'));
    expect(items).toMatchObject([{ title: 'Mueang Chiang Mai, Chiang Mai: Power is out' }]);

    town.restore(sites.slice(0, 2));
    await town.pass(6);
    expect(await town.read('/status?lang=en')).toContain('Power is out');
    town.restore(sites.slice(2, 3));
    await town.pass(6);
    const after = await town.read('/status?lang=en');
    expect(after).not.toContain('Power is out');
    expect(after).toContain('1 outage, ');
    expect(after).toContain('outages on 1 day');
    // Those that are still without power do not begin another.
    await town.pass(30);
    expect(await town.read('/status?lang=en')).toContain('1 outage, ');
    expect(await town.read('/status/feed.atom?lang=en')).toContain('Power was out');
  });

  test('shows signs of HTML in the name of an area as text in both feeds', async () => {
    const sites = await town.settle('<b>Old</b> & new', [3, 2, 1]);
    await town.nextDay();
    town.lose(sites);
    await town.pass(6);
    // RFC 4287 section 3.1.1.2: what stands in CDATA there is HTML.
    expect(await town.read('/status/feed.atom?lang=en')).toContain(
      '<![CDATA[&lt;b&gt;Old&lt;/b&gt; &amp; new: Power is out]]>',
    );
    const { items } = JSON.parse(await town.read('/status/feed.json?lang=en'));
    expect(items).toMatchObject([{ title: '<b>Old</b> & new: Power is out' }]);
  });

  test('says of silence only that, until it turns out to be power', async () => {
    const sites = await town.settle('TH-5001', [3, 2, 1]);
    await town.nextDay();
    town.lose(sites, 'silent');
    await town.pass(6);
    expect(await town.read('/status?lang=en')).toContain('Out of contact');
    town.world.monitor.store.db.update(outages).set({ cause: 'mains' }).run();
    await town.pass(1);
    expect(await town.read('/status?lang=en')).toContain('Power is out');
  });

  test('has no word about a day of which this server saw too little', async () => {
    await town.settle('TH-5001', [3, 2, 1]);
    for (let day = 0; day < 3; day += 1) await town.nextDay();
    const greenDays = async () =>
      (await town.read('/status?lang=en')).match(/fill-up-shape" x=/g)?.length;
    expect(await greenDays()).toBe(3);
    const fromAt = town.now - 20 * 60 * minute;
    const gap = { kind: 'server_off', fromAt, toAt: fromAt + 61 * minute } as const;
    insertGap(town.world.monitor.store, gap);
    await town.pass(1);
    expect(await greenDays()).toBe(2);
  });

  test('is told of without names, ids, cells, addresses or how many sites there are', async () => {
    const sites = await town.settle('TH-5001', [3, 2, 1]);
    const more = await town.settle('Vientiane <b>', [2, 2, 2]);
    await town.nextDay();
    const [before, siteCount] = [await town.everything(), sites.length + more.length];
    expect(before).toContain('Vientiane &lt;b&gt;');
    town.lose(sites);
    await town.pass(10);
    const told = `${before}${await town.everything()}`;
    for (const word of ['Home of', 'F12', ...sites.map(({ deviceId }) => deviceId)]) {
      expect(told).not.toContain(word);
    }
    expect(siteCount).toBe(12);
    // The same with other numbers of sites.
    const other = new Town();
    const others = await other.settle('TH-5001', [7, 9, 4, 1]);
    await other.settle('Vientiane <b>', [5, 1, 1, 1]);
    await other.nextDay();
    expect(await other.everything()).toBe(before);
    other.lose(others);
    await other.pass(10);
    expect(`${before}${await other.everything()}`).toBe(told);
  });
});

test.each([
  ['five sites of two owners', [3, 2]],
  ['twenty sites of one owner', [20]],
  ['four sites of three owners', [2, 1, 1]],
])('of %s nothing is told, whatever happens', async (_, sitesOf) => {
  const nobody = await town.everything();
  const sites = await town.settle('TH-5001', sitesOf);
  await town.nextDay();
  town.lose(sites);
  await town.pass(10);
  const told = await town.everything();
  expect(told).not.toContain('Chiang Mai');
  const withoutTime = (text: string) => text.replace(/<time.*?<\/time>/g, '');
  expect(withoutTime(told)).toBe(withoutTime(nobody));
});

test('sites whose owners did not agree do not count', async () => {
  await town.settle('TH-5001', [2, 1, 1]);
  await town.settle('TH-5001', [3, 3, 3], false);
  await town.nextDay();
  expect(await town.everything()).not.toContain('Chiang Mai');
});

describe('who compares the answers', () => {
  /** Every answer of an hour in which some sites are lost for a while. */
  async function hourWith(choose: (sites: readonly LiveDevice[]) => readonly LiveDevice[]) {
    const other = new Town();
    const sites = await other.settle('TH-5001', [3, 2, 2, 1]);
    await other.nextDay();
    other.follow();
    const lost = choose(sites);
    const answers: string[] = [];
    for (let step = 0; step < 12; step += 1) {
      if (step === 1) other.lose(lost);
      if (step === 6) other.restore(lost);
      await other.pass(5);
      answers.push(await other.everything());
    }
    return answers.join('\n');
  }

  test('from moment to moment cannot tell whether any one home, or one owner, has power', async () => {
    const nothing = await hourWith(() => []);
    for (let site = 0; site < 8; site += 1) {
      expect(await hourWith((sites) => sites.slice(site, site + 1))).toBe(nothing);
    }
    // All of the two largest owners together.
    expect(await hourWith((sites) => sites.slice(0, 5))).toBe(nothing);
    // Four sites of four owners.
    const first = [0, 3, 5, 7];
    expect(await hourWith((sites) => sites.filter((_, index) => first.includes(index)))).toBe(
      nothing,
    );
    expect(await hourWith((sites) => sites)).not.toBe(nothing);
  });

  test('learns nothing about a home from those around it, when enough of them are lost', async () => {
    // Seven are lost; whether the eighth is, too, changes nothing.
    const without = await hourWith((sites) => sites.slice(1));
    expect(await hourWith((sites) => sites)).toBe(without);
  });

  test('learns nothing from sites that are lost at different times', async () => {
    const sites = await town.settle('TH-5001', [3, 2, 2, 1]);
    await town.nextDay();
    const before = await town.read('/status?lang=en');
    for (const site of sites) {
      town.lose([site]);
      await town.pass(11);
    }
    const withoutTime = (text: string) => text.replace(/<time.*?<\/time>/g, '');
    expect(withoutTime(await town.read('/status?lang=en'))).toBe(withoutTime(before));
  });
});

describe('joining and leaving', () => {
  /** A day with an outage, in which the last of nine sites does something; then the day after. */
  async function daysWith(act: (town: Town, last: LiveDevice) => Promise<void>) {
    const other = new Town();
    const sites = await other.settle('TH-5001', [3, 2, 2, 1]);
    const [last] = await other.settle('TH-5001', [1]);
    if (last === undefined) throw new Error('there is no last site');
    await other.nextDay();
    other.follow();
    other.lose([...sites.slice(0, 5), last]);
    await other.pass(10);
    await act(other, last);
    const today: string[] = [];
    for (let step = 0; step < 6; step += 1) {
      await other.pass(5);
      today.push(await other.everything());
    }
    other.restore([...sites, last]);
    await other.nextDay();
    return { today: today.join('\n'), later: await other.everything() };
  }

  test('changes no answer of the day, and nothing of what was said', async () => {
    const nothing = await daysWith(async () => {});
    expect(nothing.today).toContain('Power is out');
    const acts: ((town: Town, last: LiveDevice) => Promise<void>)[] = [
      (there, last) => there.set(last, { on_status_page: false }),
      (there, last) => there.set(last, { area: 'TH-5002' }),
      async (there) => void (await there.settle('TH-5001', [1, 1])),
      async (there, last) => {
        handOver(there.world.monitor, last, makeCustomer(there.world.monitor));
      },
    ];
    for (const act of acts) expect(await daysWith(act)).toEqual(nothing);
  });

  test('an area that has too few is gone with its past, and begins anew', async () => {
    const sites = await town.settle('TH-5001', [3, 2, 1]);
    await town.nextDay();
    town.lose(sites);
    await town.pass(10);
    town.restore(sites);
    await town.pass(10);
    const [, , , , , leaver] = sites;
    if (leaver === undefined) throw new Error('a site is missing');
    await town.set(leaver, { on_status_page: false });
    await town.nextDay();
    expect(await town.everything()).not.toContain('Chiang Mai');
    expect(await town.ask('/status/feed.atom?area=TH-5001')).toBeUndefined();
    await town.set(leaver, { on_status_page: true });
    await town.nextDay();
    const again = await town.read('/status?lang=en');
    expect(again).toContain('Mueang Chiang Mai');
    expect(again).toContain('No outages');
  });

  test('a site that was released or erased counts no longer, and leaves no row', async () => {
    const sites = await town.settle('TH-5001', [3, 2, 1]);
    await town.nextDay();
    const operator = await town.world.admin();
    for (const { deviceId } of sites) {
      await town.world.post(`/api/devices/${deviceId}/release`, operator);
    }
    town.lose(sites);
    await town.pass(10);
    expect(await town.read('/status?lang=en')).toContain('Power is on');
    const shared = town.world.monitor.store.db.select().from(devices).all();
    expect(shared.map(({ isOnStatusPage }) => isOnStatusPage)).toEqual(sites.map(() => false));
  });
});

describe('following an area', () => {
  const following = { channel: 'email', address: 'som@example.com', language: 'en' } as const;

  test('is a form on the page that needs no script, for areas that are shown', async () => {
    await town.settle('TH-5001', [3, 2, 1]);
    expect(await town.read('/status?lang=en')).not.toContain('<form');
    await town.nextDay();
    const shown = await town.read('/status?lang=en');
    expect(shown).toContain('method="post" action="/api/public/status/emails?lang=en">');
    expect(shown).toContain('<option value="TH-5001">Mueang Chiang Mai, Chiang Mai</option>');
    await town.settle('TH-5002', [3, 2, 1]);
    await town.nextDay();
    const both = await town.read('/status?lang=en');
    // Once for all areas, of which none is chosen for whoever does not look.
    expect(both.match(/<form/g)).toHaveLength(1);
    expect(both.match(/<option value="[^"]*"/g)).toEqual([
      '<option value=""',
      '<option value="TH-5002"',
      '<option value="TH-5001"',
    ]);
  });

  test('asks once more before a link does anything; a forged one says that it does not work', async () => {
    const link = (action: 'follow' | 'unfollow', area = 'TH-5001') =>
      town.tickets.issue(
        'message-link',
        JSON.stringify({ do: action, ...following, area }),
        town.now + minute,
      );
    const ticket = link('follow');
    const asked = await town.ask(`/status/link?ticket=${ticket}`);
    expect(asked?.headers.get('cache-control')).toBe('no-store');
    const text = (await asked?.text()) ?? '';
    expect(text).toContain('Send messages about power in Mueang Chiang Mai, Chiang Mai to som@');
    expect(text).toContain(`action="/api/message-link?ticket=${ticket}&amp;lang=en"`);
    expect(await town.read(`/status/link?ticket=${link('unfollow')}`)).toContain('Stop all');
    expect(await town.read(`/status/link?ticket=${ticket}x`)).toContain('ใช้ไม่ได้แล้ว');
    expect(await town.read('/status/said?what=asked&lang=en')).toContain('Check your mailbox');
    expect(await town.read('/status/said?what=<b>&lang=en')).toContain(
      'That does not work any more',
    );
    expect(await town.read(`/status/link?ticket=${link('follow', '<b>x</b>')}`)).not.toContain(
      '<b>',
    );
  });

  test('can still be stopped by an old message where the page is off, and there is nothing else', async () => {
    const read = async (path: string) => {
      const answer = await town.off(new Request(`https://fai.example${path}`), template);
      return (await answer?.text()) ?? 'nothing';
    };
    const linkTo = (action: 'follow' | 'unfollow') => {
      const subject = JSON.stringify({ do: action, ...following, area: 'TH-5001' });
      const ticket = town.tickets.issue('message-link', subject, town.now + minute);
      return `/status/link?ticket=${ticket}`;
    };
    expect(await read(linkTo('unfollow'))).toContain('Stop all messages about areas to som@');
    const said = await read('/status/said?what=unfollow&lang=en');
    expect(said).toContain('Stopped');
    expect(said).not.toContain('href="/status');
    expect(await read(linkTo('follow'))).toContain('That does not work any more');
    for (const path of ['', '/feed.atom', '/feed.json']) {
      expect(await read(`/status${path}`)).toBe('nothing');
    }
  });

  test('begins by no old link where nobody can follow, and ends by one all the same', async () => {
    const tickets = new Tickets('0'.repeat(32));
    const world = new HttpWorld({ tickets });
    const { store, clock } = world.monitor;
    store.db.insert(statusAreas).values({ area: 'TH-5001', since: 0 }).run();
    const press = async (action: 'follow' | 'unfollow') => {
      const subject = JSON.stringify({ do: action, ...following, area: 'TH-5001' });
      const ticket = tickets.issue('message-link', subject, clock().wallMs + minute);
      return (await world.call('POST', `/api/message-link?ticket=${ticket}`)).status;
    };
    const followers = () => store.db.select().from(statusSubscriptions).all();
    expect(await press('follow')).toBe(404);
    expect(followers()).toEqual([]);
    followStatus(world.monitor, { ...following, area: 'TH-5001' });
    expect(await press('unfollow')).toBe(200);
    expect(followers()).toEqual([]);
  });

  test('ends with the area, which is said once', async () => {
    const sites = await town.settle('TH-5001', [3, 2, 1]);
    await town.nextDay();
    town.follow();
    const [leaver] = sites;
    if (leaver === undefined) throw new Error('a site is missing');
    await town.set(leaver, { on_status_page: false });
    await town.set(sites[1] as LiveDevice, { on_status_page: false });
    await town.nextDay();
    await town.nextDay();
    expect(town.told().map(({ recipient, details }) => [recipient, details])).toEqual([
      ['som@example.com', { says: 'left', area: 'TH-5001' }],
    ]);
    expect(town.world.monitor.store.db.select().from(statusSubscriptions).all()).toEqual([]);
  });

  test('tells of nothing that the page does not say', async () => {
    const sites = await town.settle('TH-5001', [3, 2, 1]);
    await town.nextDay();
    town.follow();
    // Four sites are no crowd, and two owners are none.
    town.lose(sites.slice(0, 4));
    await town.pass(30);
    expect(town.told()).toEqual([]);
    town.restore(sites);
    await town.pass(30);
    town.lose(sites.slice(0, 5));
    await town.pass(30);
    expect(town.told()).toEqual([]);
    town.restore(sites);
    await town.pass(30);
    expect(town.told()).toEqual([]);
    town.lose(sites);
    for (let passed = 0; passed < 4; passed += 1) {
      await town.pass(1);
      expect(town.told()).toEqual([]);
    }
    await town.pass(1);
    expect(await town.read('/status?lang=en')).toContain('Power is out');
    expect(town.told().map(({ details }) => details)).toEqual([
      { says: 'outage', outage: 1, isOver: false },
    ]);
  });
});

describe('the answers', () => {
  test('are kept for a minute by whoever asks, and here', async () => {
    await town.settle('TH-5001', [3, 2, 1]);
    await town.nextDay();
    const first = await town.ask('/status', { 'accept-language': 'en-GB,en;q=0.9' });
    expect(first?.headers.get('cache-control')).toBe('public, max-age=60');
    expect(first?.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(await first?.text()).toContain('<html lang="en"');
    const tag = first?.headers.get('etag') ?? '';
    const again = await town.ask('/status?lang=en', { 'if-none-match': tag });
    expect(again?.status).toBe(304);
  });

  test('are made once a minute, whatever name and area they are asked for by', async () => {
    await town.settle('TH-5001', [3, 2, 1]);
    await town.nextDay();
    const { monitor } = town.world;
    const facts = { monitor, timezone, publicUrl: undefined, tickets: town.tickets };
    const ways = () => ({ email: true, pushKey: 'BKey' });
    const pages = makeStatusPages({ ...facts, ways, isShown: true });
    let steps = 0;
    const { next } = monitor.turns;
    monitor.turns.next = () => {
      steps += 1;
      return next.call(monitor.turns);
    };
    const ask = (path: string, host: number) =>
      pages(
        new Request(`https://town-${host}.example/status${path}`, {
          headers: { 'Accept-Encoding': 'gzip' },
        }),
        template,
      );
    const paths = ['?lang=en', '/feed.atom?lang=en', '/feed.json?lang=en'];
    const askAll = (host: number) => Promise.all(paths.map((path) => ask(path, host)));
    const [page, atom] = await askAll(1);
    expect(page?.headers.get('content-encoding')).toBe('gzip');
    expect(await atom?.text()).toContain('https://town-1.example/status?lang=en');
    const made = steps;
    expect(made).toBeGreaterThan(3);
    for (let host = 2; host < 40; host += 1) {
      const [, feed] = await askAll(host);
      expect(await feed?.text()).toContain(`https://town-${host}.example/status?lang=en`);
      expect((await ask(`?lang=en&area=${host}`, host))?.status).toBe(200);
      expect(await ask(`/feed.atom?lang=en&area=${host}`, host)).toBeUndefined();
    }
    expect(steps).toBe(made);
    monitor.time.advanceMs(minute);
    await askAll(1);
    expect(steps).toBe(2 * made);
  });

  test('are of known kinds, and there is nothing else', async () => {
    expect((await town.ask('/status/feed.atom'))?.headers.get('content-type')).toBe(
      'application/atom+xml; charset=utf-8',
    );
    expect(JSON.parse(await town.read('/status/feed.json')).version).toContain('jsonfeed.org');
    expect(await town.ask('/status/sites')).toBeUndefined();
    expect(await town.ask('/status/feed.json?area=TH-9999')).toBeUndefined();
    expect(await town.read('/status')).toContain('ยังไม่มีพื้นที่ให้แสดง');
  });
});
