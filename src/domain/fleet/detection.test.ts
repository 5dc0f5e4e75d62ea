import { expect, test } from 'bun:test';
import { detectionOf } from './detection.ts';

test.each([
  ['a board with mains sense on MQTT', true, 'mqtt', 180, 'mains', 30],
  ['a board with mains sense on HTTP', true, 'http', 180, 'mains', 180],
  ['a board without, on MQTT', false, 'mqtt', 180, 'silence-30', 30],
  ['a board without, on HTTP', false, 'http', 240, 'silence-timeout', 240],
  ['one that was never heard', false, null, 180, 'silence-timeout', 180],
] as const)('%s', (_name, hasMainsSense, transport, timeout, mode, withinSeconds) => {
  expect(detectionOf({ hasMainsSense, transport }, timeout)).toEqual({ mode, withinSeconds });
});
