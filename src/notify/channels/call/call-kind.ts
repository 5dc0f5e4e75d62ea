import { SendError } from '../../channel.ts';
import type { ChannelKind, ChannelTools } from '../../channel-kind.ts';
import { knockAt } from '../../request-template.ts';
import { checkSmsd, readSignalOfSmsd } from '../../smsd.ts';
import { makeCallChannel } from './call-channel.ts';
import type { CallDialect } from './call-dialect.ts';
import { CallDesk } from './call-door.ts';
import { type CallTemplate, findCallFault, makeTemplateDialect } from './call-template.ts';
import type { CallWay } from './call-way.ts';
import { ModemWay } from './modem-way.ts';
import type { SipAccount } from './sip/sip-account.ts';
import { askSip, SipWay } from './sip/sip-way.ts';
import { TemplateWay, unfetchable } from './template-way.ts';
import { TwilioApi } from './twilio-api.ts';
import { TwilioWay, unfetched } from './twilio-way.ts';
import { makeTwiml } from './twiml.ts';
import { Voice } from './voice.ts';

interface CallSettings extends CallTemplate {
  readonly way: 'twilio' | 'sip' | 'modem' | 'template';
  readonly account: string;
  readonly token: string;
  readonly from: string;
  readonly server: string;
  readonly user: string;
  readonly password: string;
  readonly login: string;
  readonly dial: string;
  readonly daily_cap: number;
  readonly minute_price: string;
  readonly number_cap: number;
  readonly at_once: number;
  readonly countries: string;
  readonly voice?: string | undefined;
  readonly api_root: string;
  readonly spool: string;
  readonly pid_file: string;
}

export const callKind: ChannelKind<CallSettings> = {
  make(settings, tools) {
    const { clock, timezone, leftAlone, siteNumberOf, spokenNameOf } = tools;
    const onFault = (fault: string) =>
      tools.log.warn({ fault }, 'a recording of the voice is not used');
    const voice = new Voice(settings.voice ?? null, onFault, spokenNameOf);
    const ways = { sip: overSip, twilio: overTwilio, modem: overModem, template: overTemplate };
    return makeCallChannel({
      way: ways[settings.way](settings, voice, tools),
      clock,
      timezone,
      leftAlone,
      siteNumberOf,
      spokenNameOf,
      voice,
      dailyCap: settings.daily_cap,
      minutePrice: settings.minute_price,
      numberCap: settings.number_cap,
      // A modem carries one.
      atOnce: settings.way === 'modem' ? 1 : settings.at_once,
      countries: countriesOf(settings),
      count: tools.dayCountOf('call'),
    });
  },

  /** A call would cost money, so only the account is asked for, and its name. */
  async ask(settings, { publicUrl, folderOf, setTimer, outbound }) {
    if (settings.way === 'sip') return askSip(accountOf(settings), folderOf('call'), setTimer);
    if (settings.way === 'modem') {
      checkSmsd(settings.spool, settings.pid_file, 'Call');
      return settings.spool;
    }
    const isTemplate = settings.way === 'template';
    if (!canBeFetched(publicUrl)) {
      throw new SendError(isTemplate ? unfetchable : unfetched, { permanent: true });
    }
    if (isTemplate) {
      const fault = findCallFault(settings, outbound.allowPrivate);
      if (fault !== null) throw new SendError(`Call: ${fault}`, { permanent: true });
      return knockAt('Call', settings.url, outbound);
    }
    const { account, token, api_root: apiRoot } = settings;
    try {
      return await new TwilioApi({ account, token, apiRoot }).readName();
    } catch (error) {
      const isRefused = error instanceof SendError && /^Call: 40[134]/.test(error.message);
      if (isRefused) throw new SendError(error.message, { permanent: true });
      throw error;
    }
  },

  readSignal: ({ way, pid_file: pidFile }, now) =>
    way === 'modem' ? readSignalOfSmsd(pidFile, now) : undefined,
};

function overTwilio(settings: CallSettings, voice: Voice, tools: ChannelTools): CallWay {
  const { account, token, from, api_root: apiRoot } = settings;
  const { clock, setTimer } = tools;
  return new TwilioWay({
    api: new TwilioApi({ account, token, apiRoot }),
    desk: makeDesk(makeTwiml({ account, token }), voice, tools),
    isReachable: canBeFetched(tools.publicUrl),
    apiRoot,
    from,
    clock,
    setTimer,
  });
}

function overTemplate(template: CallSettings, voice: Voice, tools: ChannelTools): CallWay {
  const { clock, setTimer, outbound } = tools;
  return new TemplateWay({
    ...{ template, outbound, clock, setTimer },
    desk: makeDesk(makeTemplateDialect(template), voice, tools),
    isReachable: canBeFetched(tools.publicUrl),
  });
}

function makeDesk(dialect: CallDialect, voice: Voice, tools: ChannelTools): CallDesk {
  const { clock, leftAlone, seal, open } = tools;
  const publicUrl = (tools.publicUrl ?? '').replace(/\/$/, '');
  return new CallDesk({ dialect, publicUrl, voice, leftAlone, clock, seal, open });
}

function overSip(settings: CallSettings, voice: Voice, tools: ChannelTools): CallWay {
  const { setTimer, leftAlone, acknowledge, log, folderOf } = tools;
  const [homeCode = ''] = countriesOf(settings);
  return new SipWay({
    account: accountOf(settings),
    folder: folderOf('call'),
    atOnce: settings.at_once,
    homeCode,
    voice,
    setTimer,
    leftAlone,
    acknowledge,
    log,
  });
}

function overModem({ spool }: CallSettings, _: Voice, tools: ChannelTools): CallWay {
  const { clock, setTimer } = tools;
  return new ModemWay({ spool, clock, setTimer });
}

function accountOf({ server, user, password, login, dial }: CallSettings): SipAccount {
  return { server, user, password, login: login === '' ? user : login, dial };
}

function countriesOf({ countries }: CallSettings): string[] {
  return countries.split(',').map((code) => code.trim());
}

function canBeFetched(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https://') === true;
}
