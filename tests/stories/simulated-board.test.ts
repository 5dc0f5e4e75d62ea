/** The cut that an operator tries the service with goes the way of every alert. */
import { expect, test } from 'bun:test';
import { waitFor } from '../e2e/wait-for.ts';
import { App } from '../support/app.ts';

const chatId = 8_000_000;

test('the simulated cut waits out a messenger that asks for time, and says meanwhile what is known', async () => {
  await using app = await App.start({
    env: { FAIWATCH_OPERATOR_RECIPIENTS: `telegram:${chatId}` },
  });
  const { telegram } = app;
  const api = await app.logIn();
  const countListed = async () => (await api.call('GET', '/api/notifications')).body.data.length;
  const turn = async (power: 'UP' | 'DOWN', wait: string) => {
    const before = await countListed();
    const answer = api.call('PUT', '/api/setup/simulated-board', { power, language: 'en' });
    // Its clock must not move before the call has come.
    await waitFor('the message', async () => (await countListed()) > before);
    await app.settle();
    await app.advance(wait);
    return (await answer).body.data.told;
  };
  const to = { channel: 'telegram', address: `${chatId}` };
  const texts = () => app.textsTo(chatId).filter((text) => text.includes('SIMULATED'));

  telegram.failNext({ kind: '429', chatId, retryAfter: 3 });
  expect(await turn('DOWN', '4 s')).toEqual([{ ...to, refusal: null }]);
  expect(texts()).toHaveLength(1);
  // Within the second that a chat takes one message in, and through a connection that is cut.
  telegram.failNext({ kind: 'refuse', chatId });
  expect(await turn('UP', '9 s')).toEqual([{ ...to, refusal: null }]);
  expect(texts()).toHaveLength(2);
  expect(telegram.limitViolations).toBe(0);

  telegram.failNext({ kind: '429', chatId, retryAfter: 60 });
  const [waits] = await turn('DOWN', '10 s');
  expect(waits.refusal).toContain('retry after 60');
  expect(texts()).toHaveLength(2);
  await app.advance('1 min');
  expect(texts()).toHaveLength(3);
  const listed = await api.call('GET', '/api/notifications');
  expect(listed.body.data).toMatchObject([
    { kind: 'test', status: 'sent', customer_id: null },
    { kind: 'test', status: 'sent' },
    { kind: 'test', status: 'sent' },
  ]);
});
