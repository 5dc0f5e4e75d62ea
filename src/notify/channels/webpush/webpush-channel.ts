import type { LinkedAction } from '../../../domain/alerts/linked-action.ts';
import { readPushAddress } from '../../../domain/alerts/push-address.ts';
import type { OutboundAnswer } from '../../../outbound/call-out.ts';
import { guardedFetch } from '../../../outbound/guarded-fetch.ts';
import { OutboundError } from '../../../outbound/outbound-error.ts';
import type { OutboundPolicy } from '../../../outbound/resolve-checked.ts';
import { type Channel, type ChannelLimits, SendError } from '../../channel.ts';
import { handlingOf, toPushNotice } from './push-form.ts';
import type { VapidKeys } from './vapid-keys.ts';

interface WebpushChannelOptions {
  readonly keys: VapidKeys;
  /** Where those who run the push service reach whoever runs this server: `mailto:` or `https:`. */
  readonly subject: string;
  readonly outbound: OutboundPolicy;
  readonly linkTo: (action: LinkedAction) => string | null;
}

/** Push services name no rates; a browser that gets more than this at once shows only the last. */
const webpushLimits: ChannelLimits = {
  overall: { perSecond: 30, burst: 30 },
  perRecipient: () => [{ perSecond: 1, burst: 5 }],
};

/** The longest pause that a push service may ask for, and the pause where it names none. */
const longestWaitMs = 3_600_000;
const usualWaitMs = 30_000;
/** For one call. */
const timeoutMs = 15_000;
/** The most bytes that are read of an answer. */
const maxAnswerBytes = 4_096;

/** Posts to the push service of the browser in the address, which alone can read it (RFC 8291). */
export function makeWebpushChannel(options: WebpushChannelOptions): Channel {
  const { keys, subject, outbound, linkTo } = options;
  const vapidDetails = { subject, ...keys };
  return {
    name: 'webpush',
    limits: webpushLimits,
    hasManyFarEnds: true,

    async send(address, message) {
      const target = readPushAddress(address);
      if (target === null) throw new SendError('Push: no address', { permanent: true });
      const { endpoint, p256dh, auth } = target;
      const notice = JSON.stringify(toPushNotice(address, message, linkTo));
      const { generateRequestDetails } = await import('web-push');
      const { headers, body } = generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        notice,
        { vapidDetails, contentEncoding: 'aes128gcm', ...handlingOf(message) },
      );
      const request = {
        method: 'POST',
        headers: Object.fromEntries(
          Object.entries(headers)
            .filter(([name]) => name !== 'Content-Length')
            .map(([name, value]) => [name, `${value}`]),
        ),
        body: new Uint8Array(body),
        timeoutMs,
        maxBytes: maxAnswerBytes,
        // Few addresses of a private network, where the operator allows them, have certificates.
        allowHttp: outbound.allowPrivate,
      } as const;
      let answer: OutboundAnswer;
      try {
        answer = await guardedFetch(endpoint, request, outbound);
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        throw new SendError(`Push: ${error.message}`, {
          permanent: error.reason === 'refused',
          isAmbiguous: !error.isUnsent,
        });
      }
      if (answer.status < 200 || answer.status > 299) throw toSendError(answer);
      return { externalId: null };
    },
  };
}

/** The meaning of an answer other than 2xx for the message (RFC 8030, section 8.4; RFC 8292, section 4.2). */
function toSendError({ status, headers, text, unread }: OutboundAnswer): SendError {
  const said = (unread ?? text).replace(/\s+/g, ' ').trim().slice(0, 200);
  const reason = `Push: ${status} ${said}`.trimEnd();
  if (status === 404 || status === 410) {
    return new SendError(reason, { permanent: true, isRecipientGone: true });
  }
  const asked = Number(headers.get('retry-after') ?? Number.NaN) * 1000;
  if (status === 429 || (status === 503 && asked > 0)) {
    const retryAfterMs = Math.min(asked > 0 ? asked : usualWaitMs, longestWaitMs);
    return new SendError(reason, { permanent: false, retryAfterMs });
  }
  if (status >= 500) return new SendError(reason, { permanent: false, isAmbiguous: true });
  // The push service refuses our signature. Nothing is wrong with the message.
  if (status === 401 || status === 403) return new SendError(reason, { permanent: false });
  return new SendError(reason, { permanent: true });
}
