import { SendError } from '../../channel.ts';

/** A failure as nodemailer describes it. */
interface MailFailure {
  readonly code?: unknown;
  readonly command?: unknown;
  /** The server's own answer; without one, the connection failed. */
  readonly responseCode?: unknown;
  readonly response?: unknown;
}

/** The connection was never there, so nothing can have arrived. */
const neverConnected =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EDNS|ETLS|Greeting never received|Connection timeout|certificate|SSL routines/i;

/** There is no such mailbox (RFC 3463: X.1.1, X.1.2, X.1.6, X.1.10 and X.2.1). */
const noMailbox = /\b5\.(1\.(1|2|6|10)|2\.1)\b/;
const enhancedCode = /\b[245]\.\d{1,3}\.\d{1,3}\b/;

/**
 * The meaning of a failed delivery for the message (RFC 5321 section 4.2.1: 4yz is for now, 5yz for good). What
 * is refused of us rather than of the recipient, an operator can mend: the message waits.
 */
export function toSendError(error: unknown): SendError {
  const reason = describeMailError(error);
  const { responseCode, response, command } = error as MailFailure;
  if (isNotRead(error)) return new SendError(reason, { permanent: false });
  if (typeof responseCode !== 'number') {
    return new SendError(reason, { permanent: false, isAmbiguous: !neverConnected.test(reason) });
  }
  const isForGood = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
  if (!isForGood) return new SendError(reason, { permanent: false });
  const said = String(response);
  const isMailbox = enhancedCode.test(said)
    ? noMailbox.test(said)
    : responseCode === 550 || responseCode === 553;
  const isRecipientGone = command === 'RCPT TO' && isMailbox;
  return new SendError(reason, { permanent: true, isRecipientGone });
}

/** The server refused who we are: the user, the password, or the encryption. */
export function isSettingRefused(error: unknown): boolean {
  const { code, responseCode } = error as MailFailure;
  const isForNow = typeof responseCode === 'number' && responseCode < 500;
  return code === 'EAUTH' && !isForNow;
}

/** A failure before any message was begun. */
function isNotRead(error: unknown): boolean {
  return (error as MailFailure).code === 'EAUTH';
}

/** In words that are safe to log: they hold nothing of the message and no password. */
function describeMailError(error: unknown): string {
  const { response, code } = error as MailFailure;
  if (typeof response === 'string' && response !== '') return `SMTP: ${oneLine(response)}`;
  const said = error instanceof Error ? oneLine(error.message) : 'failed';
  return `SMTP: ${said}${typeof code === 'string' && !said.includes(code) ? ` (${code})` : ''}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200);
}
