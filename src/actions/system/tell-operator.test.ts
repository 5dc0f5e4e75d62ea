import { expect, test } from 'bun:test';
import { makeDeliveryWorld } from '../../../tests/support/delivery-world.ts';
import type { ChannelName } from '../../domain/states.ts';
import { steadyMs } from '../../domain/system/operator-news.ts';
import type { SystemProblem } from '../../domain/system/system-problems.ts';
import { SendError } from '../../notify/channel.ts';
import { insertOperatorRecipient } from '../../store/system/operator-recipients.ts';
import { makeTellOperator } from './tell-operator.ts';

function setScene(channels: readonly ChannelName[] = ['telegram']) {
  const world = makeDeliveryWorld({ channels });
  const { monitor, time } = world;
  let problems: readonly SystemProblem[] = [];
  const make = () =>
    makeTellOperator({
      monitor,
      configured: [{ channel: 'telegram', address: '77' }],
      language: 'en',
      findProblems: () => problems,
    });
  let look = make();
  return {
    ...world,
    find: (...found: SystemProblem[]) => {
      problems = found;
    },
    restart: () => {
      look = make();
    },
    add: (channel: ChannelName, address: string) =>
      insertOperatorRecipient(
        monitor.store,
        { channel, address, language: 'en', isForAllSites: false },
        time.wallMs,
      ),
    /** Looks every half minute for `ms`. */
    async pass(ms: number) {
      for (let passed = 0; passed <= ms; passed += 30_000) {
        look();
        await world.settle();
        await time.runMs(30_000, () => world.settle());
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
      html: '<b>⚠️ FaiWatch itself needs your attention</b>\n• The disk is nearly full.\n• There is no backup from the last 7 days.',
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
  await pass(steadyMs + 30_000);
  channel.answer = () => ({ externalId: '1' });
  await pass(600_000);
  expect(channel.sent).toHaveLength(1);
  expect(channel.sent[0]?.html).toContain('disk');
  expect(channel.sent[0]?.html).not.toContain('internet');
});

test('a chat that does not exist is tried once an hour', async () => {
  const { channel, find, pass } = setScene();
  channel.answer = () => {
    throw new SendError('chat not found', { permanent: true });
  };
  find('disk_low');
  await pass(steadyMs + 1_800_000);
  expect(channel.tries).toBe(1);
  await pass(1_800_000);
  expect(channel.tries).toBe(2);
});

test('every address is told, and one that is added later of what goes on', async () => {
  const { channels, find, add, pass } = setScene(['telegram', 'line', 'email']);
  const [telegram, line, email] = channels;
  add('line', 'U1');
  find('disk_low');
  await pass(steadyMs + 60_000);
  expect([telegram, line, email].map((one) => one?.sent.length)).toEqual([1, 1, 0]);
  add('email', 'me@example.com');
  await pass(60_000);
  expect([telegram, line, email].map((one) => one?.sent.length)).toEqual([1, 1, 1]);
});

test('a channel that takes nothing holds up no other, and an address that is gone is left alone', async () => {
  const { channels, find, add, pass } = setScene(['telegram', 'line']);
  const [telegram, line] = channels;
  add('line', 'U1');
  if (line !== undefined) {
    line.answer = () => {
      throw new SendError('blocked', { permanent: true, isRecipientGone: true });
    };
  }
  find('disk_low');
  await pass(steadyMs + 7_200_000);
  expect(telegram?.sent).toHaveLength(1);
  expect(line?.tries).toBe(1);
});
