import { type PeriodReport, readOutageReport } from '../actions/alerts/read-outage-history.ts';
import { durationInWords } from '../domain/duration.ts';
import { readKnownSites } from '../store/alerts/contacts.ts';
import type { ConnectedChat } from '../store/alerts/recipients.ts';
import type { BotEnvironment, Conversation } from './chat.ts';

const locales = { th: 'th-TH', en: 'en-GB' } as const;

/** This month's outages in words, for /report: the same figures as in the portal. */
export async function describeMonth(
  { monitor, timezone }: BotEnvironment,
  conversation: Pick<Conversation, 'texts' | 'language' | 'now'>,
  { customerId, recipientId }: Pick<ConnectedChat, 'customerId' | 'recipientId'>,
): Promise<string> {
  const { texts, language, now } = conversation;
  const known = readKnownSites(monitor.store, recipientId);
  const scope = { customerId, deviceId: null, known };
  const steps = readOutageReport(monitor, scope, 'month', timezone, now);
  const { total, byCause } = await monitor.turns.take(steps);
  const name = new Intl.DateTimeFormat(locales[language], {
    timeZone: timezone,
    month: 'long',
    year: 'numeric',
  }).format(now.wallMs);
  const words = (ms: number) => durationInWords(ms, language);
  const lines = [texts.reportHeading(name)];
  // An outage that began last month and reaches into this one counts its time here, but not as an outage.
  if (total.count === 0 && total.ms === 0) lines.push(texts.reportNone);
  else lines.push(texts.reportSummary(total.count, words(total.ms), words(total.longestMs)));
  const openSilent = countOf(byCause, 'silent', true);
  if (openSilent > 0) lines.push(texts.reportOpenSilent(openSilent));
  const others = (['network', 'device', 'unobserved', 'silent'] as const).flatMap((cause) => {
    const number = countOf(byCause, cause, false);
    return number === 0 ? [] : [texts.otherCause[cause](number)];
  });
  if (others.length > 0) lines.push(texts.reportOthers(others.join(', ')));
  return lines.join('\n');
}

type CauseTallies = PeriodReport['byCause'];

function countOf(
  tallies: CauseTallies,
  cause: CauseTallies[number]['cause'],
  isPower: boolean,
): number {
  return tallies.find((tally) => tally.cause === cause && tally.isPower === isPower)?.count ?? 0;
}
