import { SendError } from '../../channel.ts';
import type { ChannelKind } from '../../channel-kind.ts';
import { makeCallChannel, unfetched } from './call-channel.ts';
import { CallDesk } from './call-door.ts';
import { TwilioApi } from './twilio-api.ts';
import { Voice } from './voice.ts';

interface CallSettings {
  readonly account: string;
  readonly token: string;
  readonly from: string;
  readonly daily_cap: number;
  readonly number_cap: number;
  readonly at_once: number;
  readonly countries: string;
  readonly voice?: string | undefined;
  readonly api_root: string;
}

export const callKind: ChannelKind<CallSettings> = {
  make(settings, tools) {
    const { account, token, from, api_root: apiRoot } = settings;
    const { clock, setTimer, timezone, leftAlone, siteNumberOf, seal, open } = tools;
    const publicUrl = (tools.publicUrl ?? '').replace(/\/$/, '');
    const voice = new Voice(settings.voice ?? null, (fault) =>
      tools.log.warn({ fault }, 'a recording of the voice is not used'),
    );
    const desk = new CallDesk({ account, token, publicUrl, voice, leftAlone, clock, seal, open });
    return makeCallChannel({
      api: new TwilioApi({ account, token, apiRoot }),
      isReachable: canBeFetched(tools.publicUrl),
      apiRoot,
      desk,
      from,
      clock,
      setTimer,
      timezone,
      leftAlone,
      siteNumberOf,
      dailyCap: settings.daily_cap,
      numberCap: settings.number_cap,
      atOnce: settings.at_once,
      countries: settings.countries.split(',').map((code) => code.trim()),
      count: tools.dayCountOf('call'),
    });
  },

  /** A call would cost money, so only the account is asked for, and its name. */
  async ask({ account, token, api_root: apiRoot }, { publicUrl }) {
    if (!canBeFetched(publicUrl)) {
      throw new SendError(unfetched, { permanent: true });
    }
    try {
      return await new TwilioApi({ account, token, apiRoot }).readName();
    } catch (error) {
      const isRefused = error instanceof SendError && /^Call: 40[134]/.test(error.message);
      if (isRefused) throw new SendError(error.message, { permanent: true });
      throw error;
    }
  },
};

function canBeFetched(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https://') === true;
}
