/** Test support: messages as channels get them. */
import type { Message, SendOptions } from '../../src/notify/channel.ts';

export function testMessage(fields: Partial<Message> = {}): Message {
  const html = '<b>🔴 Mains lost</b>\n<b>Shop</b>: no power since 13:02';
  const heading = '🔴 Mains lost';
  return {
    ...{ kind: 'alert', language: 'en', heading, html, buttons: [], outageIds: [1] },
    ...fields,
  };
}

/** A message that was never sent before. */
export function asNew(): SendOptions {
  return { retryKey: crypto.randomUUID() };
}
