import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSessionSecret } from './session-secret.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'faiwatch-secret-'));
});
afterEach(() => rmSync(data, { recursive: true }));

const load = (secret?: string) => loadSessionSecret({ data, jwt_secret: secret });

test('is made once, kept, and readable by its owner only', () => {
  const made = load();
  expect(made.length).toBeGreaterThanOrEqual(43);
  expect(load()).toBe(made);
  expect(statSync(join(data, 'jwt-secret')).mode & 0o777).toBe(0o600);
});

test('gives way to a configured one', () => {
  const configured = 'x'.repeat(40);
  expect(load(configured)).toBe(configured);
});

test('is made anew when what is kept was never finished', () => {
  writeFileSync(join(data, 'jwt-secret'), 'short');
  expect(load().length).toBeGreaterThanOrEqual(43);
});
