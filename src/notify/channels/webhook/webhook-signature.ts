import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/**
 * The secret of one connection, as its receiver gets to know it once. It comes from the operator's key and
 * the address, so that neither the database nor a backup holds it.
 */
export function secretOf(signingKey: string, address: string): string {
  return `whsec_${createHmac('sha256', signingKey).update(address).digest('base64')}`;
}

/** Standard Webhooks 1.0.0, symmetric (https://github.com/standard-webhooks/standard-webhooks). */
export function signedHeaders(
  secret: string,
  id: string,
  at: Date,
  body: string,
): Readonly<Record<string, string>> {
  return {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}
