import { beforeEach, describe, expect, test } from 'bun:test';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { followStatus, unfollowStatus } from '../../actions/fleet/follow-status.ts';
import { AppError } from '../../domain/errors.ts';
import { mostOfArea } from '../../domain/fleet/status-news.ts';
import { statusAreas, statusSubscriptions } from '../../store/fleet/tables.ts';
import { notifications } from '../../store/outbox/tables.ts';
import { askToFollow, unfollowByKeys } from './ask-to-follow.ts';

let { monitor } = new HttpWorld();
const som = { channel: 'email', address: 'som@example.com', language: 'en' } as const;

function show(areas: number): string[] {
  const names = Array.from({ length: areas }, (_, number) => `TH-50${10 + number}`);
  for (const area of names) monitor.store.db.insert(statusAreas).values({ area, since: 0 }).run();
  return names;
}

const ask = (area: string, address: string = som.address, from = '203.0.113.7') =>
  askToFollow(monitor, { ...som, address, area }, from, monitor.clock());

const questions = () => monitor.store.db.select().from(notifications).all();
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

describe('a question', () => {
  test('goes to a mailbox once a day, until its reader has said yes; then for each area', () => {
    const [first = '', second = '', third = ''] = show(3);
    ask(first);
    ask(second, 'SOM+news@example.com', '203.0.113.8');
    expect(questions().map(({ recipient }) => recipient)).toEqual([som.address]);
    monitor.time.advanceMs(86_400_000);
    ask(second);
    expect(questions()).toHaveLength(2);
    followStatus(monitor, { ...som, area: second });
    ask(third);
    expect(questions()).toHaveLength(3);
  });

  test('goes to a mailbox of Google once, wherever dots are put into its name', () => {
    const [area = ''] = show(1);
    const ways = ['somchai@gmail.com', 's.om.chai+1@gmail.com', 'Som.Chai@googlemail.com'];
    for (const way of ways) ask(area, way);
    ask(area, 's.omchai@example.com');
    expect(questions().map(({ recipient }) => recipient)).toEqual([
      'somchai@gmail.com',
      's.omchai@example.com',
    ]);
  });

  test('comes at once to whoever has left and wants to be told again', () => {
    const [area = ''] = show(1);
    ask(area);
    followStatus(monitor, { ...som, area });
    unfollowStatus(monitor, som);
    ask(area);
    expect(questions()).toHaveLength(1);
    // Nobody has said yes to this one, so there is nothing to leave.
    unfollowStatus(monitor, som);
    ask(area);
    expect(questions()).toHaveLength(0);
  });

  test('is not asked of an area that is not shown, nor where nobody else can follow', () => {
    const [area = ''] = show(1);
    expect(refusal(() => ask('TH-99'))).toBe('NOT_FOUND');
    for (let number = 0; number < mostOfArea; number += 1) {
      followStatus(monitor, { ...som, address: `a${number}@example.com`, area });
    }
    expect(refusal(() => ask(area))).toBe('CONFLICT');
    expect(refusal(() => followStatus(monitor, { ...som, area }))).toBe('CONFLICT');
    // Whoever follows already may say so again.
    followStatus(monitor, { ...som, address: 'a0@example.com', area });
    expect(subscriptions()).toHaveLength(mostOfArea);
  });

  test('leaves no address in what counts tries', () => {
    const [area = ''] = show(1);
    ask(area);
    const counted = monitor.store.sqlite.query('SELECT * FROM attempt_limits').all();
    expect(counted).toHaveLength(3);
    expect(JSON.stringify(counted)).not.toContain('example.com');
  });
});

test('a network may say ten times a day that its browsers leave, and asks no less for it', () => {
  const [area = ''] = show(1);
  const leave = (number: number, from: string) =>
    refusal(() => {
      const address = `https://push.example/${number}#x.y`;
      unfollowByKeys(monitor, { channel: 'webpush', address }, from, monitor.clock());
    });
  const outcomes = Array.from({ length: 11 }, (_, number) => leave(number, '203.0.113.7'));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10);
  expect(outcomes.at(-1)).toBe('RATE_LIMITED');
  expect(leave(11, '198.51.100.1')).toBe('done');
  expect(refusal(() => ask(area))).toBe('done');
  monitor.time.advanceMs(86_400_000);
  expect(leave(12, '203.0.113.7')).toBe('done');
});
