import { readWebhookAddress, type WebhookFormat } from '../../../domain/alerts/webhook-address.ts';
import type { Clock } from '../../../domain/instant.ts';
import type { OutboundAnswer } from '../../../outbound/call-out.ts';
import { guardedFetch } from '../../../outbound/guarded-fetch.ts';
import { OutboundError } from '../../../outbound/outbound-error.ts';
import type { OutboundPolicy } from '../../../outbound/resolve-checked.ts';
import { type Channel, type ChannelLimits, SendError } from '../../channel.ts';
import { toWebhookForm } from './webhook-form.ts';
import { secretsOf, signedHeaders } from './webhook-signature.ts';

interface WebhookChannelOptions {
  readonly signingKey: string;
  readonly outbound: OutboundPolicy;
  readonly clock: Clock;
  /** For one call; default 15. */
  readonly timeoutSeconds?: number;
}

/** Discord takes 5 in 2 s and 30 a minute, Slack one a second; all of them allow a short burst. */
const webhookLimits: ChannelLimits = {
  overall: { perSecond: 30, burst: 30 },
  perRecipient: () => [
    { perSecond: 1, burst: 3 },
    { perSecond: 0.5, burst: 25 },
  ],
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** As Standard Webhooks recommends. */
const retryDelaysMs = [
  ...[5_000, 5 * minuteMs, 30 * minuteMs],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
];

/** Long enough for every retry, each of which may come up to a tenth later. */
const keepTryingMs = 1.15 * retryDelaysMs.reduce((sum, delay) => sum + delay, 0);

/** Longest pause that a far end may ask for. */
const longestWaitMs = hourMs;
/** The most bytes that are read of an answer. */
const maxAnswerBytes = 4_096;

/** Posts to the URL in the address. */
export function makeWebhookChannel(options: WebhookChannelOptions): Channel {
  const { signingKey, outbound, clock } = options;
  const timeoutMs = (options.timeoutSeconds ?? 15) * 1000;
  return {
    name: 'webhook',
    limits: webhookLimits,
    hasManyFarEnds: true,
    keepsWords: true,
    retryDelaysMs,
    keepTryingMs,

    async send(address, message, { retryKey }) {
      const target = readWebhookAddress(address);
      if (target === null) throw new SendError('Webhook: no address', { permanent: true });
      const { url, format } = target;
      const now = clock();
      const { type, body, headers } = toWebhookForm(format, message, now);
      const signed =
        format === 'events' &&
        signedHeaders(
          secretsOf(signingKey, target, now.wallMs),
          retryKey,
          new Date(now.wallMs),
          body,
        );
      const request = {
        method: 'POST',
        headers: { 'content-type': type, 'user-agent': 'FaiWatch', ...headers, ...signed },
        body,
        timeoutMs,
        maxBytes: maxAnswerBytes,
        // Few addresses of a private network, where the operator allows them, have certificates.
        allowHttp: outbound.allowPrivate,
      } as const;
      let answer: OutboundAnswer;
      try {
        answer = await guardedFetch(url, request, outbound);
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        throw new SendError(`Webhook: ${error.message}`, {
          permanent: error.reason === 'refused',
          isAmbiguous: !error.isUnsent,
        });
      }
      if (answer.status < 200 || answer.status > 299) throw toSendError(format, answer);
      return { externalId: null };
    },
  };
}

/** The meaning of an answer other than 2xx for the message. */
function toSendError(
  format: WebhookFormat,
  { status, headers, text, unread }: OutboundAnswer,
): SendError {
  const said = (unread ?? text).replace(/\s+/g, ' ').trim().slice(0, 200);
  const reason = `Webhook: ${status} ${said}`.trimEnd();
  if (status === 410) return new SendError(reason, { permanent: true, isRecipientGone: true });
  // Slack and Discord have deleted such a webhook. A program of the customer's own may only be starting.
  if (status === 404 && (format === 'slack' || format === 'discord')) {
    return new SendError(reason, { permanent: true, isRecipientGone: true });
  }
  const asked = Number(headers.get('retry-after') ?? Number.NaN) * 1000;
  if ((status === 429 || status === 503) && asked > 0) {
    return new SendError(reason, {
      permanent: false,
      retryAfterMs: Math.min(asked, longestWaitMs),
    });
  }
  return new SendError(reason, { permanent: false, isAmbiguous: status >= 500 });
}
