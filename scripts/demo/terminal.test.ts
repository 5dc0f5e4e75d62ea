import { expect, test } from 'bun:test';
import { formatAlert, formatElapsed, formatScene, makePaint, wrapText } from './terminal.ts';

const plain = makePaint(false);

test('an alert is one block, its lines under one another', () => {
  const alert = '🔴 ไฟดับ · ร้านกาแฟริมน้ำ: ไฟดับตั้งแต่ 13:02 น.';
  expect(formatAlert(65_000, 'ร้านกาแฟริมน้ำ', alert, 80, plain)).toBe(
    [
      '',
      '01:05  ┏ message to ร้านกาแฟริมน้ำ',
      '       ┃ 🔴 ไฟดับ',
      '       ┃ ร้านกาแฟริมน้ำ: ไฟดับตั้งแต่ 13:02 น.',
      '       ┗',
      '',
    ].join('\n'),
  );
});

test('its colour says what it is about, and is left out where nobody sees it', () => {
  const paint = makePaint(true);
  const bar = (alert: string) => formatAlert(0, 'x', alert, 80, paint);
  expect(bar('🔴 Mains lost')).toContain('\x1b[31m┃');
  expect(bar('🟠 Contact lost')).toContain('\x1b[33m┃');
  expect(bar('🟢 Power restored')).toContain('\x1b[32m┃');
  expect(bar('🔵 Contact restored')).toContain('\x1b[36m┃');
  expect(formatAlert(0, 'x', '🔴 Mains lost', 80, plain)).not.toContain('\x1b');
});

test('long words of a scene stay within the width', () => {
  const text = formatScene(0, 'one two three four five six seven eight nine ten', 30, plain);
  for (const line of text.split('\n')) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(30);
  expect(text.replace(/\s+/g, ' ')).toContain('one two three four five six seven eight nine ten');
});

test('a word wider than the line stands alone', () => {
  expect(wrapText('a bbbbbbbb c', 4)).toEqual(['a', 'bbbbbbbb', 'c']);
});

test('elapsed time is minutes and seconds', () => {
  expect([0, 999, 61_000, 3_600_000, -5].map(formatElapsed)).toEqual([
    '00:00',
    '00:00',
    '01:01',
    '60:00',
    '00:00',
  ]);
});
