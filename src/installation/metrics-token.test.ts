import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listReleaseDatabases } from '../../tests/support/release-databases.ts';
import { openStore, type Store } from '../store/engine/open.ts';
import { loadMetricsToken } from './metrics-token.ts';
import { databasePath, metricsTokenPath } from './paths.ts';

let data: string;
let store: Store;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'faiwatch-metrics-'));
});

afterEach(() => {
  store.close();
  rmSync(data, { recursive: true });
});

const open = () => {
  store = openStore(databasePath(data), { migrationsDir: 'drizzle' });
};
const load = (token?: string) => loadMetricsToken({ data, metrics_token: token }, store);

describe('a new installation', () => {
  beforeEach(open);

  test('has a token from its first start, readable by its owner only', () => {
    const token = load();
    expect(token?.length).toBeGreaterThanOrEqual(43);
    expect(load()).toBe(token);
    expect(statSync(metricsTokenPath(data)).mode & 0o777).toBe(0o600);
  });

  test('is given another when it lost its own', () => {
    const token = load();
    rmSync(metricsTokenPath(data));
    expect(load()).not.toBe(token);
    expect(load()).not.toBeNull();
  });

  test('takes the one that is configured', () => {
    expect(load('a token of the operator’s own')).toBe('a token of the operator’s own');
    expect(existsSync(metricsTokenPath(data))).toBe(false);
  });
});

test.each(listReleaseDatabases())(
  'an installation of $version goes on without a token until it is given one',
  async ({ file }) => {
    const packed = await Bun.file(file).bytes();
    writeFileSync(databasePath(data), Bun.zstdDecompressSync(packed));
    open();
    expect(load()).toBeNull();
    expect(existsSync(metricsTokenPath(data))).toBe(false);
    expect(load('a token of the operator’s own')).toBe('a token of the operator’s own');
  },
);
