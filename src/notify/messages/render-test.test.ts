import { describe, expect, test } from 'bun:test';
import type { Language } from '../../domain/states.ts';
import type { TestedSite } from '../../store/outbox/test-alerts.ts';
import { catalogues } from './catalogue.ts';
import { toPlainLine } from './plain-text.ts';
import { renderMessage } from './render.ts';

const at = (clock: string) => Date.parse(`2026-11-21T${clock}:00+07:00`);

function site(fields: Partial<TestedSite> = {}): TestedSite {
  return {
    siteName: 'Shop',
    isHeard: true,
    hasMainsSense: true,
    hasValidKey: true,
    isAlertEnabled: true,
    mutedUntil: null,
    ...fields,
  };
}

const render = (sites: readonly TestedSite[], language: Language = 'en', dueAt = '13:02') =>
  renderMessage(
    {
      kind: 'test',
      channel: 'telegram',
      address: '7',
      language,
      rows: [{ id: 1, dueAt: at(dueAt), attempts: 0, createdAt: 0 }],
      tells: { sites },
    },
    at('13:02'),
    'Asia/Bangkok',
  );
const lines = (...args: Parameters<typeof render>) => render(...args).html.split('\n');

test('a test says first and last that it is one, and in between what an alert of each site would say', () => {
  const sites = [site(), site({ siteName: 'Home', hasMainsSense: false })];
  expect(lines(sites)).toEqual([
    '<b>🧪 TEST: this is not a real alert</b>',
    'It shows that messages reach you here. It says nothing about the power at your sites.',
    'If the power failed now, you would be told here:',
    '• <b>Shop</b>: “no power since 13:02”',
    '• <b>Home</b>: “not heard since 13:02”',
    '🧪 End of the test. There is nothing you need to do.',
  ]);
  expect(lines(sites, 'th')).toEqual([
    '<b>🧪 ทดสอบ: นี่ไม่ใช่การแจ้งเตือนจริง</b>',
    'ข้อความนี้แสดงว่าคุณรับการแจ้งเตือนที่นี่ได้เท่านั้น ไม่ได้บอกสถานะไฟของจุดใด',
    'ถ้าไฟดับตอนนี้ คุณจะได้รับแจ้งที่นี่ว่า:',
    '• <b>Shop</b>: “ไฟดับตั้งแต่ 13:02 น.”',
    '• <b>Home</b>: “ไม่ได้รับสัญญาณตั้งแต่ 13:02 น.”',
    '🧪 จบการทดสอบ ไม่ต้องทำอะไร',
  ]);
});

test('a test has no buttons', () => {
  expect(render([site()]).buttons).toEqual([]);
});

describe('a site of which no alert would be sent', () => {
  test.each<[Partial<TestedSite>, string, string]>([
    [{ hasValidKey: false }, 'no valid activation key', 'ไม่มีคีย์ที่ใช้งานได้'],
    [{ isAlertEnabled: false }, 'alerts are switched off', 'ปิดการแจ้งเตือนไว้'],
    [{ isHeard: false }, 'has not been heard yet', 'ยังไม่เคยได้รับสัญญาณ'],
    [{ hasValidKey: false, isAlertEnabled: false }, 'no valid activation key', 'ไม่มีคีย์ที่ใช้งานได้'],
  ])('%j: it says why', (fields, en, th) => {
    const [, , , inEnglish] = lines([site(fields)]);
    expect(inEnglish).toStartWith('• <b>Shop</b>: nothing, as');
    expect(inEnglish).toContain(en);
    const [, , , inThai] = lines([site(fields)], 'th');
    expect(inThai).toStartWith('• <b>Shop</b>: จะไม่แจ้ง');
    expect(inThai).toContain(th);
  });

  test('a muted site is alerted of once the mute has ended', () => {
    const mutedUntil = at('14:00');
    expect(lines([site({ mutedUntil })])[3]).toBe(
      '• <b>Shop</b>: “no power since 13:02”, but not before 14:00, as it is muted',
    );
    expect(lines([site({ mutedUntil })], 'th')[3]).toContain('ไม่แจ้งก่อน 14:00 น.');
    expect(lines([site({ mutedUntil: at('13:02') })])[3]).toBe(
      '• <b>Shop</b>: “no power since 13:02”',
    );
  });
});

test('a customer without a device is told so', () => {
  expect(lines([])).toEqual([
    '<b>🧪 TEST: this is not a real alert</b>',
    'It shows that messages reach you here. It says nothing about the power at your sites.',
    'There is no device on this account yet, so there is nothing to alert you about.',
    '🧪 End of the test. There is nothing you need to do.',
  ]);
});

test('a test that took minutes says when it was asked for', () => {
  expect(lines([site()], 'en', '12:58')).toContain('⏰ This message is late; it was due at 12:58.');
});

test('a name from outside stays one line of text', () => {
  expect(lines([site({ siteName: '<b>A</b>\n& “B”' })])[3]).toBe(
    '• <b>&lt;b&gt;A&lt;/b&gt; &amp; “B”</b>: “no power since 13:02”',
  );
});

test('as many sites are named as fit in one message', () => {
  const sites = Array.from({ length: 500 }, (_, i) =>
    site({ siteName: `${i} ${'<&>'.repeat(20)}` }),
  );
  const { html } = render(sites);
  expect(html.length).toBeLessThan(4096);
  expect(html).toMatch(/… and \d+ more sites\n🧪 End of the test/);
});

test('the line in the log says that it is a test', () => {
  expect(toPlainLine(render([site()]).html)).toStartWith('🧪 TEST: this is not a real alert · ');
});

test.each(['th', 'en'] as const)(
  'every message of the simulated board says first and last that it is simulated: %s',
  (language) => {
    const downAt = at('05:47');
    const { mark, board, end } = catalogues[language].operator.simulated;
    for (const recoverAt of [null, downAt + 65_000]) {
      const row = { id: 1, dueAt: downAt, attempts: 0, createdAt: 0 };
      const message = renderMessage(
        {
          ...{ kind: 'test', channel: 'telegram', address: '7', language, rows: [row] },
          tells: { simulated: { downAt, recoverAt } },
        },
        downAt + 65_000,
        'Asia/Bangkok',
      );
      expect(message.heading.startsWith(mark)).toBe(true);
      expect(message.html.startsWith(`<b>${mark}`)).toBe(true);
      expect(message.html.endsWith(end)).toBe(true);
      expect(message.html).toContain(board);
      expect(message.html).toContain('05:47');
      expect(message).toMatchObject({ buttons: [], outageIds: [], kind: 'test' });
    }
  },
);
