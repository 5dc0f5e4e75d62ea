import { createHmac } from 'node:crypto';
import {
  makeWebhookAddress,
  readWebhookAddress,
  type WebhookAddress,
} from '../../../domain/alerts/webhook-address.ts';

/** Loaded when it is first needed: many installations call nobody. */
const loadStandardWebhooks = () => require('standardwebhooks') as typeof import('standardwebhooks');

/**
 * The secret of one connection, as its receiver gets to know it once. It comes from the operator's key and
 * the address, so that neither the database nor a backup holds it.
 */
export function secretOf(signingKey: string, address: string): string {
  const read = readWebhookAddress(address);
  if (read === null) throw new Error('It is no address of a webhook');
  return makeSecret(signingKey, read, read.salt);
}

function makeSecret(signingKey: string, target: WebhookAddress, salt: string): string {
  const made = createHmac('sha256', signingKey).update(makeWebhookAddress(target, salt));
  return `whsec_${made.digest('base64')}`;
}

/** The secrets that hold at `nowMs`, the newest first. */
export function secretsOf(
  signingKey: string,
  address: WebhookAddress,
  nowMs: number,
): readonly string[] {
  const { salt, former } = address;
  const salts = former !== null && nowMs < former.until ? [salt, former.salt] : [salt];
  return salts.map((one) => makeSecret(signingKey, address, one));
}

/**
 * Standard Webhooks 1.0.0, symmetric (https://github.com/standard-webhooks/standard-webhooks): one signature
 * with each secret, so that a receiver may change to the new one when it likes.
 */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  at: Date,
  body: string,
): Readonly<Record<string, string>> {
  const { Webhook } = loadStandardWebhooks();
  return {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
