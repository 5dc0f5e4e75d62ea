import { expect, test } from 'bun:test';
import { makeTestLog } from '../../../../tests/support/delivery-world.ts';
import { asNew, testMessage } from '../../../../tests/support/messages.ts';
import { makeLogChannel } from './log-channel.ts';

test('an alert is one line of plain text in the log', async () => {
  const { log, lines } = makeTestLog();
  const channel = makeLogChannel(log);
  const html = '<b>🔴 Mains lost</b>\n<b>Som &amp; Sons</b>: no power since 13:02';
  const receipt = await channel.send('customer:1', testMessage({ html }), asNew());
  expect(receipt).toEqual({ externalId: null });
  expect(lines).toEqual([
    {
      level: 'info',
      fields: { alert: '🔴 Mains lost · Som & Sons: no power since 13:02', to: 'customer:1' },
      message: 'alert',
    },
  ]);
});
