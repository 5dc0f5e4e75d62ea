import { expect, test } from 'bun:test';
import { makeTestMonitor, testActor } from '../../../tests/support/monitor.ts';
import { readOperatorRecipients } from '../../store/system/operator-recipients.ts';
import { connectOperatorChat, makeOperatorLink } from './operator-link.ts';

const chat = { channel: 'telegram', address: '42' } as const;
const wish = { channel: 'telegram', language: 'en' } as const;

test('a link connects one chat, once, within half an hour, on its own messenger', async () => {
  const monitor = makeTestMonitor();
  const { token } = makeOperatorLink(monitor, wish, testActor, monitor.clock());
  const bring = (with_: string, to: typeof chat | { channel: 'line'; address: string } = chat) =>
    connectOperatorChat(monitor, to, with_, monitor.clock());
  expect(bring('another')).toBeNull();
  expect(bring(token, { channel: 'line', address: 'U1' })).toBeNull();
  expect(bring(token)).toBe('en');
  expect(bring(token)).toBeNull();
  expect(readOperatorRecipients(monitor.store)).toMatchObject([
    { channel: 'telegram', address: '42', language: 'en', isForAllSites: false },
  ]);

  const late = makeOperatorLink(monitor, wish, testActor, monitor.clock());
  const now = monitor.clock();
  expect(
    connectOperatorChat(monitor, chat, late.token, { ...now, wallMs: late.expiresAt }),
  ).toBeNull();
});

test('a new link ends the one before', () => {
  const monitor = makeTestMonitor();
  const first = makeOperatorLink(monitor, wish, testActor, monitor.clock());
  makeOperatorLink(monitor, wish, testActor, monitor.clock());
  expect(connectOperatorChat(monitor, chat, first.token, monitor.clock())).toBeNull();
});
