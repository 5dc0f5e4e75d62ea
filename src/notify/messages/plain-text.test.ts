import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { escapeHtml, toPlainLine } from './plain-text.ts';

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
