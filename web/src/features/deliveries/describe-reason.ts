import type { TFunction } from 'i18next';
import type { ChannelName } from '../../../../src/domain/states.ts';
import { channelWords } from '../../lib/console/channel-words.ts';

/**
 * Why a message did not arrive, as the server keeps it: its own words, or those of a channel's far end, of
 * which there is no list (Telegram's: https://core.telegram.org/bots/api#making-requests).
 */
const reasons = [
  [/^expired$/, 'deliveries.reason.expired'],
  [/blocked by the user/i, 'deliveries.reason.blocked'],
  [/user is deactivated|chat was deactivated/i, 'deliveries.reason.deactivated'],
  [/kicked from|not a member/i, 'deliveries.reason.removed'],
  [/chat not found|user not found|(peer|chat)_id_invalid/i, 'deliveries.reason.no_chat'],
  [/rights|chat_write_forbidden|chat_restricted|topic_closed/i, 'deliveries.reason.not_allowed'],
  [/^[A-Z][\w-]*: 429(?!.*monthly limit)/, 'deliveries.reason.slow_down'],
  [/^Telegram: 40[14]/, 'deliveries.reason.token'],
  [/^[A-Z][\w-]*: (5\d\d|the answer was not JSON)/, 'deliveries.reason.far_end_down'],
  [/no answer in time|network failure/, 'deliveries.reason.network'],
  [/^the server stopped while/, 'deliveries.reason.stopped'],
  [/^acknowledged$/, 'deliveries.reason.acknowledged'],
  [/^power is back$/, 'deliveries.reason.back'],
  [/^power is coming back$/, 'deliveries.reason.coming_back'],
  [/^its board may still come back/, 'deliveries.reason.awaited'],
  [/^it lasted less than its threshold$/, 'deliveries.reason.short'],
  [/^the device is muted$/, 'deliveries.reason.muted'],
  [/^a (newer reminder|nearer notice) is there$/, 'deliveries.reason.newer'],
  [/^it waits for the day$/, 'deliveries.reason.night'],
  [/^the customer is not active$/, 'deliveries.reason.customer_inactive'],
  [/^the device has no valid activation key$/, 'deliveries.reason.no_key'],
  [/switched off/, 'deliveries.reason.off'],
] as const;

/** A sentence for people, which names the channel; an unknown reason is shown as it is. */
export function describeReason(reason: string, channel: ChannelName, t: TFunction): string {
  const [, word] = reasons.find(([pattern]) => pattern.test(reason)) ?? [];
  return word === undefined ? reason : t(word, { channel: t(channelWords[channel]) });
}
