import { muteDevices } from '../actions/alerts/mute-devices.ts';
import { mayMute } from '../domain/alerts/chat-role.ts';
import { showName } from '../notify/messages/plain-text.ts';
import { readKnownSites } from '../store/alerts/contacts.ts';
import type { ConnectedChat } from '../store/alerts/recipients.ts';
import { readSites, type SiteOverview } from '../store/people/customer-overview.ts';
import {
  actorOf,
  type BotEnvironment,
  type Conversation,
  mayDecide,
  refusalInGroup,
  say,
} from './chat.ts';

const hourMs = 3_600_000;
const longestHours = 168;

interface MuteWish {
  readonly hours: number;
  /** Name or id of a site as typed. Null: all sites. */
  readonly site: string | null;
}

/**
 * `/mute`, `/mute 3`, `/mute Shop`, `/mute 3 Shop`, `/mute Shop 3`. Null: not a valid number of hours.
 */
function readMuteWish(text: string): MuteWish | null {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const asHours = (word: string | undefined) =>
    word !== undefined && /^\d+\s*h?$/i.test(word) ? Number.parseInt(word, 10) : null;
  const first = asHours(words[0]);
  const last = asHours(words.at(-1));
  const hours = first ?? last ?? 1;
  if (hours < 1 || hours > longestHours) return null;
  const rest = first !== null ? words.slice(1) : last !== null ? words.slice(0, -1) : words;
  return { hours, site: rest.length === 0 ? null : rest.join(' ') };
}

/** The sites that a typed name means: by id, by whole name, else by a part of the name. */
function findSites(sites: readonly SiteOverview[], typed: string): readonly SiteOverview[] {
  const wanted = typed.toLowerCase();
  const exact = sites.filter(
    (site) => site.deviceId === wanted || site.siteName.toLowerCase() === wanted,
  );
  return exact.length > 0
    ? exact
    : sites.filter((site) => site.siteName.toLowerCase().includes(wanted));
}

export async function answerMute(
  conversation: Conversation,
  environment: BotEnvironment,
  text: string,
): Promise<void> {
  const { connected, texts, times, now } = conversation;
  if (connected === undefined) return say(conversation, texts.notConnected);
  const wish = readMuteWish(text);
  if (wish === null) return say(conversation, texts.muteUsage);
  if (!mayMute(connected)) return say(conversation, texts.muteNotAllowed);
  if (!(await mayDecide(conversation))) return say(conversation, refusalInGroup(conversation));
  const until = now.wallMs + wish.hours * hourMs;
  const sites = await setMute(conversation, environment, connected, wish.site, until);
  if (sites !== null) say(conversation, texts.muted(sites, times.moment(until)));
}

export async function answerUnmute(
  conversation: Conversation,
  environment: BotEnvironment,
  text: string,
): Promise<void> {
  const { connected, texts } = conversation;
  if (connected === undefined) return say(conversation, texts.notConnected);
  if (!mayMute(connected)) return say(conversation, texts.muteNotAllowed);
  const typed = text.trim();
  const site = typed === '' ? null : typed;
  const sites = await setMute(conversation, environment, connected, site, null);
  if (sites !== null) say(conversation, texts.unmuted(sites));
}

/** @returns the sites in words, or null after answering that no site has that name */
async function setMute(
  conversation: Conversation,
  { monitor }: BotEnvironment,
  { customerId, recipientId }: ConnectedChat,
  typed: string | null,
  until: number | null,
): Promise<string | null> {
  const { texts, now, chat } = conversation;
  const known = readKnownSites(monitor.store, recipientId);
  const sites = await monitor.turns.take(readSites(monitor.store, customerId, now.wallMs, known));
  if (sites.length === 0) {
    say(conversation, texts.noDevices);
    return null;
  }
  const wanted = typed === null ? undefined : findSites(sites, typed);
  if (wanted?.length === 0) {
    const names = sites.slice(0, 30).map((site) => `• ${showName(site.siteName)}`);
    say(conversation, texts.noSuchSite(names.join('\n')));
    return null;
  }
  const deviceRows = wanted?.map((site) => site.row) ?? (known === null ? undefined : [...known]);
  const by = chat.person.name;
  const mute = { customerId, deviceRows, until, by, actor: actorOf(conversation) };
  muteDevices(monitor, mute, now);
  if (wanted === undefined) return texts.allSites;
  return wanted.map((site) => `<b>${showName(site.siteName)}</b>`).join(', ');
}
