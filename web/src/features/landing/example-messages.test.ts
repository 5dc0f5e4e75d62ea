import { describe, expect, test } from 'bun:test';
import { renderMessage } from '../../../../src/notify/messages/render.ts';
import type { ClaimedOutage } from '../../../../src/store/outbox/outage-messages.ts';
import en from '../../locales/en.json';
import th from '../../locales/th.json';
import { exampleInterruptions } from './example-day.ts';

const minuteMs = 60_000;
const [cut] = exampleInterruptions;

/** What the bot says of the cut in the example, in the words it has. */
function say(language: 'th' | 'en', kind: 'alert' | 'recovery', siteName: string) {
  const isOver = kind === 'recovery';
  const confirmedAt = isOver ? cut.endMs + 2 * minuteMs : null;
  const outage: ClaimedOutage['outage'] = {
    id: 1,
    cause: 'mains',
    downAt: cut.startMs,
    recoverAt: isOver ? cut.endMs : null,
    confirmedAt,
    acknowledgedAt: null,
    startKnown: 'reported',
    flaps: 0,
  };
  const now = confirmedAt ?? cut.startMs + minuteMs;
  const row: ClaimedOutage = {
    id: 1,
    kind,
    dueAt: now,
    attempts: 0,
    createdAt: now,
    siteName,
    deviceId: 'fw-1',
    isAsleep: false,
    outage,
  };
  return renderMessage(
    { kind, channel: 'telegram', address: '7', language, rows: [row] },
    now,
    'Asia/Bangkok',
  );
}

describe.each([
  ['th', th],
  ['en', en],
] as const)('the phone of the front page, in %s', (language, { example: { site, chat } }) => {
  test('shows the alert as the bot words it, with its buttons', () => {
    const { html, buttons } = say(language, 'alert', site);
    expect(`<b>${chat.alert}</b>\n<b>${site}</b>: ${chat.alert_line}`).toBe(html);
    expect([chat.acknowledge, chat.mute]).toEqual(buttons.map(({ text }) => text));
  });

  test('shows the recovery as the bot words it', () => {
    const { html, buttons } = say(language, 'recovery', site);
    expect(`<b>${chat.recovery}</b>\n<b>${site}</b>: ${chat.recovery_line}`).toBe(html);
    expect(buttons).toEqual([]);
  });
});
