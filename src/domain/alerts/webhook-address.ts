/** What a webhook's recipient is stored as: where to post, and how. */

/** What the far end takes; `events` is our own, signed. */
export const webhookFormats = ['events', 'slack', 'discord', 'ntfy'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

export interface WebhookAddress {
  /** Where to post. */
  readonly url: string;
  readonly format: WebhookFormat;
}

/**
 * Format and salt stand in the fragment, which is never sent. The salt gives each connection a secret of
 * its own, also when the same URL is connected again.
 * @param salt letters and digits that nobody can guess
 */
export function makeWebhookAddress({ url, format }: WebhookAddress, salt: string): string {
  const stored = new URL(url);
  stored.hash = `${format}.${salt}`;
  return stored.href;
}

/** Null: it was not made by `makeWebhookAddress`. */
export function readWebhookAddress(address: string): WebhookAddress | null {
  const url = URL.parse(address);
  const format = webhookFormats.find((name) => url?.hash.startsWith(`#${name}.`));
  if (url === null || format === undefined) return null;
  url.hash = '';
  return { url: url.href, format };
}
