import { beforeEach, expect, test } from 'bun:test';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { AppError } from '../../domain/errors.ts';
import { mostAreasOfAddress } from '../../domain/fleet/status-news.ts';
import { statusAreas, statusSubscriptions } from '../../store/fleet/tables.ts';
import { queueStatusNews } from '../../store/outbox/status-news.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { moveChat } from '../alerts/update-recipient.ts';
import { followStatus, unfollowStatus } from './follow-status.ts';
import { forgetFollowers } from './forget-followers.ts';

let { monitor } = new HttpWorld();
const som = { channel: 'email', address: 'som@example.com', language: 'en' } as const;

function show(areas: number): string[] {
  const names = Array.from({ length: areas }, (_, number) => `TH-50${10 + number}`);
  for (const area of names) monitor.store.db.insert(statusAreas).values({ area, since: 0 }).run();
  return names;
}

const messages = () => monitor.store.db.select().from(notifications).all();
const subscriptions = () => monitor.store.db.select().from(statusSubscriptions).all();

function refusal(act: () => void): string {
  try {
    act();
    return 'done';
  } catch (error) {
    return error instanceof AppError ? error.code : 'failed';
  }
}

beforeEach(() => {
  ({ monitor } = new HttpWorld());
});

test('an address follows so many areas at most', () => {
  const outcomes = show(mostAreasOfAddress + 1).map((area) =>
    refusal(() => followStatus(monitor, { ...som, area })),
  );
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(mostAreasOfAddress);
  expect(outcomes.at(-1)).toBe('CONFLICT');
});

test('leaving leaves nothing of the address, and all of others', () => {
  const [area = ''] = show(1);
  followStatus(monitor, { ...som, area });
  followStatus(monitor, { ...som, address: 'other@example.com', area });
  queueStatusNews(monitor.store, area, { says: 'left', area }, 1);
  unfollowStatus(monitor, som);
  expect(subscriptions().map(({ address }) => address)).toEqual(['other@example.com']);
  expect(messages().map(({ recipient }) => recipient)).toEqual(['other@example.com']);
});

test('an operator who offers it again within a day has lost nobody', () => {
  const [area = ''] = show(1);
  followStatus(monitor, { ...som, area });
  const pass = (hours: number, isOffered: boolean) => {
    monitor.time.advanceMs(hours * 3_600_000);
    forgetFollowers(monitor, isOffered, monitor.clock());
  };
  pass(0, false);
  pass(23, false);
  pass(0, true);
  pass(30, false);
  pass(23, false);
  expect(subscriptions()).toHaveLength(1);
  pass(1, false);
  expect(subscriptions()).toEqual([]);
});

test('a browser whose address changes goes on following, and gets what waited for it', () => {
  const [area = ''] = show(1);
  const [before, after] = ['https://push.example/a#x.y', 'https://push.example/b#z.w'];
  followStatus(monitor, { channel: 'webpush', address: before, area, language: 'en' });
  queueStatusNews(monitor.store, area, { says: 'left', area }, 1);
  moveChat(monitor, { channel: 'webpush', address: before }, after);
  expect(subscriptions().map(({ address }) => address)).toEqual([after]);
  expect(messages().map(({ recipient, status }) => [recipient, status])).toEqual([
    [after, 'pending'],
  ]);
});
