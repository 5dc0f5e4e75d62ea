import type { ChannelKind } from '../../channel-kind.ts';
import { makeWebhookChannel } from './webhook-channel.ts';

interface WebhookSettings {
  readonly signing_key: string;
}

export const webhookKind: ChannelKind<WebhookSettings> = {
  make: ({ signing_key: signingKey }, { outbound, clock }) =>
    makeWebhookChannel({ signingKey, outbound, clock }),
};
