import { expect, test } from 'bun:test';
import { OutageOptionError, parseOutageOption } from './outage-option.ts';

test.each([
  ['mains', { kind: 'mains', share: { count: 1 }, startMs: null, durationMs: null }],
  ['area', { kind: 'area', share: { percent: 100 }, startMs: null, durationMs: null }],
  ['mains-sensed:3', { kind: 'mains-sensed', share: { count: 3 }, startMs: null }],
  ['area:12.5%@20', { kind: 'area', share: { percent: 12.5 }, startMs: 20_000, durationMs: null }],
  ['network:2@0+90', { share: { count: 2 }, startMs: 0, durationMs: 90_000 }],
  ['crash-loop@1.5m+45s', { kind: 'crash-loop', startMs: 90_000, durationMs: 45_000 }],
  ['flapping@30s+1h', { kind: 'flapping', startMs: 30_000, durationMs: 3_600_000 }],
] as const)('%s is understood', (text, expected) => {
  expect(parseOutageOption(text)).toMatchObject({ ...expected, text });
});

test.each([
  '',
  'mains:',
  'mains:0',
  'mains:1.5',
  'area:0%',
  'area:101%',
  'mains+30',
  'mains@',
  'mains@-5',
  'mains@1.2.3',
  'mains@5+0',
  'mains@5d',
  'blackout',
  'mains:3%%',
  'MAINS',
])('%j is refused with a reason', (text) => {
  expect(() => parseOutageOption(text)).toThrow(OutageOptionError);
});
