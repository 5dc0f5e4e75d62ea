/** The channels that are in use, as actions ask for them. */
import type { ChannelName } from '../states.ts';

/** Never empty, and the log is in it only when nothing else is. */
export type ChannelsInUse = ReadonlySet<ChannelName>;

/** @param setUp all but the log, which is always there and serves when nothing else does */
export function channelsInUse(setUp: Iterable<Exclude<ChannelName, 'log'>>): ChannelsInUse {
  const channels = new Set<ChannelName>(setUp);
  return channels.size === 0 ? new Set(['log']) : channels;
}

/** Whether any channel leads to people. */
export function leadsToPeople(channels: ChannelsInUse): boolean {
  return !channels.has('log');
}

/** The reason that a chat is not reached whose channel is not in use, in the place of its far end's words. */
export const channelOff = 'channel_off';
