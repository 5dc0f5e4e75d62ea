import { channelsWith } from '../alerts/channel-traits.ts';
import { makeWebhookAddress, webhookFormats } from '../alerts/webhook-address.ts';
import type { ChannelName } from '../states.ts';

/** Where the operator is told. */
export interface OperatorAddress {
  readonly channel: ChannelName;
  /** As the channel names it. */
  readonly address: string;
}

/**
 * Reads such as `email:me@example.com`. A webhook is such as `webhook:https://ntfy.sh/topic#ntfy`, for a
 * service that takes messages: the secret of signed events is shown in the console only.
 * @returns null: it cannot be read
 */
export function readOperatorAddress(text: string): OperatorAddress | null {
  const colon = text.indexOf(':');
  const channel = channelsWith('tellsOperator').find((name) => name === text.slice(0, colon));
  const address = text.slice(colon + 1);
  if (channel === undefined || address === '') return null;
  if (channel !== 'webhook') return { channel, address };
  const url = URL.parse(address);
  const format = webhookFormats.find((name) => name !== 'events' && `#${name}` === url?.hash);
  if (url === null || format === undefined) return null;
  return { channel, address: makeWebhookAddress({ url: url.href, format }, 'operator') };
}
