import { HTTPFetchError } from '@line/bot-sdk';
import { SendError } from '../../channel.ts';
import type { ChannelKind } from '../../channel-kind.ts';
import { LineApi } from './line-api.ts';
import { makeLineChannel } from './line-channel.ts';
import { toSendError } from './line-errors.ts';

interface LineSettings {
  readonly access_token: string;
  readonly channel_secret: string;
  readonly api_root: string;
}

export const lineKind: ChannelKind<LineSettings> = {
  make: ({ access_token: token, api_root: apiRoot }, { clock, setTimer }) =>
    makeLineChannel({ token, apiRoot, clock, setTimer }),
  async ask({ access_token: token, api_root: apiRoot }, { setTimer }) {
    const api = new LineApi({ token, apiRoot }, setTimer);
    try {
      const { basicId } = (await api.call((client) => client.getBotInfo())) ?? {};
      if (typeof basicId === 'string') return basicId;
    } catch (error) {
      const isRefused = error instanceof HTTPFetchError && [401, 403].includes(error.status);
      throw new SendError(toSendError(error).message, { permanent: isRefused });
    }
    throw new SendError('LINE: the answer cannot be read', { permanent: false });
  },
};
