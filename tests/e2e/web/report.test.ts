/** The outage report of the executable. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import type { Locator, Route } from 'playwright-core';
import type { ReportAnswer } from '../../../src/contract/fleet/report.ts';
import { addMonths } from '../../../src/domain/calendar-dates.ts';
import en from '../../../web/src/locales/en.json';
import th from '../../../web/src/locales/th.json';
import { type Home, installBinary } from '../harness.ts';
import { HttpDevice } from '../http-device.ts';
import { waitFor } from '../wait-for.ts';
import {
  customerEntries,
  desk,
  type Language,
  languages,
  looks,
  openTab,
  phone,
  type Tab,
  type TabOptions,
} from './browser.ts';
import { openReportShop, type ReportShop } from './report-shop.ts';
import { openShop } from './shop.ts';
import { liveMs, shareBrowser, unfold } from './walk.ts';

const words = { th, en };
const reportUrl = '/api/customer/power-outages?';

const browser = shareBrowser();
let home: Home;
let shop: ReportShop;
let stored: Record<string, string>;

beforeAll(async () => {
  home = await installBinary();
  shop = await openReportShop(home);
  stored = await customerEntries(shop.server, shop.credentials);
});
afterAll(async () => {
  await home?.[Symbol.asyncDispose]();
});

const openOwnTab = (options: TabOptions = {}) =>
  openTab(browser, shop.server, { ...options, stored });

/**
 * What the server said to the page, once the page has asked after `act`.
 * @param query a part of it, where another report may be on its way: a page reads again as its stream opens
 */
async function reportAfter(
  tab: Tab,
  act: () => Promise<unknown>,
  query = '',
): Promise<ReportAnswer> {
  const isIt = (url: string) => url.includes(reportUrl) && url.includes(query);
  // On its way through the test, since the browser forgets answers that it needs no more. Only one: the browser itself
  // takes over what is still under way as the route ends.
  const answer = Promise.withResolvers<ReportAnswer>();
  const pass = async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response });
    answer.resolve(await response.json());
  };
  const isOurs = (url: URL) => isIt(url.href);
  await tab.page.route(isOurs, pass, { times: 1 });
  try {
    const [said] = await Promise.all([
      answer.promise,
      tab.page.waitForEvent('requestfinished', (made) => isIt(made.url())),
      act(),
    ]);
    return said;
  } finally {
    await tab.page.unroute(isOurs, pass);
  }
}

const openReport = (tab: Tab, query = '') =>
  reportAfter(tab, () => tab.visit(`/customer/dashboard?activity=report${query}`));

/** `1,234.5` */
const digits = (value: number, most: number) =>
  value.toLocaleString('en-GB', { maximumFractionDigits: most });

/** Minutes under 60, else hours and minutes, in either language's words. */
function durationPattern(minutes: number): RegExp {
  const whole = Math.floor(minutes + 1e-6);
  if (minutes > 0 && whole === 0) return /ไม่ถึง 1 นาที|less than 1 min/;
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  const inHours = hours > 0 ? `${hours} (ชม\\.|h)` : '';
  const inMinutes = rest > 0 || hours === 0 ? `${rest} (นาที|min)` : '';
  return new RegExp([inHours, inMinutes].filter((part) => part !== '').join('\\s'));
}

const section = ({ page }: Tab): Locator =>
  page.getByRole('region', { name: /^(ความเคลื่อนไหว|Activity)$/ });

/** Does with the report what its menu offers. */
async function keep(tab: Tab, t: (typeof words)[Language], way: string): Promise<void> {
  await section(tab).getByRole('button', { name: t.report.keep }).click();
  await tab.page.getByRole('menuitem', { name: way }).click();
}

/** The number in a card, by the card's label. */
async function figure(tab: Tab, label: string): Promise<string> {
  const term = section(tab)
    .locator('dt')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .first();
  const text = await term.locator('xpath=following-sibling::dd[1]').textContent();
  return (text ?? '').trim();
}

async function rowsOf(table: Locator): Promise<string[][]> {
  return table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td, th')].map((cell) =>
          (cell instanceof HTMLElement ? cell.innerText : '').replaceAll(/\s+/g, ' ').trim(),
        ),
      ),
    );
}

/** Pairs of texts that stand over each other. */
async function overlaps(texts: Locator): Promise<string[]> {
  return texts.evaluateAll((all) => {
    const boxes = all.map((text) => ({
      name: text.textContent,
      box: text.getBoundingClientRect(),
    }));
    return boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          ({ box }) =>
            box.left < one.box.right &&
            one.box.left < box.right &&
            box.top < one.box.bottom &&
            one.box.top < box.bottom,
        )
        .map((other) => `${one.name} / ${other.name}`),
    );
  });
}

const shownTime = (time: string, language: Language) => {
  const locale = language === 'th' ? 'th-TH' : 'en-GB';
  const zone = { timeZone: 'Asia/Bangkok' } as const;
  const date = new Date(time).toLocaleDateString(locale, {
    ...zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  const clock = { ...zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return `${date} ${new Date(time).toLocaleTimeString(locale, clock)}`;
};

function expectClean(tab: Tab): void {
  expect(tab.takeComplaints()).toEqual([]);
  expect([...tab.foreignOrigins]).toEqual([]);
}

describe.each(languages)('the report, in %s', (language) => {
  const t = words[language];

  test('opens from the address and from its button, on this month and all devices', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    await tab.visit('/customer/dashboard');
    await unfold(page, t.activity.title);
    await page.getByRole('table', { name: t.events.label }).waitFor();
    const [request] = await Promise.all([
      page.waitForRequest((asked) => asked.url().includes(reportUrl)),
      page.getByRole('button', { name: t.activity.report }).click(),
    ]);
    expect(new URL(request.url()).search).toBe('?period=month');
    expect(tab.path).toBe('/customer/dashboard?activity=report');
    const month = page.getByRole('button', { name: t.report.period.month });
    expect(await month.getAttribute('aria-pressed')).toBe('true');
    await page.goBack();
    await page.getByRole('table', { name: t.events.label }).waitFor();
    await page.goForward();
    await month.waitFor();
    expectClean(tab);
  });

  test('shows the figures of the server for each period', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    let answer = await openReport(tab);
    for (const period of ['month', 'day', 'year', 'all'] as const) {
      const button = page.getByRole('button', { name: t.report.period[period], exact: true });
      if (period !== 'month') {
        answer = await reportAfter(tab, () => button.click(), `period=${period}`);
      }
      const { summary, by_device: devices } = answer;
      expect(tab.path.includes('period=')).toBe(period !== 'month');
      await waitFor(`the count of ${period}`, async () =>
        (await figure(tab, t.report.count.label)).startsWith(
          `${digits(summary.total_outages, 0)} `,
        ),
      );
      expect(await button.getAttribute('aria-pressed')).toBe('true');
      for (const [label, inMinutes] of [
        [
          devices.length > 1
            ? t.report.total.of_other.replace('{{count}}', `${devices.length}`)
            : t.report.total.label,
          summary.total_duration_hours * 60,
        ],
        [t.report.average.label, summary.avg_duration_minutes],
        [t.report.longest.label, summary.longest_outage_hours * 60],
      ] as const) {
        expect(await figure(tab, label)).toMatch(durationPattern(inMinutes));
      }
      expect(await figure(tab, t.report.availability.label)).toBe(
        `${digits(summary.availability_percent ?? -1, 3)}%`,
      );
      const cards = section(tab).getByRole('region', { name: t.report.devices.title });
      const worst = devices.toSorted((a, b) => b.total_duration - a.total_duration);
      expect(await cards.getByRole('heading', { level: 4 }).allInnerTexts()).toEqual(
        worst.map((device) => expect.stringContaining(device.device_name)),
      );
      for (const device of devices) {
        const card = cards.getByRole('listitem').filter({
          has: page.getByRole('heading', { name: device.device_id }),
        });
        const text = (await card.first().innerText()).replaceAll(/\s+/g, ' ');
        expect(text).toContain(`${digits(device.outage_count, 0)} `);
        expect(text).toMatch(durationPattern(device.total_duration));
        // An outage that goes on takes more of the time until the page has asked.
        const percent = Number(/([\d.]+)%/.exec(text)?.[1]);
        expect(Math.abs(percent - (device.availability_percent ?? -1))).toBeLessThan(0.01);
        await card.getByRole('slider').waitFor();
      }
    }
    expectClean(tab);
  });

  test('keeps power outages apart from what was none, each cause in words', async () => {
    await using tab = await openOwnTab({ language });
    const { by_cause: causes } = await openReport(tab, '&period=all');
    const group = (name: string) =>
      section(tab).getByRole('heading', { name, exact: true }).locator('xpath=..');
    const counted = group(t.report.cause.counted);
    const others = group(t.report.cause.not_counted);
    await others.waitFor();
    const names = {
      mains: t.report.cause.mains,
      silent: t.report.cause.silent,
      network: t.report.cause.network,
      device: t.report.cause.device,
      unobserved: t.report.cause.unobserved,
    };
    expect(causes.map(({ cause }) => cause).sort()).toEqual([
      'device',
      'mains',
      'network',
      'silent',
      'silent',
      'unobserved',
    ]);
    for (const { cause, is_power_outage: isPower, count, duration } of causes) {
      const isUnexplained = cause === 'silent' && !isPower;
      const name = isUnexplained ? t.report.cause.unexplained : names[cause];
      const row = (isPower ? counted : others).getByRole('listitem').filter({ hasText: name });
      const text = (await row.innerText()).replaceAll(/\s+/g, ' ');
      expect(text).toContain(`${count} `);
      expect(text).toMatch(durationPattern(duration));
    }
    // Other outages are not called power outages.
    const notOutages = (await others.getByRole('listitem').allInnerTexts()).join(' ');
    expect(notOutages).not.toMatch(/\d outages?/);
    expectClean(tab);
  });

  test('draws the 15 most recent dates, oldest first, as high as their share of the most', async () => {
    await using tab = await openOwnTab({ language });
    const { by_date: dates } = await openReport(tab, '&period=all');
    expect(dates.length).toBeGreaterThan(15);
    const shown = dates.slice(-15);
    // More than one outage began on one of them; how many depends on the time of day.
    const mostCount = Math.max(...shown.map(({ count }) => count));
    expect(mostCount).toBeGreaterThan(2);
    const chart = section(tab).getByRole('figure').filter({ hasText: t.report.chart.title });
    const rows = await rowsOf(chart.locator('table'));
    const locale = language === 'th' ? 'th-TH' : 'en-GB';
    expect(rows.map(([date]) => date)).toEqual(
      shown.map(({ date }) =>
        expect.stringContaining(
          new Date(`${date}T12:00:00Z`).toLocaleDateString(locale, {
            day: 'numeric',
            month: 'short',
          }),
        ),
      ),
    );
    for (const [index, { count, duration }] of shown.entries()) {
      expect(rows[index]?.[1]).toStartWith(`${count}`);
      expect(rows[index]?.[1]).toMatch(durationPattern(duration));
    }
    const bars = chart.locator('.recharts-bar-rectangle path');
    const drawn = shown.filter(({ count }) => count > 0);
    // The chart measures its room before it draws in it.
    const tall = await waitFor('bars', async () => {
      const heights = await bars.evaluateAll((all) =>
        all.map((bar) => bar.getBoundingClientRect().height).filter((height) => height > 3),
      );
      return heights.length === drawn.length && heights;
    });
    const most = Math.max(...tall);
    for (const [index, { count }] of drawn.entries()) {
      expect(Math.abs((tall[index] ?? 0) - (most * count) / mostCount)).toBeLessThan(2);
    }
    expectClean(tab);
  });

  test('lists the outages one by one, sorted and paged', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    const { recent_outages: outages } = await openReport(tab, '&period=all');
    const table = page.getByRole('table', { name: t.report.history.title });
    await table.waitFor();
    const expected = outages.map((outage) => {
      const { recover_time: recovered, acknowledged_by: by } = outage;
      return [
        `${outage.device_name} ${outage.device_id}`,
        shownTime(outage.down_time, language),
        recovered === null ? t.report.history.not_recovered : shownTime(recovered, language),
        recovered === null ? '-' : expect.stringMatching(durationPattern(outage.duration_minutes)),
        outage.cause === 'mains' ? t.state.mains_lost.word : t.state.contact_lost.word,
        by === null ? '-' : by === 'customer' ? t.events.customer : by,
      ];
    });
    expect(outages.filter(({ acknowledged_by: by }) => by !== null)).toHaveLength(2);
    expect(await rowsOf(table)).toEqual(expected.slice(0, 10));
    expect(await table.innerText()).toContain(
      t.report.history.flaps_other.replace('{{number}}', '2'),
    );
    await page.getByRole('button', { name: t.ui.pager.next }).click();
    await waitFor(
      'the second page',
      async () => (await rowsOf(table))[0]?.[1] === expected[10]?.[1],
    );

    await table.getByRole('button', { name: t.report.history.duration }).click();
    const shortest = Math.min(...outages.map(({ duration_minutes: minutes }) => minutes));
    await waitFor('the shortest first', async () =>
      durationPattern(shortest).test((await rowsOf(table))[0]?.[3] ?? ''),
    );
    expectClean(tab);
  });

  test('is of one device when one is chosen, and keeps it in the address', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    await openReport(tab, '&period=year');
    const [request, answer] = await Promise.all([
      page.waitForRequest(
        (asked) =>
          asked.url().includes(reportUrl) && asked.url().includes(`deviceId=${shop.cafe.id}`),
      ),
      reportAfter(
        tab,
        async () => {
          await section(tab).getByRole('combobox').click();
          await page.getByRole('option', { name: 'Cafe' }).click();
        },
        `deviceId=${shop.cafe.id}`,
      ),
    ]);
    expect(new URL(request.url()).searchParams.get('period')).toBe('year');
    expect(tab.path).toBe(`/customer/dashboard?activity=report&period=year&device=${shop.cafe.id}`);
    expect(answer.by_device.map(({ device_name: name }) => name)).toEqual(['Cafe']);
    const cards = section(tab).getByRole('region', { name: t.report.devices.title });
    await waitFor(
      'one device',
      async () => (await cards.getByRole('heading', { level: 4 }).count()) === 1,
    );
    await page.reload();
    await cards.getByRole('heading', { name: 'Cafe' }).waitFor();
    expect(await section(tab).getByRole('combobox').textContent()).toContain('Cafe');
    expectClean(tab);
  });

  test('goes back and forward by months, which the address keeps', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    const { period: now } = await openReport(tab, `&device=${shop.cafe.id}`);
    const month = (date: string) =>
      new Date(`${date}T12:00:00Z`).toLocaleDateString(language === 'th' ? 'th-TH' : 'en-GB', {
        month: 'long',
        year: 'numeric',
      });
    const before = new Date(Date.parse(now.first_date) - 86_400_000).toISOString().slice(0, 7);
    const steps = page.getByRole('group', { name: t.report.period.steps });
    await steps.getByText(month(now.first_date), { exact: true }).waitFor();
    const forward = (period: string) =>
      steps.getByRole('button', { name: t.report.period.forward.replace('{{period}}', period) });
    expect(await steps.getByRole('button').last().isDisabled()).toBe(true);

    const name = t.report.period.back.replace('{{period}}', month(`${before}-01`));
    const answer = await reportAfter(
      tab,
      () => steps.getByRole('button', { name }).click(),
      `month=${before}`,
    );
    expect(answer.period).toMatchObject({ name: 'range', first_date: `${before}-01` });
    expect(tab.path).toBe(
      `/customer/dashboard?activity=report&device=${shop.cafe.id}&month=${before}`,
    );
    await section(tab)
      .getByRole('heading', { name: month(`${before}-01`) })
      .first()
      .waitFor();
    expect(
      await page.getByRole('button', { pressed: true, name: t.report.period.month }).count(),
    ).toBe(0);
    await page.reload();
    await forward(month(now.first_date)).click();
    await waitFor('this month', async () => !tab.path.includes('month='));
    await page.goBack();
    await waitFor('the month before', async () => tab.path.includes(`month=${before}`));
    expectClean(tab);
  });

  test('is of any days, which a dialog asks for and checks', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    await openReport(tab);
    await page.getByRole('button', { name: t.report.period.choose }).click();
    const dialog = page.getByRole('dialog', { name: t.report.period.choose });
    const first = dialog.getByLabel(t.report.period.first);
    const last = dialog.getByLabel(t.report.period.last);
    await first.fill('2026-10-05');
    await last.fill('2026-10-04');
    // As the page writes days, whatever the language of the browser.
    expect(await first.inputValue()).toBe(language === 'th' ? '05/10/2569' : '05/10/2026');
    await page.keyboard.press('Enter');
    await dialog.getByText(t.report.period.wrong_order).waitFor();
    expect(await tab.findAxeViolations()).toEqual([]);
    await last.fill('');
    await dialog.getByText(t.report.period.missing).waitFor();
    await last.fill('2026-10-11');
    const { period } = await reportAfter(
      tab,
      () => dialog.getByRole('button', { name: t.report.period.show }).click(),
      'from=2026-10-05&to=2026-10-11',
    );
    expect(period).toMatchObject({ first_date: '2026-10-05', last_date: '2026-10-11' });
    await dialog.waitFor({ state: 'hidden' });
    const next = page
      .getByRole('group', { name: t.report.period.steps })
      .getByRole('button')
      .last();
    await reportAfter(tab, () => next.click(), 'from=2026-10-12&to=2026-10-18');
    expectClean(tab);
  });

  test('has a calendar of days, in which each says its minutes in words, and opens', async () => {
    await using tab = await openOwnTab({ language });
    const { by_date: all } = await openReport(tab, '&period=all');
    const { date } = all.findLast(({ count }) => count > 2) ?? { date: '' };
    const month = date.slice(0, 7);
    const answer = await openReport(tab, `&month=${month}`);
    const calendar = section(tab).getByRole('table', {
      name: new Date(`${date}T12:00:00Z`).toLocaleDateString(
        language === 'th' ? 'th-TH' : 'en-GB',
        { month: 'long', year: 'numeric' },
      ),
    });
    await calendar.waitFor();
    const buttons = calendar.getByRole('button');
    expect(await buttons.count()).toBe(answer.by_date.length);
    for (const [index, { date: day, count, duration }] of answer.by_date.entries()) {
      const name = (await buttons.nth(index).getAttribute('title')) ?? '';
      expect(await buttons.nth(index).textContent()).toStartWith(`${Number(day.slice(-2))}`);
      expect(name).toMatch(durationPattern(duration));
      if (count > 0) expect(name).toContain(`${count} `);
    }
    await reportAfter(
      tab,
      () => buttons.nth(answer.by_date.findIndex((entry) => entry.date === date)).click(),
      `from=${date}&to=${date}`,
    );
    expectClean(tab);
  });

  test('has a year at one glance, whose months open', async () => {
    await using tab = await openOwnTab({ language });
    const { by_date: all, period } = await openReport(tab, '&period=all');
    const year = section(tab).getByRole('table', { name: t.report.calendar.title });
    await year.waitFor();
    expect(await year.getByRole('rowheader').count()).toBe(7);
    const { duration } = all.findLast((day) => day.count > 0 && day.duration < 1_440) ?? {
      duration: Number.NaN,
    };
    await year.getByTitle(durationPattern(duration)).last().waitFor();
    const months = year.getByRole('button');
    expect(await months.count()).toBe(12);
    const before = addMonths(period.last_date.slice(0, 7), -1);
    await reportAfter(tab, () => months.nth(10).click(), `month=${before}`);
    expectClean(tab);
  });

  test('a day that an outage only touched says so', async () => {
    await using tab = await openOwnTab({ language });
    const { by_date: dates } = await openReport(tab, `&period=all&device=${shop.barn.id}`);
    const touched = dates.find(({ count }) => count === 0);
    expect(touched).toMatchObject({ duration: 15 * 60 });
    const chart = section(tab).getByRole('figure').filter({ hasText: t.report.chart.title });
    const rows = await rowsOf(chart.locator('table'));
    const index = dates.indexOf(touched ?? { date: '', count: 0, duration: 0 });
    const words = t.report.chart.went_on.split('{{')[0] ?? '?';
    expect(rows[index]?.[1]).toStartWith(`0, ${words}`.trim());
    expectClean(tab);
  });

  test('offers last month first on the first of a month', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    await page.clock.setFixedTime(new Date('2026-12-01T09:00:00+07:00'));
    await openReport(tab);
    const choices = page.getByRole('group', { name: t.report.period.label }).getByRole('button');
    expect(await choices.first().textContent()).toBe(t.report.period.last_month);
    await reportAfter(tab, () => choices.first().click(), 'month=2026-11');
    expect(await choices.first().getAttribute('aria-pressed')).toBe('true');
    expect(await choices.count()).toBe(6);
    expectClean(tab);
  });

  test('says that it is good when there was none', async () => {
    await using tab = await openOwnTab({ language });
    for (const period of ['day', 'month', 'year', 'all'] as const) {
      const { summary } = await openReport(tab, `&period=${period}&device=${shop.house.id}`);
      expect([summary.total_outages, summary.availability_percent]).toEqual([0, 100]);
      await tab.page.getByRole('heading', { name: t.report.good[period] }).waitFor();
      expect(await figure(tab, t.report.availability.label)).toBe('100%');
      expect(await tab.page.getByRole('table', { name: t.report.history.title }).count()).toBe(0);
    }
    expectClean(tab);
  });

  test('walks through the ribbon of a device with the arrow keys', async () => {
    await using tab = await openOwnTab({ language });
    await openReport(tab, `&device=${shop.cafe.id}&period=all`);
    const ribbon = section(tab).getByRole('slider');
    await ribbon.focus();
    const said = new Set<string | null>();
    for (let step = 0; step < 6; step++) {
      await tab.page.keyboard.press('ArrowLeft');
      said.add(await ribbon.getAttribute('aria-valuetext'));
    }
    expect(said.size).toBe(6);
    expect([...said].join()).toContain(t.state.mains_lost.word);
    expectClean(tab);
  });

  test('downloads as the same CSV file that the server gives', async () => {
    await using tab = await openOwnTab({ language });
    const { period } = await openReport(tab, `&period=all&device=${shop.barn.id}`);
    const [download] = await Promise.all([
      tab.page.waitForEvent('download'),
      keep(tab, t, t.report.download),
    ]);
    const today = new Date().toLocaleDateString('en-SE', { timeZone: period.timezone });
    expect(download.suggestedFilename()).toBe(`outages-${today}.csv`);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.codePointAt(0)).toBe(0xfeff);
    expect(csv.slice(1)).toStartWith('outage_id,');
    // As the clocks on the wall showed it, and in words.
    expect(csv).toMatch(/,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00,/);
    expect(csv).toContain(`,mains,${t.report.cause.mains},`);
    expect(csv.trim().split('\n')).toHaveLength(1 + 4);
    const path = `/api/customer/power-outages/export.csv?period=all&deviceId=${shop.barn.id}&language=${language}`;
    // fetch drops the mark that spreadsheets need.
    expect(csv.slice(1)).toBe((await shop.owner.text(path)).replace(/^\ufeff/, ''));

    await tab.page.route('**/export.csv*', (route) => route.abort());
    await keep(tab, t, t.report.download);
    await tab.page.getByText(t.ui.error.network).first().waitFor();
    expect(tab.takeComplaints(/ERR_FAILED/)).toEqual([]);
    expectClean(tab);
  });

  test('prints as a page of its own that fits on A4', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    const { summary } = await openReport(tab, '&period=all');
    await section(tab).getByRole('slider').first().waitFor();
    await keep(tab, t, t.report.print);
    await page.locator('body[data-printed=yes]').waitFor();

    // The width between the margins of the stylesheet.
    await page.setViewportSize({ width: 703, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    const sheet = page.getByRole('article');
    await sheet.waitFor();
    // Read in one step, since live data may be redrawn at any moment.
    const [text, seen] = await page.evaluate(() =>
      [document.querySelector('article'), document.body].map((part) =>
        (part?.innerText ?? '').replaceAll(/\s+/g, ' ').trim(),
      ),
    );
    if (text === undefined) throw new Error('There is no sheet');
    for (const part of [
      t.report.paper.title,
      `${shop.name} · 081-234-5678`,
      t.report.period.all,
      t.activity.all_devices,
      t.report.paper.made,
      'Asia/Bangkok (GMT+7)',
      t.report.calendar.title,
      `${digits(summary.total_outages, 0)} `,
      t.report.chart.title,
      t.report.history.title,
      t.report.history.not_recovered,
    ]) {
      expect(text).toContain(part);
    }
    // One outage goes on while the sheet is made.
    const hours = [0, 0.01, 0.02].map(
      (later) => `${digits(summary.total_duration_hours + later, 2)} ${t.report.unit.hours}`,
    );
    expect(hours.some((said) => text.includes(said))).toBe(true);
    expect(seen).toBe(text);
    for (const { id } of shop.boards) expect(text).toContain(id);
    expect(await sheet.getByRole('slider').count()).toBe(shop.boards.length);
    expect(await overlaps(sheet.locator('svg text'))).toEqual([]);
    const idLines = await sheet.locator('code').evaluateAll((ids) =>
      ids.map((id) => {
        const range = document.createRange();
        range.selectNodeContents(id);
        return range.getClientRects().length;
      }),
    );
    expect(new Set(idLines)).toEqual(new Set([1]));
    expect(await sheet.getByRole('button').count()).toBe(0);
    expect(await tab.overflowPx()).toBe(0);
    const ground = await page.evaluate(
      () => getComputedStyle(document.documentElement).backgroundColor,
    );
    expect(ground).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ media: null });
    await waitFor('the page again', async () => (await sheet.count()) === 0);

    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    expect(pages).toBeGreaterThanOrEqual(2);
    expect(pages).toBeLessThanOrEqual(5);
    expect(pdf.length).toBeGreaterThan(20_000);
    await waitFor('the page again', async () => (await sheet.count()) === 0);
    expectClean(tab);
  });

  test('says why it could not be loaded, and comes when asked again', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    const gate = Promise.withResolvers<void>();
    await page.route('**/power-outages?*', async (route) => {
      await gate.promise;
      await route.fulfill({ status: 404, json: { ok: false, error: 'x', code: 'NOT_FOUND' } });
    });
    await tab.visit('/customer/dashboard?activity=report');
    await page.getByRole('status', { name: t.report.loading }).waitFor();
    expect(await tab.findAxeViolations()).toEqual([]);
    gate.resolve();
    await page.getByText(t.activity.no_device.title).waitFor();
    await page.unroute('**/power-outages?*');

    await page.route('**/power-outages?*', (route) => route.abort());
    await tab.visit('/customer/dashboard?activity=report');
    const alert = section(tab).getByRole('alert').filter({ hasText: t.report.error });
    await alert.waitFor();
    expect(await alert.innerText()).toContain(t.ui.error.network);
    expect(await tab.findAxeViolations()).toEqual([]);
    await page.unroute('**/power-outages?*');
    await alert.getByRole('button', { name: t.ui.retry }).click();
    await page.getByRole('table', { name: t.report.history.title }).waitFor();

    // A ribbon on its own, too.
    await page.route('**/timeline*', (route) => route.abort());
    await tab.visit('/customer/dashboard?activity=report&period=day');
    const broken = section(tab)
      .getByRole('alert')
      .filter({ hasText: t.report.devices.ribbon_error });
    await broken.first().waitFor();
    expect(await broken.count()).toBe(4);
    await page.unroute('**/timeline*');
    await broken.first().getByRole('button').click();
    await section(tab).getByRole('slider').first().waitFor();
    expect(tab.takeComplaints(/404|ERR_FAILED/)).toEqual([]);
    expectClean(tab);
  });

  test('keeps its figures, and says so, when the server cannot be asked again', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    await openReport(tab, `&device=${shop.house.id}`);
    await page.getByRole('heading', { name: t.report.good.month }).waitFor();
    await page.route('**/power-outages?*', (route) => route.abort());
    // Something of theirs changes: what is shown is asked for again.
    for (const enabled of [false, true]) {
      await shop.owner.post(`/api/settings/devices/${shop.house.id}/toggle-alerts`, { enabled });
    }
    const stale = t.report.stale.split('{{')[0] ?? '';
    await section(tab).getByText(stale).waitFor();
    expect(await page.getByRole('heading', { name: t.report.good.month }).count()).toBe(1);
    await page.unroute('**/power-outages?*');
    await section(tab).getByRole('button', { name: t.ui.retry }).click();
    await waitFor(
      'no more word of it',
      async () => (await section(tab).getByText(stale).count()) === 0,
    );
    expect(tab.takeComplaints(/ERR_FAILED/)).toEqual([]);
    expectClean(tab);
  });

  test('leads back from a device that is not theirs, and from a nonsensical address', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    await tab.visit('/customer/dashboard?activity=report&device=fw-ffffffffffff');
    await page.getByText(t.activity.no_device.title).waitFor();
    await page.getByRole('button', { name: t.activity.no_device.show_all }).click();
    await page.getByRole('table', { name: t.report.history.title }).waitFor();
    expect(tab.path).toBe('/customer/dashboard?activity=report');
    const { period } = await openReport(tab, '&period=week&page=-3&filter=%00');
    expect(period.name).toBe('month');
    expect(tab.takeComplaints(/404/)).toEqual([]);
    expectClean(tab);
  });

  test('can be used by keyboard alone', async () => {
    await using tab = await openOwnTab({ language });
    const { page } = tab;
    await tab.visit('/customer/dashboard');
    await unfold(page, t.activity.title);
    await page.getByRole('table', { name: t.events.label }).waitFor();
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: element } = document;
        return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
    const tabTo = async (name: string) => {
      for (let press = 0; press < 60; press++) {
        await page.keyboard.press('Tab');
        if ((await focused()).includes(name)) return;
      }
      throw new Error(`Tab does not reach ${name}`);
    };
    await tabTo(t.activity.report);
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: t.report.history.title }).waitFor();
    await tabTo(t.report.period.all);
    await reportAfter(tab, () => page.keyboard.press('Space'));
    await tabTo(t.activity.all_devices);
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Barn' }).waitFor();
    await reportAfter(tab, async () => {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    });
    expect(tab.path).toBe(`/customer/dashboard?activity=report&period=all&device=${shop.barn.id}`);
    expect(await focused()).toContain('Barn');
    await tabTo(t.report.keep);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: t.report.download }).waitFor();
    await waitFor('the file', async () => {
      if ((await focused()).includes(t.report.download)) return true;
      await page.keyboard.press('ArrowDown');
      return false;
    });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.keyboard.press('Enter'),
    ]);
    expect(download.suggestedFilename()).toEndWith('.csv');
    await tabTo(t.report.devices.ribbon.replace('{{name}}', 'Barn'));
    await page.keyboard.press('Home');
    await tabTo(t.report.history.down);
    await page.keyboard.press('Enter');
    const sorted = page.getByRole('columnheader', { name: t.report.history.down });
    expect(await sorted.getAttribute('aria-sort')).toBe('ascending');
    expectClean(tab);
  });
});

test('an outage shows in the open report by itself, and so does its end', async () => {
  await using ownHome = await installBinary();
  const own = await openShop(ownHome, { sites: ['Cafe'] });
  const [board] = own.boards;
  if (board === undefined) throw new Error('a board expected');
  const device = new HttpDevice(own.server.url, board);
  await device.beats();
  await using tab = await openTab(browser, own.server, {
    language: 'en',
    stored: await customerEntries(own.server, own.credentials),
  });
  const { page } = tab;
  await openReport(tab, '&period=day');
  await page.getByRole('heading', { name: en.report.good.day }).waitFor();
  await page.getByText(en.ui.live.live, { exact: true }).waitFor();

  await device.losesMains();
  const table = page.getByRole('table', { name: en.report.history.title });
  await table.getByText(en.report.history.not_recovered).waitFor({ timeout: liveMs });
  expect(await figure(tab, en.report.count.label)).toBe('1 outage');
  expect((await rowsOf(table))[0]?.[3]).toBe('-');

  await device.regainsMains();
  await table.getByText(en.report.history.being_confirmed).waitFor({ timeout: liveMs });
  expect(await table.getByText(en.report.history.not_recovered).count()).toBe(0);

  await page.getByRole('button', { name: en.activity.events }).click();
  const events = page.getByRole('table', { name: en.events.label });
  await events.waitFor();
  await device.beats();
  const { body } = await own.owner.get('/api/customer/stats');
  const outageId = body.devices[0].outage.id;
  await own.owner.post(`/api/customer/outages/${outageId}/acknowledge`);
  await events
    .getByRole('row')
    .nth(1)
    .getByText(en.events.type.ack_recover)
    .filter({ visible: true })
    .waitFor({ timeout: liveMs });
  expectClean(tab);
});

test.each(languages)(
  'without devices, or before one was heard, it says what to do: %s',
  async (language) => {
    const t = words[language];
    await using ownHome = await installBinary();
    const own = await openShop(ownHome, { spareKeys: 1 });
    await using tab = await openTab(browser, own.server, {
      language,
      stored: await customerEntries(own.server, own.credentials),
    });
    await openReport(tab);
    await section(tab).getByText(t.report.no_devices.title).waitFor();
    expect(await tab.findAxeViolations()).toEqual([]);

    await using silentHome = await installBinary();
    const silent = await openShop(silentHome, { sites: ['Cafe'] });
    await using other = await openTab(browser, silent.server, {
      language,
      stored: await customerEntries(silent.server, silent.credentials),
    });
    await openReport(other);
    await other.page.getByRole('heading', { name: t.report.nothing_yet.title }).waitFor();
    expect(await figure(other, t.report.availability.label)).toBe(t.report.availability.none);
    expectClean(tab);
    expectClean(other);
  },
);

/** What is folded away on a phone. */
async function unfoldReport(tab: Tab, t: typeof th): Promise<void> {
  const height = () => tab.page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  expect(await section(tab).locator('.recharts-bar-rectangle').count()).toBe(0);
  for (const title of [t.report.chart.title, t.report.cause.title, t.report.history.title]) {
    const button = section(tab).getByRole('button', { name: title, exact: true });
    await button.press('Enter');
    await button.waitFor({ state: 'detached' });
    // Where the button was, the keyboard goes on.
    expect(await tab.page.evaluate(() => document.activeElement?.textContent)).toContain(title);
  }
  const more = section(tab).getByRole('button', {
    name: t.report.devices.more_other.replace('{{count}}', '1'),
  });
  if (await more.count()) await more.click();
  await waitFor('the whole of it', async () => (await height()) > before + 1_000);
}

describe('for everybody', () => {
  test.each(looks)('axe finds nothing: %j', async (look) => {
    await using tab = await openOwnTab(look);
    const { language, theme, viewport } = look;
    const t = words[language];
    await openReport(tab, '&period=all');
    await section(tab).getByRole('slider').first().waitFor();
    if (viewport === phone) await unfoldReport(tab, t);
    await section(tab).locator('.recharts-bar-rectangle').first().waitFor();
    expect(await tab.findAxeViolations()).toEqual([]);
    expect(await tab.overflowPx()).toBe(0);
    await tab.takePicture(`report-${language}-${theme}-${viewport.width}`);
    const print = tab.page.getByRole('menuitem', { name: t.report.print });
    await section(tab).getByRole('button', { name: t.report.keep }).press('Enter');
    await print.waitFor();
    expect(await tab.findAxeViolations()).toEqual([]);
    await tab.page.keyboard.press('Escape');
    await print.waitFor({ state: 'detached' });
    await section(tab).getByRole('combobox').first().click();
    await tab.page.getByRole('option', { name: 'Cafe' }).waitFor();
    expect(await tab.findAxeViolations()).toEqual([]);
    await tab.page.keyboard.press('Escape');
    await openReport(tab, `&device=${shop.house.id}`);
    await tab.page.getByRole('heading', { name: t.report.good.month }).waitFor();
    expect(await tab.findAxeViolations()).toEqual([]);
    expectClean(tab);
  });

  test.each(languages)('nothing overflows a window of 320 px: %s', async (language) => {
    for (const width of [320, desk.width / 2]) {
      await using tab = await openOwnTab({ language, viewport: { width, height: phone.height } });
      await openReport(tab, '&period=all');
      await section(tab).getByRole('slider').first().waitFor();
      expect(await tab.overflowPx()).toBe(0);
      const small = await section(tab)
        .getByRole('button')
        .evaluateAll((all) =>
          all
            .map((button) => ({ name: button.textContent, box: button.getBoundingClientRect() }))
            .filter(
              ({ box }) =>
                box.width > 0 && box.height > 0 && Math.min(box.width, box.height) < 43.5,
            )
            .map(({ name }) => name),
        );
      if (width === 320) expect(small).toEqual([]);
      expectClean(tab);
    }
  });
});
