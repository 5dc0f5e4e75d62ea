import { expect, test } from 'bun:test';
import { boundsOf, playStorm } from './storm.ts';

test('300 sites at once over six channels: each at its own limit, and none waits for another', async () => {
  const devices = 300;
  for (const result of await playStorm(devices)) {
    const { name, told, repeated, firstSeconds, lastSeconds, mostInASecond } = result;
    const { seconds, inASecond } = boundsOf(result, devices);
    expect({ name, told, repeated }).toEqual({ name, told: devices, repeated: 0 });
    expect(firstSeconds).toBeLessThan(0.1);
    expect(lastSeconds).toBeGreaterThanOrEqual(seconds - 1);
    expect(lastSeconds).toBeLessThan(seconds * 1.05 + 1);
    expect(mostInASecond).toBeLessThanOrEqual(inASecond);
  }
}, 60_000);
