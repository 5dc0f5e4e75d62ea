import type { ChannelKind } from '../../channel-kind.ts';
import { vapidKeysOf } from './vapid-keys.ts';
import { makeWebpushChannel } from './webpush-channel.ts';

interface WebpushSettings {
  readonly contact?: string | undefined;
}

/** Each browser has a push service of its own, so there is no far end to ask. */
export const webpushKind: ChannelKind<WebpushSettings> = {
  make: ({ contact }, { pushSecret, publicUrl, outbound, linkTo }) => {
    const subject = contact === undefined ? publicUrl : `mailto:${contact}`;
    if (subject === undefined)
      throw new Error('Push services cannot be told whose messages these are');
    return makeWebpushChannel({ subject, keys: vapidKeysOf(pushSecret), outbound, linkTo });
  },
};
