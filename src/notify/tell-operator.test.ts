import { expect, test } from 'bun:test';
import { TestChannel } from '../../tests/support/delivery-world.ts';
import { makeTestMonitor } from '../../tests/support/monitor.ts';
import { steadyMs } from '../domain/system/operator-news.ts';
import type { SystemProblem } from '../domain/system/system-problems.ts';
import { SendError } from './channel.ts';
import { makeTellOperator } from './tell-operator.ts';

function setScene() {
  const monitor = makeTestMonitor();
  const { time } = monitor;
  const channel = new TestChannel(time);
  let problems: readonly SystemProblem[] = [];
  const make = () =>
    makeTellOperator({
      store: monitor.store,
      channel,
      chat: '77',
      language: 'en',
      systemUrl: 'https://power.example/admin/system',
      findProblems: () => problems,
      clock: time.clock,
      log: monitor.log,
      onSent: () => {},
    });
  let look = make();
  return {
    channel,
    find: (...found: SystemProblem[]) => {
      problems = found;
    },
    restart: () => {
      look = make();
    },
    /** Looks every half minute for `ms`. */
    async pass(ms: number) {
      for (let passed = 0; passed <= ms; passed += 30_000) {
        await look();
        time.advanceMs(30_000);
      }
    },
  };
}

test('a problem that lasts is told once, and again when it is over', async () => {
  const { channel, find, pass } = setScene();
  find('disk_low', 'backup_old');
  await pass(steadyMs - 30_000);
  expect(channel.sent).toEqual([]);
  await pass(600_000);
  expect(channel.sent.map(({ address, html }) => ({ address, html }))).toEqual([
    {
      address: '77',
      html: '<b>⚠️ FaiWatch itself needs your attention</b>\n• The disk is nearly full.\n• There is no backup from the last 7 days.\nSystem page: https://power.example/admin/system',
    },
  ]);
  find('backup_old');
  await pass(600_000);
  expect(channel.sent).toHaveLength(2);
  expect(channel.sent[1]?.html).toStartWith('<b>✅');
  expect(channel.sent[1]?.html).toContain('The disk is nearly full.');
  expect(channel.sent[1]?.html).not.toContain('backup');
});

test('after a restart a problem is not told again, and its end is', async () => {
  const { channel, find, pass, restart } = setScene();
  find('disk_low');
  await pass(steadyMs + 60_000);
  restart();
  await pass(600_000);
  expect(channel.sent).toHaveLength(1);
  find();
  restart();
  await pass(steadyMs + 60_000);
  expect(channel.sent).toHaveLength(2);
});

test('a problem that the messenger did not take is told later, if it still exists', async () => {
  const { channel, find, pass } = setScene();
  channel.answer = () => {
    throw new SendError('no route', { permanent: false });
  };
  find('blind', 'disk_low');
  await pass(steadyMs + 120_000);
  expect(channel.tries).toBeGreaterThan(1);
  find('disk_low');
  channel.answer = () => ({ externalId: '1' });
  await pass(120_000);
  expect(channel.sent).toHaveLength(1);
  expect(channel.sent[0]?.html).toContain('disk');
  expect(channel.sent[0]?.html).not.toContain('internet');
});

test('a chat that does not exist is not tried again within half an hour', async () => {
  const { channel, find, pass } = setScene();
  channel.answer = () => {
    throw new SendError('chat not found', { permanent: true });
  };
  find('disk_low');
  await pass(steadyMs + 1_800_000);
  expect(channel.tries).toBe(1);
});
