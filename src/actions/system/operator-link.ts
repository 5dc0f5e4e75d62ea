import { generateLinkCode } from '../../domain/alerts/link-code.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Language } from '../../domain/states.ts';
import { deleteMeta, readMeta, writeMeta } from '../../store/engine/meta.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { leaveTrace } from '../../store/people/token-traces.ts';
import { insertOperatorRecipient } from '../../store/system/operator-recipients.ts';
import { drawSecret, hashSecret } from '../engine/secrets.ts';
import type { Monitor } from '../monitor.ts';
import { linkLifeMs } from '../people/one-time-links.ts';

/** The messengers whose chats connect by a link. */
export type LinkedMessenger = 'telegram' | 'line';

/** The one link that is open. */
interface OpenLink {
  readonly tokenHash: string;
  readonly channel: LinkedMessenger;
  readonly language: Language;
  /** Its maker, as the audit log names them. */
  readonly by: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/**
 * Makes a one-time link that lets a chat be told what the operator is told. A new one ends the one before.
 * LINE's is a code to type, or to send as it stands.
 */
export function makeOperatorLink(
  { store }: Pick<Monitor, 'store'>,
  { channel, language }: Pick<OpenLink, 'channel' | 'language'>,
  actor: Actor,
  now: Instant,
): { readonly token: string; readonly expiresAt: number } {
  const token =
    channel === 'line'
      ? generateLinkCode((count) => crypto.getRandomValues(new Uint8Array(count)))
      : drawSecret();
  const expiresAt = now.wallMs + linkLifeMs.join;
  const link: OpenLink = {
    tokenHash: hashSecret(token),
    channel,
    language,
    by: actor.name,
    expiresAt,
  };
  writeMeta(store, 'operator_link', JSON.stringify(link));
  return { token, expiresAt };
}

/**
 * Connects the chat that brought the operator's link: it is told what is wrong with the service, and of no
 * customer's site.
 * @returns the language of whoever made the link. Null: it is no link of the operator's, or not any more
 * @throws AppError INVALID_TOKEN when the API token that made it was revoked
 */
export function connectOperatorChat(
  { store }: Pick<Monitor, 'store'>,
  chat: { readonly channel: LinkedMessenger; readonly address: string },
  token: string,
  now: Instant,
): Language | null {
  return store.transaction(() => {
    const link: OpenLink | null = JSON.parse(readMeta(store, 'operator_link') ?? 'null');
    const isIt =
      link !== null &&
      link.channel === chat.channel &&
      link.tokenHash === hashSecret(token) &&
      link.expiresAt > now.wallMs;
    if (!isIt) return null;
    deleteMeta(store, 'operator_link');
    const { language, by } = link;
    const row = insertOperatorRecipient(
      store,
      { ...chat, language, isForAllSites: false },
      now.wallMs,
    );
    // It was there already: what it was meant for is so.
    if (row === undefined) return language;
    const actor = { name: by, address: null };
    const subject = `operator-recipient:${row.id}`;
    const after = { channel: chat.channel, proof: 'link' };
    writeAudit(store, { actor, action: 'operator-recipient.add', subject, after }, now.wallMs);
    leaveTrace(store, actor, 'recipient', row.id, now.wallMs);
    return language;
  });
}
