import { isLate } from '../../domain/alerts/delivery.ts';
import type { TestedSite, TestMessage } from '../../store/outbox/claimed-message.ts';
import type { MessageBody } from './message-body.ts';
import { fitLines, showName } from './plain-text.ts';
import type { Wording } from './wording.ts';

/**
 * Says first and last that this is a test, and in between what an alert of each site would say. There
 * is nothing to acknowledge, so it has no buttons.
 */
export function renderTest({ rows, sites }: TestMessage, wording: Wording): MessageBody {
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
