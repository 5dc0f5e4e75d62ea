/** What the executable has in files of its own, and reads when somebody first asks for it (scripts/build.ts). */
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { mapPath } from '../../src/installation/paths.ts';
import { FakeCalendar } from '../fakes/calendar/fake-calendar.ts';
import { drawTiles, packMap, town } from '../support/make-map.ts';
import { installBinary } from './harness.ts';
import { openShop } from './web/shop.ts';

test('the executable has what it loads late', async () => {
  await using home = await installBinary();
  const telegram = await home.startTelegram({ chats: 'any' });
  const calendar = new FakeCalendar();
  await calendar.open();
  home.defer(() => calendar.close());
  const { server, owner, credentials } = await openShop(home, {
    sites: ['Shop'],
    telegram,
    env: { FAIWATCH_PUBLIC_STATUS: 'true', FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true' },
  });

  // Names of areas, and feeds.
  home.data.write("INSERT INTO status_areas (area, since) VALUES ('TH-5001', 1790000000000)");
  expect(await owner.text('/status/feed.json?lang=th&area=TH-5001')).toContain('เมืองเชียงใหม่');

  // Calendars, both ways.
  const { status } = await owner.post('/api/customer/outage-calendars', { url: calendar.url });
  expect(status).toBe(200);
  const opened = await owner.post('/api/customer/calendar');
  expect(await owner.text(opened.body.data.path)).toStartWith('BEGIN:VCALENDAR');

  // The thread that draws.
  const report = await owner.text('/api/customer/power-outages/report.pdf?period=month');
  expect(report).toStartWith('%PDF-');
  telegram.userSends(77, `/register ${credentials.phone} ${credentials.activationKey}`);
  await telegram.expectMessage({ contains: 'Shop' }, 10_000);
  telegram.userSends(77, '/week');
  const { file } = await telegram.expectMessage({ contains: '• Shop' }, 10_000);
  expect(await file?.slice(1, 4).text()).toBe('PNG');

  // What reads a map.
  writeFileSync(mapPath(home.data.dir), packMap({ tiles: drawTiles(town).slice(0, 3) }));
  expect((await owner.get('/api/map-file')).body.data).not.toBeNull();

  expect(await server.stop()).toBe(0);
});
