import type { PlainMessage } from '../../store/outbox/claim.ts';
import type { Message } from '../channel.ts';
import { renderExpiry } from './render-expiry.ts';
import { renderNews } from './render-news.ts';
import { renderOperatorNews } from './render-operator.ts';
import { renderOutages } from './render-outages.ts';
import { renderSimulated, renderTest } from './render-test.ts';
import { headingOf, type MessageBody, makeWording, type Wording } from './wording.ts';

/**
 * Puts a message into words, in its recipient's language.
 * @param now epoch ms of the sending: "still down for …" counts up to it
 * @param timezone IANA name
 * @param systemUrl the system page of the console. Null: the server's address is not known
 */
export function renderMessage(
  message: PlainMessage,
  now: number,
  timezone: string,
  systemUrl: string | null = null,
): Message {
  const { kind, language } = message;
  const body = renderBody(message, makeWording(language, now, timezone), systemUrl);
  const heading = headingOf(body.html);
  const outageIds = (body.outages ?? []).map(({ outageId }) => outageId);
  return { kind, language, heading, ...body, outageIds, saidAt: now };
}

function renderBody(
  message: PlainMessage,
  wording: Wording,
  systemUrl: string | null,
): MessageBody {
  switch (message.kind) {
    case 'alert':
    case 'reminder':
    case 'recovery':
      return renderOutages(message, wording);
    case 'test':
      return 'simulated' in message.tells
        ? renderSimulated(message.tells.simulated, wording)
        : renderTest(message.rows, message.tells.sites, wording);
    case 'key-expiry':
      return renderExpiry(message, wording);
    case 'account':
      return renderNews(message, wording);
    case 'operator':
      return renderOperatorNews(message, systemUrl, wording);
  }
}
