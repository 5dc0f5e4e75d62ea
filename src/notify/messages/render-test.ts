import { isLate } from '../../domain/alerts/delivery.ts';
import type { TestedSite, TestMessage } from '../../store/outbox/claimed-message.ts';
import type { Message } from '../channel.ts';
import { fitLines, showName } from './plain-text.ts';
import type { Wording } from './wording.ts';

/**
 * A test: that it is one stands first and last, and between them what would be said of each site. It
 * has no buttons, as there is nothing to acknowledge.
 */
export function renderTest({ rows, sites }: TestMessage, wording: Wording): Message {
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

/** What keeps a site silent for longest is named first. */
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
