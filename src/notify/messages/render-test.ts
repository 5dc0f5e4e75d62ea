import { isLate } from '../../domain/alerts/delivery.ts';
import type { SimulatedOutage } from '../../domain/alerts/messages/test-alert.ts';
import type { TestedSite, TestMessage } from '../../store/outbox/test-alerts.ts';
import { fitLines, showName } from './plain-text.ts';
import type { MessageBody, Wording } from './wording.ts';

/**
 * Says first and last that this is a test, and in between what an alert of each site would say. There
 * is nothing to acknowledge, so it has no buttons.
 */
export function renderTest(
  rows: TestMessage['rows'],
  sites: readonly TestedSite[],
  wording: Wording,
): MessageBody {
  const { texts, times, now } = wording;
  const { test } = texts;
  const parts = [`<b>${test.heading}</b>`, test.means];
  if (sites.length === 0) {
    parts.push(test.noSites);
  } else {
    const lines = sites.map(
      (site) => `• <b>${showName(site.siteName)}</b>: ${describe(site, wording)}`,
    );
    parts.push(test.wouldSay, fitLines(lines, texts.andMore));
  }
  const dueAt = Math.max(...rows.map((row) => row.dueAt));
  if (isLate(dueAt, now)) parts.push(texts.lateNotice(times.moment(dueAt)));
  parts.push(test.end);
  return { html: parts.join('\n'), buttons: [] };
}

/**
 * Says of a board that does not exist what an alert, or a recovery, would say of one that does, in the same
 * words; first and last that it is simulated.
 */
export function renderSimulated(
  { downAt, recoverAt }: SimulatedOutage,
  { texts, times, duration }: Wording,
): MessageBody {
  const words = texts.operator.simulated;
  const [first, what] =
    recoverAt === null
      ? [texts.alertHeading('mains', 1), texts.mainsSince(times.moment(downAt), false)]
      : [
          texts.recoveryHeading('mains', 1),
          texts.over.mains({
            span: times.span(downAt, recoverAt),
            duration: duration(recoverAt - downAt),
            isAbout: false,
            flaps: 0,
          }),
        ];
  const html = `<b>${words.mark} ${first}</b>\n<b>${words.board}</b>: ${what}\n${words.end}`;
  return { html, buttons: [] };
}

/** Says what an alert of a site would say, or why none would be sent: the lasting reasons first. */
function describe(site: TestedSite, { texts, times, now }: Wording): string {
  const { test } = texts;
  if (!site.hasValidKey) return test.noValidKey;
  if (!site.isAlertEnabled) return test.alertsOff;
  if (!site.isHeard) return test.neverHeard;
  const when = times.moment(now);
  const words = site.hasMainsSense ? texts.mainsSince(when, false) : texts.silentSince(when);
  const isMuted = site.mutedUntil !== null && site.mutedUntil > now;
  return isMuted ? test.muted(words, times.moment(site.mutedUntil)) : test.quote(words);
}
