import type { LinkedAction } from '../domain/alerts/linked-action.ts';
import type { SiteNumber } from '../domain/devices/site-number.ts';
import type { Clock, SetTimer } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { ChannelName } from '../domain/states.ts';
import type { ModemSignal } from '../domain/system/modem-signal.ts';
import type { OutboundPolicy } from '../outbound/resolve-checked.ts';
import type { Channel, Pressed } from './channel.ts';
import type { DayCount } from './day-count.ts';
import type { LeftAlone } from './left-alone.ts';

/** The tools that a channel is made with besides its settings. */
export interface ChannelTools {
  readonly clock: Clock;
  readonly setTimer: SetTimer;
  readonly log: Logger;
  /** The public address of the pages. Undefined: not configured, so there are no links to them. */
  readonly publicUrl: string | undefined;
  /** The address at which a reader can do this without logging in. Null: there are no links. */
  readonly linkTo: (action: LinkedAction) => string | null;
  /** Rules for calls to addresses that customers chose. */
  readonly outbound: OutboundPolicy;
  /** By which push services know this installation; 32 bytes, base64url. */
  readonly pushSecret: string;
  /** Counts today's messages of a channel on which each costs money. */
  readonly dayCountOf: (channel: ChannelName) => DayCount;
  /** Phones whose owners want to be left alone. */
  readonly leftAlone: Pick<LeftAlone, 'has' | 'add'>;
  /** Signs what a far end gives back to us later, so that nobody else can have made it up. */
  readonly seal: (subject: string, expiresAt: number) => string;
  /** The signed text. Null: it was not signed here, or has ended. */
  readonly open: (sealed: string) => string | null;
  /** A site's place among those of its owner. Null: it is nobody's. */
  readonly siteNumberOf: (deviceId: string) => SiteNumber | null;
  /** The name of a site in its owner's voice: 8 kHz, µ-law. Null: none is kept. */
  readonly spokenNameOf: (deviceId: string) => Uint8Array | null;
  /** Somebody acknowledged what a message told of, at the address that it went to. */
  readonly acknowledge: (channel: ChannelName, pressed: Pressed) => void;
  /** The folder of a channel in the data directory. It is not made. */
  readonly folderOf: (channel: ChannelName) => string;
  /** IANA name. */
  readonly timezone: string;
}

/** The set-up of a channel: made of its settings, and its far end asked whose they are. */
export interface ChannelKind<Settings> {
  readonly make: (settings: Settings, tools: ChannelTools) => Channel;
  /**
   * Asks the far end whose settings these are; nothing changes there. Left out where there is no one far
   * end to ask.
   * @returns what the far end calls us
   * @throws SendError; permanent: it refuses the settings
   */
  readonly ask?: (settings: Settings, tools: ChannelTools) => Promise<string>;
  /**
   * The signal of the modem by which it goes. Undefined: it goes by none, or nothing recent is known of it.
   * @param now epoch ms
   */
  readonly readSignal?: (settings: Settings, now: number) => ModemSignal | undefined;
}
