import type { ChannelKind } from '../../channel-kind.ts';
import { vapidKeysOf } from './vapid-keys.ts';
import { makeWebpushChannel } from './webpush-channel.ts';

interface WebpushSettings {
  readonly contact: string;
}

/** Each browser has a push service of its own, so there is no far end to ask. */
export const webpushKind: ChannelKind<WebpushSettings> = {
  make: ({ contact }, { pushSecret, outbound, linkTo }) =>
    makeWebpushChannel({ contact, keys: vapidKeysOf(pushSecret()), outbound, linkTo }),
};
