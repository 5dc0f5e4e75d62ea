import { GrammyError, HttpError } from 'grammy';
import { OutboundError } from '../../../outbound/outbound-error.ts';
import { SendError } from '../../channel.ts';

const shortestWaitMs = 1_000;
const longestWaitMs = 3_600_000;

/** Descriptions of 400 that are about the chat, not about the message. */
const goneDescriptions =
  /chat not found|user not found|peer_id_invalid|chat_id_invalid|group chat was deactivated|chat_write_forbidden|not enough rights|have no rights|need administrator rights|chat_restricted|topic_closed/i;

/**
 * Tells what a failed call to the Bot API means for the message
 * (https://core.telegram.org/bots/api#making-requests, #responseparameters).
 */
export function toSendError(error: unknown): SendError {
  const reason = describeTelegramError(error);
  if (!(error instanceof GrammyError)) {
    const inner = error instanceof HttpError ? error.error : error;
    const isUnsent = inner instanceof OutboundError && inner.isUnsent;
    return new SendError(reason, { permanent: false, isAmbiguous: !isUnsent });
  }
  const { error_code: code, description } = error;
  if (code === 429) {
    const retryAfterMs = askedWaitMs(error) ?? shortestWaitMs;
    return new SendError(reason, { permanent: false, retryAfterMs });
  }
  if (code >= 500) return new SendError(reason, { permanent: false, isAmbiguous: true });
  // The token is refused. Nothing is wrong with the message: it goes once an operator mends the token.
  if (code === 401 || code === 404) return new SendError(reason, { permanent: false });
  const isRecipientGone = code === 403 || (code === 400 && goneDescriptions.test(description));
  return new SendError(reason, { permanent: true, isRecipientGone });
}

/**
 * The wait that the Bot API asked for, in ms. Null: none. Whoever answers may say anything: a year would silence a chat
 * until the next restart, and what is no number would be waited for by nobody.
 */
export function askedWaitMs({ parameters }: GrammyError): number | null {
  const seconds = Number(parameters.retry_after ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds * 1000, longestWaitMs) : null;
}

/** Describes a failed call without the address of the request, which contains the bot's token. */
export function describeTelegramError(error: unknown): string {
  if (error instanceof GrammyError) {
    // A Bot API server other than Telegram's may leave both out.
    const { error_code: code = 'refused', description = '' } = error;
    return `Telegram: ${code} ${description}`.trimEnd();
  }
  if (!(error instanceof HttpError)) return `Telegram: ${nameOf(error)}`;
  const inner = error.error;
  if (inner instanceof SyntaxError) return 'Telegram: the answer was not JSON (a gateway error)';
  if (inner instanceof Error && / timed out after /.test(inner.message)) {
    return 'Telegram: no answer in time';
  }
  const said = inner instanceof OutboundError ? `: ${inner.message}` : '';
  return `Telegram: network failure${said}`;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
