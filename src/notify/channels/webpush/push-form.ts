import { createHash } from 'node:crypto';
import type { Urgency } from 'web-push';
import { type ButtonAction, buttonActions } from '../../../domain/alerts/button-actions.ts';
import { messageKinds } from '../../../domain/alerts/delivery.ts';
import type { LinkedAction } from '../../../domain/alerts/linked-action.ts';
import type { PushNotice } from '../../../domain/alerts/push-notice.ts';
import type { Message, MessageButton } from '../../channel.ts';
import { linkedActionOf } from '../../linked-button.ts';
import { fitPlain, toPlainLines } from '../../messages/plain-text.ts';
import { pushTexts } from './push-texts.ts';

/**
 * Push services take 4,096 bytes (RFC 8030, section 7.2); the encryption adds 103 of them (RFC 8291,
 * section 4).
 */
const maxBytes = 4_096 - 103;

/** The message to the browser at an address. */
export function toPushNotice(
  address: string,
  message: Message,
  linkTo: (action: LinkedAction) => string | null,
): PushNotice {
  const { heading, html, language, kind, buttons } = message;
  const { open, notFollowed, acknowledged, unfollowed } = pushTexts[language];
  const pathOf = (button: MessageButton) => {
    const action = linkedActionOf(button, { channel: 'webpush', address }, language);
    const url = URL.parse((action && linkTo(action)) ?? '');
    return url === null ? null : `${url.pathname}${url.search}`;
  };
  const outcomes = new Map([
    [buttonActions.acknowledge as ButtonAction, acknowledged],
    [buttonActions.unfollow, unfollowed],
  ]);
  const [press] = buttons.flatMap((button) => {
    const [said, path] = [outcomes.get(button.action), pathOf(button)];
    return said === undefined || path === null ? [] : [{ text: button.text, path, ...said }];
  });
  const [answer] = buttons.flatMap((button) => {
    const path = button.action === buttonActions.follow ? pathOf(button) : null;
    return path === null ? [] : [{ path, failed: notFollowed }];
  });
  const page = messageKinds[kind].tells === 'follower' ? '/status' : '/customer';
  const notice = {
    title: heading,
    body: '',
    language,
    tag: tagOf(message),
    open,
    isUrgent: kind === 'alert',
    page,
    answer: answer ?? null,
    press: press ?? null,
  };
  const [first, ...rest] = toPlainLines(html);
  const lines = first === heading ? rest : [first ?? '', ...rest];
  // As JSON, the empty text that it takes the place of has two bytes.
  return { ...notice, body: fitPlain(lines, maxBytes - sizeOf(notice) + 2, sizeOf) };
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** A message of the same outages or areas replaces the one before. */
function tagOf({ outageIds, about, kind }: Message): string {
  if (about !== undefined) return `${kind}-${about}`;
  return outageIds.length === 0 ? kind : `outage-${outageIds.toSorted((a, b) => a - b).join('-')}`;
}

const dayS = 86_400;

interface PushHandling {
  /** Seconds for which the push service keeps the message for a browser that it cannot reach. */
  readonly TTL: number;
  readonly urgency: Urgency;
}

const handlings: Readonly<Record<Message['kind'], PushHandling>> = {
  alert: { TTL: dayS, urgency: 'high' },
  recovery: { TTL: dayS, urgency: 'high' },
  reminder: { TTL: dayS / 4, urgency: 'normal' },
  test: { TTL: 600, urgency: 'high' },
  operator: { TTL: dayS, urgency: 'high' },
  account: { TTL: dayS, urgency: 'normal' },
  'key-expiry': { TTL: dayS, urgency: 'low' },
  digest: { TTL: dayS, urgency: 'low' },
  status: { TTL: dayS / 4, urgency: 'normal' },
};

/** The headers for the push service: a newer message of the same outages replaces one that waits there. */
export function handlingOf(message: Message): PushHandling & { readonly topic?: string } {
  const handling = handlings[message.kind];
  if (message.outageIds.length === 0 && message.about === undefined) return handling;
  // At most 32 characters (RFC 8030, section 5.4).
  const topic = createHash('sha256').update(tagOf(message)).digest('base64url').slice(0, 32);
  return { ...handling, topic };
}
