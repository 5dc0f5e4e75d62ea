import { expect, test } from 'bun:test';
import { KeepaliveWatch } from './keepalive-watch.ts';

/** A tenth of a second, so that silence is judged after 150 ms and a second look of 250 ms. */
const keepaliveSeconds = 0.1;

function watch(): { watch: KeepaliveWatch; silentAt: () => number | null } {
  let silentAt: number | null = null;
  const startedAt = performance.now();
  return {
    watch: new KeepaliveWatch(keepaliveSeconds, startedAt, () => {
      silentAt = performance.now() - startedAt;
    }),
    silentAt: () => silentAt,
  };
}

/** As a slow SD card or a suspended machine does. */
function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('silence is told once, after one and a half keepalives and a second look', async () => {
  const it = watch();
  await Bun.sleep(450);
  expect(it.silentAt()).toBeGreaterThanOrEqual(399);
});

test('what waited to be read while the process stood still is no silence', async () => {
  const it = watch();
  standStill(300);
  // The timer is due now; the sockets have their turn a little later.
  await Bun.sleep(50);
  it.watch.heardMono = performance.now();
  await Bun.sleep(130);
  expect(it.silentAt()).toBeNull();
  it.watch.stop();
});

test('while it is paused nothing is judged, and afterwards all time starts anew', async () => {
  const it = watch();
  it.watch.pause();
  await Bun.sleep(450);
  expect(it.silentAt()).toBeNull();
  it.watch.resume(performance.now());
  await Bun.sleep(300);
  expect(it.silentAt()).toBeNull();
  await Bun.sleep(150);
  expect(it.silentAt()).toBeGreaterThan(800);
});

test('a session that ended is not judged', async () => {
  const it = watch();
  it.watch.stop();
  await Bun.sleep(450);
  expect(it.silentAt()).toBeNull();
});
