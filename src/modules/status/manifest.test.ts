import { expect, test } from 'bun:test';
import { HttpWorld, makeAppOptions } from '../../../tests/support/http-world.ts';
import { makeTestMonitor } from '../../../tests/support/monitor.ts';
import { followStatus } from '../../actions/fleet/follow-status.ts';
import { Tickets } from '../../actions/people/tickets.ts';
import { readExtras, settleMessages } from '../../actions/system/extras.ts';
import { loadConfig } from '../../installation/config.ts';
import { writeMeta } from '../../store/engine/meta.ts';
import { statusAreas, statusSubscriptions } from '../../store/fleet/tables.ts';
import { queueStatusNews } from '../../store/outbox/status-news.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { status } from './manifest.ts';

const area = 'TH-5001';
const som = { channel: 'email', address: 'som@example.com', language: 'en' } as const;

/** A server without it, on a database in which an area is followed. */
function openWithout() {
  const tickets = new Tickets('a secret of thirty-two characters');
  const { extras } = makeAppOptions(makeTestMonitor());
  const off = { moduleRoutes: [], publicPage: null, extras: { ...extras, on: [] } };
  const world = new HttpWorld({ ...off, tickets });
  const { store } = world.monitor;
  store.db.insert(statusAreas).values({ area, since: 0 }).run();
  followStatus(world.monitor, { ...som, area });
  const linkTo = (action: 'follow' | 'unfollow') => {
    const subject = JSON.stringify({ do: action, ...som, area });
    const expiresAt = world.monitor.clock().wallMs + 60_000;
    return `/api/message-link?ticket=${tickets.issue('message-link', subject, expiresAt)}`;
  };
  return { world, store, linkTo };
}

test.each([
  [{}, []],
  [{ FAIWATCH_PUBLIC_STATUS: 'false' }, []],
  [{ FAIWATCH_PUBLIC_STATUS: 'true' }, ['status']],
])('is on where the configuration shows the page: %p', (env, on) => {
  const { store } = makeTestMonitor();
  // An installation from before.
  writeMeta(store, 'extras_due', 'yes');
  const { named } = loadConfig({ data: '/nonexistent' }, env);
  expect(readExtras(store, [status], named)).toEqual(on);
});

test('who follows can leave where it is off, and nobody can begin to', async () => {
  const { world, store, linkTo } = openWithout();
  const followers = () => store.db.select().from(statusSubscriptions).all();
  expect((await world.post('/api/public/status/emails', undefined, {})).status).toBe(404);
  expect((await world.get('/api/public/info')).body.status_page).toBe(false);
  expect((await world.post(linkTo('follow'))).status).toBe(404);
  expect(followers()).toHaveLength(1);
  const link = linkTo('unfollow');
  expect((await world.get(link)).body.data).toMatchObject({ do: 'unfollow', address: som.address });
  const accept = { Accept: 'text/html' };
  const led = await world.app.handle(new Request(`http://localhost${link}`, { headers: accept }));
  expect(led.headers.get('location')).toStartWith('/customer/link#');
  expect((await world.post(link)).status).toBe(200);
  expect(followers()).toEqual([]);
});

test('what waits for those who follow goes no more where it is off', () => {
  const { store } = openWithout();
  queueStatusNews(store, area, { says: 'left', area }, 1);
  const states = () => store.db.select().from(notifications).all();
  settleMessages(store, [status], ['status']);
  expect(states()).toMatchObject([{ status: 'pending' }]);
  settleMessages(store, [status], []);
  expect(states()).toMatchObject([{ status: 'superseded', lastError: expect.any(String) }]);
});
