import { expect, test } from 'bun:test';
import { readSpokenName } from '../../../../src/domain/devices/spoken-name.ts';
import { readSamples, sampleRate } from '../../../../src/domain/wav.ts';
import { toBase64, toNameFile } from './record-name.ts';

/** Seconds of silence, of a voice, and of silence again. */
const spoken = (before: number, seconds: number, after: number, loudness = 0.1) =>
  Float32Array.from({ length: (before + seconds + after) * sampleRate }, (_, at) => {
    const isSpoken = at >= before * sampleRate && at < (before + seconds) * sampleRate;
    return isSpoken ? loudness * Math.sin(at / 3) : 0.0005 * Math.sin(at);
  });

test('a name loses the silence around it, and is as loud as the sentence', () => {
  const file = toNameFile(spoken(1.5, 1, 2)) ?? new Uint8Array();
  const { rate, samples } = readSamples(file);
  expect(rate).toBe(sampleRate);
  expect(samples.length / sampleRate).toBeCloseTo(1.16, 1);
  expect(Math.max(...samples) / 32_767).toBeCloseTo(0.6, 1);
  // The server takes it as it is.
  expect(readSpokenName(file)).toHaveLength(samples.length);
  expect(toBase64(file).length).toBeLessThan(54_000);
});

test('one that is longer than may be ends there, and fits into a body', () => {
  const file = toNameFile(spoken(0, 5.9, 0)) ?? new Uint8Array();
  expect(readSpokenName(file)).toHaveLength(5 * sampleRate);
  expect(toBase64(file).length).toBeLessThan(54_000);
});

test('where nobody spoke there is no name', () => {
  expect(toNameFile(spoken(2, 0, 1))).toBeNull();
  expect(toNameFile(new Float32Array())).toBeNull();
});
