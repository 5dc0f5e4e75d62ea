import { describe, expect, test } from 'bun:test';
import type { Message, ToldOutage } from '../../channel.ts';
import { renderConfirmation } from '../../messages/render-confirmation.ts';
import { renderChannelTest } from '../../messages/render-operator.ts';
import { toSms } from './sms-form.ts';
import { measureSms } from './sms-length.ts';

const bangkok = 'Asia/Bangkok';
const downAt = Date.parse('2026-11-23T06:02:00Z');
const backAt = downAt + 38 * 60_000;

const home: ToldOutage = {
  ...{ kind: 'alert', outageId: 1, deviceId: 'fw-1', siteName: 'Home', cause: 'mains', downAt },
  ...{ recoverAt: null, acknowledgedAt: null, isAnnounced: false },
};

function say(outages: readonly ToldOutage[], language: Message['language'] = 'en'): string {
  const kind = outages[0]?.kind ?? 'alert';
  const message = { kind, language, heading: '', html: '', buttons: [], outageIds: [], outages };
  return toSms(message, backAt + 60_000, bangkok);
}

describe('an outage', () => {
  const back = { kind: 'recovery', recoverAt: backAt } as const;

  test.each([
    [home, 'Mains lost 13:02: Home', 'ไฟดับ 13:02 น.: Home'],
    [{ ...home, cause: 'silent' }, 'Contact lost 13:02: Home', 'ขาดการติดต่อ 13:02 น.: Home'],
    [
      { ...home, kind: 'reminder' },
      'Still no power since 13:02: Home',
      'ไฟยังไม่มา ตั้งแต่ 13:02 น.: Home',
    ],
    [
      { ...home, recoverAt: backAt },
      'Power was out 13:02-13:40: Home',
      'ไฟดับไปช่วง 13:02-13:40 น.: Home',
    ],
    [
      { ...home, ...back },
      'Power back 13:40 (out 38 min): Home',
      'ไฟมาแล้ว 13:40 น. (ดับ 38 นาที): Home',
    ],
    [
      { ...home, ...back, cause: 'network' },
      'Internet back 13:40 (lost 38 min), power had stayed on: Home',
      'เน็ตกลับมาแล้ว 13:40 น. (หลุด 38 นาที) ไฟไม่ได้ดับ: Home',
    ],
    [
      { ...home, ...back, cause: 'device' },
      'Contact back 13:40 (lost 38 min): Home',
      'ติดต่อได้แล้ว 13:40 น. (ขาดไป 38 นาที): Home',
    ],
    [
      { ...home, isAnnounced: true },
      'Mains lost 13:02 (announced): Home',
      'ไฟดับ 13:02 น. (ตามประกาศ): Home',
    ],
  ] as const)('%#', (told, en, th) => {
    expect(say([told])).toBe(`FaiWatch: ${en}`);
    expect(say([told], 'th')).toBe(`FaiWatch: ${th}`);
  });

  test('one in English and one in Thai are one message each', () => {
    expect(measureSms(say([home]))).toEqual({ alphabet: 'gsm7', parts: 1 });
    expect(measureSms(say([{ ...home, siteName: 'บ้านสวน' }], 'th'))).toEqual({
      ...{ alphabet: 'ucs2', parts: 1 },
    });
  });

  test('of several, what they have in common is said once', () => {
    const shop = { ...home, siteName: 'Shop “1”' };
    const pump = { ...home, siteName: 'Pump', cause: 'silent' } as const;
    expect(say([home, shop, pump])).toBe(
      'FaiWatch: Mains lost 13:02: Home, Shop "1"\nContact lost 13:02: Pump',
    );
  });

  test.each(['en', 'th'] as const)(
    'of hundreds, as many are named as two have room for (%s)',
    (language) => {
      const many = Array.from({ length: 300 }, (_, index) => ({
        ...home,
        siteName: `${language === 'th' ? 'บ้านสวนริมคลองหมายเลข' : 'House at the river, number'} ${index}`,
      }));
      const text = say(many, language);
      expect(measureSms(text).parts).toBe(2);
      const [, left] = /\+(\d+)$/.exec(text) ?? [];
      expect(300 - Number(left)).toBe(text.split(language === 'th' ? 'บ้าน' : 'House').length - 1);
    },
  );

  test('a name without an end is cut', () => {
    expect(say([{ ...home, siteName: 'x'.repeat(500) }])).toBe(
      `FaiWatch: Mains lost 13:02: ${'x'.repeat(29)}.`,
    );
  });
});

test.each(['en', 'th'] as const)('a test and a code are one message each (%s)', (language) => {
  const test = toSms(renderChannelTest(language), backAt, bangkok);
  expect(test).toMatch(/^(TEST|ทดสอบ)/);
  const asked = renderConfirmation({ language, account: '<b>Buy now</b>', token: '004711' });
  const code = toSms(asked, backAt, bangkok);
  expect(code).toContain('004711');
  // Whoever types numbers of strangers has nothing to say to them.
  expect(code).not.toContain('Buy');
  for (const text of [test, code]) expect(measureSms(text).parts).toBe(1);
});

test('anything else is its text without marks, cut', () => {
  const html = `<b>🔑 A key expires soon</b>\n• <b>Home &amp; shop</b>: expires tomorrow\n${'more '.repeat(99)}`;
  const message = { kind: 'key-expiry', language: 'en', heading: '', html, buttons: [] } as const;
  const text = toSms({ ...message, outageIds: [] }, backAt, bangkok);
  expect(text).toStartWith('FaiWatch: A key expires soon\n- Home & shop: expires tomorrow\nmore');
  expect(measureSms(text)).toEqual({ alphabet: 'gsm7', parts: 2 });
});
