/** The stored address of a webhook: where to post, how, and what its secrets are made from. */

import type { ChannelName } from '../states.ts';

/** Formats of far ends; `events` is our own, signed. */
export const webhookFormats = ['events', 'slack', 'discord', 'ntfy'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

export interface WebhookTarget {
  /** Where to post. */
  readonly url: string;
  readonly format: WebhookFormat;
}

export interface WebhookAddress extends WebhookTarget {
  /** Gives each connection a secret of its own, also when the same URL is connected again. */
  readonly salt: string;
  /** The one before, with which messages are signed besides until then (epoch ms). Null: there is none. */
  readonly former: { readonly salt: string; readonly until: number } | null;
}

/**
 * All but the URL stands in the fragment, which is never sent.
 * @param salt letters and digits that nobody can guess
 */
export function makeWebhookAddress({ url, format }: WebhookTarget, salt: string): string {
  const stored = new URL(url);
  stored.hash = `${format}.${salt}`;
  return stored.href;
}

/** The address with another secret; the one so far holds until `until` (epoch ms). */
export function renewWebhookAddress(
  { url, format, salt: former }: WebhookAddress,
  salt: string,
  until: number,
): string {
  return makeWebhookAddress({ url, format }, `${salt}.${former}.${until}`);
}

/** Whether what is sent to a recipient bears a signature. */
export function isSigned(to: { readonly channel: ChannelName; readonly address: string }): boolean {
  return to.channel === 'webhook' && readWebhookAddress(to.address)?.format === 'events';
}

/** Null: it was not made here. */
export function readWebhookAddress(address: string): WebhookAddress | null {
  const url = URL.parse(address);
  const [, name, salt, former, until] =
    /^#(\w+)\.(\w+)(?:\.(\w+)\.(\d+))?$/.exec(url?.hash ?? '') ?? [];
  const format = webhookFormats.find((one) => one === name);
  if (url === null || format === undefined || salt === undefined) return null;
  url.hash = '';
  return {
    url: url.href,
    format,
    salt,
    former: former === undefined ? null : { salt: former, until: Number(until) },
  };
}
