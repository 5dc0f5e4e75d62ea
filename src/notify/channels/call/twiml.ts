/** Instructions for Twilio in a call (https://www.twilio.com/docs/voice/twiml), and the proof that it is Twilio. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CallDialect, type Question, readForm } from './call-dialect.ts';
import { keySeconds } from './call-way.ts';

interface TwilioSigner {
  /** Account SID, and the token that it signs with. */
  readonly account: string;
  readonly token: string;
}

const type = 'text/xml';
/** HMAC-SHA1 in base64. */
const signaturePattern = /^[A-Za-z0-9+/]{27}=$/;

export function makeTwiml({ account, token }: TwilioSigner): CallDialect {
  return {
    isSigned: true,
    ask: (question) => ({ type, text: askForKey(question) }),
    say: (sound) => ({ type, text: sayAndHangUp(sound) }),
    readKey({ signature, body }, address, to) {
      if (!signaturePattern.test(signature)) return null;
      const fields = readForm(body);
      if (fields === null || !isSigned(token, address, fields, signature)) return null;
      const isTheirs = fields.get('AccountSid') === account && fields.get('To') === to;
      return isTheirs ? (fields.get('Digits') ?? '') : null;
    },
  };
}

const head = '<?xml version="1.0" encoding="UTF-8"?>';

/** Says something twice, and takes one key at any time. */
export function askForKey({ sound, keys }: Question): string {
  return `${head}<Response><Gather input="dtmf" numDigits="1" finishOnKey="" timeout="${keySeconds}" method="POST" action="${escapeXml(keys)}"><Play loop="2">${escapeXml(sound)}</Play></Gather><Hangup/></Response>`;
}

function sayAndHangUp(sound: string): string {
  return `${head}<Response><Play>${escapeXml(sound)}</Play><Hangup/></Response>`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * Whether a post bears Twilio's signature: over the whole address as we gave it, and every field
 * (https://www.twilio.com/docs/usage/security#validating-requests).
 */
export function isSigned(
  token: string,
  address: string,
  fields: ReadonlyMap<string, string>,
  signature: string,
): boolean {
  const given = Buffer.from(signature, 'base64');
  const said = [...fields]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => name + value)
    .join('');
  return withAndWithoutPort(address).some((signed) => {
    const wanted = createHmac('sha1', token)
      .update(signed + said)
      .digest();
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

/** Twilio signs the address as it was given, without its port, or with the one that its scheme means. */
function withAndWithoutPort(address: string): string[] {
  const [, origin = '', port, rest = ''] = /^(https?:\/\/[^/:]+)(:\d+)?(\/.*)$/.exec(address) ?? [];
  if (port !== undefined) return [address, origin + rest];
  return [address, `${origin}:${origin.startsWith('https') ? 443 : 80}${rest}`];
}
