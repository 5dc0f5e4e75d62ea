import { durationInWords } from '../domain/duration.ts';
import { detectionOf } from '../domain/fleet/detection.ts';
import { lossOf } from '../domain/fleet/loss.ts';
import { maskText } from '../domain/people/mask.ts';
import { escapeHtml, fitLines, showName } from '../notify/messages/plain-text.ts';
import { readKnownSites } from '../store/alerts/contacts.ts';
import type { ConnectedChat } from '../store/alerts/recipients.ts';
import type { Store } from '../store/engine/open.ts';
import { readVitalsOf } from '../store/fleet/vitals.ts';
import type { SiteOverview } from '../store/people/customer-overview.ts';
import { readFirstSites } from '../store/people/customer-overview.ts';
import type { BotEnvironment, Conversation } from './chat.ts';

/** More lines than this are in no message. */
const mostThatFit = 200;

/** A chat, as far as it decides which sites are told. */
type ToldChat = Pick<ConnectedChat, 'customerId' | 'recipientId'>;

function readToldSites(store: Store, { customerId, recipientId }: ToldChat, wallMs: number) {
  const known = readKnownSites(store, recipientId);
  return readFirstSites(store, customerId, wallMs, mostThatFit, known);
}

/** The state of every site that a chat may know of, for /status and after registering. */
export function describeSites(
  environment: BotEnvironment,
  conversation: Conversation,
  told: ToldChat,
): string {
  const { monitor } = environment;
  const { sites, total } = readToldSites(monitor.store, told, conversation.now.wallMs);
  if (sites.length === 0) return conversation.texts.noDevices;
  const lines = sites.map((site) => {
    const live = monitor.fleet.get(site.deviceId);
    const { lastHeardAt } = live?.state ?? readVitalsOf(monitor.store, site.row);
    const { sleep } = live?.vitals ?? site;
    return describeSite(
      { ...site, lastHeardAt, sleep },
      conversation,
      monitor.settings.heartbeatTimeout,
    );
  });
  return fitLines(lines, conversation.texts.andMore, total);
}

/** The state of every site and its beginning; nothing that changes by itself. */
export function describeStates(
  { monitor }: Pick<BotEnvironment, 'monitor'>,
  conversation: StateWords,
  told: ToldChat,
): string {
  const { sites, total } = readToldSites(monitor.store, told, conversation.now.wallMs);
  if (sites.length === 0) return conversation.texts.noDevices;
  const lines = sites.map(
    (site) => `<b>${showName(site.siteName)}</b>: ${describeState(site, conversation, false)}`,
  );
  return fitLines(lines, conversation.texts.andMore, total);
}

type StateWords = Pick<Conversation, 'texts' | 'times' | 'language' | 'now'>;

/** @param heartbeatTimeout seconds of silence after which a device without a session counts as lost */
function describeSite(
  site: SiteOverview & { readonly lastHeardAt: number | null },
  conversation: Conversation,
  heartbeatTimeout: number,
): string {
  const { texts, times, now } = conversation;
  const notes = [
    site.lastHeardAt === null ? null : texts.heard(times.moment(site.lastHeardAt)),
    site.sleep === null ? detection(site, conversation, heartbeatTimeout) : texts.asleep,
    site.outage?.acknowledgedBy
      ? texts.seenBy(escapeHtml(maskText(site.outage.acknowledgedBy)))
      : null,
    site.mutedUntil !== null && site.mutedUntil > now.wallMs
      ? texts.mutedUntil(times.moment(site.mutedUntil))
      : null,
    site.alertEnabled ? null : texts.alertsOff,
    site.hasValidKey ? null : texts.noValidKey,
  ];
  const details = notes.filter((note) => note !== null).join(' · ');
  return `<b>${showName(site.siteName)}</b>: ${describeState(site, conversation)}\n   ${details}`;
}

function detection(site: SiteOverview, { texts }: Conversation, heartbeatTimeout: number): string {
  const { mode, withinSeconds } = detectionOf(site, heartbeatTimeout);
  return mode === 'mains' ? texts.reportsMains : texts.detectsSilence(withinSeconds);
}

function describeState(
  site: SiteOverview,
  { texts, times, language, now }: StateWords,
  saysHowLong = true,
): string {
  const { outage } = site;
  if (outage !== null) {
    if (outage.recoverAt !== null) {
      const since = times.moment(outage.recoverAt);
      return outage.cause === 'mains' ? texts.powerReturning(since) : texts.contactReturning(since);
    }
    const since = times.moment(outage.downAt);
    const lasting = saysHowLong ? durationInWords(now.wallMs - outage.downAt, language) : null;
    return outage.cause === 'mains' ? texts.powerOut(since, lasting) : texts.silent(since, lasting);
  }
  const loss = lossOf({ ...site, cause: null });
  if (loss !== null) return loss === 'mains_lost' ? texts.powerReportedOut : texts.noContact;
  if (site.link === 'unknown') return texts.neverHeard;
  if (site.power === 'unknown') return texts.powerUnknown;
  return texts.powerOn(site.powerSince === null ? null : times.moment(site.powerSince));
}
