import { expect, test } from 'bun:test';
import { PingWatchdog } from './ping-watchdog.ts';

function setScene(answer: () => number) {
  const urls: string[] = [];
  const lines: string[] = [];
  let isWell = true;
  const note = (_: object, text: string) => void lines.push(text);
  const watchdog = new PingWatchdog({
    url: 'https://hc.example/secret',
    isWell: () => isWell,
    log: { debug: note, info: note, warn: note, error: note },
    call: async (url) => {
      urls.push(`${url}`);
      const bytes = new Uint8Array();
      const body = { bytes, text: '', isCut: false, unread: null };
      const status = answer();
      return { status, isOk: status === 200, statusText: '', headers: new Headers(), ...body };
    },
  });
  return {
    watchdog,
    urls,
    lines,
    setWell: (is: boolean) => {
      isWell = is;
    },
  };
}

test('calls the address while the service works, and not while it does not', async () => {
  const { watchdog, urls, setWell } = setScene(() => 200);
  await watchdog.call();
  setWell(false);
  await watchdog.call();
  expect(urls).toEqual(['https://hc.example/secret']);
  expect(watchdog.counters).toEqual({ answered: 1, failed: 0 });
});

test('says once that calls fail, once that they succeed again, and never the address', async () => {
  let status = 503;
  const { watchdog, lines } = setScene(() => {
    if (status === 0) throw new TypeError('https://hc.example/secret cannot be reached');
    return status;
  });
  await watchdog.call();
  status = 0;
  await watchdog.call();
  status = 200;
  await watchdog.call();
  await watchdog.call();
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain('secret');
  expect(watchdog.counters).toEqual({ answered: 2, failed: 2 });
});
