import type { WebhookFormat } from '../../../src/domain/alerts/webhook-address.ts';

/** What may be posted to an address. */
export const webhookFormatWords = {
  events: 'messenger.webhook.events',
  slack: 'messenger.webhook.slack',
  discord: 'messenger.webhook.discord',
  ntfy: 'messenger.webhook.ntfy',
} as const satisfies Record<WebhookFormat, string>;
