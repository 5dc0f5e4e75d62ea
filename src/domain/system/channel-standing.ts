import type { ChannelName } from '../states.ts';
import type { ModemSignal } from './modem-signal.ts';

/**
 * - `starting`: it was not asked yet.
 * - `refused`: the far end does not accept its settings.
 * - `conflict`: another program uses the same bot.
 * - `limited`: it takes no more messages for a while, as a quota is used up.
 */
export const channelStates = [
  'starting',
  'working',
  'unreachable',
  'refused',
  'conflict',
  'limited',
] as const;
export type ChannelState = (typeof channelStates)[number];

export const quotaPeriods = ['day', 'month'] as const;
type QuotaPeriod = (typeof quotaPeriods)[number];

/** The quota of messages that the far end takes, or the operator allows. */
export interface Quota {
  readonly used: number;
  readonly limit: number;
  readonly period: QuotaPeriod;
}

/** The standing of a channel that is set up. */
export interface ChannelStanding {
  readonly name: ChannelName;
  readonly state: ChannelState;
  /** The moment since which it is so (epoch ms). */
  readonly since: number;
  /** The far end's own words. */
  readonly detail: string | null;
  /** Our name there. Null: not known (yet). */
  readonly identity: string | null;
  /** Null: it has none, or does not tell. */
  readonly quota: Quota | null;
  /** Undefined: it goes by no modem, or nothing recent is known of it. */
  readonly signal?: ModemSignal;
}

/** More of it is a reason to tell the operator. */
export const shareBeforeShort = 0.8;

export function isShort({ used, limit }: Quota): boolean {
  return used >= limit * shareBeforeShort;
}
