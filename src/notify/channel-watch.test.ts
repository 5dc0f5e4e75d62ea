import { expect, test } from 'bun:test';
import { SendError } from './channel.ts';
import { ChannelWatch } from './channel-watch.ts';

const at = (seconds: number) => ({ wallMs: 1_000_000 + seconds * 1000, monoMs: seconds * 1000 });

test('a far end is asked every five minutes while it answers, every minute while it does not', async () => {
  let asked = 0;
  let answer: () => Promise<string> = async () => '@shop';
  const watch = new ChannelWatch(
    () => {
      asked += 1;
      return answer();
    },
    null,
    at(0),
  );
  expect(watch.seen).toMatchObject({ state: 'starting', identity: null });
  await watch.look(at(0));
  expect(watch.seen).toEqual({
    ...{ state: 'working', since: at(0).wallMs, detail: null, identity: '@shop' },
  });
  await watch.look(at(299));
  expect(asked).toBe(1);
  answer = () => Promise.reject(new SendError('LINE: no answer in time', { permanent: false }));
  await watch.look(at(300));
  await watch.look(at(359));
  expect(asked).toBe(2);
  await watch.look(at(360));
  // What it is called is still known, and since when it does not answer.
  expect(watch.seen).toEqual({
    ...{ state: 'unreachable', since: at(300).wallMs, identity: '@shop' },
    detail: 'LINE: no answer in time',
  });
  answer = () => Promise.reject(new SendError('LINE: 401', { permanent: true }));
  await watch.look(at(420));
  expect(watch.seen).toMatchObject({
    state: 'refused',
    since: at(420).wallMs,
    detail: 'LINE: 401',
  });
  answer = async () => '@shop';
  await watch.look(at(480));
  expect(watch.seen).toMatchObject({ state: 'working', since: at(480).wallMs, detail: null });
});

test('a far end that takes no more for a while is limited until then, whatever it answers', async () => {
  const watch = new ChannelWatch(async () => '@shop', '@shop', at(0));
  watch.limit(2_000, 'LINE: 429 The API rate limit has been exceeded.', at(10));
  expect(watch.seen.state).toBe('working');
  const detail = 'LINE: 429 You have reached your monthly limit.';
  watch.limit(600_000, detail, at(20));
  await watch.look(at(400));
  expect(watch.seen).toMatchObject({ state: 'limited', since: at(20).wallMs, detail });
  await watch.look(at(620));
  expect(watch.seen).toMatchObject({ state: 'working', detail: null, identity: '@shop' });
});

test('whoever has just said what we are called need not be asked, nor where there is nobody to ask', async () => {
  const never = () => Promise.reject(new Error('asked'));
  const fresh = new ChannelWatch(never, '@shop', at(0));
  await fresh.look(at(299));
  expect(fresh.seen.state).toBe('working');
  const mute = new ChannelWatch(undefined, null, at(0));
  await mute.look(at(10_000));
  expect(mute.seen.state).toBe('working');
});
