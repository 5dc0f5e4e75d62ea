import { expect, test } from 'bun:test';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestTime } from '../../tests/support/monitor.ts';
import { tempDir } from '../../tests/support/temp-dir.ts';
import type { NatsConnection } from './nats.ts';
import { NodeTalk } from './node-talk.ts';

test('a name that could not be kept is kept when it is heard again', () => {
  const folder = tempDir('talk');
  const taken = join(folder, 'taken');
  const path = join(taken, 'nodes.json');
  writeFileSync(taken, '');
  let hear = (_: string) => {};
  const connection = {
    subscribe: (_: string, { callback }: { callback: (error: null, message: object) => void }) => {
      hear = (text) => callback(null, { string: () => text });
    },
    isClosed: () => false,
  } as unknown as NatsConnection;
  new NodeTalk(connection, 'town', path, new TestTime());
  const said = JSON.stringify({ ...own, node: 'shop', disk: null, lost: null });
  hear(said);
  rmSync(taken);
  hear(said);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(['shop']);
});

const silent = {
  subscribe: () => null,
  isClosed: () => false,
} as unknown as NatsConnection;

const own = {
  node: 'home',
  address: 'http://10.8.0.1:8080',
  role: 'leading',
  applied: 7,
  version: '1.2.0',
  obstacle: null,
} as const;

test('a machine that was not heard since this one began is listed until it is forgotten', () => {
  const time = new TestTime();
  const path = join(tempDir('talk'), 'nodes.json');
  writeFileSync(path, '["home","shop"]');
  const talk = new NodeTalk(silent, 'town', path, time);
  const began = time.wallMs;
  time.advanceMs(46_000);
  expect(talk.standings(own, 7)).toMatchObject([
    { node: 'home', behindMs: 0 },
    { node: 'shop', role: 'following', applied: 0, heardAt: began, behindMs: 46_000 },
  ]);
  talk.forget('shop');
  expect(talk.standings(own, 7)).toHaveLength(1);
});
