import type { OutboundPolicy } from '../../../outbound/resolve-checked.ts';
import { SendError } from '../../channel.ts';
import type { ChannelKind, ChannelTools } from '../../channel-kind.ts';
import { knockAt } from '../../request-template.ts';
import { checkSmsd, readSignalOfSmsd } from '../../smsd.ts';
import { findFault, makeGateway } from './gateway.ts';
import { makeModem } from './modem.ts';
import { makeSmsChannel } from './sms-channel.ts';
import type { SmsWay } from './sms-way.ts';

interface SmsSettings {
  readonly way: 'gateway' | 'modem';
  readonly daily_cap: number;
  readonly number_cap: number;
  readonly reminders: 'no' | 'yes';
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: string;
  readonly body: string;
  readonly sender: string;
  readonly secret: string;
  readonly success: string;
  readonly spool: string;
  readonly pid_file: string;
}

export const smsKind: ChannelKind<SmsSettings> = {
  make: (settings, tools) =>
    makeSmsChannel({
      way: wayOf(settings, tools),
      dailyCap: settings.daily_cap,
      numberCap: settings.number_cap,
      tellsReminders: settings.reminders === 'yes',
      count: tools.dayCountOf('sms'),
      clock: tools.clock,
      timezone: tools.timezone,
    }),

  /** A message would cost money, so only the settings are tried, and whether the far end answers. */
  async ask(settings, { outbound }) {
    if (settings.way === 'gateway') return askGateway(settings, outbound);
    checkSmsd(settings.spool, settings.pid_file, 'SMS');
    return settings.spool;
  },

  readSignal: ({ way, pid_file: pidFile }, now) =>
    way === 'modem' ? readSignalOfSmsd(pidFile, now) : undefined,
};

function wayOf(settings: SmsSettings, { clock, setTimer, outbound }: ChannelTools): SmsWay {
  if (settings.way === 'modem') return makeModem({ spool: settings.spool, clock, setTimer });
  const { sender, secret, success } = settings;
  return makeGateway({ template: settings, sender, secret, success, outbound });
}

async function askGateway(settings: SmsSettings, outbound: OutboundPolicy): Promise<string> {
  const fault = findFault(settings);
  if (fault !== null) throw new SendError(`SMS: ${fault}`, { permanent: true });
  return knockAt('SMS', settings.url, outbound);
}
