import { beforeEach, expect, test } from 'bun:test';
import { TestTime } from '../../../tests/support/monitor.ts';
import { LeaderPulse } from './leader-pulse.ts';

let time: TestTime;
let leads: string | null;
let isThere: boolean;
let asked: number;
let pulse: LeaderPulse;

beforeEach(() => {
  time = new TestTime();
  [leads, isThere, asked] = ['one', true, 0];
  pulse = new LeaderPulse({
    time,
    leader: () => leads,
    async ask() {
      asked += 1;
      if (!isThere) await new Promise(() => {});
    },
  });
});

const pass = (ms: number) => time.runMs(ms, async () => void (await Bun.sleep(0)));

test('a call to a machine that is slow, and there, goes on', async () => {
  const call = pulse.watch('one');
  await pass(600_000);
  expect(call.signal.aborted).toBe(false);
});

test('a call to a machine that is gone ends after five seconds of silence', async () => {
  const call = pulse.watch('one');
  await pass(60_000);
  isThere = false;
  await pass(4_000);
  expect(call.signal.aborted).toBe(false);
  await pass(2_000);
  expect(call.signal.aborted).toBe(true);
});

test('whoever asks a machine again that was silent waits for less, until it answers', async () => {
  isThere = false;
  pulse.watch('one');
  await pass(6_000);
  const again = pulse.watch('one');
  await pass(3_000);
  expect(again.signal.aborted).toBe(true);
  isThere = true;
  const back = pulse.watch('one');
  await pass(10_000);
  expect(back.signal.aborted).toBe(false);
  back.end();
  isThere = false;
  const later = pulse.watch('one');
  await pass(4_000);
  expect(later.signal.aborted).toBe(false);
});

test('a call goes on while its bytes flow, and no other does', async () => {
  isThere = false;
  const [upload, page] = [pulse.watch('one'), pulse.watch('one')];
  for (let second = 0; second < 30; second += 1) {
    upload.note();
    await pass(1_000);
  }
  expect(page.signal.aborted).toBe(true);
  expect(upload.signal.aborted).toBe(false);
});

test('calls end once another machine leads, and not for want of one', async () => {
  const call = pulse.watch('one');
  leads = null;
  await pass(10_000);
  expect(call.signal.aborted).toBe(false);
  leads = 'two';
  await pass(1_000);
  expect(call.signal.aborted).toBe(true);
});

test('nobody is asked while no call is open', async () => {
  pulse.watch('one').end();
  await pass(60_000);
  expect(asked).toBe(0);
});
