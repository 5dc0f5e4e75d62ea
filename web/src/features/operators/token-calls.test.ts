import { expect, test } from 'bun:test';
import { chooseEndings, type Trace } from './token-calls.ts';

const trace = (kind: Trace['kind'], ref: string, isInUse = false): Trace => ({
  ...{ kind, ref, name: ref, at: '2026-01-15T05:00:00.000Z' },
  ...{ customer_id: null, customer_name: null, is_in_use: isInUse },
});
const traces = [
  trace('recipient', '1'),
  trace('key', 'a'),
  trace('key', 'b', true),
  trace('download', 'copy'),
  trace('chat', '7'),
];
const chosen = (toggled: string[] = []) =>
  chooseEndings(traces, new Set(toggled)).map(({ kind, ref }) => `${kind}:${ref}`);

test('what can end with a token is chosen, but for keys that serve a board and what may be a customer’s own', () => {
  expect(chosen()).toEqual(['recipient:1', 'key:a']);
});

test('each can be chosen otherwise, and nothing that cannot end', () => {
  const toggled = ['recipient:1', 'key:b', 'download:copy', 'chat:7'];
  expect(chosen(toggled)).toEqual(['key:a', 'key:b', 'chat:7']);
});
