import { hintOfKey } from '../../domain/keys/activation-key.ts';
import { calendarDays } from '../../domain/keys/expiry-notice.ts';
import type { ClaimedExpiry, ExpiryMessage } from '../../store/outbox/expiring-keys.ts';
import { escapeHtml, fitLines, showName } from './plain-text.ts';
import type { MessageBody, Wording } from './wording.ts';

/** Says that keys end soon, or have ended. The days left are counted at the moment of sending. */
export function renderExpiry({ rows }: ExpiryMessage, wording: Wording): MessageBody {
  const { texts, now } = wording;
  const ended = rows.filter((row) => row.toldExpiresAt <= now).length;
  const isAnyEnding = ended < rows.length;
  const subject = ended === 0 ? 'ending' : isAnyEnding ? 'mixed' : 'ended';
  const bullet = rows.length > 1 ? '• ' : '';
  const lines = rows.map((row) => bullet + describe(row, wording));
  const parts = [
    `<b>${texts.expiry.heading(subject, rows.length)}</b>`,
    fitLines(lines, texts.andMore),
    isAnyEnding ? texts.expiry.renewInTime : texts.expiry.renewToResume,
  ];
  const keys = rows.map(({ keyCode, siteName, deviceId, toldExpiresAt: expiresAt }) => ({
    siteName,
    deviceId,
    expiresAt,
    suffix: hintOfKey(keyCode),
  }));
  return { html: parts.join('\n'), buttons: [], keys };
}

function describe(row: ClaimedExpiry, { texts, times, now, timezone }: Wording): string {
  const { expiry } = texts;
  const key = expiry.key(`…${escapeHtml(hintOfKey(row.keyCode))}`);
  const when = times.moment(row.toldExpiresAt);
  const words =
    row.toldExpiresAt <= now
      ? expiry.ended(when)
      : expiry.endsIn(calendarDays(now, row.toldExpiresAt, timezone), when);
  return `<b>${showName(row.siteName)}</b> (${key}): ${words}`;
}
