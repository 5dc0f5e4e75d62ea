import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { escapeHtml, fitPlain, toPlainLine } from './plain-text.ts';

test('a message becomes one line without mark-up', () => {
  expect(toPlainLine('<b>Mains lost</b>\n\n  <b>Som &amp; Sons &lt;1&gt;</b>: since 13:02')).toBe(
    'Mains lost · Som & Sons <1>: since 13:02',
  );
});

test('what was escaped reads as it was written', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const oneLine = text.replace(/\s+/g, ' ').trim();
      expect(toPlainLine(escapeHtml(oneLine))).toBe(oneLine);
    }),
  );
});

test('what has no room is left out by whole lines, and a sign says so', () => {
  const bytes = (text: string) => Buffer.byteLength(text);
  const fit = (most: number) => fitPlain(['ไฟดับ', 'ร้าน', 'บ้าน'], most, bytes);
  // 15 + 1 + 12 + 1 + 12.
  expect(fit(41)).toBe('ไฟดับ\nร้าน\nบ้าน');
  expect(fit(40)).toBe('ไฟดับ\nร้าน\n…');
  expect(fit(31)).toBe('ไฟดับ\n…');
  expect(fit(3)).toBe('…');
});
