import type { Clock } from '../../../domain/instant.ts';
import { normalisePhone } from '../../../domain/people/phone.ts';
import { shareBeforeShort } from '../../../domain/system/channel-standing.ts';
import { type Channel, codeIn, type Message, SendError } from '../../channel.ts';
import type { DayCount } from '../../day-count.ts';
import { goesWhenShort, keptForAlerts } from '../../kept-for-alerts.ts';
import { toSms } from './sms-form.ts';
import { measureSms } from './sms-length.ts';
import type { SmsWay } from './sms-way.ts';

export interface SmsChannelOptions {
  readonly way: SmsWay;
  /** Messages a day, a long one counting as its parts: in all, and to one number. */
  readonly dailyCap: number;
  readonly numberCap: number;
  readonly tellsReminders: boolean;
  readonly count: DayCount;
  readonly clock: Clock;
  /** IANA name. */
  readonly timezone: string;
}

/** A message over the cap of a day is tried again so soon: the operator may raise the cap meanwhile. */
const cappedWaitMs = 10 * 60_000;

/**
 * Sends SMS. Each costs money, so no more go in a day than the operator allows. A message is counted before it
 * goes, so that none goes uncounted when the server is killed.
 */
export function makeSmsChannel(options: SmsChannelOptions): Channel {
  const { way, dailyCap, count, clock, timezone } = options;
  return {
    name: 'sms',
    limits: way.limits,
    ...(way.service !== undefined && { service: way.service }),
    ...(way.keepsKeys && { keepsKeys: true }),
    ...(!options.tellsReminders && { leavesOut: new Set(['reminder']) }),
    quota: () => ({ used: count.read(), limit: dailyCap, period: 'day' }),

    async send(address, message, { retryKey: key }) {
      const to = normalisePhone(address);
      if (to === null) throw new SendError('SMS: not a phone number', { permanent: true });
      const text = toSms(message, clock().wallMs, timezone);
      const { alphabet, parts } = measureSms(text);
      if (way.knows?.(key) !== true) {
        checkCaps(to, message, parts, options);
        count.add(to, parts);
      }
      try {
        return { externalId: await way.send({ to, text, alphabet, key }) };
      } catch (error) {
        if (error instanceof SendError && !error.isAmbiguous) count.add(to, -parts);
        throw error;
      }
    },
  };
}

/** @throws SendError */
function checkCaps(
  to: string,
  message: Message,
  parts: number,
  { count, dailyCap, numberCap }: SmsChannelOptions,
): void {
  const ofNumber = count.read(to) + parts;
  const inAll = count.read() + parts;
  if (!goesWhenShort(message.kind, 'recovery')) {
    const isShort = ofNumber > numberCap * shareBeforeShort || inAll > dailyCap * shareBeforeShort;
    if (!isShort) return;
    // A person who asked for a code learns at once that none comes, and can ask again tomorrow.
    if (codeIn(message) !== null) throw new SendError('SMS: the cap', { permanent: false });
    throw keptForAlerts('SMS');
  }
  if (ofNumber > numberCap) {
    const reason = `SMS: this number has had its ${numberCap} messages of today`;
    throw new SendError(reason, { permanent: true });
  }
  if (inAll > dailyCap) {
    throw new SendError(`SMS: the ${dailyCap} messages of today are used up`, {
      permanent: false,
      retryAfterMs: cappedWaitMs,
      isGlobalLimit: true,
    });
  }
}
