import { describe, expect, test } from 'bun:test';
import type { Cause, Language, OutageKind } from '../../domain/states.ts';
import type { ClaimedMessage } from '../../store/outbox/claim.ts';
import type { ClaimedOutage } from '../../store/outbox/outage-messages.ts';
import { catalogues } from './catalogue.ts';
import { renderMessage } from './render.ts';

const at = (clock: string) => Date.parse(`2026-11-21T${clock}:00+07:00`);

type Outage = ClaimedOutage['outage'];

function outage(fields: Partial<Outage> = {}): Outage {
  return {
    id: 1,
    cause: 'mains',
    downAt: at('13:02'),
    recoverAt: null,
    confirmedAt: null,
    acknowledgedAt: null,
    startKnown: 'reported',
    flaps: 0,
    ...fields,
  };
}

const over = (cause: Cause, fields: Partial<Outage> = {}) =>
  outage({ cause, recoverAt: at('13:40'), confirmedAt: at('13:42'), ...fields });

function render(
  kind: OutageKind,
  outages: readonly Outage[],
  language: Language = 'en',
  now = '13:42',
  dueAt = now,
  isAsleep = false,
) {
  const rows = outages.map((row, index) => ({
    id: index + 1,
    kind,
    dueAt: at(dueAt),
    attempts: 0,
    createdAt: 0,
    siteName: ['Shop', 'Home', 'Farm'][index] ?? `Site ${index}`,
    deviceId: `fw-${index}`,
    isAsleep,
    outage: row,
  }));
  const [head, ...rest] = rows;
  if (head === undefined) throw new Error('at least one outage');
  const message: ClaimedMessage = {
    kind,
    channel: 'telegram',
    address: '7',
    language,
    rows: [head, ...rest],
  };
  return renderMessage(message, at(now), 'Asia/Bangkok');
}

const lines = (...args: Parameters<typeof render>) => render(...args).html.split('\n');

describe('alerts', () => {
  test('a reported power outage', () => {
    expect(lines('alert', [outage()], 'en', '13:03')).toEqual([
      '<b>🔴 Mains lost</b>',
      '<b>Shop</b>: no power since 13:02',
    ]);
    expect(lines('alert', [outage()], 'th', '13:03')).toEqual([
      '<b>🔴 ไฟดับ</b>',
      '<b>Shop</b>: ไฟดับตั้งแต่ 13:02 น.',
    ]);
  });

  test('a power outage whose beginning was not reported is told with "about"', () => {
    const [, en] = lines('alert', [outage({ startKnown: 'silence' })], 'en', '13:03');
    const [, th] = lines('alert', [outage({ startKnown: 'heartbeat' })], 'th', '13:03');
    expect(en).toBe('<b>Shop</b>: no power since about 13:02');
    expect(th).toBe('<b>Shop</b>: ไฟดับตั้งแต่ประมาณ 13:02 น.');
  });

  test('silence is never called a power outage', () => {
    const silent = outage({ cause: 'silent', startKnown: 'silence' });
    expect(lines('alert', [silent], 'en', '13:06')).toEqual([
      '<b>🟠 Contact lost</b>',
      '<b>Shop</b>: not heard since 13:02',
      'The power may be out, or only the internet. It is not known yet.',
    ]);
    expect(lines('alert', [silent], 'th', '13:06')).toEqual([
      '<b>🟠 ขาดการติดต่อ</b>',
      '<b>Shop</b>: ไม่ได้รับสัญญาณตั้งแต่ 13:02 น.',
      'อาจเป็นเพราะไฟดับ หรือแค่เน็ตหลุด ตอนนี้ยังไม่ทราบ',
    ]);
  });

  test('several devices, some silent', () => {
    const silent = outage({ cause: 'silent', startKnown: 'silence' });
    expect(lines('alert', [outage(), silent], 'en', '13:03')).toEqual([
      '<b>🔴 Mains or contact lost at 2 sites</b>',
      '• <b>Shop</b>: no power since 13:02',
      '• <b>Home</b>: not heard since 13:02',
      'The power may be out, or only the internet. It is not known yet.',
    ]);
  });

  test('a late alert says that it is late, and yesterday is told with its date', () => {
    const early = outage({ downAt: at('13:02') - 86_400_000 });
    expect(lines('alert', [early], 'en', '13:03', '12:00')).toEqual([
      '<b>🔴 Mains lost</b>',
      '<b>Shop</b>: no power since 20 Nov 13:02',
      '⏰ This message is late; it was due at 12:00.',
    ]);
  });

  test('an alert sent after its outage has ended says so and has no buttons', () => {
    const message = render('alert', [over('network')], 'en', '15:00', '13:03');
    expect(message.html.split('\n')).toEqual([
      '<b>⚪ Contact was lost</b>',
      '<b>Shop</b>: power stayed on, internet was lost 13:02–13:40 (38 min)',
      '⏰ This message is late; it was due at 13:03.',
    ]);
    expect(message.buttons).toEqual([]);
  });

  test('the buttons name the first notification', () => {
    expect(render('alert', [outage(), outage()], 'th', '13:03').buttons).toEqual([
      { text: 'รับทราบ', action: 'ack', id: '1' },
      { text: 'พักแจ้งเตือน 1 ชม.', action: 'mute', id: '1' },
    ]);
  });
});

describe('reminders', () => {
  test('a reminder says for how long power has been out', () => {
    expect(lines('reminder', [outage()], 'en', '15:07')).toEqual([
      '<b>🔴 Still no power</b>',
      '<b>Shop</b>: still down for 2 h 5 min, since 13:02',
    ]);
    expect(lines('reminder', [outage()], 'th', '15:07')).toEqual([
      '<b>🔴 ไฟยังไม่มา</b>',
      '<b>Shop</b>: ไฟดับมาแล้ว 2 ชม. 5 นาที (ตั้งแต่ 13:02 น.)',
    ]);
  });

  test('a reminder says why the board is silent', () => {
    const told = (language: Language) =>
      lines('reminder', [outage()], language, '15:07', '15:07', true)[1];
    expect(told('en')).toEndWith('since 13:02. Battery low: the board sleeps until power is back');
    expect(told('th')).toEndWith('(ตั้งแต่ 13:02 น.) แบตเตอรี่ใกล้หมด บอร์ดหลับจนกว่าไฟจะกลับมา');
  });

  test('a reminder of silence does not call it a power outage', () => {
    const silent = outage({ cause: 'silent', startKnown: 'silence' });
    expect(lines('reminder', [silent], 'en', '15:07')).toEqual([
      '<b>🟠 Still no contact</b>',
      '<b>Shop</b>: not heard for 2 h 5 min, since 13:02',
    ]);
  });

  test('a reminder says what is true now, and never that it is late', () => {
    expect(lines('reminder', [outage()], 'en', '15:07', '14:00')).toHaveLength(2);
    expect(render('reminder', [outage()], 'en', '15:07').buttons).toHaveLength(2);
  });
});

describe('recoveries say exactly what is known', () => {
  test.each<[Cause, readonly string[], readonly string[]]>([
    [
      'mains',
      ['<b>🟢 Power restored</b>', '<b>Shop</b>: power was out 13:02–13:40 (38 min)'],
      ['<b>🟢 ไฟมาแล้ว</b>', '<b>Shop</b>: ไฟดับ 13:02–13:40 น. (นาน 38 นาที)'],
    ],
    [
      'network',
      [
        '<b>🔵 Internet restored; power had stayed on</b>',
        '<b>Shop</b>: power stayed on, internet was lost 13:02–13:40 (38 min)',
      ],
      [
        '<b>🔵 เน็ตกลับมาแล้ว (ไฟไม่ได้ดับ)</b>',
        '<b>Shop</b>: ไฟไม่ได้ดับ แต่เน็ตหลุด 13:02–13:40 น. (นาน 38 นาที)',
      ],
    ],
    [
      'device',
      [
        '<b>🔵 Contact restored</b>',
        '<b>Shop</b>: the board itself restarted, no contact 13:02–13:40 (38 min); as far as it can tell, power stayed on',
      ],
      [
        '<b>🔵 ติดต่อได้แล้ว</b>',
        '<b>Shop</b>: บอร์ดรีสตาร์ตเอง ขาดการติดต่อ 13:02–13:40 น. (นาน 38 นาที) เท่าที่บอร์ดบอกได้ ไฟไม่ได้ดับ',
      ],
    ],
    [
      'unobserved',
      [
        '<b>🔵 Contact restored</b>',
        '<b>Shop</b>: our server was off or cut off 13:02–13:40; whether power was out in that time is not known',
      ],
      [
        '<b>🔵 ติดต่อได้แล้ว</b>',
        '<b>Shop</b>: ช่วง 13:02–13:40 น. เซิร์ฟเวอร์ของเราหยุดหรือขาดการเชื่อมต่อ จึงไม่ทราบว่าไฟดับหรือไม่',
      ],
    ],
    [
      'silent',
      [
        '<b>🔵 Contact restored</b>',
        '<b>Shop</b>: no contact 13:02–13:40 (38 min); the cause is not known',
      ],
      ['<b>🔵 ติดต่อได้แล้ว</b>', '<b>Shop</b>: ขาดการติดต่อ 13:02–13:40 น. (นาน 38 นาที) ไม่ทราบสาเหตุ'],
    ],
  ])('%s', (cause, en, th) => {
    expect(lines('recovery', [over(cause)], 'en')).toEqual([...en]);
    expect(lines('recovery', [over(cause)], 'th')).toEqual([...th]);
  });

  test('power that came back for a moment in between', () => {
    expect(lines('recovery', [over('mains', { flaps: 1 })])[1]).toEndWith(
      '(38 min); it came back for a moment once in between',
    );
    expect(lines('recovery', [over('mains', { flaps: 3 })], 'th')[1]).toEndWith(
      'ระหว่างนั้นไฟกลับมาชั่วครู่ 3 ครั้ง',
    );
  });

  test('devices with different causes share a message but no heading', () => {
    expect(lines('recovery', [over('mains'), over('network')])).toEqual([
      '<b>🟢 Power or contact restored at 2 sites</b>',
      '• <b>Shop</b>: power was out 13:02–13:40 (38 min)',
      '• <b>Home</b>: power stayed on, internet was lost 13:02–13:40 (38 min)',
    ]);
  });

  test('a recovery has no buttons', () => {
    expect(render('recovery', [over('mains')]).buttons).toEqual([]);
  });
});

test('only lost mains power is called a power outage', () => {
  for (const cause of ['silent', 'network', 'device', 'unobserved'] as const) {
    for (const kind of ['alert', 'recovery'] as const) {
      const { html } = render(kind, [over(cause)]);
      expect(html).not.toMatch(/power (was|is) (out|lost|back)\b(?! in that time)|no power/i);
    }
  }
});

test('a name from outside stays one line of text', () => {
  const message: ClaimedMessage = {
    kind: 'alert',
    channel: 'telegram',
    address: '7',
    language: 'en',
    rows: [
      {
        id: 1,
        kind: 'alert',
        dueAt: at('13:03'),
        attempts: 0,
        createdAt: 0,
        siteName: 'A<b>&\n\u0007B',
        deviceId: 'fw-1',
        isAsleep: false,
        outage: outage(),
      },
    ],
  };
  expect(renderMessage(message, at('13:03'), 'Asia/Bangkok').html.split('\n')[1]).toBe(
    '<b>A&lt;b&gt;&amp; B</b>: no power since 13:02',
  );
});

test('both catalogues have the same keys', () => {
  const keysOf = (value: unknown, path = ''): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${path}.${key}`))
      : [path];
  expect(keysOf(catalogues.th).sort()).toEqual(keysOf(catalogues.en).sort());
});
