import { describe, expect, test } from 'bun:test';
import type { Language } from '../../domain/states.ts';
import type { ClaimedExpiry } from '../../store/outbox/expiring-keys.ts';
import { renderMessage } from './render.ts';

const now = Date.parse('2026-11-21T13:02:00+07:00');

function expiry(end: string, fields: Partial<ClaimedExpiry> = {}): ClaimedExpiry {
  return {
    id: 1,
    dueAt: now,
    attempts: 0,
    createdAt: 0,
    keyCode: '7Q4KD-9M2XP-C3R8T-VWYZ6',
    siteName: 'Shop',
    deviceId: null,
    toldExpiresAt: Date.parse(`${end}:00+07:00`),
    ...fields,
  };
}

function render(rows: readonly ClaimedExpiry[], language: Language = 'en') {
  const [head, ...rest] = rows;
  if (head === undefined) throw new Error('at least one key');
  return renderMessage(
    { kind: 'key-expiry', channel: 'telegram', address: '7', language, rows: [head, ...rest] },
    now,
    'Asia/Bangkok',
  );
}
const lines = (...args: Parameters<typeof render>) => render(...args).html.split('\n');

describe('one key', () => {
  test.each<[string, string, string]>([
    [
      '2026-12-21T09:30',
      'expires in 30 days, on 21 Dec 09:30',
      'จะหมดอายุในอีก 30 วัน (21 ธ.ค. 09:30 น.)',
    ],
    [
      '2026-11-28T13:02',
      'expires in 7 days, on 28 Nov 13:02',
      'จะหมดอายุในอีก 7 วัน (28 พ.ย. 13:02 น.)',
    ],
    ['2026-11-22T00:00', 'expires tomorrow, 22 Nov 00:00', 'จะหมดอายุพรุ่งนี้ 22 พ.ย. 00:00 น.'],
    ['2026-11-21T23:59', 'expires today at 23:59', 'จะหมดอายุวันนี้ เวลา 23:59 น.'],
  ])('that ends at %s', (end, en, th) => {
    expect(lines([expiry(end)])).toEqual([
      '<b>🔑 An activation key expires soon</b>',
      `<b>Shop</b> (key …VWYZ6): ${en}`,
      'No alerts are sent for a site whose key has expired. Please renew it in time.',
    ]);
    expect(lines([expiry(end)], 'th')).toEqual([
      '<b>🔑 คีย์เปิดใช้งานใกล้หมดอายุ</b>',
      `<b>Shop</b> (คีย์ …VWYZ6): ${th}`,
      'เมื่อคีย์หมดอายุ จะไม่มีการแจ้งเตือนของจุดนั้น กรุณาต่ออายุก่อนถึงวันหมดอายุ',
    ]);
  });

  test('a key that has ended', () => {
    expect(lines([expiry('2026-11-20T13:02')])).toEqual([
      '<b>🔕 An activation key has expired</b>',
      '<b>Shop</b> (key …VWYZ6): expired 20 Nov 13:02; alerts have stopped',
      'Alerts resume as soon as it is renewed.',
    ]);
    expect(lines([expiry('2026-11-21T13:02')], 'th')).toEqual([
      '<b>🔕 คีย์เปิดใช้งานหมดอายุแล้ว</b>',
      '<b>Shop</b> (คีย์ …VWYZ6): หมดอายุเมื่อ 13:02 น. การแจ้งเตือนหยุดแล้ว',
      'เมื่อต่ออายุแล้ว การแจ้งเตือนจะทำงานต่อทันที',
    ]);
  });
});

test('several keys share a message, and its heading says what they have in common', () => {
  const soon = expiry('2026-11-28T13:02');
  const home = expiry('2026-12-21T09:30', { siteName: 'Home' });
  const over = expiry('2026-11-20T13:02', { siteName: 'Farm' });
  expect(lines([over, soon, home])).toEqual([
    '<b>🔕 3 activation keys have expired or expire soon</b>',
    '• <b>Farm</b> (key …VWYZ6): expired 20 Nov 13:02; alerts have stopped',
    '• <b>Shop</b> (key …VWYZ6): expires in 7 days, on 28 Nov 13:02',
    '• <b>Home</b> (key …VWYZ6): expires in 30 days, on 21 Dec 09:30',
    'No alerts are sent for a site whose key has expired. Please renew it in time.',
  ]);
  expect(lines([soon, home])[0]).toBe('<b>🔑 2 activation keys expire soon</b>');
  expect(lines([over, over])[0]).toBe('<b>🔕 2 activation keys have expired</b>');
  expect(lines([soon, home], 'th')[0]).toBe('<b>🔑 คีย์เปิดใช้งานใกล้หมดอายุ 2 คีย์</b>');
  expect(lines([over, over], 'th')[0]).toBe('<b>🔕 คีย์เปิดใช้งานหมดอายุแล้ว 2 คีย์</b>');
  expect(lines([over, soon], 'th')[0]).toBe('<b>🔕 คีย์เปิดใช้งานหมดอายุแล้วหรือใกล้หมดอายุ 2 คีย์</b>');
});

test('the whole key, with which one can log in, is not in the message', () => {
  const { html, buttons } = render([expiry('2026-11-28T13:02')]);
  expect(html).not.toContain('7Q4KD');
  expect(html).not.toContain('C3R8T');
  expect(buttons).toEqual([]);
});

test('a name from outside stays one line of text, and as many names are listed as fit', () => {
  const odd = expiry('2026-11-28T13:02', { siteName: '<i>A</i>\n&' });
  expect(lines([odd])[1]).toStartWith('<b>&lt;i&gt;A&lt;/i&gt; &amp;</b> (key');
  const { html } = render(Array.from({ length: 500 }, () => odd));
  expect(html.length).toBeLessThan(4096);
  expect(html).toMatch(/… and \d+ more sites/);
});

test('a notice says what is true now, and never that it is late', () => {
  expect(lines([expiry('2026-11-28T13:02', { dueAt: now - 20 * 3_600_000 })])).toHaveLength(3);
});
