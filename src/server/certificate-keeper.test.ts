import { afterEach, beforeEach, expect, test } from 'bun:test';
import { X509Certificate } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { makeCertificate } from '../mqtt/testing/make-certificate.ts';
import type { CertificateFiles } from './certificate.ts';
import { CertificateKeeper, type KeeperOptions } from './certificate-keeper.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

let dir: string;
let nowMs: number;
let orders: string[];
let used: CertificateFiles[];
/** What the authority does next. */
let answer: () => Promise<CertificateFiles>;

/** Valid for two days. */
const made = makeCertificate();
made.remove();
const certificate = { cert: made.cert, key: made.key };

beforeEach(() => {
  dir = tempDir('faiwatch-keeper');
  nowMs = Date.parse(new X509Certificate(certificate.cert).validFrom);
  orders = [];
  used = [];
  answer = async () => certificate;
});
afterEach(() => rmSync(dir, { recursive: true }));

const fails = (text: string) => async () => {
  throw new Error(text);
};

/** A keeper as the start of a server makes it. */
function start(changes: Partial<KeeperOptions> = {}): CertificateKeeper {
  const silent = () => {};
  return new CertificateKeeper({
    path: join(dir, 'acme.json'),
    domain: 'power.example',
    directory: 'https://authority.example/directory',
    makeAccountKey: async () => `account ${crypto.randomUUID()}`,
    prepare: () => {},
    order(accountKey) {
      orders.push(accountKey);
      return answer();
    },
    use: (files) => void used.push(files),
    clock: () => nowMs,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    ...changes,
  });
}

/** Runs the keeper once a minute, as the scheduler does. @returns the minutes of orders */
async function runFor(keeper: CertificateKeeper, minutes: number): Promise<number[]> {
  const ordered: number[] = [];
  for (let minute = 0; minute <= minutes; minute += 1) {
    const before = orders.length;
    await keeper.run();
    if (orders.length > before) ordered.push(minute);
    nowMs += minuteMs;
  }
  return ordered;
}

test('a certificate is ordered once, kept over restarts, and readable by its owner alone', async () => {
  const keeper = start();
  expect(keeper.standing()).toEqual({ domain: 'power.example', until: null, failure: null });
  expect(await runFor(keeper, 60)).toEqual([0]);
  expect(used).toEqual([certificate]);
  expect(statSync(join(dir, 'acme.json')).mode & 0o777).toBe(0o600);
  const again = start();
  expect(await runFor(again, 60)).toEqual([]);
  expect(used).toEqual([certificate, certificate]);
  expect(again.standing().until).toBe(Date.parse(new X509Certificate(certificate.cert).validTo));
});

test('a certificate is renewed after two thirds of its life, with the same account', async () => {
  const keeper = start();
  await keeper.run();
  nowMs += (2 * dayMs * 2) / 3 - minuteMs;
  expect(await runFor(keeper, 0)).toEqual([]);
  const next = { ...certificate };
  answer = async () => next;
  expect(await runFor(keeper, 0)).toEqual([0]);
  expect(used.at(-1)).toBe(next);
  expect(new Set(orders).size).toBe(1);
});

test('a failed order is repeated at growing intervals while the old certificate is served', async () => {
  const keeper = start();
  await keeper.run();
  nowMs += 1.5 * dayMs;
  answer = fails('power.example does not lead here');
  const ordered = await runFor(keeper, 24 * 60);
  expect(ordered).toEqual([0, 15, 45, 105, 225, 465, 825, 1185]);
  expect(used).toEqual([certificate]);
  expect(keeper.standing().failure).toMatchObject({
    tries: 8,
    text: 'power.example does not lead here',
  });
  answer = async () => ({ ...certificate });
  await runFor(keeper, 6 * 60);
  expect(keeper.standing().failure).toBeNull();
});

test('restarts of the server cause at most four orders in an hour', async () => {
  answer = fails('no');
  for (let minute = 0; minute < 60; minute += 1) {
    await start().run();
    nowMs += minuteMs;
  }
  expect(orders.length).toBe(4);
});

test('an order that a crash interrupted counts', async () => {
  answer = () => new Promise(() => {});
  void start().run();
  await Bun.sleep(0);
  expect(orders.length).toBe(1);
  expect(await runFor(start(), 14)).toEqual([]);
});

test('a clock that was set back does not delay an order', async () => {
  answer = fails('no');
  const keeper = start();
  await keeper.run();
  nowMs -= 365 * dayMs;
  expect(await runFor(keeper, 0)).toEqual([0]);
});

test('nothing is ordered while the port for the authority is not open', async () => {
  const prepare = () => {
    throw new Error('port 80 is in use');
  };
  const keeper = start({ prepare });
  await keeper.run();
  expect(orders).toEqual([]);
  expect(keeper.standing().failure).toMatchObject({ tries: 1, text: 'port 80 is in use' });
});

test('a port that is taken is tried again every minute, without another order', async () => {
  let isFree = false;
  const keeper = start({
    use(files) {
      if (!isFree) throw new Error('port 443 is in use');
      used.push(files);
    },
  });
  expect(await runFor(keeper, 5)).toEqual([0]);
  expect(keeper.standing().failure?.text).toBe('port 443 is in use');
  isFree = true;
  expect(await runFor(keeper, 0)).toEqual([]);
  expect(used).toEqual([certificate]);
  expect(keeper.standing().failure).toBeNull();
});

test('a state of another name or authority, or an unfinished one, is ignored', async () => {
  await start().run();
  for (const other of [{ domain: 'other.example' }, { directory: 'https://other.example/' }]) {
    const before = orders.length;
    await start(other).run();
    expect(orders.length).toBe(before + 1);
  }
  const path = join(dir, 'acme.json');
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 100));
  expect(start().standing().until).toBeNull();
});
