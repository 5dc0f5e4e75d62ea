import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { tattleJpeg, tinyJpeg } from '../../../tests/support/tiny-jpeg.ts';
import { cleanJpeg } from './clean-jpeg.ts';

/** The height in its frame is set to something else. */
function withHeight(height: number): Uint8Array {
  const file = tinyJpeg.slice();
  const frame = file.findIndex((byte, at) => byte === 0xff && file[at + 1] === 0xc0);
  file.set([height >> 8, height & 0xff], frame + 5);
  return file;
}

test('a picture stays as it is, and nothing else is kept', () => {
  expect(cleanJpeg(tinyJpeg)).toEqual(tinyJpeg);
  const told = tattleJpeg();
  expect(told.length).toBeGreaterThan(tinyJpeg.length + 50);
  expect(cleanJpeg(told)).toEqual(tinyJpeg);
});

describe('refused is', () => {
  test.each([
    ['nothing', new Uint8Array()],
    ['text', new TextEncoder().encode('<svg onload="alert(1)"/>')],
    ['a PNG', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['a JPEG of nothing', new Uint8Array([0xff, 0xd8, 0xff, 0xd9])],
    ['one that is too high', withHeight(2_001)],
    ['one without a height', withHeight(0)],
    ['two pictures', new Uint8Array([...tinyJpeg.slice(0, -2), ...tinyJpeg.slice(2)])],
  ])('%s', (_what, file) => {
    expect(cleanJpeg(file)).toBeNull();
  });

  test('one that breaks off, wherever', () => {
    for (let length = 0; length < tinyJpeg.length; length += 1) {
      expect(cleanJpeg(tinyJpeg.slice(0, length))).toBeNull();
    }
  });
});

test('any bytes get an answer, and a picture that passes is clean', () => {
  const anyFile = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    // A picture with some of its bytes changed.
    fc
      .array(fc.tuple(fc.nat(tinyJpeg.length - 1), fc.nat(255)), { maxLength: 5 })
      .map((changes) => {
        const file = tinyJpeg.slice();
        for (const [at, byte] of changes) file[at] = byte;
        return file;
      }),
  );
  fc.assert(
    fc.property(anyFile, (file) => {
      const clean = cleanJpeg(file);
      if (clean === null) return;
      expect(clean.length).toBeLessThanOrEqual(file.length);
      expect(cleanJpeg(clean)).toEqual(clean);
    }),
    { numRuns: 2_000 },
  );
});
