import type { PublicInfo } from '../../../src/contract/system/public-info.ts';
import { channelTitles } from '../../../src/domain/alerts/channel-titles.ts';
import type { ChannelName } from '../../../src/domain/states.ts';
import type { Language } from './language.ts';

/** The channels that this service reaches people on now: the one place that pages name them from. */
export function channelsInUse(info: PublicInfo): ChannelName[] {
  const isInUse = {
    telegram: info.bot !== null,
    line: info.line !== null,
    email: info.email,
    sms: info.sms,
    call: info.call,
    webpush: info.push !== null,
    webhook: info.webhook,
  };
  return (Object.keys(isInUse) as (keyof typeof isInUse)[]).filter((name) => isInUse[name]);
}

/** `LINE, Email` by their own names, in a sentence's order. */
export function nameChannels(names: readonly ChannelName[], language: Language): string {
  return names.map((name) => channelTitles[language][name]).join(', ');
}
