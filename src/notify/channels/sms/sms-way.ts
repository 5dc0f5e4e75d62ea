import type { FarEnd } from '../../../domain/system/far-end.ts';
import type { ChannelLimits } from '../../channel.ts';
import type { SmsLength } from './sms-length.ts';

export interface Sms {
  /** E.164. */
  readonly to: string;
  readonly text: string;
  readonly alphabet: SmsLength['alphabet'];
  /** The same for the same message; see `SendOptions.retryKey`. */
  readonly key: string;
}

/** A gateway or a modem that hands an SMS to the network. */
export interface SmsWay {
  readonly limits: ChannelLimits;
  /** As `Channel.service`. */
  readonly service?: FarEnd;
  /** As `Channel.keepsKeys`. */
  readonly keepsKeys?: true;
  /** Whether it was handed a message with this key before, so that another try costs nothing. */
  knows?(key: string): boolean;
  /**
   * @returns what it calls the message
   * @throws SendError
   */
  send(sms: Sms): Promise<string | null>;
}

/** Seldom enough that nobody switches the phone off. */
export const perNumber: ChannelLimits['perRecipient'] = () => [{ perSecond: 0.1, burst: 5 }];
