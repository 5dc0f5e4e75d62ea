import { readOutageReport, readTimelines } from '../../actions/alerts/read-outage-history.ts';
import { type BotEnvironment, type Conversation, say } from '../../bot/chat.ts';
import { durationInWords } from '../../domain/duration.ts';
import { availabilityPercent } from '../../domain/fleet/outage-report.ts';
import type { Instant } from '../../domain/instant.ts';
import { localDayOf } from '../../domain/local-days.ts';
import type { Language } from '../../domain/states.ts';
import { escapeHtml, fitLines, showName } from '../../notify/messages/plain-text.ts';
import { readKnownSites } from '../../store/alerts/contacts.ts';
import type { ConnectedChat } from '../../store/alerts/recipients.ts';
import { makePaperWords } from './paper-words.ts';
import { layOut, ticksOf } from './ribbons.ts';

const days = 7;
const dayMs = 86_400_000;
/** More make a picture that nobody reads on a phone. */
const mostDrawn = 20;
/** Below a picture, Telegram takes 1024 characters. */
const mostWords = 800;

type Reader = Pick<BotEnvironment, 'monitor' | 'timezone'>;
type Drawer = Pick<BotEnvironment, 'monitor' | 'timezone' | 'drawings'>;

/** The last seven days of each site: in words, and as a picture where the messenger takes one. */
export async function answerWeek(
  conversation: Conversation,
  environment: BotEnvironment,
): Promise<void> {
  const { connected, texts, language, now } = conversation;
  if (connected === undefined) return say(conversation, texts.notConnected);
  const week = await readWeek(environment, connected, now);
  if (week.sites.length === 0) return say(conversation, texts.noDevices);
  const words = makePaperWords(language, environment.timezone);
  const lines = week.sites.map(({ name, count, ms, availability }) => {
    const lasting = ms === 0 ? null : durationInWords(ms, language);
    return `• <b>${showName(name)}</b>: ${texts.weekSite(words.percent(availability), count, lasting)}`;
  });
  const html = [
    `<b>${escapeHtml(words.texts.week)}</b>`,
    fitLines(lines, texts.andMore, lines.length, mostWords),
  ].join('\n');
  const picture = () =>
    draw(environment, week, language, now).catch((error: unknown) => {
      environment.monitor.log.warn({ err: error }, 'a picture could not be drawn');
      return null;
    });
  // Without the picture, the words say the same.
  say(conversation, html, { picture });
}

/**
 * The picture of the week alone, as it is now.
 * @throws DeskFull, DrawingTooSlow
 */
export async function drawWeek(
  environment: Drawer,
  chat: Pick<ConnectedChat, 'customerId' | 'recipientId' | 'language'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const now = environment.monitor.clock();
  return draw(environment, await readWeek(environment, chat, now), chat.language, now);
}

type Week = Awaited<ReturnType<typeof readWeek>>;

async function readWeek(
  { monitor, timezone }: Reader,
  { customerId, recipientId }: Pick<ConnectedChat, 'customerId' | 'recipientId'>,
  now: Instant,
) {
  const known = readKnownSites(monitor.store, recipientId);
  const scope = { customerId, deviceId: null, known };
  const dates = {
    first: localDayOf(now.wallMs - (days - 1) * dayMs, timezone).date,
    last: localDayOf(now.wallMs, timezone).date,
  };
  const report = await monitor.turns.take(readOutageReport(monitor, scope, dates, timezone, now));
  const sites = report.bySite.map(({ site, count, ms, observedMs }) => ({
    name: site.device.siteName,
    deviceId: site.device.deviceId,
    count,
    ms,
    availability: availabilityPercent(ms, observedMs),
  }));
  return { scope, fromAt: report.period.fromAt, sites };
}

async function draw(
  { monitor, timezone, drawings }: Drawer,
  { scope, fromAt, sites }: Week,
  language: Language,
  now: Instant,
): Promise<Uint8Array<ArrayBuffer>> {
  const range = { fromAt, toAt: now.wallMs };
  const timelines = await monitor.turns.take(readTimelines(monitor, scope, range, now));
  const spans = new Map(timelines.map((timeline) => [timeline.deviceId, timeline.spans]));
  return drawings.draw({
    type: 'week',
    language,
    timezone,
    madeAt: now.wallMs,
    ticks: ticksOf(range, days, language, timezone),
    sites: sites.slice(0, mostDrawn).map(({ name, deviceId, availability }) => ({
      name,
      availability,
      pieces: layOut(spans.get(deviceId) ?? [], range),
    })),
    left: Math.max(0, sites.length - mostDrawn),
  });
}
