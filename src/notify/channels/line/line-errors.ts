import { HTTPFetchError } from '@line/bot-sdk';
import { OutboundError } from '../../../outbound/outbound-error.ts';
import { SendError } from '../../channel.ts';

/**
 * A quota that is used up lasts until the month ends; one that is only reserved by messages on their way is
 * free again soon (https://developers.line.biz/en/faq/, "You have reached your monthly limit").
 */
const quotaWaitMs = 10 * 60_000;
const rateWaitMs = 2_000;

/**
 * The meaning of a failed call for the message
 * (https://developers.line.biz/en/reference/messaging-api/#status-codes).
 */
export function toSendError(error: unknown): SendError {
  const reason = describeLineError(error);
  if (!(error instanceof HTTPFetchError)) {
    const isUnsent = error instanceof OutboundError && error.isUnsent;
    return new SendError(reason, { permanent: false, isAmbiguous: !isUnsent });
  }
  const { status } = error;
  if (status === 429) {
    const retryAfterMs = isQuotaUsedUp(error) ? quotaWaitMs : rateWaitMs;
    return new SendError(reason, { permanent: false, retryAfterMs, isGlobalLimit: true });
  }
  if (status >= 500) return new SendError(reason, { permanent: false, isAmbiguous: true });
  // The token or the plan: nothing is wrong with the message, and an operator can mend it.
  if (status === 401 || status === 403) return new SendError(reason, { permanent: false });
  const isRecipientGone = status === 400 && /failed to send messages/i.test(saidBy(error));
  return new SendError(reason, { permanent: true, isRecipientGone });
}

function isQuotaUsedUp(error: unknown): boolean {
  return (
    error instanceof HTTPFetchError && error.status === 429 && /monthly limit/i.test(saidBy(error))
  );
}

/** The message was taken on an earlier try with the same retry key. */
export function isTakenBefore(error: unknown): error is HTTPFetchError {
  return error instanceof HTTPFetchError && error.status === 409;
}

/** A failed call in words that are safe to log: they hold nothing of the request. */
export function describeLineError(error: unknown): string {
  if (error instanceof HTTPFetchError) return `LINE: ${error.status} ${saidBy(error)}`.trimEnd();
  if (error instanceof LineTimeout) return 'LINE: no answer in time';
  return `LINE: network failure${error instanceof OutboundError ? `: ${error.message}` : ''}`;
}

/** Nothing was heard within the time for one call. */
export class LineTimeout extends Error {}

function saidBy({ body }: HTTPFetchError): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message.slice(0, 200) : '';
  } catch {
    return '';
  }
}
