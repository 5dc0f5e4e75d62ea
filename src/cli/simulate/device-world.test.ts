import { expect, test } from 'bun:test';
import { Slots } from './device-world.ts';

test('no more run at once than there are slots, and all run in the end, failures included', async () => {
  const slots = new Slots(3);
  let running = 0;
  let most = 0;
  const work = (index: number) =>
    slots.run(async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (index % 4 === 0) throw new Error('on purpose');
      return index;
    });
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => work(index)));
  expect(most).toBe(3);
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(15);
});
