import { farEndOf } from '../../../domain/system/far-end.ts';
import type { OutboundAnswer } from '../../../outbound/call-out.ts';
import { guardedFetch } from '../../../outbound/guarded-fetch.ts';
import { OutboundError } from '../../../outbound/outbound-error.ts';
import type { OutboundPolicy } from '../../../outbound/resolve-checked.ts';
import { SendError } from '../../channel.ts';
import { fillTemplate, type GatewayTemplate, readPath } from './gateway-template.ts';
import { perNumber, type SmsWay } from './sms-way.ts';

interface GatewayOptions {
  readonly template: GatewayTemplate;
  readonly sender: string;
  readonly secret: string;
  /** The proof of success in an answer: `data.id`, or `status=ok`. Empty: the HTTP status is enough. */
  readonly success: string;
  readonly outbound: OutboundPolicy;
}

const longestWaitMs = 3_600_000;
const usualWaitMs = 30_000;
/** For one call. */
const timeoutMs = 15_000;
const maxAnswerBytes = 16_384;

/** A provider that takes messages at an address. */
export function makeGateway(options: GatewayOptions): SmsWay {
  const { template, sender, secret, success, outbound } = options;
  return {
    service: farEndOf(template.url),
    limits: { overall: { perSecond: 5, burst: 10 }, perRecipient: perNumber },

    async send({ to, text, key }) {
      const filling = { to, digits: to.slice(1), text, sender, secret, id: key };
      const { url, headers, body } = fillTemplate(template, filling);
      let answer: OutboundAnswer;
      try {
        answer = await guardedFetch(
          url,
          {
            method: template.method,
            headers: { 'user-agent': 'FaiWatch', ...headers },
            ...(template.method === 'POST' && { body }),
            timeoutMs,
            maxBytes: maxAnswerBytes,
            // Few addresses of a private network, where the operator allows them, have certificates.
            allowHttp: outbound.allowPrivate,
          },
          outbound,
        );
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        // The operator can mend a wrong address, so the message waits.
        const isAmbiguous = !error.isUnsent;
        throw new SendError(`SMS: ${error.message}`, { permanent: false, isAmbiguous });
      }
      if (answer.status < 200 || answer.status > 299) throw toSendError(answer);
      return readSuccess(answer, success);
    },
  };
}

/**
 * @returns what the answer has at the path
 * @throws SendError when it is not what it should be
 */
function readSuccess(answer: OutboundAnswer, success: string): string | null {
  if (success === '') return null;
  const at = success.indexOf('=');
  const [path, wanted] = at === -1 ? [success] : [success.slice(0, at), success.slice(at + 1)];
  const found = readPath(answer.text, path.trim());
  const isTaken = wanted === undefined ? found !== null : found === wanted.trim();
  // Mostly the credit is used up, or the name of the sender is not registered. The operator can mend both, so
  // the message waits.
  if (!isTaken) {
    const isAmbiguous = answer.unread !== null || answer.isCut;
    throw new SendError(sayAnswer(answer), { permanent: false, isAmbiguous });
  }
  return wanted === undefined ? found : null;
}

/** The meaning of an answer other than 2xx for the message. */
function toSendError(answer: OutboundAnswer): SendError {
  const { status, headers } = answer;
  const reason = sayAnswer(answer);
  const asked = Number(headers.get('retry-after') ?? Number.NaN) * 1000;
  if (status === 429 || (status === 503 && asked > 0)) {
    const retryAfterMs = Math.min(asked > 0 ? asked : usualWaitMs, longestWaitMs);
    return new SendError(reason, { permanent: false, retryAfterMs, isGlobalLimit: true });
  }
  // The key, the credit or the address: an operator can mend it.
  if ([401, 402, 403, 404, 405].includes(status))
    return new SendError(reason, { permanent: false });
  if (status >= 400 && status < 500) return new SendError(reason, { permanent: true });
  return new SendError(reason, { permanent: false, isAmbiguous: status >= 500 });
}

function sayAnswer({ status, text, unread }: OutboundAnswer): string {
  return `SMS: ${status} ${(unread ?? text).replace(/\s+/g, ' ').trim().slice(0, 180)}`.trimEnd();
}
