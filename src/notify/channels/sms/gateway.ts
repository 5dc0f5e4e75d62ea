import { farEndOf } from '../../../domain/system/far-end.ts';
import type { OutboundAnswer } from '../../../outbound/call-out.ts';
import type { OutboundPolicy } from '../../../outbound/resolve-checked.ts';
import { SendError } from '../../channel.ts';
import {
  findRequestFault,
  quoteAnswer,
  type RequestTemplate,
  readPath,
  refusalIn,
  sendTemplate,
} from '../../request-template.ts';
import { perNumber, type SmsWay } from './sms-way.ts';

interface GatewayOptions {
  /** `{to}` is `+66812345678`, `{digits}` the same without the plus. */
  readonly template: RequestTemplate;
  readonly sender: string;
  readonly secret: string;
  /** The proof of success in an answer: `data.id`, or `status=ok`. Empty: the HTTP status is enough. */
  readonly success: string;
  readonly outbound: OutboundPolicy;
}

/** Says what is wrong with a template. Null: nothing is. */
export function findFault(template: RequestTemplate): string | null {
  return findRequestFault(template, [['{text}'], ['{to}', '{digits}']]);
}

/** A provider that takes messages at an address. */
export function makeGateway(options: GatewayOptions): SmsWay {
  const { template, sender, secret, success, outbound } = options;
  return {
    service: farEndOf(template.url),
    limits: { overall: { perSecond: 5, burst: 10 }, perRecipient: perNumber },

    async send({ to, text, key }) {
      const filling = { to, digits: to.slice(1), text, sender, secret, id: key };
      const answer = await sendTemplate('SMS', template, filling, outbound);
      if (!answer.isOk) throw refusalIn('SMS', answer);
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
    throw new SendError(quoteAnswer('SMS', answer), { permanent: false, isAmbiguous });
  }
  return wanted === undefined ? found : null;
}
